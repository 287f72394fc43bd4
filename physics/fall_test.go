package physics

import (
	"testing"

	"voxtide/timestream"
	"voxtide/world"
)

// TestFall: a falling block comes to rest in a cell, and so does an item after it slid; both rise out of a block that
// is put there.
func TestFall(t *testing.T) {
	a := newArena(world.Pos{})
	a.floor(world.Grass)
	for _, k := range []*world.EntityInfo{item, falling} {
		m := world.Motion{Pos: a.point(500, 6000, 500)}
		if k == item {
			m.Vel = world.Vec{2000, 3000, -1000}
		}
		rests, ticks := false, 0
		for ; !rests && ticks < 100; ticks++ {
			Continuous(a.World, k, &m, timestream.TickLength)
			rests = Fall(a.World, k, &m, 0)
		}
		if !rests || m.Pos[y] != 0 || k == falling && m.Pos != a.point(500, 0, 500) {
			t.Fatalf("%s: %+v", k.Name, m)
		}
		was := m
		if !Fall(a.World, k, &m, 0) || m != was {
			t.Fatalf("%s does not rest: %+v", k.Name, m)
		}
		b := m.Pos.Block()
		a.put(b.X, b.Y, b.Z, world.StoneSlab)
		if !Fall(a.World, k, &m, 0) || m.Pos[y] != unit/2 {
			t.Fatalf("%s does not come up: %+v", k.Name, m)
		}
		a.put(b.X, b.Y, b.Z, world.Air)
		if Fall(a.World, k, &m, 0) || m.Vel[y] >= 0 {
			t.Fatalf("%s does not fall: %+v", k.Name, m)
		}
		m.Flags = world.Suspended
		was = m
		if Fall(a.World, k, &m, 0) || m != was {
			t.Fatalf("%s: a suspended body moves", k.Name)
		}
	}
}
