package host

import (
	"context"
	"net"

	"voxtide/server"
	"voxtide/server/livemap"
	"voxtide/store"
	"voxtide/world"
)

// mapSource reads the land for the map from the store that is open. An error passes: the world is being opened again.
type mapSource struct{ h *Host }

// Section implements livemap.Source.
func (m mapSource) Section(p world.SectionPos) (store.Stored, error) {
	return m.h.worlds.current.Load().disk.Section(p)
}

// Columns implements livemap.Source.
func (m mapSource) Columns(dst []world.SectionPos, from, to world.SectionPos, max int) ([]world.SectionPos, error) {
	return m.h.worlds.current.Load().disk.Columns(dst, from, to, max)
}

// ScanChanges implements livemap.Source.
func (m mapSource) ScanChanges(q *store.Query, from store.Cursor, look int, f func(*store.HistoryEntry) bool) (store.Cursor, error) {
	return m.h.History().ScanChanges(q, from, look, f)
}

// MapShows is what a map shows beside the land.
type MapShows struct {
	Players bool // where they are, as far as they are under the sky and want it
	Regions bool // claims with their owners, and regions
}

// ServeMap serves the map of the world over HTTP until the world is closed, once. It takes the listener over. The map shows everybody
// who asks the land from above, and what else it is to show. Errors: ErrClosed.
func (h *Host) ServeMap(l net.Listener, show MapShows) error {
	var links []livemap.World
	if len(h.others) > 0 {
		links = append(links, livemap.World{Name: h.name()})
	}
	for _, o := range h.others {
		cfg, err := o.mapConfig(show)
		if err != nil {
			l.Close()
			return err
		}
		cfg.Worlds = append(cfg.Worlds, livemap.World{Name: h.name(), Link: "../../"})
		for _, w := range h.others {
			at := ""
			if w != o {
				at = "../" + w.name() + "/"
			}
			cfg.Worlds = append(cfg.Worlds, livemap.World{Name: w.name(), Link: at})
		}
		m := livemap.New(cfg)
		if !o.mapFeed.use(m) {
			l.Close()
			return ErrClosed
		}
		links = append(links, livemap.World{Name: o.name(), Link: "worlds/" + o.name() + "/", Handler: m.Handler()})
	}
	cfg, err := h.mapConfig(show)
	if err != nil {
		l.Close()
		return err
	}
	cfg.Worlds = links
	return h.mapFeed.serve(l, cfg, func(err error) { h.cfg.Log.Error("the map is not served any more", "err", err) })
}

// mapConfig returns what a map of the world is made from.
func (h *Host) mapConfig(show MapShows) (livemap.Config, error) {
	var loader *sectionLoader
	if err := h.Do(func(*server.Server) { loader = h.worlds.current.Load().loader }); err != nil {
		return livemap.Config{}, err
	}
	info := h.Info()
	cfg := livemap.Config{
		Title: h.name(), Land: landOf(info), Source: mapSource{h}, Created: info.Created, History: h.cfg.HistoryRetention,
		Spawn: loader.spawn.point(0).Block(), HostNames: h.cfg.WebNames, Log: h.cfg.Log,
		Playing: h.mapFeed.playing.Load,
	}
	if show.Players {
		cfg.Players = h.mapPlayers
	}
	if show.Regions {
		cfg.Regions = h.mapRegions
	}
	return cfg, nil
}

// mapPlayers returns the players who are connected. It waits for a step at most.
func (h *Host) mapPlayers(ctx context.Context) (out []livemap.Player) {
	over := make(chan struct{})
	look := func(s *server.Server) {
		defer close(over)
		for _, g := range s.Players(nil) {
			if own := s.AccessView().Personal(g.Principal); g.Disconnected > 0 || g.Unseen || own != nil && own.OffMap {
				continue
			}
			p := livemap.Player{Name: g.Name, At: g.Cell}
			if slot := s.World().Find(world.AvatarID(g.Stream)); slot != world.NoEntity {
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

// mapRegions returns the claims and the regions. It waits for a step at most.
func (h *Host) mapRegions(ctx context.Context) (out []livemap.Area) {
	over := make(chan struct{})
	look := func(s *server.Server) {
		defer close(over)
		l := s.AccessView()
		for i := range l.Claims {
			c := &l.Claims[i]
			a := livemap.Area{Name: c.Owner.Name, Claim: true, Low: [2]int32{c.LowX, c.LowZ}, High: [2]int32{c.HighX, c.HighZ}}
			if !c.Whole() {
				a.Heights = &[2]int32{c.LowY, c.TopY - 1}
			}
			out = append(out, a)
		}
		for i := range l.Regions {
			r := &l.Regions[i]
			out = append(out, livemap.Area{Name: r.Name, Low: [2]int32{r.Low.X, r.Low.Z}, High: [2]int32{r.High.X, r.High.Z}})
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
	if m := h.mapFeed.current.Load(); m != nil {
		return m.Counts()
	}
	return livemap.Counts{}
}
