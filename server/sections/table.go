// Package sections is the table of a server's sections that are in memory: requesting and adding sections, packing their bytes,
// hashing and saving the changed ones, counting subscribers, and unloading sections that nobody needs.
//
// Owner: the server's loop. Invariants: every section of the world has exactly one record; packed bytes are those of the section
// as it is now; a section leaves memory only when the store has all of it and nothing that moves is beside it.
package sections

import (
	"sort"
	"time"

	"voxtide/internal/columnmap"
	"voxtide/internal/faults"
	"voxtide/protocol"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

const (
	// requestedMax bounds the sections of all clients that are requested and have not arrived; more are requested later.
	requestedMax = 1 << 13
	// SnapshotsPerStep bounds the snapshots that are made in a step.
	SnapshotsPerStep = 8
)

// Metrics counts what happened to sections since the start.
type Metrics struct {
	SectionsUnreadable int // sections of a read-only world that cannot be read
	SectionsUnloaded   int // sections dropped from memory
	SectionsSaved      int // sections of which a snapshot was handed to the store
}

// record is what the table keeps beside a section in memory.
type record struct {
	biomes      protocol.Biomes
	packed      []byte // the section as it goes over the wire and onto the disk; nil: it has changed since it was packed
	subscribers int32
	idle        bool                // it is in the queue of sections without subscribers
	changed     bool                // it differs from the generated section
	dirty       bool                // it has changed since its last snapshot
	changedNow  bool                // it has changed in this step
	commitSeq   uint64              // the batch of its last change
	hash        uint64              // its part of the hash of all changed sections
	knownSince  uint64              // changes are complete from this edit of the previous server on
	changes     []store.BlockChange // by the previous server, as far as the store has them
}

// Table holds a record for each section in memory.
type Table struct {
	Metrics Metrics

	world    *world.World
	source   Source
	readOnly bool

	loaded     columnmap.Map[record]
	requested  map[world.SectionPos]timestream.Stream // not yet arrived, and for whom
	changedNow []world.SectionPos                     // in this step
	idle       []idleSection                          // without subscribers, from idleHead on, each once
	idleHead   int
	now        time.Duration // of the last Unload
	packer     protocol.Packer
	hash       uint64                  // of all changed sections
	held       map[store.Column]bool   // see Hold
	dropped    map[store.Column]uint64 // columns that the store may still have, and the batch that drops them; 0: the next one
	keptEdit   uint64
	err        error
	saveQueue
}

// New returns an empty table. A section that cannot be read is an error of the table, or, with readOnly, is left out.
func New(w *world.World, source Source, readOnly bool) *Table {
	return &Table{world: w, source: source, readOnly: readOnly, loaded: columnmap.New[record](world.MinY / world.SectionSize), requested: map[world.SectionPos]timestream.Stream{}}
}

// record returns the record of a section, nil if it is not in memory.
func (t *Table) record(p world.SectionPos) *record { return t.loaded.Get(p.X, p.Y, p.Z) }

// Restore sets what a start takes from the store: the hash of all changed sections, and the last edit of the previous server
// that the store has.
func (t *Table) Restore(hash, keptEdit uint64) { t.hash, t.keptEdit = hash, keptEdit }

// Err returns why sections cannot be read; nil while all is well.
func (t *Table) Err() error { return t.err }

// Hash returns the hash of all sections that differ from the generated ones, including those that are not in memory: a client
// that holds all of these sections computes the same.
func (t *Table) Hash() uint64 { return t.hash }

// Request asks the source for a section on behalf of a stream; false if it is in memory, requested already, or too many are, or if the store may
// still have what is dropped.
func (t *Table) Request(p world.SectionPos, of timestream.Stream) bool {
	t.unhold(p)
	if _, dropping := t.dropped[columnOf(p)]; dropping {
		return false
	}
	if _, ok := t.requested[p]; ok || len(t.requested) >= requestedMax || t.world.HasSection(p) {
		return false
	}
	t.requested[p] = of
	t.source.Request(p)
	return true
}

// Requested returns how many sections are requested and have not arrived.
func (t *Table) Requested() int { return len(t.requested) }

// Immediate reports whether a requested section is ready at once.
func (t *Table) Immediate() bool { return t.source.Immediate() }

// Take adds the next requested section that has arrived and returns for whom it was requested; false if none has arrived.
func (t *Table) Take() (p world.SectionPos, of timestream.Stream, added, ok bool) {
	l, ok := t.source.Ready()
	if !ok {
		return p, of, false, false
	}
	of = t.requested[l.Pos]
	delete(t.requested, l.Pos)
	return l.Pos, of, t.add(l), true
}

// LoadNow loads a section at once, however long that takes; false if it was in memory or cannot be read.
func (t *Table) LoadNow(p world.SectionPos) bool {
	return !t.world.HasSection(p) && t.add(t.source.Load(p))
}

// add makes a section part of the world.
func (t *Table) add(l Loaded) bool {
	switch {
	case l.Err != nil && t.readOnly: // it is left out
		t.Metrics.SectionsUnreadable++
		t.requested[l.Pos] = timestream.Server // and not requested again
		return false
	case l.Err != nil:
		if t.err == nil {
			t.err = l.Err
		}
		return false
	case t.world.HasSection(l.Pos): // it was loaded at once in the meantime
		return false
	}
	r := &record{packed: l.Packed, changed: l.Changed, biomes: l.Biomes, knownSince: l.Since, changes: previousChanges(l.Changes, t.keptEdit)}
	if l.Changed {
		r.hash = world.SectionHash(l.Pos, l.Section.Hash())
	}
	t.unhold(l.Pos)
	t.loaded.Set(l.Pos.X, l.Pos.Y, l.Pos.Z, r)
	t.world.SetSection(l.Pos, l.Section)
	t.markIdle(l.Pos) // until somebody subscribes
	return true
}

// CommitSeq returns the batch of a section's last change.
func (t *Table) CommitSeq(p world.SectionPos) uint64 {
	if r := t.record(p); r != nil {
		return r.commitSeq
	}
	return 0
}

// Subscribers returns how many clients are subscribed to a section in memory.
func (t *Table) Subscribers(p world.SectionPos) int { return int(t.record(p).subscribers) }

// Packed returns the bytes of a section as it is now.
func (t *Table) Packed(p world.SectionPos) []byte {
	r := t.record(p)
	if r.packed == nil {
		r.packed = t.packer.Pack(nil, t.world.Section(p))
	}
	return r.packed
}

// Snapshot returns the message that sends a section as it is now.
func (t *Table) Snapshot(p world.SectionPos, epoch uint32, edit uint64) protocol.Snapshot {
	r := t.record(p)
	return protocol.Snapshot{Section: p, Epoch: epoch, AtEdit: edit, Changed: r.changed || r.changedNow, Biomes: r.biomes, Packed: t.Packed(p)}
}

// KnownSince reports whether every change of a section after an edit of the previous server is known.
func (t *Table) KnownSince(p world.SectionPos, edit uint64) bool {
	r := t.record(p)
	return r != nil && r.knownSince <= edit
}

// PreviousChanges returns the changes of a section by the previous server, after an edit.
func (t *Table) PreviousChanges(p world.SectionPos, after uint64) []store.BlockChange {
	return changesAfter(t.record(p).changes, after)
}

// MarkChanged notes that a block of a section has changed.
func (t *Table) MarkChanged(p world.SectionPos) {
	r := t.record(p)
	if !faults.Active(faults.PackedTooEarly) {
		r.packed = nil
	}
	if !r.changedNow {
		r.changedNow = true
		t.changedNow = append(t.changedNow, p)
	}
	if !r.dirty {
		r.dirty = true
		t.dirty = append(t.dirty, p)
	}
}

// UpdateHash adds the changes of this step to the hash of all changed sections.
func (t *Table) UpdateHash() {
	for _, p := range t.changedNow {
		r := t.record(p)
		now := world.SectionHash(p, t.world.Section(p).Hash())
		t.hash ^= r.hash ^ now
		r.hash, r.changed = now, true
	}
}

// Committed notes the batch in which the changes of this step and its snapshots are committed.
func (t *Table) Committed(seq uint64, snapshots []store.Snapshot) {
	for _, p := range t.changedNow {
		r := t.record(p)
		r.changedNow, r.commitSeq = false, seq
	}
	t.changedNow = t.changedNow[:0]
	t.commitDropped(seq)
	for i := range snapshots {
		t.record(snapshots[i].Section).commitSeq = seq
	}
}

// CountSubscriber follows a change of one client's subscription to a section.
func (t *Table) CountSubscriber(p world.SectionPos, was, is bool) {
	r := t.record(p)
	switch {
	case is && !was:
		r.subscribers++
	case was && !is:
		if r.subscribers--; r.subscribers == 0 {
			t.markIdle(p)
		}
	}
}

// markIdle enters a section in the queue of sections without subscribers, once.
func (t *Table) markIdle(p world.SectionPos) {
	r := t.record(p)
	if r.idle {
		return
	}
	r.idle = true
	if t.idleHead > len(t.idle)/2 {
		t.idle = t.idle[:copy(t.idle, t.idle[t.idleHead:])]
		t.idleHead = 0
	}
	t.idle = append(t.idle, idleSection{p, t.now})
}

// saveQueue holds the sections whose snapshot is due.
type saveQueue struct {
	dirty    []world.SectionPos // changed since the last snapshots
	toSave   []world.SectionPos // a snapshot is due, from saveHead on
	saveHead int
	nextSave time.Duration
}

// SaveBy makes the next snapshots due no later than a time of the server's monotonic clock; 0: with the next step.
func (q *saveQueue) SaveBy(at time.Duration) { q.nextSave = min(q.nextSave, at) }

// Saving reports whether snapshots are due that are not in a batch yet.
func (q *saveQueue) Saving() bool { return len(q.toSave) > 0 }

// previousChanges returns the changes up to the last edit of the previous server; later ones are in this server's history.
func previousChanges(all []store.BlockChange, keptEdit uint64) []store.BlockChange {
	return all[:sort.Search(len(all), func(i int) bool { return all[i].Seq > keptEdit })]
}

func changesAfter(all []store.BlockChange, edit uint64) []store.BlockChange {
	return all[sort.Search(len(all), func(i int) bool { return all[i].Seq > edit }):]
}
