package host

import (
	"net"
	"sync"
	"sync/atomic"

	"voxtide/edits"
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
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		l.Close()
		return ErrClosed
	}
	m := livemap.New(cfg)
	f.serving.Go(func() {
		if err := m.Serve(l); err != nil {
			report(err)
		}
	})
	f.current.Store(m)
	return nil
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

// observer hands what happens in the world to the log and to the map.
type observer struct {
	*eventLog
	feed *mapFeed
}

// Edit implements server.Observer.
func (o observer) Edit(seq uint64, d *edits.LogEntry) {
	if d.Edit.Kind == edits.SetBlock {
		if m := o.feed.current.Load(); m != nil {
			m.Changed(d.Edit.Pos, d.Edit.Block)
		}
	}
	o.eventLog.Edit(seq, d)
}
