package physics

import (
	"testing"

	"voxtide/timestream"
	"voxtide/world"
)

// walker returns a world with hills, and a body that walks steadily on its floor.
func walker() (*arena, world.Motion) {
	a := newArena(world.Pos{})
	a.floor(world.Grass)
	a.put(3, 0, 3, world.Stone)
	a.put(2, 0, 1, world.TallGrass)
	m := world.Motion{Pos: a.point(500, 0, 5500), Keys: world.KeyForward, Yaw: 1000}
	a.tick(avatar, &m, 5)
	return a, m
}

func TestAllocs(t *testing.T) {
	a, m := walker()
	edge := world.Motion{Pos: a.point(0, 0, -16200), Keys: world.KeyForward | world.KeySneak, Flags: world.OnGround}
	for name, f := range map[string]func(){
		"walk":  func() { p := m; a.tick(avatar, &p, 4) },
		"keys":  func() { p := m; ApplyKeys(a.World, avatar, &p, world.KeyJump, 5) },
		"sneak": func() { p := edge; a.tick(avatar, &p, 4) },
		"fall":  func() { p := m; Fall(a.World, item, &p, 0) },
		"sight": func() { LineOfSight(a.World, m.Pos, world.Vec{}, world.Pos{}) },
		"hit":   func() { p := m; p.Vel = world.Vec{-9000, -9000, 90000}; Continuous(a.World, avatar, &p, 50000) },
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

func BenchmarkContinuousWalk(b *testing.B) {
	a, m := walker()
	for b.Loop() {
		p := m
		Continuous(a.World, avatar, &p, timestream.TickLength)
	}
}

func BenchmarkContinuousWall(b *testing.B) {
	a, m := walker()
	for i := int32(-16); i < 16; i++ {
		a.put(i, 0, 4, world.Stone)
		a.put(i, 1, 4, world.Stone)
	}
	m.Pos = a.point(500, 0, 5300)
	for b.Loop() {
		p := m
		Continuous(a.World, avatar, &p, timestream.TickLength)
	}
}

func BenchmarkContinuousFast(b *testing.B) {
	a, m := walker()
	m.Pos = a.point(0, 5000, 0)
	m.Vel = world.Vec{100_000, -100_000, 100_000}
	for b.Loop() {
		p := m
		Continuous(a.World, avatar, &p, timestream.TickLength)
	}
}

func BenchmarkDiscreteWalk(b *testing.B) {
	a, m := walker()
	for b.Loop() {
		p := m
		Discrete(a.World, avatar, &p, 0)
	}
}

func BenchmarkDiscreteSneakEdge(b *testing.B) {
	a, _ := walker()
	m := world.Motion{Pos: a.point(0, 0, -16280), Keys: world.KeyForward | world.KeySneak, Flags: world.OnGround}
	for b.Loop() {
		p := m
		Discrete(a.World, avatar, &p, 0)
	}
}

func BenchmarkKick(b *testing.B) {
	a, m := walker()
	for b.Loop() {
		p := m
		ApplyKeys(a.World, avatar, &p, world.KeyForward|world.KeySprint, 1234)
	}
}

func BenchmarkFall(b *testing.B) {
	a, m := walker()
	m.Vel = world.Vec{}
	for b.Loop() {
		p := m
		Fall(a.World, item, &p, 0)
	}
}

func BenchmarkSight(b *testing.B) {
	a, m := walker()
	from := EyePos(&m)
	to := a.point(2500, -500, 1500)
	for b.Loop() {
		LineOfSight(a.World, from, to, to.Block())
	}
}
