package logged

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"voxtide/engine"
	"voxtide/internal/faults"
	"voxtide/store"
	"voxtide/store/record"
	"voxtide/timestream"
	"voxtide/world"
)

// Store is the owner's world: a store.Store whose batches become durable in the log first and then on the disk. Replica.Claim makes it. Before it
// is Opened, nothing may be committed and what Load returns is not all.
type Store struct {
	member  *member
	holder  string
	encoder *Encoder
	writer  *engine.Writer // nil until the table of blocks is in the directory
	trimmer trimmer

	opened    bool
	encoded   []byte
	commitSeq uint64
	committed uint64
	waiting   []awaited
	err       error
}

// awaited is a batch that is not durable on the disk yet.
type awaited struct{ seq, n uint64 }

var _ store.Store = (*Store)(nil)

// Advance makes progress, as Committed does: it asks the engine, appends what waits and commits to the disk what is durable in the log.
func (s *Store) Advance(now time.Duration) {
	m := s.member
	m.shared.Poll(now)
	if s.Err() != nil {
		return
	}
	if m.publish.put(now, m.shared, &m.o, m.table); !m.publish.done {
		return
	}
	if s.writer == nil {
		s.claim()
	}
	s.writer.Advance(now)
	m.pump(now, s.writer.Next)
	if !s.opened && s.writer.Holding() && len(m.disk.marks) == 0 && m.disk.at.N == s.writer.Durable() {
		s.opened = true
	}
	if s.opened {
		s.trimmer.advance(now, m, s.writer)
	}
	n := 0
	for ; n < len(s.waiting) && s.waiting[n].n <= m.disk.durable.N; n++ {
		s.committed = s.waiting[n].seq
	}
	s.waiting = slices.Delete(s.waiting, 0, n)
}

// claim begins to claim the log.
func (s *Store) claim() {
	m := s.member
	s.writer = engine.NewWriter(m.shared, engine.WriterOptions{
		Log: m.o.World, Holder: s.holder, After: m.disk.at, InFlight: m.o.InFlight, Heartbeat: m.o.Heartbeat, Observe: m.o.Observe,
		Opening: func() ([]byte, bool) {
			d := &m.disk
			return appendOpening(nil, &opening{edits: d.last.edits, hash: d.last.hash, table: m.table.packed}), d.at.N == s.writer.Durable()
		},
	})
}

// Opened reports whether the log is ours and the disk has all of it: from then on Load returns the world, and batches may be committed.
func (s *Store) Opened() bool { return s.opened && s.Err() == nil }

// Commit implements store.Store: it appends the batch to the log. It panics on what could not be read back, and before the store is Opened.
func (s *Store) Commit(now time.Duration, b *store.Batch) uint64 {
	if err := record.CheckBatch(b); err != nil {
		panic("logged: " + err.Error())
	}
	if !s.opened {
		panic("logged: a batch before the log is ours")
	}
	s.commitSeq++
	if s.Err() != nil {
		return s.commitSeq
	}
	s.encoded = s.encoder.Append(s.encoded[:0], b)
	n := uint64(0)
	cut(s.encoded, func(data []byte) { n = s.writer.Append(now, data) })
	if faults.Active(faults.DiskBeforeEngine) {
		early := *b
		early.Log = store.LogPosition(s.writer.Made())
		if s.member.disk.early == nil {
			s.member.disk.early = map[uint64]uint64{}
		}
		s.member.disk.early[n] = s.member.disk.store.Commit(now, &early)
	}
	s.waiting = append(s.waiting, awaited{s.commitSeq, n})
	if _, bytes := s.writer.Waiting(); bytes > s.member.o.WaitingMax {
		s.err = ErrTooSlow
	}
	return s.commitSeq
}

// Committed implements store.Store, and makes progress.
func (s *Store) Committed(now time.Duration) uint64 {
	s.Advance(now)
	return s.committed
}

// Ready has an element when Committed may have news of the engine; nil if the engine does not say.
func (s *Store) Ready() <-chan struct{} { return s.member.shared.Ready() }

// Err implements store.Store: engine.ErrFenced when another machine has the log (see engine.Fenced), engine.ErrHole and engine.ErrDiverged
// when the log or the disk is not what was written, ErrTooSlow, or the disk's error.
func (s *Store) Err() error {
	err := s.err
	if err == nil && s.writer != nil {
		err = s.writer.Err()
	}
	return cmp.Or(err, s.member.firstErr())
}

// Held returns when the engine was asked the last question whose answer showed that the log is ours, for a leash.
func (s *Store) Held() time.Duration {
	if s.writer == nil {
		return 0
	}
	return s.writer.Held()
}

// WorldTime returns the world's time at an instant of this machine's clock, as it went on since the last batch came from the machine that had the
// world before: no wall clock has a part in it. ok is false where that batch was no news when it came here.
func (s *Store) WorldTime(now time.Duration) (t timestream.Time, ok bool) {
	d := &s.member.disk
	return d.last.now.Add(timestream.Duration((now - d.lastAt).Microseconds())), d.timely && d.last.now > 0
}

// Claim returns the number of the claim, 0 before there is one.
func (s *Store) Claim() uint64 {
	if s.writer == nil {
		return 0
	}
	return s.writer.Claim()
}

// Stats are numbers for metrics.
type Stats struct {
	Writer          engine.WriterStats
	Waiting         int             // entries that are not known durable in the engine
	WaitingBytes    int             //
	Place           engine.Position // the last entry that was given to the disk
	Durable         engine.Position // the last batch that is durable on it
	Trimmed         uint64          // the log begins behind this entry
	LeftBehind      []string        // machines for which the log would have grown too long
	BatchesOnToDisk int             // since the start
}

// Stats returns numbers for metrics.
func (s *Store) Stats() (t Stats) {
	d := &s.member.disk
	t = Stats{Place: d.at, Durable: d.durable, Trimmed: s.trimmer.trimmed, LeftBehind: s.trimmer.left, BatchesOnToDisk: d.batches}
	if s.writer != nil {
		t.Writer = s.writer.Stats()
		t.Waiting, t.WaitingBytes = s.writer.Waiting()
	}
	return t
}

// Disk returns the store below.
func (s *Store) Disk() store.Store { return s.member.disk.store }

// Load implements store.Store.
func (s *Store) Load() (*store.State, error) { return s.member.disk.store.Load() }

// Section implements store.Store.
func (s *Store) Section(p world.SectionPos) (store.Stored, error) {
	return s.member.disk.store.Section(p)
}

// Close implements store.Store: it waits for the engine as far as Options.Wait lets it, and closes the disk.
func (s *Store) Close() error {
	o := &s.member.o
	for waited := time.Duration(0); o.Wait != nil && s.committed < s.commitSeq && s.Err() == nil && waited < o.CloseWait; {
		const step = 2 * time.Millisecond
		s.Advance(o.Wait(step))
		waited += step
	}
	err := s.Err()
	if err == nil && s.committed < s.commitSeq {
		err = ErrNotDurable
	}
	if s.writer != nil {
		s.writer.Stop()
	}
	return errors.Join(err, s.member.disk.store.Close())
}

// BlockChanges implements store.History.
func (s *Store) BlockChanges(p world.Pos, f func(*store.HistoryEntry) bool) error {
	return s.member.disk.store.BlockChanges(p, f)
}

// ScanCells implements store.History.
func (s *Store) ScanCells(q *store.Query, from store.Cursor, look int, f func(*store.CellHistory) bool) (store.Cursor, error) {
	return s.member.disk.store.ScanCells(q, from, look, f)
}

// ScanChanges implements store.History.
func (s *Store) ScanChanges(q *store.Query, from store.Cursor, look int, f func(*store.HistoryEntry) bool) (store.Cursor, error) {
	return s.member.disk.store.ScanChanges(q, from, look, f)
}

// FirstChanges implements store.History.
func (s *Store) FirstChanges(q *store.Query, max int, dst []store.HistoryEntry) ([]store.HistoryEntry, error) {
	return s.member.disk.store.FirstChanges(q, max, dst)
}
