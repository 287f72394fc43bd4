package physics

import (
	"testing"

	"voxtide/timestream"
	"voxtide/world"
)

// TestWander: bodies under random keys in random worlds of every block are never inside one, move the same however time
// is cut between changes of keys, and keep the bounds that decoders check.
func TestWander(t *testing.T) {
	r, n := random(t, 300)
	a := newArena(world.Pos{})
	for round := range n {
		a.scatter(r, 50+r.IntN(300), 6)
		for range 60 {
			b := world.Ladder
			if r.IntN(2) == 0 {
				b = world.Water
			}
			a.put(r.Int32N(12)-6, r.Int32N(12)-6, r.Int32N(12)-6, b)
		}
		for x := int32(-8); x < 8; x++ {
			for z := int32(-8); z < 8; z++ {
				a.put(x, -7, z, world.Stone)
			}
		}
		m := world.Motion{Pos: a.point(0, r.Int64N(8000), 0), Flags: world.Flags(r.IntN(2)) * world.Creative}
		Discrete(a.World, avatar, &m, 0)
		if !Free(a.World, avatar, m.Pos) {
			continue
		}
		now := timestream.Time(0)
		for range 400 {
			at := now.Add(timestream.Duration(1 + r.Int64N(20_000)))
			whole, parts := m, m
			a.advance(&whole, now, at)
			for p := now; p < at; {
				q := min(at, p.Add(timestream.Duration(1+r.Int64N(15_000))))
				a.advance(&parts, p, q)
				p = q
			}
			if whole != parts {
				t.Fatalf("round %d at %d: cut differently\n%+v\n%+v\n%+v", round, now, m, whole, parts)
			}
			m, now = whole, at
			if r.IntN(3) == 0 {
				m.Yaw = uint16(r.Uint32())
				ApplyKeys(a.World, avatar, &m, world.Keys(r.Uint32())&world.KeysAll, now)
			}
			if !Free(a.World, avatar, m.Pos) || !m.Valid() {
				t.Fatalf("round %d at %d: %+v", round, now, m)
			}
		}
	}
}

// advance moves an avatar from an instant to another, with the ticks between and at the end.
func (a *arena) advance(m *world.Motion, from, to timestream.Time) {
	for from < to {
		next := min(to, from.NextTick())
		Continuous(a.World, avatar, m, next.Sub(from))
		if from = next; from.IsTick() {
			Discrete(a.World, avatar, m, 0)
		}
	}
}
