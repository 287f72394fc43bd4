package host

import (
	"io"
	"net"
	"net/http"
	"testing"

	"voxtide/protocol"
)

// asked returns the status of a request for a URL under a host name, "" for its own.
func asked(t *testing.T, url, host string) int {
	t.Helper()
	c := http.Client{Timeout: patience, Transport: &http.Transport{DisableKeepAlives: true}}
	r, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = host
	a, err := c.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	if _, err := io.Copy(io.Discard, a.Body); err != nil {
		t.Fatal(err)
	}
	return a.StatusCode
}

// TestHostNames: every endpoint of metrics and map answers requests for an address, localhost or a configured name alone;
// profiles are served only if they are configured, and none takes longer than the timeout.
func TestHostNames(t *testing.T) {
	defer checkLeaks(t)
	for _, profiles := range []bool{false, true} {
		h, _ := openHost(t, t.TempDir(), func(c *Config) { c.WebNames, c.Profiles = []string{"map.example.org"}, profiles })
		url := func(serve func(net.Listener)) string {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			serve(l)
			return "http://" + l.Addr().String()
		}
		metrics := url(h.ServeMetrics)
		chart := url(func(l net.Listener) {
			if err := h.ServeMap(l, MapShows{Players: true}); err != nil {
				t.Fatal(err)
			}
		})
		pprof := 404
		if profiles {
			pprof = 200
		}
		n := 0
		for path, want := range map[string]int{
			metrics + "/metrics": 200, metrics + "/healthz": 200, metrics + "/debug/pprof/": pprof, metrics + "/debug/pprof/heap?debug=1": pprof, metrics + "/debug/pprof/goroutine": pprof,
			metrics + "/debug/pprof/profile?seconds=1": pprof, metrics + "/debug/pprof/trace?seconds=0.1": pprof, metrics + "/nowhere": 404,
			chart + "/": 200, chart + "/world.json": 200, chart + "/live.json": 200, chart + "/at.json?x=0&z=0": 200, chart + "/map.js": 200, chart + "/nowhere": 404,
		} {
			for _, host := range []string{"", "localhost", "map.example.org:80"} {
				if host != "" && want == pprof && profiles {
					continue // a profile takes a second
				}
				if got := asked(t, path, host); got != want {
					t.Errorf("%s asked as %q: %d, not %d", path, host, got, want)
				}
				n++
			}
			if got := asked(t, path, "evil.example"); got != http.StatusMisdirectedRequest {
				t.Errorf("%s asked as evil.example: %d", path, got)
			}
			n++
		}
		for _, long := range []string{"profile?seconds=600", "trace?seconds=61", "heap?seconds=1e9", "goroutine?seconds=NaN", "profile?seconds=-1", "trace?seconds=x"} {
			if got := asked(t, metrics+"/debug/pprof/"+long, ""); profiles && got != 400 {
				t.Errorf("%s: %d", long, got)
			}
		}
		t.Logf("%d requests", n)
		if err := h.Close(protocol.ReasonStopping.String()); err != nil {
			t.Error(err)
		}
	}
}
