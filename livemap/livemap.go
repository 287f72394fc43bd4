// Package livemap is the land from above, served as a page: what is kept and what is generated, drawn into tiles in
// workers, with players that move, edits that show within two seconds, and the land as it was at an earlier time.
//
// Owner: whoever called New; all methods may be called from any goroutine. The loop of the server calls Changed alone,
// which appends to a bounded list and never waits: a keeper takes the list, and workers draw. Invariants: nothing is
// drawn that nobody asked for, and nothing runs while nobody looks and nobody builds; a tile costs a bounded amount of
// work, however far away it looks from; whatever a browser asks for, memory stays within the bounds of limits.go; only
// what lies under the sky is shown; when Close returns no goroutine is left.
package livemap

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"voxtide/store"
	"voxtide/web"
	"voxtide/world"
)

// Land is what the map reads the kept land from. Any goroutine may call it.
type Land interface {
	// Section gives what is kept of a section.
	Section(p world.SectionPos) (store.Stored, error)
	// Columns gives the columns of sections of a rectangle of which something is kept, at Y 0, max at most.
	Columns(dst []world.SectionPos, from, to world.SectionPos, max int) ([]world.SectionPos, error)
	// Each gives the history, as store.History says.
	Each(q *store.Query, from store.Mark, look int, f func(*store.Past) bool) (store.Mark, error)
}

// Player is somebody who is shown.
type Player struct {
	Name string
	At   world.Pos // of the feet
	Yaw  uint16    // as world.Motion has it
}

// Config is what a map is made from. A zero field has the value that its comment names.
type Config struct {
	Title   string        // of the page
	Seed    uint64        // of the land
	Land    Land          // required
	Began   time.Time     // before which there is no history
	History time.Duration // how long it is kept; 0: for ever
	Spawn   world.Pos     // where the page opens
	Workers int           // goroutines that draw: 1
	Bytes   int           // of drawn tiles that are kept: 64 MiB
	// Players gives those who are here, in an order that is kept; it may wait until the context ends. It is called twice a second at
	// most, while somebody looks. nil: players are not shown.
	Players func(context.Context) []Player
	Names   []string         // by which it may be asked beside addresses and localhost
	Now     func() time.Time // the wall clock: time.Now
	Log     *slog.Logger     // nil: nothing is logged
}

// Map is a map of a world that lives. Use New.
type Map struct {
	cfg     Config
	inbox   inbox
	live    live
	handler http.Handler
	asking  sync.WaitGroup // requests
	sky     brush          // for single places and players, under skyMu
	skyMu   sync.Mutex
	ctx     context.Context // ends with Close
	end     context.CancelFunc
	running sync.WaitGroup
	server  *web.Server

	mu      sync.Mutex // over what follows
	tiles   cache
	patches patches
	recent  recent
	counts  Counts
}

// Counts is what a map has done since it began.
type Counts struct {
	Drawn   int           // tiles
	Busy    time.Duration // of workers, drawing
	Patches int           // columns of sections that were looked at from above
	Hits    int           // tiles that were there already
	Refused int           // requests that found the queue full
	Edits   int           // changes of blocks that were told
	Seen    int           // of these, those that may be seen from above
}

// ErrBusy says that too many tiles wait already.
var ErrBusy = errors.New("livemap: too many tiles are waited for")

// ErrClosed says that the map is closed.
var ErrClosed = errors.New("livemap: closed")

// New returns a map, which has its goroutines until Close.
func New(cfg Config) *Map {
	if cfg.Workers == 0 {
		cfg.Workers = 1
	}
	if cfg.Bytes == 0 {
		cfg.Bytes = 64 << 20
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	m := &Map{cfg: cfg}
	m.ctx, m.end = context.WithCancel(context.Background())
	m.inbox.wake = make(chan struct{}, 1)
	m.tiles.init(cfg.Bytes)
	m.tiles.more.L = &m.mu
	m.patches.init()
	m.recent.init()
	m.live.init(cfg.Now())
	m.sky.init(m)
	m.handler = m.routes()
	m.server = web.New(web.Config{Handler: m.handler, Names: cfg.Names, Write: writePatience})
	m.running.Go(m.keep)
	for range cfg.Workers {
		m.running.Go(m.work)
	}
	return m
}

// began is the time before which there is no history, in ms since 1970.
func (m *Map) began() int64 {
	at := m.cfg.Began
	if m.cfg.History > 0 {
		if oldest := m.cfg.Now().Add(-m.cfg.History); oldest.After(at) {
			at = oldest
		}
	}
	return at.UnixMilli()
}

// Handler returns what answers requests.
func (m *Map) Handler() http.Handler { return m.handler }

// Counts returns what the map has done.
func (m *Map) Counts() Counts {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.counts
}

// admit lets a request in; false if the map is closed.
func (m *Map) admit() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.ctx.Err() != nil {
		return false
	}
	m.asking.Add(1)
	return true
}

// Close ends all connections and goroutines. Requests that wait are refused.
func (m *Map) Close() {
	m.mu.Lock()
	m.end()
	m.tiles.more.Broadcast()
	m.mu.Unlock()
	m.server.Close()
	m.running.Wait()
	m.asking.Wait()
}
