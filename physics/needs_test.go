package physics

import (
	"testing"

	"voxtide/timestream"
	"voxtide/world"
)

// dangerous are rules under which all needs count.
var dangerous = world.Rules{Difficulty: world.Normal, Falls: true, Hunger: true}

// live advances a body over ticks: from one tick to the next as sim does, without other bodies.
func live(w *world.World, m *world.Motion, from timestream.Time, ticks int) timestream.Time {
	for range ticks {
		Continuous(w, avatar, m, timestream.TickLength)
		from = from.Add(timestream.TickLength)
		Land(w, m, from)
		Discrete(w, avatar, m, from)
		TakeKick(m, from)
		Live(w, avatar, m, from)
	}
	return from
}

func needsArena(g world.Rules) *arena {
	a := newArena(world.Pos{X: 16, Y: 16, Z: 16})
	a.floor(world.Stone)
	a.SetRules(g)
	return a
}

const tick0 = timestream.Time(1000 * timestream.Second)

// TestFallsHarm lets a body fall from all heights, at all phases of a tick, and jump on the way: each block beyond three costs one
// health, whatever keys are pressed in the instant of landing, and water and rules take the harm away.
func TestFallsHarm(t *testing.T) {
	falls := 0
	for blocks := int64(0); blocks <= 14; blocks++ {
		for _, jump := range [...]bool{false, true} {
			a := needsArena(dangerous)
			m := world.Motion{Pos: a.point(0, blocks*1000, 0)}
			at := tick0
			for range 80 {
				if jump { // keys that change between the ticks: the body leaves the ground before the tick after its landing
					half := timestream.TickLength / 2
					for i := range 2 {
						Continuous(a.World, avatar, &m, half)
						ApplyKeys(a.World, avatar, &m, []world.Keys{world.KeyJump, 0}[i], at.Add(half))
					}
					at = at.Add(timestream.TickLength)
					Land(a.World, &m, at)
					Discrete(a.World, avatar, &m, at)
					Live(a.World, avatar, &m, at)
				} else {
					at = live(a.World, &m, at, 1)
				}
			}
			want := max(blocks-safeFall, 0)
			if got := int64(m.Needs.Damage); got != want && got != want-1 { // the first tick of a fall sinks a little
				t.Errorf("fell %d blocks (jumping: %v): damage %d, want %d", blocks, jump, got, want)
			}
			if m.Flags&world.Falling != 0 && !jump || want > 0 && m.Needs.Damage == 0 {
				t.Errorf("fell %d blocks: %+v", blocks, m.Needs)
			}
			falls++
		}
	}
	for name, change := range map[string]func(a *arena, m *world.Motion){
		"water":     func(a *arena, _ *world.Motion) { a.put(0, 0, 0, world.Water) },
		"rules":     func(a *arena, _ *world.Motion) { a.SetRules(world.Rules{Difficulty: world.Hard, Hunger: true}) },
		"peaceful":  func(a *arena, _ *world.Motion) { a.SetRules(world.Rules{Falls: true}) },
		"creative":  func(_ *arena, m *world.Motion) { m.Flags |= world.Creative },
		"suspended": func(_ *arena, m *world.Motion) { m.Flags |= world.Suspended },
	} {
		a := needsArena(dangerous)
		m := world.Motion{Pos: a.point(500, 12_000, 500)}
		change(a, &m)
		live(a.World, &m, tick0, 80)
		if m.Needs.Damage != 0 {
			t.Errorf("%s: damage %d", name, m.Needs.Damage)
		}
		falls++
	}
	t.Logf("%d falls", falls)
}

// TestDrowning holds a body below water: its breath lasts for BreathLength, then it loses two a second; a breath of air gives all of it back.
func TestDrowning(t *testing.T) {
	a := needsArena(world.Rules{Difficulty: world.Normal})
	for y := int32(0); y < 4; y++ {
		a.put(0, y, 0, world.Water)
	}
	m := world.Motion{Pos: a.point(500, 0, 500)}
	at := live(a.World, &m, tick0, 1)
	if m.Needs.BreathTo != at.Add(world.BreathLength) {
		t.Fatalf("breath to %v at %v", m.Needs.BreathTo, at)
	}
	at = live(a.World, &m, at, int(world.BreathLength/timestream.TickLength)-1)
	if m.Needs.Damage != 0 {
		t.Errorf("drowned %d while the breath lasted", m.Needs.Damage)
	}
	at = live(a.World, &m, at, 1+3*20)
	if m.Needs.Damage != 8 {
		t.Errorf("after three seconds without breath: damage %d", m.Needs.Damage)
	}
	a.put(0, 1, 0, world.Air)
	at = live(a.World, &m, at, 1)
	if m.Needs.BreathTo != 0 || m.Needs.Breath(at) != world.BreathLength {
		t.Errorf("in the air: %+v", m.Needs)
	}
	a.put(0, 1, 0, world.Water)
	live(a.World, &m, at, 20*60)
	if !m.Needs.AtBrink() || m.Needs.Health() != 0 {
		t.Errorf("a minute below water: %+v", m.Needs)
	}
}

// TestTouch puts a body on, beside and away from what harms: beside a cactus it loses one each half second, away from it nothing.
func TestTouch(t *testing.T) {
	for _, c := range [...]struct {
		name string
		x, y int64 // thousandths of a block
		want uint8
	}{{"away", 2000, 0, 0}, {"a hand beside", 938 + 300 + 100, 0, 0}, {"beside", 938 + 300, 0, 5}, {"on it", 500, 1000, 5}} {
		a := needsArena(world.Rules{Difficulty: world.Normal})
		a.put(0, 0, 0, world.Cactus)
		m := world.Motion{Pos: a.point(c.x, c.y, 500)}
		live(a.World, &m, tick0, 2*20+9)
		if m.Needs.Damage != c.want {
			t.Errorf("%s: damage %d, want %d", c.name, m.Needs.Damage, c.want)
		}
	}
}

// TestHungerAndHealing lets time pass over a body: hunger comes at the rate of its effort, however often the keys change; who has eaten
// heals, who has not starves as far as the difficulty says.
func TestHungerAndHealing(t *testing.T) {
	a := needsArena(dangerous)
	m := world.Motion{Pos: a.point(500, 0, 500)}
	at := live(a.World, &m, tick0, 20*150*3)
	if m.Needs.Hunger != 2 { // from the first tick on
		t.Errorf("7.5 minutes at rest: hunger %d", m.Needs.Hunger)
	}
	still := m
	still.Needs.HungryAt = 0
	walks := still
	at = live(a.World, &still, at, 1)
	end := live(a.World, &walks, at.Add(-timestream.TickLength), 1)
	for i := range 100 { // each second rest, each second the keys of walking: 100 s at 1/75 or 1/150 a second
		ApplyKeys(a.World, avatar, &walks, []world.Keys{world.KeyLeft | world.KeyRight, 0}[i%2], end.Add(1))
		end = live(a.World, &walks, end, 20)
	}
	left := walks.Needs.HungryAt.Sub(end)
	if want := 150 * timestream.Second; left < want-2*timestream.Second || left > want+2*timestream.Second {
		t.Errorf("after 50 s of effort and 50 s of rest the next food goes in %v, want %v", left, want) // just taken: 50/75 + 50/150 = 1
	}
	for _, c := range [...]struct {
		d      world.Difficulty
		damage uint8
		hunger uint8
		want   uint8
	}{{world.Normal, 10, 0, 6}, {world.Normal, 10, 5, 6}, {world.Normal, 10, 6, 10}, {world.Normal, 2, 20, 6}, {world.Easy, 9, 20, 10}, {world.Normal, 18, 20, 19}, {world.Hard, 18, 20, 20}} {
		g := dangerous
		g.Difficulty = c.d
		a.SetRules(g)
		m := world.Motion{Pos: a.point(500, 0, 500), Needs: world.Needs{Damage: c.damage, Hunger: c.hunger}}
		live(a.World, &m, tick0, 20*16+1)
		if m.Needs.Damage != c.want {
			t.Errorf("%v, damage %d, hunger %d: after 16 s damage %d, want %d", c.d, c.damage, c.hunger, m.Needs.Damage, c.want)
		}
	}
}

// TestNeedsCostNothing counts changes of the motion of bodies that stand, walk and jump: time alone changes nothing of the needs.
func TestNeedsCostNothing(t *testing.T) {
	a := needsArena(dangerous)
	changes := func(keys world.Keys, ticks int) (n int) {
		m := world.Motion{Pos: a.point(-12_000, 0, 500), Keys: keys, Yaw: 1 << 14}
		at := live(a.World, &m, tick0, 1)
		for range ticks {
			was := m.Needs
			at = live(a.World, &m, at, 1)
			if m.Needs != was {
				n++
			}
		}
		return n
	}
	stand, walk, jump := changes(0, 1000), changes(world.KeyForward, 100), changes(world.KeyForward|world.KeyJump, 100)
	t.Logf("changes: %d of 1000 standing, %d of 100 walking, %d of 100 jumping", stand, walk, jump)
	if stand != 0 || walk != 0 || jump == 0 {
		t.Error("needs change as time passes, or do not change at all")
	}
	m := world.Motion{Pos: a.point(500, 0, 500), Keys: world.KeyForward}
	if n := testing.AllocsPerRun(100, func() { live(a.World, &m, tick0, 1) }); n != 0 {
		t.Errorf("%v allocations a tick", n)
	}
}
