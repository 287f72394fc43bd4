package host

import (
	"context"
	"net"
	"path/filepath"
	"sync"
	"sync/atomic"

	"voxtide/edits"
	"voxtide/livemap"
	"voxtide/server"
	"voxtide/store"
	"voxtide/world"
)

// kept is the land for the map: that of the store which is open now. An error passes: the world is being opened anew.
type kept struct{ h *Host }

// Section implements livemap.Land.
func (k kept) Section(p world.SectionPos) (store.Stored, error) { return k.h.disk.Load().Section(p) }

// Columns implements livemap.Land.
func (k kept) Columns(dst []world.SectionPos, from, to world.SectionPos, max int) ([]world.SectionPos, error) {
	return k.h.disk.Load().Columns(dst, from, to, max)
}

// Each implements livemap.Land.
func (k kept) Each(q *store.Query, from store.Mark, look int, f func(*store.Past) bool) (store.Mark, error) {
	return k.h.disk.Load().Each(q, from, look, f)
}

// chart is the map of the world, if one is served. The loop tells it each block that changes, and nothing else of it
// runs there: the map reads the land from the store.
type chart struct {
	m       atomic.Pointer[livemap.Map] // nil: none
	serving sync.WaitGroup
}

// observer is the watcher, and tells the map.
type observer struct {
	*watcher
	chart *chart
}

// Edit implements server.Observer.
func (o observer) Edit(seq uint64, d *edits.Done) {
	if d.Edit.Kind == edits.SetBlock {
		if m := o.chart.m.Load(); m != nil {
			m.Changed(d.Edit.Pos, d.Edit.Block)
		}
	}
	o.watcher.Edit(seq, d)
}

// ServeMap serves the map of the world over HTTP until the world is closed, once; the listener is the host's from then
// on. It tells anybody who asks what the land looks like from above and, if players is set, where they are. Errors:
// ErrClosed.
func (h *Host) ServeMap(l net.Listener, players bool) error {
	var of *land
	if err := h.Do(func(*server.Server) { of = h.land }); err != nil {
		l.Close()
		return err
	}
	spawn := of.spawn(0).Block()
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		l.Close()
		return ErrClosed
	}
	cfg := livemap.Config{
		Title: filepath.Base(h.cfg.Dir), Seed: h.info.Seed, Land: kept{h}, Began: h.info.Created, History: h.cfg.History,
		Spawn: spawn, Names: h.cfg.WebNames, Log: h.cfg.Log,
	}
	if players {
		cfg.Players = h.people
	}
	m := livemap.New(cfg)
	h.chart.serving.Go(func() {
		if err := m.Serve(l); err != nil {
			h.cfg.Log.Error("the map is not served any more", "err", err)
		}
	})
	h.chart.m.Store(m)
	return nil
}

// people gives the players who are connected. It waits for a step at most.
func (h *Host) people(ctx context.Context) (out []livemap.Player) {
	over := make(chan struct{})
	look := func(s *server.Server) {
		defer close(over)
		for _, g := range s.Guests(nil) {
			if g.Lost > 0 {
				continue
			}
			p := livemap.Player{Name: g.Name, At: g.At}
			if slot := s.World().Find(world.AvatarID(g.Stream)); slot != world.NoSlot {
				p.Yaw = s.World().Entity(slot).Motion.Yaw
			}
			out = append(out, p)
		}
	}
	select {
	case h.calls <- look:
		<-over
	case <-h.done:
	case <-ctx.Done():
	}
	return out
}

// MapCounts returns what the map has done; nothing if there is none.
func (h *Host) MapCounts() livemap.Counts {
	if m := h.chart.m.Load(); m != nil {
		return m.Counts()
	}
	return livemap.Counts{}
}

// anew tells the map that the world was opened anew. The loop calls it.
func (c *chart) anew() {
	if m := c.m.Load(); m != nil {
		m.Anew()
	}
}

// close ends the map. The loop calls it when it ends.
func (c *chart) close() {
	if m := c.m.Load(); m != nil {
		m.Close()
	}
	c.serving.Wait()
}
