package sections

import (
	"slices"
	"testing"

	"voxtide/internal/testrand"
)

// TestAllocatorAgainstAMap compares the allocator with a map of units.
func TestAllocatorAgainstAMap(t *testing.T) {
	r := testrand.New(t)
	grown := 0
	for range testrand.Rounds(60) {
		size := uint32(1 + r.IntN(400))
		var a allocator
		a.init(size)
		owner := make([]int, size) // 0 for none
		var held []extent
		for step := 1; step < 400; step++ {
			if len(held) > 0 && r.IntN(5) < 2 {
				i := r.IntN(len(held))
				s := held[i]
				a.release(s)
				for k := s.start; k < s.start+s.count; k++ {
					owner[k] = 0
				}
				held = slices.Delete(held, i, i+1)
				continue
			}
			if r.IntN(40) == 0 {
				more := uint32(1 + r.IntN(50))
				owner, size, grown = append(owner, make([]int, more)...), size+more, grown+1
				a.grow(size)
			}
			n := uint32(1 + r.IntN(40))
			s, ok := a.alloc(n)
			if want := smallestFree(owner, n); ok != (want > 0) {
				t.Fatalf("room for %d: %v, and the smallest free run that holds it has %d", n, ok, want)
			} else if !ok {
				continue
			} else if got := freeAround(owner, s); got != want {
				t.Fatalf("%d allocated from a free run of %d and not of %d", n, got, want)
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
			a.release(s)
		}
		if a.used != 0 || len(a.free) != 1 || a.free[0] != (extent{0, size}) {
			t.Fatalf("all released: %d used, free %v", a.used, a.free)
		}
	}
	if t.Logf("it grew %d times", grown); grown == 0 {
		t.Error("it never grew")
	}
}

// smallestFree returns the size of the smallest free run of at least n units, 0 for none.
func smallestFree(owner []int, n uint32) (best uint32) {
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

// freeAround returns the size of the free run that contained a run.
func freeAround(owner []int, s extent) uint32 {
	low, high := int(s.start), int(s.start)
	for low > 0 && owner[low-1] == 0 {
		low--
	}
	for high < len(owner) && owner[high] == 0 {
		high++
	}
	return uint32(high - low)
}

// TestAllocatorRefusesASecondRelease: a second release of a run panics.
func TestAllocatorRefusesASecondRelease(t *testing.T) {
	var a allocator
	a.init(10)
	s, _ := a.alloc(4)
	a.release(s)
	defer func() {
		if recover() == nil {
			t.Error("released twice")
		}
	}()
	a.release(s)
}

// TestZeroUnitsNeedNoRoom: a full allocator has room for 0 units.
func TestZeroUnitsNeedNoRoom(t *testing.T) {
	var a allocator
	a.init(1)
	a.alloc(1)
	if s, ok := a.alloc(0); !ok || s.count != 0 {
		t.Error("no room for nothing")
	}
	if _, ok := a.alloc(1); ok {
		t.Error("room in a full allocator")
	}
}
