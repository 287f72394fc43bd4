// Package livemap serves a map of the land as a web page: stored and generated land, drawn by workers into flat tiles and into
// tiles of relief, which the page shows in three dimensions, with players who move, edits that show within a second, and the land as it
// was at an earlier time.
//
// Owner: the caller of New; all methods may be called from any goroutine. The loop of the server calls Changed alone, which
// appends to a bounded list and never waits: a keeper takes the list, and workers draw. Invariants: only requested tiles are
// drawn, and nothing runs while nobody looks and nobody builds; a tile costs a bounded amount of work at every scale; memory
// stays within the bounds of limits.go, whatever a browser requests; only what is seen from above or aside is told; when Close returns no
// goroutine is left.
package livemap

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"voxtide/internal/httpguard"
	"voxtide/world"
	"voxtide/world/worldgen"
)

// Player is a player on the map.
type Player struct {
	Name string
	At   world.Pos // of the feet
	Yaw  uint16    // as world.Motion has it
}

// Area is a claim, whose name is its owner's, or a region.
type Area struct {
	Name  string   `json:"name"`
	Claim bool     `json:"claim"`
	Low   [2]int32 `json:"low"`  // X and Z of the lowest column
	High  [2]int32 `json:"high"` // and of the highest
	// Heights are the lowest and the highest Y; nil: all.
	Heights *[2]int32 `json:"heights,omitempty"`
}

// World is a world of the server whose map the page leads to.
type World struct {
	Name    string
	Link    string       // from this page; "": it is the world of this page
	Handler http.Handler // answers what is asked below Link; nil: another map does
}

// Config says what a map shows. A zero field has the value that its comment names.
type Config struct {
	Title      string        // of the page
	Land       worldgen.Land // as it was generated
	Source     Source        // required
	Created    time.Time     // the start of the history
	History    time.Duration // how long it is kept; 0: for ever
	Spawn      world.Pos     // where the page opens
	Workers    int           // goroutines that draw: 1
	CacheBytes int           // of cached tiles: 64 MiB
	// Players returns the players in the world, always in the same order; it may wait until the context ends. It is called at
	// most twice a second, while somebody looks. nil: players are not shown.
	Players func(context.Context) []Player
	// Regions returns the claims and the regions; it may wait until the context ends. It is called at most each ten seconds, while somebody looks.
	// nil: they are not shown.
	Regions func(context.Context) []Area
	// Playing reports whether somebody plays: then a worker draws for a quarter of the time at most, because the game needs the cores more.
	// Any goroutine calls it, between two tiles. nil: nobody does.
	Playing   func() bool
	Worlds    []World          // of the server, this one among them, in the order in which the page names them; none: there is one
	HostNames []string         // names that requests may be addressed to, beside addresses and localhost
	Now       func() time.Time // the wall clock: time.Now
	Log       *slog.Logger     // nil: nothing is logged
}

// Map is the map of a running world. Use New.
type Map struct {
	cfg        Config
	inbox      changeInbox
	updates    updateLog
	handler    http.Handler
	requests   sync.WaitGroup // under way
	lookup     surfaceReader  // of single places and players, under lookupMu
	lookupMu   sync.Mutex
	ctx        context.Context // ends with Close
	cancel     context.CancelFunc
	goroutines sync.WaitGroup
	server     *httpguard.Server

	ground // its lock is the map's, over what follows, too
	tiles  tileCache
	counts Counts
	areas  areaList
}

// Counts is what a map has done since it began.
type Counts struct {
	Drawn    int           // tiles
	Busy     time.Duration // of workers, drawing
	Rested   bool          // a worker has rested between two tiles, for those who play
	Surfaces int           // surfaces that were built
	Hits     int           // requests for cached tiles
	Refused  int           // requests that found the queue full
	Edits    int           // reported changes of blocks
	Visible  int           // of these, changes that can be seen from above
}

// ErrBusy says that too many tiles are waited for.
var ErrBusy = errors.New("livemap: too many tiles are waited for")

// ErrClosed says that the map is closed.
var ErrClosed = errors.New("livemap: closed")

// historyBegin returns the time before which there is no history, in ms since 1970.
func (m *Map) historyBegin() int64 {
	at := m.cfg.Created
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
	c := m.counts
	c.Surfaces = m.surfacesBuilt
	return c
}

// beginRequest counts a request; it returns false if the map is closed.
func (m *Map) beginRequest() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.ctx.Err() != nil {
		return false
	}
	m.requests.Add(1)
	return true
}

// Close ends all connections and goroutines. Requests that wait are refused.
func (m *Map) Close() {
	m.mu.Lock()
	m.cancel()
	m.tiles.more.Broadcast()
	m.mu.Unlock()
	m.server.Close()
	m.goroutines.Wait()
	m.requests.Wait()
}
