package world

import (
	"math/rand/v2"
	"slices"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/timestream"
)

// awakeOverlapping is AwakeNear as a walk over all bodies, by stream, then in the order of Awake.
func awakeOverlapping(w *World, lo, hi Vec) (found []EntitySlot) {
	for i := range w.StreamCount() {
		for _, s := range w.AwakeAt(i) {
			from, to := w.Entity(s).Box()
			in := true
			for a := range 3 {
				in = in && from[a] < hi[a] && to[a] > lo[a]
			}
			if in {
				found = append(found, s)
			}
		}
	}
	return found
}

// compareNear compares what AwakeNear finds in a box with a walk over all bodies, and returns how many bodies are there.
func compareNear(t *testing.T, w *World, lo, hi Vec) int {
	t.Helper()
	want := awakeOverlapping(w, lo, hi)
	var got []EntitySlot
	for near := w.AwakeNear(lo, hi); near.Next(); {
		got = append(got, near.Slot)
	}
	slices.SortFunc(got, w.CompareBodies)
	if !slices.Equal(got, want) {
		t.Fatalf("in the box %v to %v: bodies %v, a walk over all finds %v", lo, hi, got, want)
	}
	return len(want)
}

// TestAwakeNear: after any sequence of additions, removals, motions, sleeps, changes of owners, undos and copies the bodies near a place
// are those that a walk over all bodies finds there.
func TestAwakeNear(t *testing.T) {
	rnd := testrand.New(t)
	steps := 1500 * testrand.Rounds(20)
	w := New()
	for s := range timestream.Stream(5) {
		w.AddStream(2*s, 0, 1)
	}
	place := func() Vec { // crowded places, edges of columns, and places far away
		at := Vec{rnd.Int64N(40*Unit) - 20*Unit, rnd.Int64N(6 * Unit), rnd.Int64N(40*Unit) - 20*Unit}
		switch rnd.IntN(8) {
		case 0:
			at[AxisX] = (rnd.Int64N(5)-2)<<columnBits + rnd.Int64N(3) - 1
		case 1:
			at[AxisZ] = (rnd.Int64N(5)-2)<<columnBits + rnd.Int64N(3) - 1
		case 2:
			at[AxisX] += (rnd.Int64N(3) - 1) * (1<<31 - 64) * (Unit / 4)
		case 3, 4:
			at = Vec{rnd.Int64N(3 * Unit), rnd.Int64N(2 * Unit), rnd.Int64N(3 * Unit)}
		}
		return at
	}
	var ids []EntityID
	var undo []func()
	did := map[string]int{}
	keep := func(what string, back func()) {
		undo = append(undo, back)
		did[what]++
	}
	setMotion := func(id EntityID, m Motion) {
		s := w.Find(id)
		old := *w.Entity(s)
		w.SetMotion(s, old.At+1, &m)
		keep("motions", func() { w.SetMotion(w.Find(id), old.At, &old.Motion) })
	}
	compared, found, most := 0, 0, 0
	for n := range steps {
		switch k := rnd.IntN(100); {
		case len(ids) == 0 || k < 12 && len(ids) < 400:
			e := Entity{ID: MakeEntityID(1, uint32(n)+1), Kind: EntityKind(1 + rnd.IntN(3)), Stream: timestream.Stream(2 * rnd.IntN(5))}
			if e.Motion.Pos = place(); rnd.IntN(4) == 0 {
				e.Motion.Flags |= Asleep
			}
			w.AddEntity(e)
			keep("additions", func() { w.RemoveEntity(w.Find(e.ID)) })
		case k < 22:
			e := w.RemoveEntity(w.Find(ids[rnd.IntN(len(ids))]))
			keep("removals", func() { w.AddEntity(e) })
		case k < 30:
			id := ids[rnd.IntN(len(ids))]
			e := *w.Entity(w.Find(id))
			w.SetOwner(w.Find(id), timestream.Stream(2*rnd.IntN(5)), e.At)
			keep("owners", func() { w.SetOwner(w.Find(id), e.Stream, e.At) })
		case k < 40:
			id := ids[rnd.IntN(len(ids))]
			m := w.Entity(w.Find(id)).Motion
			if m.Flags ^= Asleep; rnd.IntN(2) == 0 {
				m.Pos = place()
			}
			setMotion(id, m)
			did["sleeps"]++
		case k < 90:
			id := ids[rnd.IntN(len(ids))]
			m := w.Entity(w.Find(id)).Motion
			if m.Pos[AxisX] += rnd.Int64N(Unit) - Unit/2; rnd.IntN(10) == 0 {
				m.Pos = place()
			}
			setMotion(id, m)
		case k < 98:
			back := rnd.IntN(min(len(undo), 200) + 1)
			for range back {
				undo[len(undo)-1]()
				undo = undo[:len(undo)-1]
			}
			did["undone"] += back
		default:
			old, before := w, w.Hash()
			w = w.Clone()
			undo = undo[:0] // they would change the old one
			if ids = ids[:0]; rnd.IntN(2) == 0 && old.EntityCount() > 0 {
				churn(rnd, old, place)
			}
			if did["copies"]++; w.Hash() != before {
				t.Fatal("a change of the original changed the copy")
			}
		}
		ids = ids[:0]
		for i := range w.StreamCount() {
			for _, s := range w.Bodies(w.StreamAt(i).Stream) {
				ids = append(ids, w.Entity(s).ID)
			}
		}
		for range 4 {
			lo := place()
			if len(ids) > 0 && rnd.IntN(2) == 0 {
				lo = w.Entity(w.Find(ids[rnd.IntN(len(ids))])).Motion.Pos
				lo[rnd.IntN(3)] += (rnd.Int64N(3) - 1) * Unit / 2
			}
			hi := lo
			for a := range hi {
				hi[a] += 1 + rnd.Int64N(3*Unit)
			}
			k := compareNear(t, w, lo, hi)
			compared, found, most = compared+1, found+k, max(most, k)
		}
	}
	all := 0
	for i := range w.StreamCount() {
		all += len(w.AwakeAt(i))
	}
	if all != w.columns.count {
		t.Errorf("%d bodies in columns, %d are awake", w.columns.count, all)
	}
	t.Logf("%d steps: %v; %d boxes compared with %d bodies in them, %d at most, %d columns in the table", steps, did, compared, found, most, len(w.columns.first))
	for _, what := range []string{"additions", "removals", "owners", "sleeps", "motions", "undone", "copies"} {
		if did[what] < steps/100 && testrand.Rounds(0) == 0 {
			t.Errorf("too few %s", what)
		}
	}
}

// churn changes a world that a copy was made of.
func churn(rnd *rand.Rand, w *World, place func() Vec) {
	for i := range w.StreamCount() {
		for len(w.Bodies(w.StreamAt(i).Stream)) > 3 {
			w.RemoveEntity(w.Bodies(w.StreamAt(i).Stream)[0])
		}
		for _, s := range w.AwakeAt(i) {
			m := w.Entity(s).Motion
			m.Pos = place()
			w.SetMotion(s, timestream.Time(rnd.IntN(100)), &m)
		}
	}
}

// TestShapesWithinTheWalk: AwakeInCell covers the boxes of all blocks.
func TestShapesWithinTheWalk(t *testing.T) {
	for b := range Block(BlockCount) {
		for _, x := range b.Boxes() {
			for a := range 3 {
				most := int8(16)
				if a == AxisY {
					most = 32
				}
				if x.Lo[a] < 0 || x.Hi[a] > most {
					t.Errorf("block %d has a box %v", b, x)
				}
			}
		}
	}
}

// TestStreamNumbers: a number is found where a search from the front finds it, whichever numbers are left out.
func TestStreamNumbers(t *testing.T) {
	rnd := testrand.New(t)
	lists, asked := 0, 0
	for range testrand.Rounds(2000) {
		var n streamNumbers
		first, gaps := timestream.Stream(rnd.IntN(4)), 1+rnd.IntN(4)
		for s := first; len(n) < rnd.IntN(40); s++ {
			if s += timestream.Stream(rnd.IntN(gaps)); s < 1<<31 && rnd.IntN(50) == 0 {
				s += 1 << 30
			}
			n = append(n, s)
		}
		if rnd.IntN(5) == 0 {
			n = append(n, 1<<32-1)
		}
		lists++
		ask := func(s timestream.Stream) {
			want := 0
			for want < len(n) && n[want] < s {
				want++
			}
			there := want < len(n) && n[want] == s
			if i, ok := n.find(s); i != want || ok != there {
				t.Fatalf("%d in %v: %d %v, not %d %v", s, n, i, ok, want, there)
			}
			asked++
		}
		for _, s := range n {
			ask(s - 1)
			ask(s)
			ask(s + 1)
		}
		ask(0)
		ask(timestream.Stream(rnd.IntN(100)))
		ask(1<<32 - 1)
	}
	t.Logf("%d lists, %d numbers looked for", lists, asked)
}
