package store

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"voxtide/world"
)

// Memory is a store in memory: for single runs, and for tests that cut the power. A batch becomes durable after a
// delay, as with a disk; what has not is lost by Crash.
type Memory struct {
	delay   func() time.Duration
	ticket  uint64
	done    uint64
	pending []*pending
	spare   []*pending
	used    bool // some batch is durable
	kept    Batch
	cells   map[world.Pos]world.Block
	players map[string]PlayerRow
	bodies  map[world.EntityID]world.Entity
}

// pending is a batch on its way to the disk.
type pending struct {
	ticket uint64
	ready  time.Duration
	batch  Batch
}

// NewMemory returns an empty store. delay gives how long each batch takes to become durable; nil is no time.
func NewMemory(delay func() time.Duration) *Memory {
	return &Memory{
		delay:   delay,
		cells:   map[world.Pos]world.Block{},
		players: map[string]PlayerRow{},
		bodies:  map[world.EntityID]world.Entity{},
	}
}

// Fixed is a delay that is always the same.
func Fixed(d time.Duration) func() time.Duration { return func() time.Duration { return d } }

// Commit implements Store.
func (m *Memory) Commit(now time.Duration, b *Batch) uint64 {
	m.settle(now)
	m.ticket++
	ready := now
	if m.delay != nil {
		ready += m.delay()
	}
	if ready <= now && len(m.pending) == 0 {
		m.apply(b)
		m.done = m.ticket
		return m.ticket
	}
	var p *pending
	if n := len(m.spare); n > 0 {
		p, m.spare = m.spare[n-1], m.spare[:n-1]
	} else {
		p = &pending{}
	}
	if n := len(m.pending); n > 0 {
		ready = max(ready, m.pending[n-1].ready) // one disk, one order
	}
	p.ticket, p.ready = m.ticket, ready
	p.batch.set(b)
	m.pending = append(m.pending, p)
	return m.ticket
}

// Committed implements Store.
func (m *Memory) Committed(now time.Duration) uint64 {
	m.settle(now)
	return m.done
}

// Close implements Store: what is pending becomes durable.
func (m *Memory) Close() error {
	m.settle(1<<63 - 1)
	return nil
}

// Crash cuts the power: it returns a store with what is durable by now, and this one is not to be used any more.
func (m *Memory) Crash(now time.Duration) *Memory {
	m.settle(now)
	c := *m
	c.cells, c.players, c.bodies = maps.Clone(m.cells), maps.Clone(m.players), maps.Clone(m.bodies)
	c.kept.Checks, c.kept.Said = slices.Clone(m.kept.Checks), slices.Clone(m.kept.Said)
	c.pending, c.spare = nil, nil
	c.ticket = c.done
	return &c
}

// Load implements Store.
func (m *Memory) Load() (*State, error) {
	if !m.used {
		return nil, nil
	}
	s := &State{
		Checks:  slices.Clone(m.kept.Checks),
		Said:    slices.Clone(m.kept.Said),
		Ceiling: m.kept.Ceiling, Clean: m.kept.Clean, Edits: m.kept.Edits, Streams: m.kept.Streams, Counter: m.kept.Counter,
	}
	for p, b := range m.cells {
		s.Sections = append(s.Sections, SectionChange{p, b})
	}
	slices.SortFunc(s.Sections, func(a, b SectionChange) int {
		if p, q := a.Pos.Section(), b.Pos.Section(); p != q {
			if p.Less(q) {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.Pos.Index(), b.Pos.Index())
	})
	s.Players = slices.SortedFunc(maps.Values(m.players), func(a, b PlayerRow) int { return cmp.Compare(a.Stream, b.Stream) })
	s.Entities = slices.SortedFunc(maps.Values(m.bodies), func(a, b world.Entity) int { return cmp.Compare(a.ID, b.ID) })
	return s, nil
}

// settle makes durable what has become so by now.
func (m *Memory) settle(now time.Duration) {
	n := 0
	for n < len(m.pending) && m.pending[n].ready <= now {
		p := m.pending[n]
		m.apply(&p.batch)
		m.done = p.ticket
		m.spare = append(m.spare, p)
		n++
	}
	m.pending = slices.Delete(m.pending, 0, n)
}

func (m *Memory) apply(b *Batch) {
	m.used = true
	for _, c := range b.Sections {
		m.cells[c.Pos] = c.Block
	}
	for _, p := range b.Players {
		m.players[p.Name] = p
	}
	for _, id := range b.Deaths {
		delete(m.bodies, id)
	}
	for _, e := range b.Entities {
		m.bodies[e.ID] = e
	}
	if b.ChecksChanged {
		m.kept.Checks = append(m.kept.Checks[:0], b.Checks...)
	}
	m.kept.Said = append(m.kept.Said, b.Said...)
	m.kept.Said = slices.Delete(m.kept.Said, 0, max(0, len(m.kept.Said)-SaidMax))
	if b.Ceiling != 0 {
		m.kept.Ceiling, m.kept.Clean = b.Ceiling, b.Clean
	}
	m.kept.Edits, m.kept.Streams, m.kept.Counter = b.Edits, b.Streams, b.Counter
}

// set makes b a copy of another batch, in its own memory.
func (b *Batch) set(from *Batch) {
	own := *b
	*b = *from
	b.Sections = append(own.Sections[:0], from.Sections...)
	b.Players = append(own.Players[:0], from.Players...)
	b.Entities = append(own.Entities[:0], from.Entities...)
	b.Deaths = append(own.Deaths[:0], from.Deaths...)
	b.Checks = append(own.Checks[:0], from.Checks...)
	b.Said = append(own.Said[:0], from.Said...)
}
