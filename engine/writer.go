package engine

import (
	"fmt"
	"time"
)

// flightMax bounds the bytes that are on their way at once, but for a single entry.
const flightMax = 4 << 20

// WriterOptions say how a log is claimed and written. Zero values of numbers and times stand for the usual ones.
type WriterOptions struct {
	Log    string
	Holder string // names this claim, and is that of no other claim
	// Opening returns the data of the entry with which the claim begins, and whether that entry can be made already: not before its maker has
	// taken all entries before it, up to Durable. nil: there is no data.
	Opening func() (data []byte, ok bool)
	After   Position // what is here of the log already; the writer yields all entries after it, those of others first

	InFlight  int           // appends on their way at once; 64
	Heartbeat time.Duration // without an entry, after which an empty one is written; 200 ms
	RetryMin  time.Duration // the first wait before the engine is asked again; 50 ms
	RetryMax  time.Duration // the longest; 1 s

	Observe func(took time.Duration) // is given how long each entry took from being made to being known durable; may be nil
}

// Writer claims a log and is then its only writer: it appends entries, several on their way at once, until somebody else claims the log. It
// never gives up but for that, or for a log that is not what was written.
type Writer struct {
	shared *Shared
	o      WriterOptions
	err    error
	retry  backoff

	stage   stage
	asking  bool   // a read or a claim is on its way
	tried   bool   // a claim was asked for
	seen    uint64 // the newest claim when the log was last read before it
	claim   uint64 // ours, 0 before
	entered bool   // the entry of our claim is in the log
	stopped bool

	chain chain // of the entries that are known durable
	tail  chain // behind the last entry that was made
	queue []pending
	sent  int // entries at the front of the queue that have been sent
	doubt int // of them, those whose outcome has to be looked up
	bytes int // in the queue
	ahead int // bytes of the entries that have been sent

	out   []Verified
	taken int

	lastMade time.Duration // when the last entry was made
	held     time.Duration // when the engine was asked the last question whose answer showed that the log is ours
	stats    WriterStats
}

// WriterStats counts what a writer has gone through.
type WriterStats struct {
	Appends, Again   uint64 // requests to append, and those of them for an entry that was sent before
	Unknown, Refused uint64 // how appends ended that were not OK
	Lookups          uint64 // reads that looked for their outcome
	Found            uint64 // entries that such a read found durable
	Durable          uint64 // entries
	// Latency is the sum over all durable entries from being made to being known durable, and Slowest the longest of them.
	Latency, Slowest time.Duration
}

// stage is how far a writer is.
type stage uint8

const (
	reading  stage = iota // the log as far as it goes
	claiming              // a claim is on its way
	settling              // the claim is ours: the end of the log is read, and our entry put there
	holding               // the log is ours
)

// pending is an entry that is not known durable yet.
type pending struct {
	entry Verified
	data  []byte // its bytes
	made  time.Duration
	tries int
	state state
}

type state uint8

const (
	waiting  state = iota // to be sent
	onWay                 // an append is on its way
	doubtful              // its outcome has to be looked up
	durable
)

// NewWriter returns a writer that begins to claim a log.
func NewWriter(s *Shared, o WriterOptions) *Writer {
	if o.InFlight == 0 {
		o.InFlight = 64
	}
	if o.Heartbeat == 0 {
		o.Heartbeat = 200 * time.Millisecond
	}
	if o.RetryMin == 0 {
		o.RetryMin = 50 * time.Millisecond
	}
	if o.RetryMax == 0 {
		o.RetryMax = time.Second
	}
	return &Writer{shared: s, o: o, chain: chain{at: o.After}, retry: newBackoff(o.RetryMin, o.RetryMax)}
}

// Advance makes progress; the Shared is polled before.
func (w *Writer) Advance(now time.Duration) {
	if w.err != nil || w.stopped {
		return
	}
	if w.stage != holding {
		w.advanceClaim(now)
		return
	}
	if w.doubt > 0 {
		w.lookUp(now)
	}
	if len(w.queue) == 0 && now-w.lastMade >= w.o.Heartbeat {
		w.append(now, Heartbeat, nil)
	}
	w.send(now)
}

// Append makes the next entry of data that the caller does not change any more, and returns its number. The log must be Holding.
func (w *Writer) Append(now time.Duration, data []byte) (n uint64) {
	if w.stage != holding {
		panic("engine: an append to a log that is not ours")
	}
	if len(data) > DataMax {
		panic(fmt.Sprintf("engine: an entry of %d bytes", len(data)))
	}
	n = w.append(now, Data, data)
	w.send(now)
	return n
}

func (w *Writer) append(now time.Duration, kind Kind, data []byte) uint64 {
	e := Entry{N: w.tail.at.N + 1, Claim: w.claim, Before: w.tail.at.Hash, Kind: kind, Data: data}
	encoded := AppendEntry(make([]byte, 0, len(data)+64), &e)
	e.Data = encoded[len(encoded)-len(data):]
	v := Verified{Entry: e, Hash: HashOf(encoded), Size: len(encoded)}
	w.tail.at = Position{N: e.N, Claim: e.Claim, Hash: v.Hash}
	w.queue = append(w.queue, pending{entry: v, data: encoded, made: now})
	w.bytes += len(encoded)
	w.lastMade = now
	return e.N
}

// Next returns the next entry that is known durable, those of others that were read at the claim first; ok is false if there is none.
func (w *Writer) Next() (v Verified, ok bool) {
	if w.taken == len(w.out) {
		w.out, w.taken = w.out[:0], 0
		return v, false
	}
	v, w.out[w.taken] = w.out[w.taken], Verified{}
	w.taken++
	return v, true
}

// Holding reports whether the log is ours: all that others have written in it is read, and our claim's entry is behind it.
func (w *Writer) Holding() bool { return w.stage == holding && w.err == nil }

// Claim returns the number of our claim, 0 before there is one.
func (w *Writer) Claim() uint64 { return w.claim }

// Durable returns the number up to which all entries are known durable.
func (w *Writer) Durable() uint64 { return w.chain.at.N }

// Position returns the place behind the last entry that is known durable.
func (w *Writer) Position() Position { return w.chain.at }

// Made returns the place behind the last entry that was made, durable or not.
func (w *Writer) Made() Position { return w.tail.at }

// Waiting returns how many entries are not known durable yet, and their bytes.
func (w *Writer) Waiting() (entries, bytes int) { return len(w.queue), w.bytes }

// Held returns when the engine was asked the last question whose answer showed that the log is ours. Nobody else's entry was in it then.
func (w *Writer) Held() time.Duration { return w.held }

// Stats returns what the writer has gone through.
func (w *Writer) Stats() WriterStats { return w.stats }

// Err returns why the writer has stopped: ErrFenced with who holds the log (see Fenced), ErrHole, ErrDiverged or ErrTrimmed.
func (w *Writer) Err() error {
	if w.err == nil {
		return nil
	}
	return fmt.Errorf("engine: log %q: %w", w.o.Log, w.err)
}

// Stop ends the writing. What is on its way may still become durable.
func (w *Writer) Stop() { w.stopped = true }
