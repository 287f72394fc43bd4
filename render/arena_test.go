package render

import (
	"slices"
	"testing"

	"voxtide/chance"
)

func TestArenaAgainstAMap(t *testing.T) {
	r := chance.Source(t)
	for range chance.Rounds(60) {
		size := uint32(1 + r.IntN(400))
		var a arena
		a.init(size)
		owner := make([]int, size) // 0 for nobody
		var held []span
		for step := 1; step < 400; step++ {
			if len(held) > 0 && r.IntN(5) < 2 {
				i := r.IntN(len(held))
				s := held[i]
				a.give(s)
				for k := s.start; k < s.start+s.count; k++ {
					owner[k] = 0
				}
				held = slices.Delete(held, i, i+1)
				continue
			}
			n := uint32(1 + r.IntN(40))
			s, ok := a.take(n)
			if want := smallestGap(owner, n); ok != (want > 0) {
				t.Fatalf("room for %d: %v, and the smallest gap that holds it has %d", n, ok, want)
			} else if !ok {
				continue
			} else if got := gapAround(owner, s); got != want {
				t.Fatalf("%d taken from a gap of %d and not of %d", n, got, want)
			}
			for k := s.start; k < s.start+n; k++ {
				if owner[k] != 0 {
					t.Fatalf("%v overlaps", s)
				}
				owner[k] = step
			}
			held = append(held, s)
		}
		for _, s := range held {
			a.give(s)
		}
		if a.used != 0 || len(a.gaps) != 1 || a.gaps[0] != (span{0, size}) {
			t.Fatalf("all given back: %d used, gaps %v", a.used, a.gaps)
		}
	}
}

// smallestGap returns the size of the smallest free run of at least n, 0 for none.
func smallestGap(owner []int, n uint32) (best uint32) {
	for i := 0; i < len(owner); {
		k := i
		for k < len(owner) && owner[k] == 0 {
			k++
		}
		if g := uint32(k - i); g >= n && (best == 0 || g < best) {
			best = g
		}
		i = max(k, i) + 1
	}
	return best
}

// gapAround returns the size of the free run that a run lies in.
func gapAround(owner []int, s span) uint32 {
	low, high := int(s.start), int(s.start)
	for low > 0 && owner[low-1] == 0 {
		low--
	}
	for high < len(owner) && owner[high] == 0 {
		high++
	}
	return uint32(high - low)
}

func TestArenaRefusesTwice(t *testing.T) {
	var a arena
	a.init(10)
	s, _ := a.take(4)
	a.give(s)
	defer func() {
		if recover() == nil {
			t.Error("given back twice")
		}
	}()
	a.give(s)
}

func TestNothingNeedsNoRoom(t *testing.T) {
	var a arena
	a.init(1)
	a.take(1)
	if s, ok := a.take(0); !ok || s.count != 0 {
		t.Error("no room for nothing")
	}
	if _, ok := a.take(1); ok {
		t.Error("room in a full arena")
	}
}
