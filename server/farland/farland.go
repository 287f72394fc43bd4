// Package farland makes the tiles of the land beyond the view: heights and covers from the generator, and what was built from the store.
//
// Data flow: the server's loop puts questions (Ask) and changed blocks (Changed) into bounded lists, and takes answers (Take); one worker
// makes tiles (tile.go, natural.go, built.go) and keeps them (cache.go). Owner: the caller of New; Ask, Take, Changed and Reopened are for
// the server's loop, and never wait for a tile. Invariants: a tile is a function of the land and of what the store holds of it, whatever
// was asked before; a question that finds a list full is dropped, and the client asks again; a change shows in tiles that are made
// settle after it; while somebody plays, the worker rests several times as long as it works.
package farland

import (
	"log/slog"
	"sync"
	"time"

	"voxtide/protocol"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
	"voxtide/world/worldgen"
)

// Source is the stored land. Any goroutine may call it.
type Source interface {
	// Section returns the stored state of a section.
	Section(p world.SectionPos) (store.Stored, error)
	// Columns returns the columns of a rectangle of which the store holds something, at Y 0, at most max.
	Columns(dst []world.SectionPos, from, to world.SectionPos, max int) ([]world.SectionPos, error)
}

// Config says what land there is. A zero field has the value that its comment names.
type Config struct {
	Land    worldgen.Land // required
	Source  Source        // required
	Playing func() bool   // whether somebody plays, who needs the cores more; nil: nobody does
	Log     *slog.Logger  // required
}

// Bounds of what waits, for all clients together and for one.
const (
	asksMax    = 4096
	asksOfOne  = 256 // more than a client wants at a time
	answersMax = 256
	changedMax = 1 << 16 // columns
	// settle is after which time the store has a change, at the latest: tiles that were made before are made again, up to twice that late.
	settle = 3 * time.Second
	// restPerTile is how long the worker rests after a tile while somebody plays, in times that it took to make; restMax bounds it.
	restPerTile = 3
	restMax     = 250 * time.Millisecond
)

// question is a row of a client's question.
type question struct {
	of  timestream.Stream
	row protocol.FarAsk
}

// answer is a tile for a client, as it is sent.
type answer struct {
	of      timestream.Stream
	message []byte
}

// Maker makes tiles. Use New.
type Maker struct {
	cfg  Config
	wake chan struct{}
	stop chan struct{}
	done sync.WaitGroup

	mu       sync.Mutex // over what follows; held for moments
	asks     []question
	waiting  map[timestream.Stream]int // questions of each in asks
	answers  []answer
	changed  map[column]bool // since the last look
	lost     bool            // changed was full, or another store is open: nothing that was made counts
	counters Counts
}

// Counts is what a Maker has done since it began.
type Counts struct {
	Made    int           // tiles
	Busy    time.Duration // making them
	Same    int           // questions of clients who had the tile as it is
	Sent    int           // answers
	Dropped int           // questions that found a list full
}

// New returns a Maker with its worker, which Close ends.
func New(cfg Config) *Maker {
	m := &Maker{cfg: cfg, wake: make(chan struct{}, 1), stop: make(chan struct{}), waiting: map[timestream.Stream]int{}, changed: map[column]bool{}}
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
		if len(m.asks) >= asksMax || m.waiting[of] >= asksOfOne {
			m.counters.Dropped++
			continue
		}
		m.waiting[of]++
		m.asks = append(m.asks, question{of, row})
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
	c := columnOf(p)
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.changed[c] = true; len(m.changed) > changedMax {
		clear(m.changed)
		m.lost = true
	}
}

// Reopened says that another store has taken the place of the one before.
func (m *Maker) Reopened() {
	m.mu.Lock()
	m.lost = true
	m.mu.Unlock()
}

// work is the worker.
func (m *Maker) work() {
	t := newTiles(m.cfg.Land, m.cfg.Source)
	look := time.NewTicker(settle)
	defer look.Stop()
	var before map[column]bool // what changed before the last look
	for {
		select {
		case <-m.stop:
			return
		case <-look.C:
			before = m.forget(&t.cache, before)
		case <-m.wake:
		}
		for m.answerNext(t) {
			select {
			case <-m.stop:
				return
			case <-look.C:
				before = m.forget(&t.cache, before)
			default:
			}
		}
	}
}

// forget drops the tiles of the columns that had changed before the last look, and returns those that have changed since.
func (m *Maker) forget(c *cache, before map[column]bool) (since map[column]bool) {
	m.mu.Lock()
	since, lost := m.changed, m.lost
	m.changed, m.lost = map[column]bool{}, false
	m.mu.Unlock()
	if lost {
		c.clear()
	}
	for at := range before {
		c.drop(at)
	}
	return since
}

// answerNext answers the next question, and reports whether there was one, and room for the answer.
func (m *Maker) answerNext(t *tiles) bool {
	m.mu.Lock()
	if len(m.asks) == 0 || len(m.answers) >= answersMax {
		m.mu.Unlock()
		return false
	}
	q := m.asks[0]
	if m.asks = m.asks[1:]; len(m.asks) == 0 {
		m.asks = nil
	}
	if m.waiting[q.of]--; m.waiting[q.of] == 0 {
		delete(m.waiting, q.of)
	}
	m.mu.Unlock()

	began := time.Now()
	message, made, err := t.tile(q.row.Place)
	took := time.Since(began)
	if err != nil {
		m.cfg.Log.Debug("land beyond the view cannot be made", "err", err)
		return true
	}
	m.mu.Lock()
	switch {
	case protocol.FarSum(message) == q.row.Sum:
		m.counters.Same++
	default:
		m.answers = append(m.answers, answer{q.of, message})
	}
	if made {
		m.counters.Made++
		m.counters.Busy += took
	}
	m.mu.Unlock()
	if made && m.cfg.Playing != nil && m.cfg.Playing() {
		select {
		case <-m.stop:
		case <-time.After(min(took*restPerTile, restMax)):
		}
	}
	return true
}
