package livemap

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"voxtide/world"
	"voxtide/world/worldgen/landscape"
)

// Everything is read-only and bounded: GET and HEAD, within the bounds of package httpguard.

// Serve answers requests at a listener, which it takes over, until Close. It waits until then.
func (m *Map) Serve(l net.Listener) error {
	err := m.server.Serve(l)
	if m.ctx.Err() != nil || errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// contentSecurityPolicy lets the page show what this server sends. Leaflet puts an empty image in the place of dropped tiles.
const contentSecurityPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

func (m *Map) routes() http.Handler {
	mux := http.NewServeMux()
	for path, f := range assets() {
		mux.Handle(path, f)
	}
	mux.HandleFunc("/world.json", m.serveWorld)
	mux.HandleFunc("/live.json", m.serveLive)
	mux.HandleFunc("/regions.json", m.serveRegions)
	mux.HandleFunc("/at.json", m.servePlace)
	mux.HandleFunc("/tiles/", m.serveTile)
	mux.HandleFunc("/relief/", m.serveRelief)
	for _, w := range m.cfg.Worlds {
		if w.Handler != nil {
			mux.Handle("/"+w.Link, http.StripPrefix("/"+strings.TrimSuffix(w.Link, "/"), w.Handler))
		}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !m.beginRequest() {
			http.Error(w, "closed", http.StatusServiceUnavailable)
			return
		}
		defer m.requests.Done()
		h := w.Header()
		h.Set("Content-Security-Policy", contentSecurityPolicy)
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

// writeJSON sends a value as JSON that is not cached.
func writeJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	json.NewEncoder(w).Encode(v)
}

// worldInfo is what the page needs to know once.
type worldInfo struct {
	Title   string   `json:"title"`
	Spawn   [3]int32 `json:"spawn"`
	Began   int64    `json:"began"` // ms since 1970
	Now     int64    `json:"now"`
	Scales  int      `json:"scales"`
	Size    int      `json:"tile"`
	Relief  [2]int   `json:"relief"` // the edge of a tile in cells, and the number of scales
	Reach   int      `json:"reach"`
	Sea     int32    `json:"sea"`
	Players bool     `json:"players"`
	Regions bool     `json:"regions"`
	Worlds  []link   `json:"worlds"`
}

// link leads to the map of a world; "" is that of this one.
type link struct {
	Name string `json:"name"`
	Link string `json:"link"`
}

func (m *Map) serveWorld(w http.ResponseWriter, _ *http.Request) {
	c := &m.cfg
	links := []link{}
	for _, w := range c.Worlds {
		links = append(links, link{w.Name, w.Link})
	}
	writeJSON(w, worldInfo{
		c.Title, [3]int32{c.Spawn.X, c.Spawn.Y, c.Spawn.Z}, m.historyBegin(), c.Now().UnixMilli(), Scales, tileSize, [2]int{reliefSize, ReliefScales}, coordMax, landscape.SeaLevel, c.Players != nil, c.Regions != nil, links,
	})
}

// areaList holds the claims and regions as they were asked for last.
type areaList struct {
	mu   sync.Mutex
	at   time.Time
	list []Area
}

// areasEvery is the shortest time between two requests for the regions.
const areasEvery = 10 * time.Second

// serveRegions lists the claims and the regions.
func (m *Map) serveRegions(w http.ResponseWriter, r *http.Request) {
	if m.cfg.Regions == nil {
		http.Error(w, "this map shows no regions", http.StatusNotFound)
		return
	}
	a := &m.areas
	a.mu.Lock()
	defer a.mu.Unlock()
	if now := m.cfg.Now(); a.at.IsZero() || now.Sub(a.at) >= areasEvery {
		ctx, cancel := context.WithTimeout(r.Context(), time.Second)
		list := m.cfg.Regions(ctx)
		cancel()
		if list != nil || ctx.Err() == nil {
			a.list, a.at = list, now
		}
	}
	writeJSON(w, append([]Area{}, a.list...))
}

func (m *Map) serveLive(w http.ResponseWriter, r *http.Request) {
	since, ok := parseSince(r.URL.Query())
	if !ok {
		http.Error(w, "since is a number", http.StatusBadRequest)
		return
	}
	again, age := pollEvery, playersEvery
	if r.URL.Query().Has("wait") {
		if again = m.awaitNews(r.Context(), since); again == askAfterNews {
			age = playersKept
		}
	}
	u := m.updatesSince(since, age)
	u.Again = again.Milliseconds()
	writeJSON(w, u)
}

// parseSince reads the version since which a page asks for updates, 0 if it names none.
func parseSince(q url.Values) (since uint64, ok bool) {
	s := q.Get("since")
	if s == "" {
		return 0, true
	}
	since, err := strconv.ParseUint(s, 10, 64)
	return since, err == nil
}

// parsePlace reads the column and the time of a request.
func (m *Map) parsePlace(q url.Values) (x, z int32, at int64, ok bool) {
	nx, okX := parseNumber(q.Get("x"), -coordMax, coordMax-1)
	nz, okZ := parseNumber(q.Get("z"), -coordMax, coordMax-1)
	at, okT := m.parseTime(q.Get("t"))
	return int32(nx), int32(nz), at, okX && okZ && okT
}

// placeInfo describes the surface at a place.
type placeInfo struct {
	Y     int32  `json:"y"`
	Block string `json:"block"`
	Biome string `json:"biome"`
	Depth int32  `json:"depth,omitempty"` // of the water
}

func (m *Map) servePlace(w http.ResponseWriter, r *http.Request) {
	x, z, at, ok := m.parsePlace(r.URL.Query())
	if !ok {
		http.Error(w, "give x, z and perhaps t", http.StatusBadRequest)
		return
	}
	m.lookupMu.Lock()
	t, err := m.lookup.topOf(x, z, at)
	m.lookupMu.Unlock()
	if err != nil {
		m.fail(w, err)
		return
	}
	s := placeInfo{int32(t.Y), t.Block.String(), t.Biome.String(), 0}
	if t.Block == world.Water {
		s.Depth = int32(t.Y - t.Ground)
	}
	writeJSON(w, s)
}

// parseTime reads the time of a request, in ms since 1970, and rounds it down to a second, so that few past tiles are made. No
// time is the present, 0, and so is the last second: the store may not have all of its changes yet, and a past tile is never
// drawn again.
func (m *Map) parseTime(s string) (at int64, ok bool) {
	if s == "" {
		return 0, true
	}
	n, ok := parseNumber(s, 0, 1<<52)
	if !ok {
		return 0, false
	}
	if n -= n % 1000; n >= m.cfg.Now().UnixMilli()-1000 {
		return 0, true
	}
	return max(n, m.historyBegin()/1000*1000, 1), true
}

func (m *Map) serveTile(w http.ResponseWriter, r *http.Request) {
	t, err := ParseTile(r.URL.Path[len("/tiles/"):])
	if err != nil {
		http.Error(w, "no such tile", http.StatusNotFound)
		return
	}
	p, ok := m.requestTile(w, r, t)
	if !ok {
		return
	}
	h := w.Header()
	h.Set("Content-Type", "image/png")
	h.Set("Content-Length", strconv.Itoa(len(p.image)))
	if r.Method != http.MethodHead {
		w.Write(p.image)
	}
}

// requestTile returns a tile of the time that a request names; false: it is answered already.
func (m *Map) requestTile(w http.ResponseWriter, r *http.Request, t Tile) (p tileImage, ok bool) {
	if t.At, ok = m.parseTime(r.URL.Query().Get("t")); !ok {
		http.Error(w, "t is a time in ms since 1970", http.StatusBadRequest)
		return p, false
	}
	p, err := m.tile(r.Context(), t)
	if err != nil {
		m.fail(w, err)
		return p, false
	}
	h := w.Header()
	h.Set("ETag", p.tag)
	h.Set("Cache-Control", "no-cache") // the browser keeps it, and asks whether it is still valid
	if etagMatches(r.Header.Get("If-None-Match"), p.tag) {
		w.WriteHeader(http.StatusNotModified)
		return p, false
	}
	return p, true
}

// fail answers with an error that passes, as far as the browser is told.
func (m *Map) fail(w http.ResponseWriter, err error) {
	if !errors.Is(err, ErrBusy) && !errors.Is(err, ErrClosed) {
		m.cfg.Log.Debug("the map cannot answer", "err", err)
	}
	w.Header().Set("Retry-After", strconv.Itoa(int(2*time.Second/time.Second)))
	http.Error(w, "busy", http.StatusServiceUnavailable)
}
