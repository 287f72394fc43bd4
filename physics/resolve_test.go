package physics

import (
	"testing"

	"voxtide/world"
)

// TestPushOut: a body inside something comes out by the nearest way, and a free body does not move.
func TestPushOut(t *testing.T) {
	r, n := random(t, 20_000)
	a := newArena(world.Pos{})
	for i := range n {
		if i%20 == 0 {
			a.scatter(r, 10+r.IntN(600), 5)
		}
		m := world.Motion{Pos: a.point(r.Int64N(8000)-4000, r.Int64N(6000)-2000, r.Int64N(8000)-4000)}
		free := Free(a.World, avatar, m.Pos)
		was := m.Pos
		pushed := Discrete(a.World, avatar, &m, 0)
		if pushed == free || free && m.Pos != was || !Free(a.World, avatar, m.Pos) {
			t.Fatalf("round %d: %v pushed %v to %v", i, was, pushed, m.Pos)
		}
		if pushed && m.Pos[y] < was[y] {
			t.Fatal("pushed down")
		}
	}
	a.clear()
	a.put(0, 0, 0, world.Stone)
	m := world.Motion{Pos: a.point(1200, 0, 500)}
	if !Discrete(a.World, avatar, &m, 0) || m.Pos != a.point(1200, 1000, 500) {
		t.Fatalf("not up: %+v", m)
	}
	a.put(0, 2, 0, world.Stone)
	m = world.Motion{Pos: a.point(1200, 0, 500)}
	if !Discrete(a.World, avatar, &m, 0) || m.Pos != a.point(1300, 0, 500) {
		t.Fatalf("not aside: %+v", m)
	}
}

// TestLift: a body is lifted to a height if there is room, and not otherwise.
func TestLift(t *testing.T) {
	a := newArena(world.Pos{})
	m := world.Motion{Pos: a.point(500, 300, 500), Vel: world.Vec{1, -5, 2}}
	if !Lift(a.World, avatar, &m, unit) || m.Pos != a.point(500, 1000, 500) || m.Vel != (world.Vec{1, 0, 2}) {
		t.Fatal(m)
	}
	was := m
	if !Lift(a.World, avatar, &m, unit/2) || m != was {
		t.Fatal("moved down")
	}
	a.put(0, 3, 0, world.Stone)
	if Lift(a.World, avatar, &m, 2*unit) || m != was {
		t.Fatal("lifted into a block")
	}
}
