package livemap

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"voxtide/internal/httpguard"
	"voxtide/world"
)

// TestRequests: what is there, what is not, and that all of it says what a browser may do with it.
func TestRequests(t *testing.T) {
	m := open(t, newLand(1), nil)
	for _, c := range []struct {
		path string
		code int
		kind string
	}{
		{"/", 200, "text/html"}, {"/map.js", 200, "text/javascript"}, {"/map.css", 200, "text/css"}, {"/icon.svg", 200, "image/svg+xml"},
		{"/leaflet/leaflet.js", 200, "text/javascript"}, {"/leaflet/leaflet.css", 200, "text/css"}, {"/leaflet/LICENSE", 200, "text/plain"},
		{"/world.json", 200, "application/json"}, {"/live.json", 200, "application/json"}, {"/live.json?since=5", 200, "application/json"},
		{"/at.json?x=3&z=-4", 200, "application/json"}, {"/tiles/0/-1/-1.png", 200, "image/png"}, {"/tiles/0/-1/-1.png?v=17", 200, "image/png"},
		{"/leaflet/", 404, ""}, {"/leaflet", 404, ""}, {"/page/", 404, ""}, {"/index.html", 404, ""}, {"/tiles/", 404, ""}, {"/tiles/0/", 404, ""},
		{"/../livemap.go", 0, ""}, {"/tiles/../map.js", 0, ""}, {"/favicon.ico", 404, ""}, {"/tiles/4/0/0.png", 404, ""}, {"/tiles/00/0/0.png", 404, ""},
		{"/tiles/0/65536/0.png", 404, ""}, {"/tiles/0/0/-65537.png", 404, ""}, {"/tiles/0/+1/0.png", 404, ""}, {"/tiles/0/0/0.jpg", 404, ""},
		{"/tiles/0/0/0.png?t=x", 400, ""}, {"/tiles/0/0/0.png?t=-5", 400, ""}, {"/tiles/0/0/0.png?t=9999999999999999999999", 400, ""},
		{"/live.json?since=x", 400, ""}, {"/live.json?since=-1", 400, ""}, {"/at.json", 400, ""}, {"/at.json?x=1&z=99999999", 400, ""},
		{"/at.json?x=1&z=1&t=soon", 400, ""},
	} {
		w := get(m, c.path)
		if c.code == 0 {
			if w.Code == http.StatusOK {
				t.Errorf("%s: %d", c.path, w.Code)
			}
			continue
		}
		h := w.Header()
		if w.Code != c.code || c.kind != "" && !strings.HasPrefix(h.Get("Content-Type"), c.kind) {
			t.Errorf("%s: %d %s", c.path, w.Code, h.Get("Content-Type"))
		}
		if !strings.Contains(h.Get("Content-Security-Policy"), "default-src 'none'") || h.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %v", c.path, h)
		}
	}
	for _, method := range []string{"POST", "PUT", "DELETE", "OPTIONS", "BREW"} {
		w := httptest.NewRecorder()
		m.Handler().ServeHTTP(w, httptest.NewRequest(method, "/tiles/0/0/0.png", nil))
		if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: %d", method, w.Code)
		}
	}
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest("HEAD", "/tiles/0/0/0.png", nil))
	if w.Code != 200 || w.Body.Len() > 0 {
		t.Errorf("HEAD: %d, %d bytes", w.Code, w.Body.Len())
	}
	for _, path := range []string{"/", "/map.js", "/leaflet/leaflet.js"} {
		plain, small := get(m, path), get(m, path, "Accept-Encoding", "gzip, br")
		z, err := gzip.NewReader(small.Body)
		if err != nil {
			t.Fatal(err)
		}
		if b, err := io.ReadAll(z); err != nil || string(b) != plain.Body.String() || small.Header().Get("Content-Encoding") != "gzip" {
			t.Errorf("%s compressed: %v", path, err)
		}
	}
}

// TestNotModified: who has a tile or a file gets it once more only when it has changed.
func TestNotModified(t *testing.T) {
	l := newLand(1)
	m := open(t, l, nil)
	for _, path := range []string{"/", "/map.js", "/tiles/0/0/0.png", "/tiles/3/0/0.png"} {
		tag := get(m, path).Header().Get("ETag")
		for header, code := range map[string]int{tag: 304, "W/" + tag: 304, `"x", ` + tag: 304, "*": 304, `"x"`: 200, "": 200} {
			w := get(m, path, "If-None-Match", header)
			if w.Code != code || code == 304 && w.Body.Len() > 0 || w.Header().Get("ETag") != tag {
				t.Errorf("%s with %q: %d, %d bytes", path, header, w.Code, w.Body.Len())
			}
		}
	}
	tag := get(m, "/tiles/0/0/0.png").Header().Get("ETag")
	m.Changed(world.Pos{X: 3, Y: 190, Z: 3}, world.Bricks)
	within(t, testTimeout, "it has changed", func() bool { return get(m, "/tiles/0/0/0.png", "If-None-Match", tag).Code == 200 })
}

// TestPlayers: those under the sky are told with their places, those under the ground are counted, and the world is
// asked for them twice a second at most.
func TestPlayers(t *testing.T) {
	asked := 0
	l := newLand(1)
	blocks := l.stack(column{1, 1})
	top := int32(l.seen(&blocks, 20, 20).Y)
	clock := time.UnixMilli(50_000_000)
	m := open(t, l, func(c *Config) {
		c.Now = func() time.Time { return clock }
		c.Players = func(context.Context) []Player {
			asked++
			return []Player{
				{"<b>ann</b>", world.Pos{X: 20, Y: top + 1, Z: 20}, 16384}, {"bob", world.Pos{X: 20, Y: -60, Z: 20}, 0}, {"cat", world.Pos{X: -9, Y: 300, Z: 7}, 0},
			}
		}
	})
	for range 5 {
		var u updatesReply
		w := get(m, "/live.json")
		if err := json.Unmarshal(w.Body.Bytes(), &u); err != nil {
			t.Fatal(err)
		}
		if len(u.Players) != 2 || u.Hidden != 1 || u.Players[0] != (shownPlayer{"<b>ann</b>", 20, top + 1, 20, 90}) || u.Players[1].Name != "cat" {
			t.Fatalf("%s", w.Body)
		}
		if strings.Contains(w.Body.String(), "<b>") || strings.Contains(w.Body.String(), "bob") {
			t.Fatalf("%s", w.Body)
		}
	}
	if asked != 1 {
		t.Errorf("asked %d times at once", asked)
	}
	clock = clock.Add(time.Second)
	if get(m, "/live.json"); asked != 2 {
		t.Errorf("asked %d times", asked)
	}
	none := open(t, l, nil)
	if w := get(none, "/live.json"); !strings.Contains(w.Body.String(), `"players":[]`) {
		t.Errorf("%s", w.Body)
	}
}

// TestServe: over a real socket; silent connections leave room for others, a name that is not the map's gets no answer, and
// Close ends them all.
func TestServe(t *testing.T) {
	m := New(Config{Land: testLand, Source: newLand(1), HostNames: []string{"map.example.org"}})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error)
	go func() { served <- m.Serve(l) }()
	var conns []net.Conn
	for range 2 * httpguard.ConnectionsMax {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		conns = append(conns, c)
	}
	ask := func(host string) int {
		c := http.Client{Timeout: testTimeout, Transport: &http.Transport{DisableKeepAlives: true}}
		r, _ := http.NewRequest(http.MethodGet, "http://"+l.Addr().String()+"/world.json", nil)
		r.Host = host
		a, err := c.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		a.Body.Close()
		return a.StatusCode
	}
	for host, want := range map[string]int{"": 200, "map.example.org": 200, "evil.example": http.StatusMisdirectedRequest} {
		if code := ask(host); code != want {
			t.Errorf("asked as %q: %d", host, code)
		}
	}
	m.Close()
	if err := <-served; err != nil {
		t.Error(err)
	}
	for _, c := range conns {
		c.Close()
	}
}

func FuzzParseTile(f *testing.F) {
	for _, s := range []string{"0/0/0.png", "3/-8192/8191.png", "1/-0/0.png", "4/0/0.png", "0/1/2/3.png", "0//.png", "٣/0/0.png"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p, err := ParseTile(s)
		if err != nil {
			if p != (Tile{}) {
				t.Fatalf("%q: %+v and %v", s, p, err)
			}
			return
		}
		if p.Path() != s {
			t.Fatalf("%q is read as %q", s, p.Path())
		}
		x, z := p.origin()
		if n := int32(tileSize) << p.Scale; p.Scale >= Scales || x < -coordMax || z < -coordMax || x+n > coordMax || z+n > coordMax {
			t.Fatalf("%q lies at %d,%d", s, x, z)
		}
	})
}
