package store

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"sync"
	"time"

	"voxtide/world"
)

// Memory is a store in memory: for single runs, and for tests that cut the power. A batch becomes durable after a
// delay, as with a disk; what has not is lost by Crash.
type Memory struct {
	mu       sync.Mutex // over all below: Section comes from any goroutine
	delay    func() time.Duration
	ticket   uint64
	done     uint64
	pending  []*pending
	spare    []*pending
	used     bool // some batch is durable
	kept     Batch
	sections map[world.SectionPos]*remembered
	players  map[string]PlayerRow
	bodies   map[world.EntityID]world.Entity
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
		delay:    delay,
		sections: map[world.SectionPos]*remembered{},
		players:  map[string]PlayerRow{},
		bodies:   map[world.EntityID]world.Entity{},
	}
}

// Fixed is a delay that is always the same.
func Fixed(d time.Duration) func() time.Duration { return func() time.Duration { return d } }

// Commit implements Store.
func (m *Memory) Commit(now time.Duration, b *Batch) uint64 {
	m.mu.Lock()
	defer m.mu.Unlock()
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
	m.mu.Lock()
	defer m.mu.Unlock()
	m.settle(now)
	return m.done
}

// Err implements Store: memory does not fail.
func (m *Memory) Err() error { return nil }

// Close implements Store: what is pending becomes durable.
func (m *Memory) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.settle(1<<63 - 1)
	return nil
}

// Crash cuts the power: it returns a store with what is durable by now, and this one is not to be used any more.
func (m *Memory) Crash(now time.Duration) *Memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.settle(now)
	c := &Memory{
		delay: m.delay, ticket: m.done, done: m.done, used: m.used, kept: m.kept,
		sections: maps.Clone(m.sections), players: maps.Clone(m.players), bodies: maps.Clone(m.bodies),
	}
	for p, r := range c.sections {
		c.sections[p] = &remembered{packed: r.packed, edits: r.edits, past: slices.Clone(r.past)}
	}
	c.kept.Checks, c.kept.Said = slices.Clone(m.kept.Checks), slices.Clone(m.kept.Said)
	return c
}

// Load implements Store.
func (m *Memory) Load() (*State, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.used {
		return nil, nil
	}
	return &State{
		Players:  slices.SortedFunc(maps.Values(m.players), func(a, b PlayerRow) int { return cmp.Compare(a.Stream, b.Stream) }),
		Entities: slices.SortedFunc(maps.Values(m.bodies), func(a, b world.Entity) int { return cmp.Compare(a.ID, b.ID) }),
		Checks:   slices.Clone(m.kept.Checks),
		Said:     slices.Clone(m.kept.Said),
		Ceiling:  m.kept.Ceiling, Clean: m.kept.Clean, Edits: m.kept.Edits, Streams: m.kept.Streams,
		Counter: m.kept.Counter, Hash: m.kept.Hash,
	}, nil
}

// Section implements Store.
func (m *Memory) Section(p world.SectionPos) (Stored, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if r := m.sections[p]; r != nil {
		return r.stored(), nil
	}
	return Stored{}, nil
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
		m.section(c.Pos.Section()).change(Past{c, b.Time})
	}
	for i := range b.Snapshots {
		n := &b.Snapshots[i]
		r := m.section(n.Section)
		r.packed, r.edits = append([]byte{}, n.Packed...), n.Edits // an empty one is one too
	}
	for _, name := range b.Forgotten {
		delete(m.players, name)
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
	m.kept.Edits, m.kept.Streams, m.kept.Counter, m.kept.Hash = b.Edits, b.Streams, b.Counter, b.Hash
}

// section returns what is kept of a section, to be changed.
func (m *Memory) section(p world.SectionPos) *remembered {
	r := m.sections[p]
	if r == nil {
		r = &remembered{}
		m.sections[p] = r
	}
	return r
}

// set makes b a copy of another batch, in its own memory.
func (b *Batch) set(from *Batch) {
	own := *b
	*b = *from
	b.Sections = append(own.Sections[:0], from.Sections...)
	b.Snapshots = append(own.Snapshots[:0], from.Snapshots...)
	for i := range b.Snapshots {
		b.Snapshots[i].Packed = bytes.Clone(from.Snapshots[i].Packed)
	}
	b.Forgotten = append(own.Forgotten[:0], from.Forgotten...)
	b.Players = append(own.Players[:0], from.Players...)
	b.Entities = append(own.Entities[:0], from.Entities...)
	b.Deaths = append(own.Deaths[:0], from.Deaths...)
	b.Checks = append(own.Checks[:0], from.Checks...)
	b.Said = append(own.Said[:0], from.Said...)
}
