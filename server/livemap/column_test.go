package livemap

import (
	"math/rand/v2"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/world"
	"voxtide/world/worldgen/landscape"
)

// anyBlock is a block that makes trouble: see-through, liquid, or none.
func anyBlock(r *rand.Rand) world.Block {
	return [...]world.Block{
		world.Air, world.Air, world.Stone, world.Glass, world.Water, world.Torch, world.TallGrass, world.Leaves, world.RedCarpet, world.Planks,
	}[r.IntN(10)]
}

// TestColumn: columns look from above as their blocks are: generated, changed one by one, saved whole, and as they were
// at earlier times.
func TestColumn(t *testing.T) {
	r := testrand.New(t)
	l := newLand(1)
	m := open(t, l, nil)
	var b surfaceReader
	b.init(&m.ground)
	type state struct {
		at   int64
		seen [256]landscape.SurfaceColumn
	}
	columns := 12
	if testing.Short() {
		columns = 2
	}
	for range columns {
		c := column{int32(r.IntN(400) - 200), int32(r.IntN(400) - 200)}
		o := world.Pos{X: c.x << 4, Z: c.z << 4}
		var history []state
		look := func(at int64) {
			s, blocks := state{at: at}, l.stack(c)
			for i := range s.seen {
				s.seen[i] = l.seen(&blocks, o.X+int32(i&15), o.Z+int32(i>>4))
			}
			history = append(history, s)
		}
		now := int64(2_000_000)
		look(now)
		for range 4 {
			now += 10_000
			for range 1 + r.IntN(60) {
				x, z := o.X+int32(r.IntN(16)), o.Z+int32(r.IntN(16))
				y := int32(history[len(history)-1].seen[x&15|z&15<<4].Y) + int32(r.IntN(9)) - 3
				if r.IntN(8) == 0 {
					y = int32(r.IntN(world.MaxY-world.MinY) + world.MinY)
				}
				l.put(world.Pos{X: x, Y: y, Z: z}, anyBlock(r), now, r.IntN(6) == 0)
			}
			look(now)
		}
		m.mu.Lock()
		m.surfaces.clear()
		m.mu.Unlock()
		kept, err := b.storedColumns(c, c)
		if err != nil || !kept[c] {
			t.Fatalf("kept: %v, %v", kept, err)
		}
		for k, s := range history {
			at := s.at + 5000
			if k == len(history)-1 {
				at = 0
			}
			p, err := b.surface(c, at, true)
			if err != nil {
				t.Fatal(err)
			}
			for i, got := range p {
				if got != s.seen[i] {
					t.Fatalf("at time %d, %d,%d: %+v, is %+v", at, o.X+int32(i&15), o.Z+int32(i>>4), got, s.seen[i])
				}
			}
		}
	}
}

// TestReopened: once the world was opened again, changes that the store never got are no longer shown.
func TestReopened(t *testing.T) {
	l := newLand(1)
	m := open(t, l, nil)
	fresh := must(t, m, Tile{}).tag
	m.Changed(world.Pos{X: 3, Y: 200, Z: 3}, world.Bricks)
	within(t, testTimeout, "the change is seen", func() bool { return must(t, m, Tile{}).tag != fresh })
	version := m.updatesSince(0, playersEvery).Version
	m.Changed(world.Pos{X: 9, Y: 200, Z: 3}, world.Bricks)
	m.Reopened()
	within(t, testTimeout, "the page is told", func() bool { return m.updatesSince(version, playersEvery).All })
	if must(t, m, Tile{}).tag != fresh {
		t.Error("what was lost is still there")
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.pending.count+len(m.pending.cells) != 0 {
		t.Errorf("%d cells are recent", m.pending.count)
	}
}

// TestPendingChanges: what the store does not have yet is seen, and forgotten once the store has it.
func TestPendingChanges(t *testing.T) {
	l := newLand(1)
	m := open(t, l, nil)
	var b surfaceReader
	b.init(&m.ground)
	p := world.Pos{X: 100, Y: 200, Z: 100}
	m.Changed(p, world.Bricks)
	within(t, testTimeout, "the change is seen", func() bool {
		top, err := b.topOf(p.X, p.Z, 0)
		return err == nil && top.Y == 200 && top.Block == world.Bricks
	})
	if top, err := b.topOf(p.X, p.Z, 5_000_000); err != nil || top.Y == 200 {
		t.Errorf("the past has it: %+v, %v", top, err)
	}
	age := func() {
		m.mu.Lock()
		for c, of := range m.pending.cells {
			for p, f := range of {
				f.since = f.since.Add(-2 * dropStoredEvery)
				m.pending.cells[c][p] = f
			}
		}
		m.mu.Unlock()
	}
	if age(); !m.dropStored() {
		t.Error("forgotten before the store has it")
	}
	l.put(p, world.Bricks, 3_000_000, false)
	if age(); m.dropStored() {
		t.Error("not forgotten although the store has it")
	}
	if top, err := b.topOf(p.X, p.Z, 0); err != nil || top.Y != 200 {
		t.Errorf("gone: %+v, %v", top, err)
	}
}
