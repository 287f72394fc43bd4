package physics

import (
	"testing"

	"voxtide/timestream"
	"voxtide/world"
)

// TestLadder: forward or jump climbs, sliding is at most 3 m/s, sneaking holds, and the top can be left forward.
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
	Discrete(a.World, avatar, &m, 0)
	if m != was || m.Vel[y] >= 0 || m.Vel[y] < -1500 {
		t.Fatalf("does not sink steadily: %+v", m)
	}
	a.tick(avatar, &m, 300)
	if m.Pos[y] != -9*unit || m.Flags&world.OnGround == 0 {
		t.Fatalf("does not come to the bottom: %+v", m)
	}
	for yaw := 0; yaw < 1<<16; yaw += 997 {
		for _, keys := range []world.Keys{world.KeyForward | world.KeyJump, world.KeyForward | world.KeyJump | world.KeySprint} {
			m := world.Motion{Pos: a.point(0, -9000, 0), Keys: keys, Yaw: uint16(yaw)}
			out := false
			for range 400 {
				Continuous(a.World, avatar, &m, timestream.TickLength)
				if out = m.Pos[y] == 0 && isSupported(a.World, avatar, m.Pos); out {
					break
				}
				Discrete(a.World, avatar, &m, 0)
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

// TestFlight: a creative player flies up, down and along, and comes exactly to rest; a wall stops the flight.
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
	Discrete(a.World, avatar, &m, 0)
	if m.Vel != was || was[y] > -78_000 || was[y] < -78_400 {
		t.Fatalf("%+v", m)
	}
	a.tick(avatar, &m, 400)
	if m.Pos != a.point(0, 0, 0) || m.Vel != (world.Vec{}) {
		t.Fatalf("%+v", m)
	}
}
