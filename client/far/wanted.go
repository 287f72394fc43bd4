package far

import (
	"cmp"
	"math"
	"slices"

	"voxtide/protocol"
	"voxtide/world"
)

// split is how near the eye is to a place, in halves of its width, when it is looked at more closely: as four places of the level below.
var split = [...]int64{Fine: 3, Plain: 2}

// wantMove is how many blocks the eye moves before other tiles are wanted.
const wantMove = 16

// topLevel is the coarsest level, that of the places from which splitting begins.
const topLevel = protocol.FarLevels - 1

// splits reports whether a place is looked at as its four quarters from the eye.
func (v *View) splits(p protocol.FarPlace) bool {
	return p.Level > 0 && p.Distance(v.eye[0], v.eye[1])*2 < int64(p.Width())*split[v.detail]
}

// quarters returns the four places of the level below.
func quarters(p protocol.FarPlace) (q [4]protocol.FarPlace) {
	for i := range q {
		q[i] = protocol.FarPlace{Level: p.Level - 1, X: p.X*2 + int32(i&1), Z: p.Z*2 + int32(i>>1)}
	}
	return q
}

// roots calls f for each place of the coarsest level within the reach of an eye.
func roots(eye [2]int32, reach int32, f func(protocol.FarPlace)) {
	width := int64(protocol.FarPlace{Level: topLevel}.Width())
	at := func(v int64) int32 { return int32(world.FloorDiv(v, width)) }
	for z := at(int64(eye[1]) - int64(reach)); z <= at(int64(eye[1])+int64(reach)); z++ {
		for x := at(int64(eye[0]) - int64(reach)); x <= at(int64(eye[0])+int64(reach)); x++ {
			f(protocol.FarPlace{Level: topLevel, X: x, Z: z})
		}
	}
}

// follow finds what is wanted once the eye has moved.
func (v *View) follow(eye [3]float64) {
	at := [2]int32{int32(math.Floor(eye[0])), int32(math.Floor(eye[2]))}
	far := func(a, b int32) bool { return max(a-b, b-a) >= wantMove }
	if v.settled && !far(at[0], v.eye[0]) && !far(at[1], v.eye[1]) {
		return
	}
	v.eye, v.settled = at, true
	for _, t := range v.tiles {
		t.wanted = false
	}
	v.wanted = v.wanted[:0]
	var visit func(p protocol.FarPlace)
	visit = func(p protocol.FarPlace) {
		switch {
		case p.Distance(at[0], at[1]) > int64(v.reach):
		case v.splits(p):
			for _, q := range quarters(p) {
				visit(q)
			}
		default:
			v.wanted = append(v.wanted, p)
		}
	}
	if v.reach > 0 {
		roots(at, v.reach, visit)
	}
	slices.SortStableFunc(v.wanted, func(a, b protocol.FarPlace) int {
		return cmp.Compare(a.Distance(at[0], at[1]), b.Distance(at[0], at[1]))
	})
	for _, p := range v.wanted {
		t := v.tiles[p]
		if t == nil {
			t = &tile{}
			v.tiles[p] = t
		}
		t.wanted = true
	}
	v.shown.stale = true
}
