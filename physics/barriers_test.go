package physics

import (
	"slices"
	"testing"

	"voxtide/land"
	"voxtide/timestream"
	"voxtide/world"
)

// TestBarriers: a body that is not behind a barrier never comes behind it, whatever it meets on its way, and however its spans are cut; one that is
// behind one moves as if it were not there.
func TestBarriers(t *testing.T) {
	r, n := random(t, 30_000)
	a := newArena(world.Pos{})
	stopped, free, behind := 0, 0, 0
	for i := range n {
		if i%40 == 0 {
			a.scatter(r, 1+r.IntN(200), 4)
			for _, area := range slices.Clone(a.World.Barriers().Closed()) {
				a.SetClosed(area, false)
			}
			a.SetBorder(land.Border{X: r.Int32N(5) - 2, Z: r.Int32N(5) - 2, R: r.Int32N(5)})
			for range r.IntN(3) {
				low := [3]int32{r.Int32N(8) - 4, r.Int32N(8) - 4, r.Int32N(8) - 4}
				a.SetClosed(land.Area{Low: low, High: [3]int32{low[0] + r.Int32N(3), low[1] + r.Int32N(3), low[2] + r.Int32N(3)}}, true)
			}
		}
		k := kind(r)
		m := a.body(r, k, 4)
		c := blockReader{w: a.World}
		far := world.Vec{900 * unit, 900 * unit, 900 * unit}
		was := c.crosses(k, far, m.Pos)
		if was {
			behind++
		} else {
			free++
		}
		d := timestream.Duration(r.Int64N(50_001))
		whole := m
		Continuous(a.World, k, &whole, d)
		cutUp := m
		mid := cut(r, d)
		Continuous(a.World, k, &cutUp, mid)
		Continuous(a.World, k, &cutUp, d-mid)
		if cutUp != whole {
			t.Fatalf("round %d: span %d cut at %d\nstart %+v\nwhole %+v\ncut   %+v", i, d, mid, m, whole, cutUp)
		}
		m.Keys = world.Keys(r.IntN(int(world.KeysAll) + 1))
		for range 6 {
			before := m.Pos
			Continuous(a.World, k, &m, timestream.TickLength)
			if k == avatar {
				Discrete(a.World, k, &m, 0)
			}
			if c := (blockReader{w: a.World}); !was && c.crosses(k, far, m.Pos) {
				t.Fatalf("round %d: from %v to %v it came behind a barrier: %v %v", i, before, m.Pos, a.World.Barriers().Border(), a.World.Barriers().Closed())
			}
		}
		if !was && whole.Vel != m.Vel {
			stopped++
		}
	}
	t.Logf("%d bodies, %d of them behind a barrier at first, %d stopped or turned", n, behind, stopped)
	if n > 1000 && (free < n/20 || behind < n/20) {
		t.Error("too few cases are worth the name")
	}
}

// TestBarriersAllocate: moving beside barriers allocates nothing.
func TestBarriersAllocate(t *testing.T) {
	a, m := walker()
	a.SetBorder(land.Border{R: 7})
	a.SetClosed(land.Area{Low: [3]int32{1, 0, 1}, High: [3]int32{3, 5, 3}}, true)
	if n := testing.AllocsPerRun(100, func() { p := m; a.tick(avatar, &p, 4) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
