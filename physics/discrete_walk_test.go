package physics

import (
	"testing"

	"voxtide/timestream"
	"voxtide/world"
)

// tick moves a body from tick to tick.
func (a *arena) tick(k *world.EntityInfo, m *world.Motion, ticks int) {
	for range ticks {
		Continuous(a.World, k, m, timestream.TickLength)
		Discrete(a.World, k, m, 0)
	}
}

// TestSteady: a tick does not change a body that stands or walks steadily, so that plain arithmetic says where it is.
func TestSteady(t *testing.T) {
	a := newArena(world.Pos{})
	for _, floor := range []world.Block{world.Grass, world.StoneSlab, world.RedCarpet, world.StoneSlabTop} {
		a.clear()
		a.floor(floor)
		steady(t, a, int64(floor.Boxes()[0].Hi[y])*sixteenth-unit)
	}
}

// steady walks in all directions on a floor of a height.
func steady(t *testing.T, a *arena, height int64) {
	for yaw := 0; yaw < 1<<16; yaw += 331 {
		for keys := world.Keys(0); keys < world.KeyJump; keys++ {
			for _, more := range []world.Keys{0, world.KeySprint, world.KeySneak} {
				m := world.Motion{Pos: world.Vec{y: height}, Yaw: uint16(yaw), Keys: keys | more}
				a.tick(avatar, &m, 5)
				was := m
				Discrete(a.World, avatar, &m, 0)
				if m != was {
					t.Fatalf("changed by a tick:\n%+v\n%+v", was, m)
				}
				ApplyKeys(a.World, avatar, &m, m.Keys, 12345)
				m.Flags &^= world.KeysApplied
				if m != was {
					t.Fatalf("changed by a change of keys:\n%+v\n%+v", was, m)
				}
				Continuous(a.World, avatar, &m, timestream.TickLength)
				if m != was.Extrapolated(timestream.TickLength) || m.Vel[y] != 0 || m.Flags != world.OnGround {
					t.Fatalf("not plain arithmetic:\n%+v\n%+v", was, m)
				}
				checkSpeed(t, &m)
			}
		}
	}
}

// checkSpeed checks a steady speed, which is the same in all directions.
func checkSpeed(t *testing.T, m *world.Motion) {
	t.Helper()
	want := int64(walkSpeed)
	wx, wz := wishVector(m.Keys, m.Yaw)
	switch {
	case wx == 0 && wz == 0:
		want = 0
	case m.Keys&world.KeySneak != 0:
		want = sneakSpeed
	case m.Keys&world.KeySprint != 0 && m.Keys&world.KeyForward != 0 && m.Keys&world.KeyBack == 0:
		want = sprintSpeed
	}
	if got := m.Vel[x]*m.Vel[x] + m.Vel[z]*m.Vel[z]; got > want*want+want || got < (want-3)*(want-3) && want > 0 {
		t.Fatalf("speed^2 %d, want %d", got, want*want)
	}
}

// TestStart: from rest to full speed, and back, in three ticks.
func TestStart(t *testing.T) {
	a := newArena(world.Pos{})
	a.floor(world.Grass)
	m := world.Motion{Keys: world.KeyForward, Flags: world.OnGround}
	for _, v := range []int64{-groundAccel, -2 * groundAccel, -walkSpeed} {
		a.tick(avatar, &m, 1)
		if m.Vel != (world.Vec{0, 0, v}) {
			t.Fatal(m.Vel)
		}
	}
	m.Keys = 0
	a.tick(avatar, &m, 3)
	if m.Vel != (world.Vec{}) {
		t.Fatal(m.Vel)
	}
}

// apex returns how high a body rises above the ground.
func (a *arena) apex(m world.Motion, first timestream.Duration) int64 {
	ground := m.Pos[y]
	Continuous(a.World, avatar, &m, first)
	high := m.Pos[y]
	Discrete(a.World, avatar, &m, 0)
	for m.Vel[y] > 0 {
		Continuous(a.World, avatar, &m, timestream.TickLength)
		high = max(high, m.Pos[y])
		Discrete(a.World, avatar, &m, 0)
	}
	return high - ground
}

// TestJump: at whatever phase of the tick a jump begins, it rises 1.20 to 1.32 blocks.
func TestJump(t *testing.T) {
	a := newArena(world.Pos{})
	a.floor(world.Grass)
	low, high := int64(9*unit), int64(0)
	for phase := timestream.Time(0); phase < timestream.Time(timestream.TickLength); phase++ {
		m := world.Motion{Flags: world.OnGround}
		ApplyKeys(a.World, avatar, &m, world.KeyJump, 100*timestream.Time(timestream.TickLength)+phase)
		m.Keys = 0
		h := a.apex(m, timestream.TickLength-timestream.Duration(phase))
		low, high = min(low, h), max(high, h)
	}
	m := world.Motion{Keys: world.KeyJump}
	Discrete(a.World, avatar, &m, 0)
	h := a.apex(m, timestream.TickLength)
	t.Logf("at a tick %.4f, by a change of keys %.4f to %.4f blocks", float64(h)/1e9, float64(low)/1e9, float64(high)/1e9)
	if min(low, h) < 120*unit/100 || max(high, h) > 132*unit/100 {
		t.Error("out of 1.20 to 1.32")
	}
}

// TestJumpClears: a jump against a block that stands in the way comes to rest on it; one of 1.5 blocks is too high.
func TestJumpClears(t *testing.T) {
	for _, slab := range []bool{false, true} {
		a := newArena(world.Pos{})
		a.floor(world.Grass)
		for i := int32(-16); i < 16; i++ {
			a.put(i, 0, -3, world.Stone)
			if slab {
				a.put(i, 1, -3, world.StoneSlab)
			}
		}
		for phase := timestream.Time(0); phase < 50_000; phase += 97 {
			m := world.Motion{Pos: a.point(0, 0, -1500), Keys: world.KeyForward, Flags: world.OnGround}
			a.tick(avatar, &m, 10)
			Continuous(a.World, avatar, &m, timestream.Duration(phase))
			ApplyKeys(a.World, avatar, &m, world.KeyForward|world.KeyJump, phase)
			m.Keys = world.KeyForward
			Continuous(a.World, avatar, &m, timestream.TickLength-timestream.Duration(phase))
			Discrete(a.World, avatar, &m, 0)
			high := false
			for range 14 {
				a.tick(avatar, &m, 1)
				high = high || m.Flags&world.OnGround != 0 && m.Pos[y] >= unit
			}
			if high == slab {
				t.Fatalf("phase %d slab %v: %+v", phase, slab, m)
			}
		}
	}
}

// TestApplyKeys: one change of controls between two ticks acts at once, the next waits.
func TestApplyKeys(t *testing.T) {
	a := newArena(world.Pos{})
	a.floor(world.Grass)
	m := world.Motion{Flags: world.OnGround}
	ApplyKeys(a.World, avatar, &m, world.KeyForward, 7)
	if m.Vel != (world.Vec{0, 0, -groundAccel}) || m.Flags&world.KeysApplied == 0 {
		t.Fatal("the first does not act", m)
	}
	was := m
	ApplyKeys(a.World, avatar, &m, world.KeyJump, 8)
	was.Keys = world.KeyJump
	if m != was {
		t.Fatal("the second acts", m)
	}
	Continuous(a.World, avatar, &m, 49_992)
	Discrete(a.World, avatar, &m, 0)
	if m.Vel[y] != jumpSpeed || m.Flags&world.KeysApplied != 0 {
		t.Fatal("the second is lost", m)
	}
	m = world.Motion{Flags: world.Suspended, Vel: world.Vec{1, 2, 3}}
	was = m
	ApplyKeys(a.World, avatar, &m, world.KeyForward, 7)
	Discrete(a.World, avatar, &m, 0)
	Continuous(a.World, avatar, &m, 7)
	was.Keys = world.KeyForward
	if m != was {
		t.Fatal("a suspended body moves", m)
	}
}

// TestStairs climbs stairs and slabs at full speed. The velocity is whole again at every tick that lifts, and the
// planes hold up less than half of the way.
func TestStairs(t *testing.T) {
	flights := map[string]func(a *arena, i int32){
		"stairs": func(a *arena, i int32) { a.put(0, i, -i-2, world.StoneStairsNorth) },
		"slabs": func(a *arena, i int32) {
			a.put(0, i, -2*i-2, world.StoneSlab)
			a.put(0, i, -2*i-3, world.Stone)
		},
	}
	for name, put := range flights {
		for _, keys := range []world.Keys{world.KeyForward, world.KeyForward | world.KeySprint} {
			a := newArena(world.Pos{})
			a.floor(world.Grass)
			for i := range int32(6) {
				put(a, i)
			}
			for start := int64(0); start < 200; start++ {
				m := world.Motion{Pos: a.point(500, 0, start), Keys: keys, Flags: world.OnGround}
				a.tick(avatar, &m, 3)
				full, from, ticks := m.Vel[z], m.Pos, 0
				for m.Pos[y] < 6*unit-unit/2 || m.Flags&world.OnGround == 0 {
					was := m
					a.tick(avatar, &m, 1)
					ticks++
					if m.Pos[y] > was.Pos[y] && m.Vel[z] != full {
						t.Fatalf("%s: lifted without its velocity: %+v", name, m)
					}
					if ticks > 200 {
						t.Fatalf("%s: stuck at %+v", name, m)
					}
				}
				way, free := from[z]-m.Pos[z], -full*int64(ticks)*int64(timestream.TickLength)
				if way*2 < free {
					t.Fatalf("%s: %d instead of %d", name, way, free)
				}
			}
		}
	}
}

// TestNoStepUp: a body does not climb a full block, a step without room above it, a step that it does not move towards,
// or a step in the air.
func TestNoStepUp(t *testing.T) {
	a := newArena(world.Pos{})
	a.floor(world.Grass)
	a.put(0, 0, -2, world.Stone)
	try := func(what string, m world.Motion) {
		t.Helper()
		a.tick(avatar, &m, 10)
		if m.Pos[y] > 0 || m.BlockedVel != ([2]int64{}) {
			t.Errorf("%s: %+v", what, m)
		}
	}
	m := world.Motion{Pos: a.point(500, 0, 500), Keys: world.KeyForward}
	try("full block", m)
	a.put(0, 0, -2, world.StoneSlab)
	a.put(0, 2, -2, world.Stone)
	try("no room over the step", m)
	a.put(0, 2, -2, world.Air)
	a.put(0, 2, -1, world.StoneSlab)
	try("no room over the head", m)
	a.put(0, 2, -1, world.Air)
	m.Keys, m.Vel[z] = 0, -9000
	try("not wanted", m)
}

// TestSneak: a sneaking body that is supported at a tick is supported at the next one, whatever its keys.
func TestSneak(t *testing.T) {
	r, n := random(t, 400)
	a := newArena(world.Pos{})
	edges := 0
	for range n {
		a.clear()
		for range 40 {
			a.put(r.Int32N(10)-5, -1, r.Int32N(10)-5, a.solid[r.IntN(len(a.solid))])
		}
		for range 6 {
			a.put(r.Int32N(10)-5, 0, r.Int32N(10)-5, world.Stone)
		}
		m := world.Motion{Pos: a.point(r.Int64N(8000)-4000, 0, r.Int64N(8000)-4000), Keys: world.KeySneak}
		if !Free(a.World, avatar, m.Pos) || !isSupported(a.World, avatar, m.Pos) {
			continue
		}
		Discrete(a.World, avatar, &m, 0)
		for tick := range timestream.Time(200) {
			now := tick * timestream.Time(timestream.TickLength)
			left := timestream.TickLength
			for range r.IntN(3) {
				c := timestream.Duration(r.Int64N(int64(left)))
				Continuous(a.World, avatar, &m, c)
				left -= c
				now = now.Add(c)
				if r.IntN(3) == 0 {
					m.Yaw += uint16(r.IntN(8000))
				}
				if r.IntN(3) == 0 {
					ApplyKeys(a.World, avatar, &m, world.KeySneak|world.Keys(r.IntN(16)), now)
				}
			}
			Continuous(a.World, avatar, &m, left)
			if !isSupported(a.World, avatar, m.Pos) {
				t.Fatalf("fell at tick %d: %+v", tick, m)
			}
			y0 := m.Pos[y]
			Discrete(a.World, avatar, &m, 0)
			if m.Pos[y] < y0 {
				t.Fatal("sank")
			}
			far := m.Extrapolated(3 * timestream.TickLength)
			if !isSupported(a.World, avatar, far.Pos) {
				edges++
			}
		}
	}
	if t.Logf("%d ticks near an edge", edges); edges < n && n > 100 {
		t.Error("too few edges")
	}
}
