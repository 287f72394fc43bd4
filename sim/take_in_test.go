package sim

import (
	"testing"

	"voxtide/timestream"
	"voxtide/world"
)

// TestTakenInAlike lets a thrown item come to rest beside equal ones, another kind, one that is too far and one that comes to rest later:
// the server and the client that threw it see the same left in the same tick. Reverted, all is as before.
func TestTakenInAlike(t *testing.T) {
	at := func(x int64) world.Vec {
		v := world.BottomCentre(world.Pos{X: 3, Z: 3})
		v[world.AxisX] += x * world.Unit / 10 //exact: below two blocks
		return v
	}
	var seen [2][]world.Stack
	for side, all := range []bool{true, false} {
		s := stage(all)
		w := s.R.W
		put(s, 1, at(5), 60_000_000, world.StackOf(world.Stone, 6))
		put(s, 2, at(19), 0, world.StackOf(world.Stone, 7))
		put(s, 3, at(3), 0, world.StackOf(world.Dirt, 5))
		put(s, 4, at(2), 0, world.StackOf(world.Stone, 40))
		put(s, 5, at(4), 0, world.StackOf(world.Stone, 30))
		up := at(0)
		up[world.AxisY] += world.Unit
		s.R.Throw(1, 0, world.StackOf(world.Stone, 4), up, world.Vec{})
		s.R.Commit()
		before := w.Hash()
		for tick := timestream.Time(50_000); tick <= 2_000_000 && len(w.Awake(1)) > 1; tick += 50_000 {
			s.Advance(1, tick)
		}
		for n := uint32(1); n <= 5; n++ {
			st := world.Stack{}
			if slot := w.Find(world.MakeEntityID(timestream.Server, n)); slot != world.NoEntity {
				st = w.Entity(slot).Stack
			}
			seen[side] = append(seen[side], st)
		}
		thrown := w.Find(world.MakeEntityID(1, 1))
		if thrown == world.NoEntity || w.Entity(thrown).Stack != world.StackOf(world.Stone, 64) || s.TakenIn != 2 {
			t.Fatalf("server %v: %d were taken in", all, s.TakenIn)
		}
		if s.R.Revert(); w.Hash() != before {
			t.Errorf("server %v: reverting leaves a trace", all)
		}
	}
	want := []world.Stack{world.StackOf(world.Stone, 6), world.StackOf(world.Stone, 7), world.StackOf(world.Dirt, 5), {}, world.StackOf(world.Stone, 10)}
	for side := range seen {
		for i := range want {
			if got := seen[side][i]; got.Count != want[i].Count {
				t.Errorf("side %d: of item %d %d are left, want %d", side, i+1, got.Count, want[i].Count)
			}
		}
	}
}
