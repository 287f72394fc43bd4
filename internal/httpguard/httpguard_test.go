package httpguard

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// place is a listener within the process; a dialer names its own address.
type place struct {
	t     *testing.T
	conns chan net.Conn
	over  chan struct{}
	once  sync.Once
}

type from struct {
	net.Conn
	at net.Addr
}

func (f from) RemoteAddr() net.Addr { return f.at }

func (p *place) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.over:
		return nil, net.ErrClosed
	}
}

func (p *place) Close() error   { p.once.Do(func() { close(p.over) }); return nil }
func (p *place) Addr() net.Addr { return &net.TCPAddr{} }

// dial connects from an address.
func (p *place) dial(address string) net.Conn {
	near, far := net.Pipe()
	p.conns <- from{far, &net.TCPAddr{IP: net.ParseIP(address), Port: 1}}
	synctest.Wait()
	return near
}

// ask sends a request and returns the answer's status, 0 where the connection is closed.
func ask(c net.Conn, path string) int {
	if _, err := fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: 10.0.0.1\r\n\r\n", path); err != nil {
		return 0
	}
	r, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return 0
	}
	io.Copy(io.Discard, r.Body)
	return r.StatusCode
}

// serving runs a server in virtual time. What asks for /slow has its answer when free is closed.
func serving(t *testing.T, f func(t *testing.T, s *Server, p *place, free chan struct{})) {
	synctest.Test(t, func(t *testing.T) {
		p, free := &place{t: t, conns: make(chan net.Conn), over: make(chan struct{})}, make(chan struct{})
		s := New(Config{WriteTimeout: 30 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/slow" {
				<-free
			}
			fmt.Fprintln(w, "well")
		})})
		done := make(chan error)
		go func() { done <- s.Serve(p) }()
		f(t, s, p, free)
		s.Close()
		if err := <-done; !errors.Is(err, http.ErrServerClosed) {
			t.Error(err)
		}
	})
}

// TestIdleVisitors: visitors who are idle, silent, or in the middle of a header leave the page open to others at once, be
// they from one address or from many; who has the most connections gives one up.
func TestIdleVisitors(t *testing.T) {
	kinds := map[string]func(net.Conn){
		"idle":   func(c net.Conn) { ask(c, "/"); synctest.Wait() },
		"silent": func(net.Conn) {},
		"half":   func(c net.Conn) { go io.WriteString(c, "GET / HTTP/1.1\r\nHost: 10.0."); synctest.Wait() },
	}
	for name, act := range kinds {
		for sources := range map[int]bool{1: true, 9: true, 400: true} {
			t.Run(fmt.Sprint(name, sources), func(t *testing.T) {
				serving(t, func(t *testing.T, s *Server, p *place, _ chan struct{}) {
					friend := p.dial("10.9.9.9")
					ask(friend, "/")
					for i := range 400 {
						act(p.dial(fmt.Sprintf("10.1.%d.%d", i%sources/200, i%sources%200)))
					}
					s.limiter.mu.Lock()
					n := len(s.limiter.open)
					for of, k := range s.limiter.perAddress {
						if k > ConnectionsPerAddress {
							t.Errorf("%d connections from %s", k, of)
						}
					}
					s.limiter.mu.Unlock()
					if n > ConnectionsMax || n < min(sources*ConnectionsPerAddress, ConnectionsMax) {
						t.Errorf("%d connections", n)
					}
					begin := time.Now()
					for i := range 5 {
						if code := ask(p.dial(fmt.Sprintf("10.8.8.%d", i)), "/"); code != 200 || time.Since(begin) > 0 {
							t.Errorf("newcomer %d: %d after %v", i, code, time.Since(begin))
						}
					}
					if sources == 9 && ask(friend, "/") != 200 {
						t.Error("an address with one connection lost it to addresses with many")
					}
				})
			})
		}
	}
}

// TestCloseWaits: a server that closes waits for the handlers that are still at work, and not for ever.
func TestCloseWaits(t *testing.T) {
	for _, end := range []time.Duration{time.Second, time.Hour} {
		serving(t, func(t *testing.T, s *Server, p *place, free chan struct{}) {
			go ask(p.dial("10.1.1.1"), "/slow")
			synctest.Wait()
			time.AfterFunc(end, func() { close(free) })
			begin := time.Now()
			s.Close()
			if took := time.Since(begin); took != min(end, closeTimeout) {
				t.Errorf("closed after %v, with a handler that returns after %v", took, end)
			}
			<-free
		})
	}
}

// TestBusyVisitors: an address whose whole share is busy gets no more, and others get theirs; when a request is done its place is
// free. Nobody's request that is under way is given up.
func TestBusyVisitors(t *testing.T) {
	serving(t, func(t *testing.T, s *Server, p *place, free chan struct{}) {
		codes := make(chan int, ConnectionsPerAddress)
		for range ConnectionsPerAddress {
			c := p.dial("10.1.1.1")
			go func() { codes <- ask(c, "/slow") }()
			synctest.Wait()
		}
		if code := ask(p.dial("10.1.1.1"), "/"); code != 0 {
			t.Errorf("one more than its share: %d", code)
		}
		for i := range 2 * ConnectionsMax {
			if code := ask(p.dial(fmt.Sprintf("10.2.%d.%d", i/100, i%100)), "/"); code != 200 {
				t.Fatalf("another address: %d", code)
			}
			synctest.Wait()
		}
		close(free)
		for range ConnectionsPerAddress {
			if code := <-codes; code != 200 {
				t.Errorf("a request that was under way: %d", code)
			}
		}
		synctest.Wait()
		if code := ask(p.dial("10.1.1.1"), "/"); code != 200 {
			t.Errorf("with room again: %d", code)
		}
	})
}

// TestPatience: a connection that says nothing, one that is in the middle of a header, one that is idle, and one that does not
// read its answer end within their bounds.
func TestPatience(t *testing.T) {
	for name, c := range map[string]struct {
		act   func(net.Conn)
		bound time.Duration
	}{
		"silent":    {func(net.Conn) {}, headerTimeout},
		"half":      {func(c net.Conn) { io.WriteString(c, "GET / HT"); go io.Copy(io.Discard, c) }, headerTimeout},
		"idle":      {func(c net.Conn) { ask(c, "/") }, idleTimeout},
		"reads not": {func(c net.Conn) { io.WriteString(c, "GET / HTTP/1.1\r\nHost: 10.0.0.1\r\n\r\n") }, 30 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			serving(t, func(t *testing.T, s *Server, p *place, _ chan struct{}) {
				c.act(p.dial("10.1.1.1"))
				open := func() int {
					synctest.Wait()
					s.limiter.mu.Lock()
					defer s.limiter.mu.Unlock()
					return len(s.limiter.open)
				}
				time.Sleep(c.bound - time.Second)
				before := open()
				time.Sleep(2 * time.Second)
				if before != 1 || open() != 0 {
					t.Errorf("%d before %v, %d after", before, c.bound, open())
				}
			})
		})
	}
}

// TestSource: what counts as one address.
func TestSource(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
		n    int
	}{
		{"10.0.0.1:5", "10.0.0.1:6", true, ConnectionsPerAddress}, {"10.0.0.1:5", "10.0.0.2:5", false, ConnectionsPerAddress}, {"[2001:db8::1]:5", "[2001:db8::ffff]:6", true, ConnectionsPerAddress},
		{"[2001:db8::1]:5", "[2001:db8:0:1::1]:5", false, ConnectionsPerAddress}, {"[::ffff:10.0.0.1]:5", "10.0.0.1:6", true, ConnectionsPerAddress}, {"127.0.0.1:5", "127.0.0.1:6", true, ConnectionsPerLoopback},
		{"[::1]:5", "[::1]:6", true, ConnectionsPerLoopback}, {"[fe80::1%eth0]:5", "[fe80::2%eth0]:5", true, ConnectionsPerAddress},
	} {
		a, _ := net.ResolveTCPAddr("tcp", c.a)
		b, _ := net.ResolveTCPAddr("tcp", c.b)
		if x, y := addressOf(a), addressOf(b); (x == y) != c.same || addressLimit(x) != c.n {
			t.Errorf("%s counts as %s, %s as %s; share %d", c.a, x, c.b, y, addressLimit(x))
		}
	}
}

// TestGuard: by which names a server may be asked.
func TestGuard(t *testing.T) {
	h := CheckHost(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "secret") }), []string{"Map.Example.org", "b.example."})
	for host, want := range map[string]int{
		"": 200, "127.0.0.1": 200, "127.0.0.1:7401": 200, "[::1]:7401": 200, "[::1]": 200, "10.2.3.4:80": 200, "localhost": 200, "LOCALHOST:7401": 200, "localhost.:1": 200,
		"map.example.org": 200, "map.example.org:7402": 200, "MAP.EXAMPLE.ORG.": 200, "b.example": 200,
		"evil.example": 421, "evil.example:7401": 421, "127.0.0.1.evil.example": 421, "localhost.evil.example": 421, "xmap.example.org": 421, "map.example.org.evil": 421, "0x7f.1": 421,
		strings.Repeat("a", 300): 421, "2130706433": 421, "<script>": 421,
	} {
		r, w := httptest.NewRequest("GET", "/", nil), httptest.NewRecorder()
		r.Host = host
		h.ServeHTTP(w, r)
		if w.Code != want || (w.Code != 200) == strings.Contains(w.Body.String(), "secret") || w.Code != 200 && !strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain") {
			t.Errorf("%.40q: %d %q", host, w.Code, w.Body)
		}
	}
}

// TestOrigin: which pages get an answer.
func TestOrigin(t *testing.T) {
	h := CheckOrigin(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "secret") }), []string{"map.example.org."})
	for _, c := range []struct {
		host   string
		origin []string
		want   int
	}{
		{"127.0.0.1:7403", nil, 200}, {"127.0.0.1:7403", []string{"http://127.0.0.1:7403"}, 200}, {"LocalHost:7403", []string{"http://localhost:7403"}, 200},
		{"127.0.0.1:7403", []string{"https://map.example.org"}, 200}, {"127.0.0.1:7403", []string{"https://MAP.example.org:8443"}, 200},
		{"127.0.0.1:7403", []string{"http://127.0.0.1:7402"}, 403}, {"127.0.0.1:7403", []string{"http://localhost:7403"}, 403}, {"127.0.0.1:7403", []string{"null"}, 403},
		{"127.0.0.1:7403", []string{"http://evil.example"}, 403}, {"127.0.0.1:7403", []string{""}, 403}, {"127.0.0.1:7403", []string{"http://127.0.0.1:7403.evil.example"}, 403},
		{"127.0.0.1:7403", []string{"file://127.0.0.1:7403"}, 403}, {"127.0.0.1:7403", []string{"http://127.0.0.1:7403", "http://evil.example"}, 403},
		{"127.0.0.1:7403", []string{"http://user@127.0.0.1:7403/"}, 200}, {"127.0.0.1:7403", []string{"%zz"}, 403}, {"", []string{"http://"}, 403},
	} {
		r, w := httptest.NewRequest("GET", "/", nil), httptest.NewRecorder()
		r.Host = c.host
		if c.origin != nil {
			r.Header["Origin"] = c.origin
		}
		h.ServeHTTP(w, r)
		if w.Code != c.want || (w.Code != 200) == strings.Contains(w.Body.String(), "secret") {
			t.Errorf("%s of %q: %d %q", c.host, c.origin, w.Code, w.Body)
		}
	}
}
