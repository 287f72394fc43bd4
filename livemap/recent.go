package livemap

import (
	"time"

	"voxtide/protocol"
	"voxtide/store"
	"voxtide/world"
)

// chunk is a column of sections.
type chunk struct{ x, z int32 }

func chunkOf(p world.Pos) chunk { return chunk{p.X >> 4, p.Z >> 4} }

// recent is what changed lately: the store tells what is durable, and the page is to show what is seen in the world. A
// cell stays here until the store was found to have it.
type recent struct {
	cells map[chunk]map[world.Pos]fresh
	count int
	over  bool // some cells found no room
}

// fresh is a cell that changed lately.
type fresh struct {
	block world.Block
	since time.Time
}

func (r *recent) init() { *r = recent{cells: map[chunk]map[world.Pos]fresh{}} }

// set enters a change.
func (r *recent) set(c change, now time.Time) {
	at := chunkOf(c.pos)
	of := r.cells[at]
	if _, known := of[c.pos]; !known {
		if r.count >= recentMax {
			r.over = true
			return
		}
		r.count++
	}
	if of == nil {
		of = map[world.Pos]fresh{}
		r.cells[at] = of
	}
	of[c.pos] = fresh{c.block, now}
}

// drop takes a cell out if it is as it was when it was looked for in the store.
func (r *recent) drop(p world.Pos, was fresh) {
	at := chunkOf(p)
	if of := r.cells[at]; of != nil && of[p] == was {
		r.count--
		if delete(of, p); len(of) == 0 {
			delete(r.cells, at)
		}
	}
}

// sweep drops what the store has. It tells whether something is left. The keeper calls it.
func (m *Map) sweep() (left bool) {
	type cell struct {
		pos world.Pos
		was fresh
	}
	old := map[world.SectionPos][]cell{}
	m.mu.Lock()
	before := m.cfg.Now().Add(-sweep)
	for _, of := range m.recent.cells {
		for p, f := range of {
			if !f.since.After(before) {
				old[p.Section()] = append(old[p.Section()], cell{p, f})
			}
		}
	}
	again := m.recent.over
	m.recent.over = false
	if again { // by now the store has what found no room
		m.forget()
	}
	m.mu.Unlock()
	var pack protocol.Packer
	for at, cells := range old {
		stored, err := m.cfg.Land.Section(at)
		if err != nil {
			m.cfg.Log.Debug("the map cannot read a section", "section", at.String(), "err", err)
			continue
		}
		has := holds(&stored, &pack)
		m.mu.Lock()
		for _, c := range cells {
			if b, ok := has(c.pos); ok && b == c.was.block {
				m.recent.drop(c.pos, c.was)
			}
		}
		m.mu.Unlock()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.recent.cells) > 0 || m.recent.over
}

// holds returns what tells the kept block of a cell; false for one that was never changed.
func holds(stored *store.Stored, pack *protocol.Packer) func(world.Pos) (world.Block, bool) {
	var base *world.Section
	if stored.Packed != nil {
		base, _ = pack.Unpack(stored.Packed) // one that cannot be read holds nothing
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
