package livemap

import (
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"voxtide/world"
	"voxtide/worldgen"
)

// Everything is read only and bounded: GET and HEAD, and the bounds of package web.

// Serve answers requests that come to a listener, which is the map's from then on, until Close. It waits until then.
func (m *Map) Serve(l net.Listener) error {
	err := m.server.Serve(l)
	if m.ctx.Err() != nil || errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// policy is what the page may do: show what comes from here. Leaflet puts an empty picture in the place of dropped tiles.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

func (m *Map) routes() http.Handler {
	mux := http.NewServeMux()
	for path, f := range assets() {
		mux.Handle(path, f)
	}
	mux.HandleFunc("/world.json", m.serveWorld)
	mux.HandleFunc("/live.json", m.serveLive)
	mux.HandleFunc("/at.json", m.servePlace)
	mux.HandleFunc("/tiles/", m.serveTile)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !m.admit() {
			http.Error(w, "closed", http.StatusServiceUnavailable)
			return
		}
		defer m.asking.Done()
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			h.Set("Allow", "GET, HEAD")
			http.Error(w, "only GET", http.StatusMethodNotAllowed)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// answer sends a value as JSON that nobody keeps.
func answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	json.NewEncoder(w).Encode(v)
}

// about is what the page has to know once.
type about struct {
	Title   string   `json:"title"`
	Spawn   [3]int32 `json:"spawn"`
	Began   int64    `json:"began"` // ms since 1970
	Now     int64    `json:"now"`
	Fars    int      `json:"scales"`
	Size    int      `json:"tile"`
	Reach   int      `json:"reach"`
	Sea     int32    `json:"sea"`
	Players bool     `json:"players"`
}

func (m *Map) serveWorld(w http.ResponseWriter, _ *http.Request) {
	c := &m.cfg
	answer(w, about{
		c.Title, [3]int32{c.Spawn.X, c.Spawn.Y, c.Spawn.Z}, m.began(), c.Now().UnixMilli(), Fars, tileSize, reach, worldgen.SeaLevel, c.Players != nil,
	})
}

func (m *Map) serveLive(w http.ResponseWriter, r *http.Request) {
	since, ok := sinceOf(r.URL.Query())
	if !ok {
		http.Error(w, "since is a number", http.StatusBadRequest)
		return
	}
	answer(w, m.news(since))
}

// sinceOf reads since which version the page asks for news, 0 where it does not say.
func sinceOf(q url.Values) (since uint64, ok bool) {
	s := q.Get("since")
	if s == "" {
		return 0, true
	}
	since, err := strconv.ParseUint(s, 10, 64)
	return since, err == nil
}

// placeOf reads of which column and time a page asks what is seen there.
func (m *Map) placeOf(q url.Values) (x, z int32, at int64, ok bool) {
	nx, okX := number(q.Get("x"), -reach, reach-1)
	nz, okZ := number(q.Get("z"), -reach, reach-1)
	at, okT := m.time(q.Get("t"))
	return int32(nx), int32(nz), at, okX && okZ && okT
}

// spot is what is seen at a place.
type spot struct {
	Y     int32  `json:"y"`
	Block string `json:"block"`
	Biome string `json:"biome"`
	Depth int32  `json:"depth,omitempty"` // of the water
}

func (m *Map) servePlace(w http.ResponseWriter, r *http.Request) {
	x, z, at, ok := m.placeOf(r.URL.Query())
	if !ok {
		http.Error(w, "give x, z and perhaps t", http.StatusBadRequest)
		return
	}
	m.skyMu.Lock()
	t, err := m.sky.top(x, z, at)
	m.skyMu.Unlock()
	if err != nil {
		m.fail(w, err)
		return
	}
	s := spot{int32(t.Y), t.Block.String(), t.Biome.String(), 0}
	if t.Block == world.Water {
		s.Depth = int32(t.Y - t.Ground)
	}
	answer(w, s)
}

// time reads a time of a request, in ms since 1970, and rounds it down to a second, so that few tiles are made of the
// past. Nothing is the present, 0, and so is the last second: what happened in it may not be in the store yet, and a tile
// of the past is never drawn again.
func (m *Map) time(s string) (at int64, ok bool) {
	if s == "" {
		return 0, true
	}
	n, ok := number(s, 0, 1<<52)
	if !ok {
		return 0, false
	}
	if n -= n % 1000; n >= m.cfg.Now().UnixMilli()-1000 {
		return 0, true
	}
	return max(n, m.began()/1000*1000, 1), true
}

func (m *Map) serveTile(w http.ResponseWriter, r *http.Request) {
	t, err := ParseTile(r.URL.Path[len("/tiles/"):])
	if err != nil {
		http.Error(w, "no such tile", http.StatusNotFound)
		return
	}
	ok := false
	if t.At, ok = m.time(r.URL.Query().Get("t")); !ok {
		http.Error(w, "t is a time in ms since 1970", http.StatusBadRequest)
		return
	}
	p, err := m.draw(r.Context(), t)
	if err != nil {
		m.fail(w, err)
		return
	}
	h := w.Header()
	h.Set("ETag", p.tag)
	h.Set("Cache-Control", "no-cache") // keep it, and ask whether it still holds
	if matches(r.Header.Get("If-None-Match"), p.tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", "image/png")
	h.Set("Content-Length", strconv.Itoa(len(p.png)))
	if r.Method != http.MethodHead {
		w.Write(p.png)
	}
}

// fail answers with an error: one that passes, as far as the browser is told.
func (m *Map) fail(w http.ResponseWriter, err error) {
	if !errors.Is(err, ErrBusy) && !errors.Is(err, ErrClosed) {
		m.cfg.Log.Debug("the map cannot answer", "err", err)
	}
	w.Header().Set("Retry-After", strconv.Itoa(int(2*time.Second/time.Second)))
	http.Error(w, "busy", http.StatusServiceUnavailable)
}
