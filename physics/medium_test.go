package physics

import (
	"testing"

	"voxtide/timestream"
	"voxtide/world"
)

// TestLadder: forward or jump climbs, nothing slides at 3 m/s at most, sneaking holds, and the top can be left forward.
func TestLadder(t *testing.T) {
	a := newArena(world.Pos{})
	a.floor(world.Grass)
	for i := range int32(6) {
		a.put(0, i, 0, world.Ladder)
		a.put(0, i, -1, world.Stone)
	}
	at := a.point(500, 0, 500)
	for _, keys := range []world.Keys{world.KeyForward, world.KeyJump} {
		m := world.Motion{Pos: at, Keys: keys}
		a.tick(avatar, &m, 20)
		if m.Pos[y] < 2*unit || m.Vel[y] != climbSpeed {
			t.Fatalf("does not climb: %+v", m)
		}
		m.Keys = world.KeySneak
		a.tick(avatar, &m, 1)
		was := m.Pos[y]
		a.tick(avatar, &m, 20)
		if m.Pos[y] != was {
			t.Fatalf("does not hold: %+v", m)
		}
		m.Keys = 0
		a.tick(avatar, &m, 5)
		if m.Vel[y] != -slideSpeed {
			t.Fatalf("does not slide: %+v", m)
		}
		a.tick(avatar, &m, 60)
		if m.Pos[y] != 0 || m.Vel != (world.Vec{}) {
			t.Fatalf("does not come down: %+v", m)
		}
	}
	m := world.Motion{Pos: at, Keys: world.KeyForward}
	for range 100 {
		a.tick(avatar, &m, 1)
		if m.Pos[y] == 6*unit && m.Flags&world.OnGround != 0 {
			return
		}
	}
	t.Fatalf("does not get onto the wall: %+v", m)
}

// TestWater: sinks slowly to a steady speed, a fall is braked, jump rises, and a bank as high as the water can be
// climbed from wherever the body swims.
func TestWater(t *testing.T) {
	a := newArena(world.Pos{})
	for i := int32(-8); i < 8; i++ {
		for j := int32(-8); j < 8; j++ {
			for h := int32(-10); h < 0; h++ {
				b := world.Water
				if i == -8 || j == -8 || i == 7 || j == 7 || h == -10 {
					b = world.Stone
				}
				a.put(i, h, j, b)
			}
		}
	}
	m := world.Motion{Pos: a.point(0, 3000, 0)}
	a.tick(avatar, &m, 60)
	was := m
	Discrete(a.World, avatar, &m)
	if m != was || m.Vel[y] >= 0 || m.Vel[y] < -1500 {
		t.Fatalf("does not sink steadily: %+v", m)
	}
	a.tick(avatar, &m, 300)
	if m.Pos[y] != -9*unit || m.Flags&world.OnGround == 0 {
		t.Fatalf("does not come to the bottom: %+v", m)
	}
	for yaw := 0; yaw < 1<<16; yaw += 997 {
		for _, keys := range []world.Keys{world.KeyForward | world.KeyJump, world.KeyForward | world.KeyJump | world.KeyRun} {
			m := world.Motion{Pos: a.point(0, -9000, 0), Keys: keys, Yaw: uint16(yaw)}
			out := false
			for range 400 {
				Continuous(a.World, avatar, &m, timestream.MarkSpan)
				if out = m.Pos[y] == 0 && Supported(a.World, avatar, m.Pos); out {
					break
				}
				Discrete(a.World, avatar, &m)
			}
			if !out {
				t.Fatalf("yaw %d: does not get out: %+v", yaw, m)
			}
		}
	}
	m = world.Motion{Pos: a.point(0, -1500, 0), Keys: world.KeyForward}
	a.tick(avatar, &m, 20)
	if m.Vel[z] != -wadeSpeed {
		t.Fatalf("does not swim: %+v", m)
	}
	m = world.Motion{Pos: a.point(0, -8000, 0), Keys: world.KeyJump}
	high := int64(0)
	for range 400 {
		a.tick(avatar, &m, 1)
		high = max(high, m.Pos[y])
	}
	if high > 0 || m.Pos[y] < -2*unit {
		t.Fatalf("does not float: %+v, rose to %d", m, high)
	}
}

// TestFlight: up, down, along and exact rest, for who may fly; a wall stops it.
func TestFlight(t *testing.T) {
	a := newArena(world.Pos{})
	at := a.point(0, 5000, 0)
	m := world.Motion{Pos: at, Keys: world.KeyFly, Flags: world.Creative}
	a.tick(avatar, &m, 100)
	if m.Pos != at || m.Vel != (world.Vec{}) {
		t.Fatalf("does not hover: %+v", m)
	}
	for _, c := range []struct {
		keys world.Keys
		want world.Vec
	}{
		{world.KeyJump, world.Vec{0, flyUpSpeed, 0}},
		{world.KeySneak, world.Vec{0, -flyUpSpeed, 0}},
		{world.KeyForward, world.Vec{0, 0, -flySpeed}},
		{0, world.Vec{}},
	} {
		m.Keys = world.KeyFly | c.keys
		a.tick(avatar, &m, 8)
		if m.Vel != c.want {
			t.Fatalf("keys %v: %+v", c.keys, m)
		}
	}
	m = world.Motion{Pos: at, Keys: world.KeyFly}
	a.tick(avatar, &m, 8)
	if m.Vel[y] >= 0 {
		t.Fatal("flies without the right to")
	}
}

// TestTerminal: a fall comes to 78 m/s and stays there, and lands on the plane.
func TestTerminal(t *testing.T) {
	a := newArena(world.Pos{})
	a.floor(world.Grass)
	m := world.Motion{Pos: a.point(0, 3_000_000, 0)}
	a.tick(avatar, &m, 600)
	was := m.Vel
	Discrete(a.World, avatar, &m)
	if m.Vel != was || was[y] > -78_000 || was[y] < -78_400 {
		t.Fatalf("%+v", m)
	}
	a.tick(avatar, &m, 400)
	if m.Pos != a.point(0, 0, 0) || m.Vel != (world.Vec{}) {
		t.Fatalf("%+v", m)
	}
}

// TestFall: a falling block comes to rest in a cell, an item too after it slid, and both come up out of what is put
// there.
func TestFall(t *testing.T) {
	a := newArena(world.Pos{})
	a.floor(world.Grass)
	for _, k := range []*world.EntityInfo{item, falling} {
		m := world.Motion{Pos: a.point(500, 6000, 500)}
		if k == item {
			m.Vel = world.Vec{2000, 3000, -1000}
		}
		rests, marks := false, 0
		for ; !rests && marks < 100; marks++ {
			Continuous(a.World, k, &m, timestream.MarkSpan)
			rests = Fall(a.World, k, &m)
		}
		if !rests || m.Pos[y] != 0 || k == falling && m.Pos != a.point(500, 0, 500) {
			t.Fatalf("%s: %+v", k.Name, m)
		}
		was := m
		if !Fall(a.World, k, &m) || m != was {
			t.Fatalf("%s does not rest: %+v", k.Name, m)
		}
		b := m.Pos.Block()
		a.put(b.X, b.Y, b.Z, world.StoneSlab)
		if !Fall(a.World, k, &m) || m.Pos[y] != unit/2 {
			t.Fatalf("%s does not come up: %+v", k.Name, m)
		}
		a.put(b.X, b.Y, b.Z, world.Air)
		if Fall(a.World, k, &m) || m.Vel[y] >= 0 {
			t.Fatalf("%s does not fall: %+v", k.Name, m)
		}
		m.Flags = world.Still
		was = m
		if Fall(a.World, k, &m) || m != was {
			t.Fatalf("%s: Still moves", k.Name)
		}
	}
}

// TestPushOut: a body inside something comes out, the near way first, and nothing moves one that is free.
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
		pushed := Discrete(a.World, avatar, &m)
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
	if !Discrete(a.World, avatar, &m) || m.Pos != a.point(1200, 1000, 500) {
		t.Fatalf("not up: %+v", m)
	}
	a.put(0, 2, 0, world.Stone)
	m = world.Motion{Pos: a.point(1200, 0, 500)}
	if !Discrete(a.World, avatar, &m) || m.Pos != a.point(1300, 0, 500) {
		t.Fatalf("not aside: %+v", m)
	}
}

// TestLift: onto a height where there is room, and not where there is none.
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

// TestSupported: Supported and Free against all boxes there are.
func TestSupported(t *testing.T) {
	r, n := random(t, 20_000)
	a := newArena(world.Pos{})
	yes := 0
	for i := range n {
		if i%20 == 0 {
			a.scatter(r, 10+r.IntN(100), 4)
		}
		k := kind(r)
		m := a.body(r, k, 4)
		b := bodyBox(k, m.Pos)
		under := b
		under.lo[y], under.hi[y] = b.lo[y]-1, b.lo[y]
		free, supported := true, false
		for _, p := range a.set {
			bl, _ := a.Block(p)
			for _, s := range bl.Boxes() {
				o := obstacle(p.X, p.Y, p.Z, &s)
				free = free && !o.overlaps(&b)
				supported = supported || o.hi[y] == m.Pos[y] && o.overlaps(&under)
			}
		}
		if supported {
			yes++
		}
		if Free(a.World, k, m.Pos) != free || Supported(a.World, k, m.Pos) != supported {
			t.Fatalf("round %d: %s at %v: free %v, supported %v", i, k.Name, m.Pos, free, supported)
		}
	}
	t.Logf("%d of %d supported", yes, n)
}
