// Package farland makes the tiles of the land beyond the view: heights and covers from the generator, and what was built from the store.
//
// Data flow: the server's loop puts questions (Ask) and changed blocks (Changed) into bounded lists, says how far the store is (Stored), and
// takes answers (Take); one worker makes tiles (tile.go, natural.go, built.go), keeps them (cache.go, looks.go) and knows which of them are out
// of date (outdated.go). Owner: the caller of New; Ask, Take, Changed, Stored and Reopened are for the server's loop, and never wait for a tile.
// Invariants: a tile is a function of the land and of what the store holds of it, whatever was asked before; a question that finds a list full
// is dropped, and the client asks again; the answer to any other question, or a second one to it, shows all that had changed when it was asked;
// what was kept is made again once in remakeAfter at most, however many build and ask; while somebody plays, the worker rests half as long as
// it works, and several times as long while the server's steps need the cores.
package farland

import (
	"log/slog"
	"sync"
	"time"

	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
	"voxtide/world/worldgen"
)

// Config says what land there is. A zero field has the value that its comment names.
type Config struct {
	Land    worldgen.Land // required
	Source  Source        // required
	Playing func() bool   // whether somebody plays, who needs the cores more; nil: nobody does
	Pressed func() bool   // whether those who play would feel it if the worker took a core for long; nil: while somebody plays
	Log     *slog.Logger  // required
}

// Bounds of what waits, for all clients together and for one.
const (
	asksMax    = 4096
	asksOfOne  = 256 // more than a client wants at a time
	answersMax = 256
	// restPressed is how long the worker rests after a tile while the cores are needed, in times that it took to make, and restPlaying while
	// somebody plays and they are not; restMax bounds both.
	restPressed = 3
	restPlaying = 0.5
	restMax     = 250 * time.Millisecond
)

// answer is a tile for a client, as it is sent.
type answer struct {
	of      timestream.Stream
	message []byte
}

// Maker makes tiles. Use New.
type Maker struct {
	cfg  Config
	now  func() time.Time
	wake chan struct{}
	stop chan struct{}
	done sync.WaitGroup

	mu       sync.Mutex // over what follows; held for moments
	asks     []question
	waiting  map[timestream.Stream]int // questions of each that are not answered
	open     int                       // the sum of waiting
	answers  []answer
	changes  changes
	counters Counts
}

// Counts is what a Maker has done since it began.
type Counts struct {
	Made    int           // tiles
	Again   int           // of these, tiles that were out of date
	Busy    time.Duration // making them
	Same    int           // questions of clients who had the tile as it is
	Held    int           // questions that waited for what had changed
	Sent    int           // answers
	Dropped int           // questions that found a list full
}

// New returns a Maker with its worker, which Close ends.
func New(cfg Config) *Maker {
	m := &Maker{cfg: cfg, now: time.Now, wake: make(chan struct{}, 1), stop: make(chan struct{}), waiting: map[timestream.Stream]int{}, changes: changes{columns: map[column]uint64{}}}
	m.done.Go(m.work)
	return m
}

// Close ends the worker.
func (m *Maker) Close() {
	close(m.stop)
	m.done.Wait()
}

// Counts returns what the Maker has done. Any goroutine may call it.
func (m *Maker) Counts() Counts {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.counters
}

// Ask puts the questions of a client into the list.
func (m *Maker) Ask(of timestream.Stream, rows []protocol.FarAsk) {
	m.mu.Lock()
	for _, row := range rows {
		if m.open >= asksMax || m.waiting[of] >= asksOfOne {
			m.counters.Dropped++
			continue
		}
		m.waiting[of]++
		m.open++
		m.asks = append(m.asks, question{of: of, row: row})
	}
	m.mu.Unlock()
	m.rouse()
}

func (m *Maker) rouse() {
	select {
	case m.wake <- struct{}{}:
	default:
	}
}

// Take calls f for each answer that is ready. Equal answers are the same bytes, which never change.
func (m *Maker) Take(f func(of timestream.Stream, message []byte)) {
	m.mu.Lock()
	list := m.answers
	m.answers = nil
	m.counters.Sent += len(list)
	m.mu.Unlock()
	for _, a := range list {
		f(a.of, a.message)
	}
	if len(list) >= answersMax {
		m.rouse() // the worker waits for room
	}
}

// Changed notes a changed block.
func (m *Maker) Changed(p world.Pos) {
	m.mu.Lock()
	m.changes.change(columnOf(p))
	m.mu.Unlock()
}

// Stored says that all that was Changed so far is in the store's batches up to number committed, and that the store has those up to number
// durable.
func (m *Maker) Stored(committed, durable uint64) {
	m.mu.Lock()
	m.changes.store(committed, durable)
	m.mu.Unlock()
}

// Reopened says that another store has taken the place of the one before.
func (m *Maker) Reopened() {
	m.mu.Lock()
	m.changes.reopen()
	m.mu.Unlock()
	m.rouse()
}

// work is the worker.
func (m *Maker) work() {
	t := newTiles(m.cfg.Land, m.cfg.Source)
	o := newOutdated()
	for {
		var again <-chan time.Time
		if len(o.held) > 0 {
			again = time.After(heldEvery)
		}
		select {
		case <-m.stop:
			return
		case <-again:
		case <-m.wake:
		}
		for m.answerNext(t, &o) {
			select {
			case <-m.stop:
				return
			default:
			}
		}
	}
}

// answerNext answers the next question, and reports whether there was one, and room for the answer.
func (m *Maker) answerNext(t *tiles, o *outdated) bool {
	now := m.now()
	m.mu.Lock()
	since := m.changes.take()
	m.asks = o.release(m.asks, &t.cache, now)
	if len(m.asks) == 0 || len(m.answers) >= answersMax {
		m.mu.Unlock()
		o.follow(&since, t)
		return false
	}
	q := m.asks[0]
	if m.asks = m.asks[1:]; len(m.asks) == 0 {
		m.asks = nil
	}
	m.mu.Unlock()

	o.follow(&since, t)
	p := q.row.Place
	if q.shows == 0 {
		q.shows = o.shows(p)
	}
	again := t.cache.peek(p) != nil && o.mayMake(t.cache.peek(p), q.shows, now)
	if again {
		t.cache.remove(p)
	}
	k, made, err := t.tile(p)
	took := m.now().Sub(now)
	m.mu.Lock()
	defer m.mu.Unlock()
	if err != nil {
		m.cfg.Log.Debug("land beyond the view cannot be made", "err", err)
		m.answered(q.of)
		return true
	}
	if made {
		o.made(k, now)
		m.counters.Made++
		m.counters.Busy += took
		if again {
			m.counters.Again++
		}
	}
	news := k.sum != q.row.Sum
	if news {
		m.answers = append(m.answers, answer{q.of, k.message})
		q.row.Sum = k.sum
	}
	switch {
	case k.upTo < q.shows && o.hold(q):
		m.counters.Held++
	case k.upTo < q.shows: // it waits already
		m.answered(q.of)
	default:
		if !news {
			m.counters.Same++
		}
		m.answered(q.of)
	}
	if rest := m.rest(took); made && rest > 0 {
		m.mu.Unlock()
		select {
		case <-m.stop:
		case <-time.After(rest):
		}
		m.mu.Lock()
	}
	return true
}

// rest returns how long the worker rests after a tile that took some time.
func (m *Maker) rest(took time.Duration) time.Duration {
	switch {
	case m.cfg.Playing == nil || !m.cfg.Playing():
		return 0
	case m.cfg.Pressed == nil || m.cfg.Pressed():
		return min(took*restPressed, restMax)
	}
	return min(time.Duration(float64(took)*restPlaying), restMax)
}

// answered makes room for another question of a client. The caller holds mu.
func (m *Maker) answered(of timestream.Stream) {
	m.open--
	if m.waiting[of]--; m.waiting[of] == 0 {
		delete(m.waiting, of)
	}
}
