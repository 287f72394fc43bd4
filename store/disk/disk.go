// Package disk keeps a world in a folder, with Pebble: batches go to a log that is fsynced, several at once if several
// wait, and what nobody asks for is not in memory.
//
// Owner: the owner of the server, for all calls but those that say that any goroutine may make them. One goroutine of
// the package writes, one prunes old history; Pebble has a few of its own. Invariants: a ticket is published only after its batch was fsynced
// (with NoSync: at once); after the first error nothing is published any more; a world is there whole or not at all,
// and one program has it open.
//
// The folder of a world holds
//
//	lock     held while a program has the world open
//	db       Pebble's files; there only once the world is whole
//	mark     how many batches are durable, so that a lost log is found: see mark.go
//	db.new   a world that is being made; what a crash left of one is thrown away
//
// and the database, numbers in keys big-endian so that they sort (those of sections with the sign flipped):
//
//	key                        value: a byte with the version of the record, then (see package wire)
//	m format                   uvarint format of the world; this record never changes its form
//	m world                    u64 seed, varint generator, varint created (ms since 1970), names of blocks by id
//	m state                    the numbers of a batch
//	s X Z Y "c"                snapshot of a section: uvarint edits it is complete to, then the packed cells
//	h X Z Y cell seq           change of a block by edit seq: block, block before, author, time
//	p name                     row of a player
//	n id                       entity
//	k                          all pending checks
//	t seq                      line of chat; store.SaidMax are kept
//
// A change is written once and stays: what is newer than the snapshot of its section counts for the section, the rest is
// history, and goes when it is as old as was configured. All changes of a cell are one range, in their order; each block
// of Pebble's tables says which numbers, times and authors it holds, and readers pass over those that they do not ask
// for (property.go).
package disk

import (
	"cmp"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"

	"voxtide/store"
)

// WaitingMax bounds the bytes of batches that wait for the disk. At the usual 100 edits a step that is a quarter of an
// hour of a disk that hangs. Beyond it the store gives up with ErrBehind: the owner must not wait, and memory ends.
const WaitingMax = 64 << 20

// syncEvery is how often the log is fsynced with NoSync, once something was written.
const syncEvery = time.Second

// closePatience is how long Close waits after an error: the writer may hang in a database that does not get on.
const closePatience = 2 * time.Second

// Options say how a world is opened. Zero values work.
type Options struct {
	Seed      uint64              // of a new world
	SeedSet   bool                // Seed was asked for: an existing world with another one is refused
	Generator int                 // number of the land's generator; that of an existing world must be the same
	NoSync    bool                // fsync once a second, not before a ticket is published: a crash or a power cut may cost the last second
	History   time.Duration       // how long covered changes are kept; 0: for ever
	ReadOnly  bool                // nothing is written, Commit panics; a world of an older format is refused
	Blocks    []string            // names of the blocks by id
	FS        vfs.FS              // nil: the disk
	Log       *slog.Logger        // nil: nothing is logged
	Wall      func() int64        // wall clock in ms since 1970; nil: that of the machine
	Kept      func(ticket uint64) // told by the writer whenever Committed has moved on; it must not wait; nil: nobody is
}

// Info is what a world was made with.
type Info struct {
	Format    int // of what this package writes
	Seed      uint64
	Generator int
	Created   time.Time // to the millisecond
}

// Store is an open world. It implements store.Store.
type Store struct {
	dir     string
	db      *pebble.DB
	info    Info
	log     *slog.Logger
	lock    io.Closer
	inner   io.Closer // Pebble's
	opts    Options
	limit   int                   // WaitingMax
	tune    func(*pebble.Options) // nil but in tests
	wake    chan struct{}         // something waits
	closing chan struct{}         // closed by Close
	gone    chan struct{}         // closed when the writer has ended
	pruned  chan struct{}         // closed when the pruner has ended
	failed  chan struct{}         // closed with the first error
	first   atomic.Pointer[error]
	done    atomic.Uint64 // ticket up to which all is durable
	halts   sync.Once
	halted  chan struct{} // closed by halt
	reading sync.RWMutex  // held for reading by Section, for writing by Close
	closed  bool          // under reading

	mu      sync.Mutex // over what Commit fills and the writer takes
	waiting *pebble.Batch
	ticket  uint64 // of the last batch in waiting

	clock  clock
	mark   *mark  // nil: none is written
	found  marked // when the world was opened
	marked marked // by whoever had it open before

	// The owner's, from here on.
	kept  numbers
	said  uint64 // number of the next line of chat
	key   []byte
	value []byte
}

var _ store.Store = (*Store)(nil)

// Info returns what the world was made with. Any goroutine may call it.
func (s *Store) Info() Info { return s.info }

// Commit implements store.Store: it copies the batch behind those that wait, and returns at once. It panics on what
// could not be read back, before anything of the batch is kept.
func (s *Store) Commit(_ time.Duration, b *store.Batch) uint64 {
	if err := storable(b); err != nil {
		panic("disk: " + err.Error())
	}
	if s.opts.ReadOnly {
		panic("disk: the world is open for reading")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ticket++
	if s.Err() != nil {
		s.waiting = nil // nobody takes it any more
		return s.ticket
	}
	if s.waiting == nil {
		s.waiting = s.db.NewBatch()
	}
	if err := s.add(s.waiting, b); err != nil {
		s.fail(err)
	} else if s.waiting.Len() > s.limit {
		s.fail(ErrBehind)
	}
	select {
	case s.wake <- struct{}{}:
	default:
	}
	return s.ticket
}

// Committed implements store.Store.
func (s *Store) Committed(time.Duration) uint64 { return s.done.Load() }

// Err implements store.Store. Any goroutine may call it.
func (s *Store) Err() error {
	if err := s.first.Load(); err != nil {
		return *err
	}
	return nil
}

// fail keeps the first error: nothing becomes durable after it. It is called from goroutines of Pebble too, with its
// locks held, so it takes none.
func (s *Store) fail(err error) {
	if s.first.CompareAndSwap(nil, &err) {
		close(s.failed)
		s.log.Error("the world is not saved any more", "err", line(err))
	}
}

// Close implements store.Store. After an error it gives up what hangs in the database, which the end of the program
// then frees.
func (s *Store) Close() error {
	s.reading.Lock()
	defer s.reading.Unlock()
	if s.closed {
		return ErrClosed
	}
	s.closed = true
	close(s.closing)
	err := s.try(func() error {
		<-s.gone
		<-s.pruned
		if s.opts.ReadOnly {
			return s.db.Close()
		}
		// What is only in the log is lost without a word behind a damaged place in it, which looks as a torn end does.
		return cmp.Or(s.db.Flush(), s.db.Close())
	})
	err = cmp.Or(s.Err(), err)
	return cmp.Or(err, s.mark.close(err == nil), s.unlock(), s.lock.Close())
}
