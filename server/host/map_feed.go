package host

import (
	"net"
	"sync"
	"sync/atomic"

	"voxtide/edits"
	"voxtide/server/farland"
	"voxtide/server/handout"
	"voxtide/server/livemap"
)

// mapFeed tells the map of the world, if one is served, what changes. The map itself reads the land from the store, so the loop does
// no more than note each block that changed.
type mapFeed struct {
	current atomic.Pointer[livemap.Map] // nil: none
	playing atomic.Bool                 // somebody plays
	serving sync.WaitGroup

	mu     sync.Mutex
	closed bool
}

// serve serves a map at a listener, which it takes over, until close. report is called with the error if it ends before.
func (f *mapFeed) serve(l net.Listener, cfg livemap.Config, report func(error)) error {
	m := livemap.New(cfg)
	if !f.use(m) {
		l.Close()
		return ErrClosed
	}
	f.serving.Go(func() {
		if err := m.Serve(l); err != nil {
			report(err)
		}
	})
	return nil
}

// use has a map be told what changes, until close; false if that was before: the map is closed then.
func (f *mapFeed) use(m *livemap.Map) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		m.Close()
		return false
	}
	f.current.Store(m)
	return true
}

// reopened tells the map that another store has taken the place of the one before. The loop calls it.
func (f *mapFeed) reopened() {
	if m := f.current.Load(); m != nil {
		m.Reopened()
	}
}

// close ends the map. The loop calls it when it ends.
func (f *mapFeed) close() {
	f.mu.Lock()
	f.closed = true
	f.mu.Unlock()
	if m := f.current.Load(); m != nil {
		m.Close()
	}
	f.serving.Wait()
}

// observer hands what happens in the world to the log, to the map, and to the tiles of far land.
type observer struct {
	*eventLog
	feed *mapFeed
	far  *farland.Maker // nil: there is none
}

// Edit implements server.Observer.
func (o observer) Edit(seq uint64, d *edits.LogEntry) {
	if d.Edit.Kind == edits.SetBlock {
		if m := o.feed.current.Load(); m != nil {
			m.Changed(d.Edit.Pos, d.Edit.Block)
		}
		if o.far != nil {
			o.far.Changed(d.Edit.Pos)
		}
	}
	o.eventLog.Edit(seq, d)
}

// farLand returns what makes the tiles of land beyond the view, once the world is known; nil if clients are told nothing of it. It lives
// as long as the host: another store under the same world is a change of everything.
func (h *Host) farLand() *farland.Maker {
	if h.far == nil && !h.cfg.NoFarLand {
		h.far = farland.New(farland.Config{Land: landOf(h.worlds.info), Source: mapSource{h}, Playing: h.mapFeed.playing.Load, Pressed: h.metrics.pressed.Load, Log: h.cfg.Log})
	}
	return h.far
}

// farLandOf returns a Maker as the server knows it.
func farLandOf(m *farland.Maker) handout.FarLand {
	if m == nil {
		return nil
	}
	return m
}

// reopened tells those who read the store by themselves that another one has taken the place of the one before. The loop calls it.
func (h *Host) reopened() {
	h.mapFeed.reopened()
	if h.far != nil {
		h.far.Reopened()
	}
}

// closeFarLand ends the tiles. The loop calls it when it ends.
func (h *Host) closeFarLand() {
	if h.far != nil {
		h.far.Close()
	}
}
