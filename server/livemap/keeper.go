package livemap

import (
	"time"

	"voxtide/protocol"
	"voxtide/store"
	"voxtide/world"
)

// Changed reports a changed block. The owner of the world calls it, in the order of edits; it never waits for drawing, and
// allocates nothing once the list has its size.
func (m *Map) Changed(p world.Pos, b world.Block) {
	i := &m.inbox
	i.mu.Lock()
	if len(i.list) < inboxMax {
		i.list = append(i.list, change{p, b})
	} else {
		i.overflowed = true
	}
	i.mu.Unlock()
	select {
	case i.wake <- struct{}{}:
	default:
	}
}

// Reopened says that another store has taken the place of the one before: earlier changes count as far as the store has them.
func (m *Map) Reopened() {
	i := &m.inbox
	i.mu.Lock()
	i.list, i.overflowed, i.reopened = i.list[:0], false, true
	i.mu.Unlock()
	select {
	case i.wake <- struct{}{}:
	default:
	}
}

// runInbox is the keeper: it takes the reported changes, adds them to the pending ones, and invalidates the tiles that show
// them. It looks for pending changes in the store only while there are some.
func (m *Map) runInbox() {
	var list []change
	sweeper := time.NewTimer(dropStoredEvery)
	sweeper.Stop()
	defer sweeper.Stop()
	armed := false
	var applied time.Time
	for {
		select {
		case <-m.ctx.Done():
			return
		case <-sweeper.C:
			armed = m.dropStored()
		case <-m.inbox.wake:
			select {
			case <-m.ctx.Done():
				return
			case <-time.After(max(gatherLeast, time.Until(applied.Add(gatherFor)))):
			}
			applied = time.Now()
			var lost, reopened bool
			list, lost, reopened = m.inbox.take(list)
			m.mu.Lock()
			if reopened {
				m.pending.init()
				m.invalidateAll()
			}
			now := m.cfg.Now()
			for _, c := range list {
				m.applyChange(c, now)
			}
			if lost {
				m.invalidateAll()
			}
			some := len(m.pending.cells) > 0 || lost
			m.mu.Unlock()
			if some && armed {
				continue
			}
			armed = some
		}
		if armed {
			sweeper.Reset(dropStoredEvery)
		}
	}
}

// applyChange adds one change. Under mu.
func (m *Map) applyChange(c change, now time.Time) {
	m.counts.Edits++
	if !c.pos.InHeight() {
		return
	}
	m.pending.set(c, now)
	at := columnOf(c.pos)
	p := m.surfaces.get(at)
	seen := p == nil || p.visible(c.pos)
	if seen || m.seenAside(c.pos, p) {
		m.invalidateRelief(c.pos)
	}
	if !seen {
		return // below the surface: nobody sees it from above
	}
	m.surfaces.drop(at)
	m.counts.Visible++
	m.invalidate(c.pos.X, c.pos.Z)
}

// seenAside reports whether a change of a cell below the surface can be seen from aside. Under mu.
func (m *Map) seenAside(at world.Pos, p *surface) bool {
	if patch := m.patches.get(patchOf(at.X, at.Z)); patch != nil {
		return patch.touches(at.X&(reliefSize-1), at.Y, at.Z&(reliefSize-1))
	}
	for i := range p { // nobody has looked lately: only what lies deeper than all of its column is surely hidden
		if at.Y >= int32(p[i].Ground) {
			return true
		}
	}
	return false
}

// invalidate notes that the tiles have changed that show a column, or its shadow on the columns to the east and south. Under mu.
func (m *Map) invalidate(x, z int32) {
	for scale := range uint8(Scales) {
		m.invalidateTiles(Tile{Scale: scale}, x, z, 0, 1)
	}
}

// invalidateRelief notes that the relief has changed around a cell: under a roof nearby, too, into which one may see from there. Under mu.
func (m *Map) invalidateRelief(at world.Pos) {
	const reach = asideMax + slantMax + 1 // and the border
	low, high := patchOf(at.X-reach, at.Z-reach), patchOf(at.X+reach, at.Z+reach)
	for z := low.z; z <= high.z; z++ {
		for x := low.x; x <= high.x; x++ {
			m.patches.drop(patchAt{x, z})
		}
	}
	for scale := range uint8(ReliefScales) {
		m.invalidateTiles(Tile{Relief: true, Scale: scale}, at.X, at.Z, max(reach, int32(1)<<scale), max(reach, int32(1)<<scale))
	}
	own := patchOf(at.X, at.Z)
	m.updates.tileChanged(Tile{Relief: true, X: own.x, Z: own.z}) // the last of them is told first
}

// patchOf returns the place of the patch that holds a column of blocks.
func patchOf(x, z int32) patchAt {
	return patchAt{int32(world.FloorDiv(int64(x), reliefSize)), int32(world.FloorDiv(int64(z), reliefSize))}
}

// invalidateTiles notes that the tiles like t have changed that show a column, or others from before to after blocks beside it. Under mu.
func (m *Map) invalidateTiles(t Tile, x, z, before, after int32) {
	tileOf := func(block int32) int32 { return int32(world.FloorDiv(int64(block), int64(t.edge()))) }
	for tz := tileOf(z - before); tz <= tileOf(z+after); tz++ {
		for tx := tileOf(x - before); tx <= tileOf(x+after); tx++ {
			t.X, t.Z = tx, tz
			m.tiles.invalidate(t)
			if !t.Relief || t.Scale == 0 {
				m.updates.tileChanged(t)
			}
		}
	}
}

// invalidateAll invalidates all tiles of the present. Under mu.
func (m *Map) invalidateAll() {
	m.surfaces.clear()
	m.patches.clear()
	m.tiles.invalidateAll()
	m.updates.allChanged()
}

// dropStored drops the pending changes that the store has, and reports whether any are left. The keeper calls it.
func (m *Map) dropStored() (left bool) {
	type cell struct {
		pos world.Pos
		was pendingCell
	}
	old := map[world.SectionPos][]cell{}
	m.mu.Lock()
	before := m.cfg.Now().Add(-dropStoredEvery)
	for _, of := range m.pending.cells {
		for p, f := range of {
			if !f.since.After(before) {
				old[p.Section()] = append(old[p.Section()], cell{p, f})
			}
		}
	}
	again := m.pending.overflowed
	m.pending.overflowed = false
	if again { // by now the store has the changes that were dropped
		m.invalidateAll()
	}
	m.mu.Unlock()
	var pack protocol.Packer
	for at, cells := range old {
		stored, err := m.cfg.Source.Section(at)
		if err != nil {
			m.cfg.Log.Debug("the map cannot read a section", "section", at.String(), "err", err)
			continue
		}
		has := storedBlocks(&stored, &pack)
		m.mu.Lock()
		for _, c := range cells {
			if b, ok := has(c.pos); ok && b == c.was.block {
				m.pending.drop(c.pos, c.was)
			}
		}
		m.mu.Unlock()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.pending.cells) > 0 || m.pending.overflowed
}

// storedBlocks returns a function that returns the stored block of a cell; false for a cell that was never changed.
func storedBlocks(stored *store.Stored, pack *protocol.Packer) func(world.Pos) (world.Block, bool) {
	var base *world.Section
	if stored.Packed != nil {
		base, _ = pack.Unpack(stored.Packed) // a damaged one holds nothing
	}
	return func(p world.Pos) (b world.Block, ok bool) {
		if base != nil {
			b, ok = base.Get(p.Index()), true
		}
		for i := len(stored.Changes) - 1; i >= 0; i-- {
			if stored.Changes[i].Pos == p {
				return stored.Changes[i].Block, true
			}
		}
		return b, ok
	}
}
