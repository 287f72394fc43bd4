// Package pebble keeps a world in a folder, with Pebble: batches go to a log that is fsynced, several at once if several
// wait, and only requested records are in memory.
//
// Owner: the owner of the server, for all calls but those that say that any goroutine may make them. One goroutine of
// the package writes, one prunes old history, one writes the watermark; Pebble has a few of its own. Invariants: the number of a
// batch is published only after the batch was fsynced (with NoSync: at once); after the first error no number is published; a
// world is there whole or not at all, and one program has it open.
//
// The folder of a world holds
//
//	lock     held while a program has the world open
//	db       Pebble's files; there only once the world is whole
//	mark     how many batches are durable, so that a lost log is found: see watermark.go
//	db.new   a world that is being made; the rest of one after a crash is removed
//
// and the database, numbers in keys big-endian so that they sort (those of sections with the sign flipped):
//
//	key                        value: a byte with the version of the record, then (see package wire)
//	m format                   uvarint format of the world; this record never changes its form
//	m world                    u64 seed, varint generator, varint created (ms since 1970), names of blocks by id
//	m state                    the numbers of a batch
//	m land                     generators before, and the columns that stayed with each upgrade; there after the first
//	m log                      entry, claim and hash: where in a log that machines share a batch stands, and its number
//	s X Z Y "c"                snapshot of a section: uvarint edits it is complete to, then the packed cells
//	h X Z Y cell seq           change of a block by edit seq: block, block before, author, time
//	p name                     row of a player: who it is
//	i name                     the same: what it carries
//	a name                     the same: where its avatar is, the number of its last action
//	n id                       entity
//	k                          all pending checks
//	t seq                      line of chat; store.ChatLinesMax are kept
//
// A change is written once and stays: changes that are newer than the snapshot of their section belong to the section, older
// ones are history, and are deleted after the configured time. All changes of a cell are one range, in order; each block of
// Pebble's tables says which numbers, times and authors it holds, and readers skip blocks without a match (block_property.go).
package pebble

import (
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"

	"voxtide/store"
	"voxtide/world"
)

// WaitingBytesMax bounds the bytes of batches that wait for the disk: at the usual 100 edits a step, a quarter of an hour of a
// hanging disk. Beyond it the store fails with ErrTooSlow, as its owner must not wait and memory is finite.
const WaitingBytesMax = 64 << 20

// syncEvery is the time between two fsyncs of the log with NoSync, while batches come.
const syncEvery = time.Second

// closeTimeout is how long Close waits after an error: the writer may hang in the database.
const closeTimeout = 2 * time.Second

// Options say how a world is opened. Zero values work.
type Options struct {
	Seed      uint64 // of a new world
	SeedSet   bool   // Seed was given: an existing world with another seed is refused
	Generator int    // of a new world: the number of its land's generator
	// Generators are the numbers that an existing world may have; nil: that of Generator alone. It keeps its own.
	Generators []int
	NoSync     bool          // fsync once a second, not before a batch counts as durable: a crash or a power cut may cost the last second
	History    time.Duration // how long changes are kept that a snapshot replaces; 0: for ever
	ReadOnly   bool          // nothing is written, Commit panics; a world of an older format is refused
	anyFormat  bool          // with ReadOnly: one of an older format is opened, too, to be copied as it is; nothing else can be read from it
	Blocks     []string      // names of the blocks by number; a world with other numbers for them is rewritten
	FS         vfs.FS        // nil: the disk
	Log        *slog.Logger  // nil: nothing is logged
	WallClock  func() int64  // wall clock in ms since 1970; nil: the machine's
	// Repack rewrites the packed cells of a section for another table of blocks. It is needed only where numbers have changed.
	Repack    func(packed []byte, n *world.Numbering) ([]byte, error)
	OnDurable func(seq uint64) // the writer calls it whenever Committed has grown; it must not wait; may be nil
}

// Store is an open world. It implements store.Store.
type Store struct {
	dir        string
	db         *pebble.DB
	info       Info
	log        *slog.Logger
	lock       io.Closer // the world's
	engineLock io.Closer // Pebble's
	opts       Options
	limit      int                   // WaitingBytesMax
	tune       func(*pebble.Options) // nil but in tests
	goroutines goroutines
	stopped    failstop
	durableSeq atomic.Uint64 // all batches up to this number are durable

	reading sync.RWMutex // held for reading while the database is read, for writing by Close
	closed  bool         // under reading

	mu        sync.Mutex    // over the next two, which Commit fills and the writer takes
	waiting   *pebble.Batch // nil: no batch waits
	commitSeq uint64        // of the last batch in waiting

	gate      *compactionGate // of db
	clock     worldClock
	watermark *watermark // nil: none is written
	opened    progress   // the last batch when the world was opened
	claimed   progress   // the last durable batch by the watermark then

	state  stateRecord   // the owner's
	encode recordBuffers // the owner's
}

// recordBuffers holds what the owner encodes records with.
type recordBuffers struct {
	nextChatSeq uint64                 // number of the next line of chat
	rows        map[string]*writtenRow // of players, by name: what a world holds of them that was written since it was opened
	key, value  []byte
}

// failstop says that a store has failed, and holds its goroutines: see failstopFS.
type failstop struct {
	firstErr atomic.Pointer[error]
	failed   chan struct{} // closed with the first error
	haltOnce sync.Once
	halted   chan struct{} // closed by halt
}

// goroutines are the signals to the writer and the pruner, and from them.
type goroutines struct {
	wake       chan struct{} // a batch waits
	closing    chan struct{} // closed by Close
	writerDone chan struct{} // closed when the writer has ended
	prunerDone chan struct{} // closed when the pruner has ended
}

var _ store.Store = (*Store)(nil)

// Info returns what the world was made with. Any goroutine may call it.
func (s *Store) Info() Info { return s.info }

// Committed implements store.Store.
func (s *Store) Committed(time.Duration) uint64 { return s.durableSeq.Load() }

// Err implements store.Store. Any goroutine may call it.
func (s *Store) Err() error {
	if err := s.stopped.firstErr.Load(); err != nil {
		return *err
	}
	return nil
}

// fail keeps the first error: nothing becomes durable after it. Goroutines of Pebble call it too, with its locks held, so it
// takes none.
func (s *Store) fail(err error) {
	if s.stopped.firstErr.CompareAndSwap(nil, &err) {
		close(s.stopped.failed)
		s.log.Error("the world is not saved any more", "err", firstLine(err))
	}
}

// Date returns the date of the world, in ms since 1970, by which expired records are deleted for good. Any goroutine may call
// it.
func (s *Store) Date() int64 { return s.clock.now() }

// ClockOffset returns how far a distrusted clock of the machine is off the date of the world, 0 if the clock is trusted. Any
// goroutine may call it.
func (s *Store) ClockOffset() time.Duration { return s.clock.distrusted() }
