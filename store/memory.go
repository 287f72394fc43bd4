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

// Memory is a store in memory: for single runs, and for tests that cut the power. A batch becomes durable after a delay, as on
// a disk; Crash loses the others.
type Memory struct {
	mu         sync.Mutex // over what follows, as any goroutine calls Section
	delay      func() time.Duration
	commitSeq  uint64
	durableSeq uint64
	pending    []*pending
	spare      []*pending
	notEmpty   bool // some batch is durable
	latest     Batch
	sections   map[world.SectionPos]*memorySection
	players    map[string]PlayerRow
	entities   map[world.EntityID]world.Entity
}

// pending is a batch that is not durable yet.
type pending struct {
	commitSeq uint64
	ready     time.Duration
	batch     Batch
}

// NewMemory returns an empty store. delay returns how long each batch takes to become durable; nil: no time.
func NewMemory(delay func() time.Duration) *Memory {
	return &Memory{
		delay:    delay,
		sections: map[world.SectionPos]*memorySection{},
		players:  map[string]PlayerRow{},
		entities: map[world.EntityID]world.Entity{},
	}
}

// FixedDelay returns a delay that is always the same.
func FixedDelay(d time.Duration) func() time.Duration { return func() time.Duration { return d } }

// Commit implements Store.
func (m *Memory) Commit(now time.Duration, b *Batch) uint64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.completeUntil(now)
	m.commitSeq++
	ready := now
	if m.delay != nil {
		ready += m.delay()
	}
	if ready <= now && len(m.pending) == 0 {
		m.apply(b)
		m.durableSeq = m.commitSeq
		return m.commitSeq
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
	p.commitSeq, p.ready = m.commitSeq, ready
	p.batch.copyFrom(b)
	m.pending = append(m.pending, p)
	return m.commitSeq
}

// Committed implements Store.
func (m *Memory) Committed(now time.Duration) uint64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.completeUntil(now)
	return m.durableSeq
}

// Err implements Store: memory does not fail.
func (m *Memory) Err() error { return nil }

// Close implements Store: what is pending becomes durable.
func (m *Memory) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.completeUntil(1<<63 - 1)
	return nil
}

// Crash cuts the power: it returns a store that holds what is durable by now. This one must not be used any more.
func (m *Memory) Crash(now time.Duration) *Memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.completeUntil(now)
	c := &Memory{
		delay: m.delay, commitSeq: m.durableSeq, durableSeq: m.durableSeq, notEmpty: m.notEmpty, latest: m.latest,
		sections: maps.Clone(m.sections), players: maps.Clone(m.players), entities: maps.Clone(m.entities),
	}
	for p, r := range c.sections {
		c.sections[p] = &memorySection{packed: r.packed, edits: r.edits, entries: slices.Clone(r.entries)}
	}
	c.latest.Checks, c.latest.Chat = slices.Clone(m.latest.Checks), slices.Clone(m.latest.Chat)
	return c
}

// Load implements Store.
func (m *Memory) Load() (*State, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.notEmpty {
		return nil, nil
	}
	return &State{
		Players:  slices.SortedFunc(maps.Values(m.players), func(a, b PlayerRow) int { return cmp.Compare(a.Stream, b.Stream) }),
		Entities: slices.SortedFunc(maps.Values(m.entities), func(a, b world.Entity) int { return cmp.Compare(a.ID, b.ID) }),
		Checks:   slices.Clone(m.latest.Checks),
		Chat:     slices.Clone(m.latest.Chat),
		Ceiling:  m.latest.Ceiling, Clean: m.latest.Clean, Edits: m.latest.Edits, LastStream: m.latest.LastStream,
		EntityCounter: m.latest.EntityCounter, Hash: m.latest.Hash, Now: m.latest.Now, Time: m.latest.Time, Log: m.latest.Log,
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

// completeUntil makes the batches durable whose delay is over.
func (m *Memory) completeUntil(now time.Duration) {
	n := 0
	for n < len(m.pending) && m.pending[n].ready <= now {
		p := m.pending[n]
		m.apply(&p.batch)
		m.durableSeq = p.commitSeq
		m.spare = append(m.spare, p)
		n++
	}
	m.pending = slices.Delete(m.pending, 0, n)
}

func (m *Memory) apply(b *Batch) {
	m.notEmpty = true
	for _, p := range b.Dropped {
		maps.DeleteFunc(m.sections, func(q world.SectionPos, _ *memorySection) bool { return q.X == p.X && q.Z == p.Z })
	}
	for _, c := range b.Changes {
		m.section(c.Pos.Section()).change(HistoryEntry{c, b.Time})
	}
	for i := range b.Snapshots {
		n := &b.Snapshots[i]
		r := m.section(n.Section)
		r.packed, r.edits = append([]byte{}, n.Packed...), n.Edits // not nil, even if it is empty
	}
	for _, name := range b.RemovedPlayers {
		delete(m.players, name)
	}
	for _, p := range b.Players {
		m.players[p.Name] = p
	}
	for _, id := range b.RemovedEntities {
		delete(m.entities, id)
	}
	for _, e := range b.Entities {
		m.entities[e.ID] = e
	}
	if b.ChecksChanged {
		m.latest.Checks = append(m.latest.Checks[:0], b.Checks...)
	}
	m.latest.Chat = append(m.latest.Chat, b.Chat...)
	m.latest.Chat = slices.Delete(m.latest.Chat, 0, max(0, len(m.latest.Chat)-ChatLinesMax))
	if b.Ceiling != 0 {
		m.latest.Ceiling, m.latest.Clean = b.Ceiling, b.Clean
	}
	if m.latest.Now, m.latest.Time = b.Now, b.Time; b.Now == 0 {
		m.latest.Time = 0
	}
	m.latest.Edits, m.latest.LastStream, m.latest.EntityCounter, m.latest.Hash = b.Edits, b.LastStream, b.EntityCounter, b.Hash
	m.latest.Log = b.Log
}

// section returns the record of a section, to be changed.
func (m *Memory) section(p world.SectionPos) *memorySection {
	r := m.sections[p]
	if r == nil {
		r = &memorySection{}
		m.sections[p] = r
	}
	return r
}

// copyFrom makes b a copy of another batch, in memory of its own.
func (b *Batch) copyFrom(from *Batch) {
	own := *b
	*b = *from
	b.Dropped = append(own.Dropped[:0], from.Dropped...)
	b.Changes = append(own.Changes[:0], from.Changes...)
	b.Snapshots = append(own.Snapshots[:0], from.Snapshots...)
	for i := range b.Snapshots {
		b.Snapshots[i].Packed = bytes.Clone(from.Snapshots[i].Packed)
	}
	b.RemovedPlayers = append(own.RemovedPlayers[:0], from.RemovedPlayers...)
	b.Players = append(own.Players[:0], from.Players...)
	b.Entities = append(own.Entities[:0], from.Entities...)
	b.RemovedEntities = append(own.RemovedEntities[:0], from.RemovedEntities...)
	b.Checks = append(own.Checks[:0], from.Checks...)
	b.Chat = append(own.Chat[:0], from.Chat...)
}
