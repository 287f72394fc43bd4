package secure

// What the tests stand on: an ether of made-up sockets, in which a test sees each packet and
// decides what becomes of it, under the virtual time of synctest.

import (
	"crypto/ed25519"
	"encoding/binary"
	"errors"
	"net"
	"net/netip"
	"os"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"voxtide/internal/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

const ms = time.Millisecond

// datagram is a packet on its way.
type datagram struct {
	from, to netip.AddrPort
	data     []byte
}

// fakeNetwork carries packets between its sockets at once.
type fakeNetwork struct {
	tapMu sync.Mutex // one packet at a time
	mu    sync.Mutex
	socks map[netip.AddrPort]*fakeSocket
	tap   func(datagram) []datagram // what arrives instead of a packet; nil: itself
	log   []datagram                // all that was sent
}

func newFakeNetwork() *fakeNetwork { return &fakeNetwork{socks: map[netip.AddrPort]*fakeSocket{}} }

func ap(s string) netip.AddrPort { return netip.MustParseAddrPort(s) }

// put delivers packets, from any source address.
func (e *fakeNetwork) put(ps ...datagram) {
	for _, p := range ps {
		e.mu.Lock()
		s := e.socks[p.to]
		e.mu.Unlock()
		if s == nil {
			continue
		}
		select {
		case s.in <- datagram{p.from, p.to, slices.Clone(p.data)}:
		default:
		}
	}
}

func (e *fakeNetwork) send(p datagram) {
	p.data = slices.Clone(p.data)
	e.mu.Lock()
	e.log = append(e.log, p)
	tap := e.tap
	e.mu.Unlock()
	if tap == nil {
		e.put(p)
		return
	}
	e.tapMu.Lock()
	ps := tap(p)
	e.tapMu.Unlock()
	e.put(ps...)
}

func (e *fakeNetwork) setTap(tap func(datagram) []datagram) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.tap = tap
}

// sent returns the sent packets for which is holds.
func (e *fakeNetwork) sent(is func(datagram) bool) (out []datagram) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, p := range e.log {
		if is(p) {
			out = append(out, p)
		}
	}
	return out
}

func isKind(kind byte) func(datagram) bool { return func(p datagram) bool { return p.data[0] == kind } }

// fakeSocket is a socket of an ether.
type fakeSocket struct {
	net.PacketConn // what it does not have
	ether          *fakeNetwork
	mu             sync.Mutex
	at             netip.AddrPort
	in             chan datagram
	closed         chan struct{}
	once           sync.Once
}

func (e *fakeNetwork) socket(at string) *fakeSocket {
	s := &fakeSocket{ether: e, at: ap(at), in: make(chan datagram, 1<<14), closed: make(chan struct{})}
	e.mu.Lock()
	e.socks[s.at] = s
	e.mu.Unlock()
	return s
}

// move returns the socket another address; what goes to the old one is lost.
func (s *fakeSocket) move(to string) {
	s.ether.mu.Lock()
	delete(s.ether.socks, s.addr())
	s.mu.Lock()
	s.at = ap(to)
	s.mu.Unlock()
	s.ether.socks[s.addr()] = s
	s.ether.mu.Unlock()
}

func (s *fakeSocket) addr() netip.AddrPort {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.at
}

func (s *fakeSocket) ReadFromUDPAddrPort(b []byte) (int, netip.AddrPort, error) {
	select {
	case p := <-s.in:
		return copy(b, p.data), p.from, nil
	case <-s.closed:
		return 0, netip.AddrPort{}, net.ErrClosed
	}
}

func (s *fakeSocket) WriteToUDPAddrPort(b []byte, to netip.AddrPort) (int, error) {
	s.ether.send(datagram{s.addr(), to, b})
	return len(b), nil
}

func (s *fakeSocket) Close() error                    { s.once.Do(func() { close(s.closed) }); return nil }
func (s *fakeSocket) LocalAddr() net.Addr             { return net.UDPAddrFromAddrPort(s.addr()) }
func (s *fakeSocket) SetReadDeadline(time.Time) error { return os.ErrNoDeadline }

// identity returns the same key for the same number.
func identity(n int) ed25519.PrivateKey {
	seed := make([]byte, 32)
	binary.LittleEndian.PutUint64(seed, uint64(n))
	return ed25519.NewKeyFromSeed(seed)
}

var secrets sync.Map // they cost more than what some tests test

func secret(n int) Secret {
	s, ok := secrets.Load(n)
	if !ok {
		s, _ = secrets.LoadOrStore(n, NewSecret(identity(n)))
	}
	return s.(Secret)
}

func known(n int) *Key { k := secret(n).Public(); return &k }

// message is a payload that came out.
type message struct {
	from *Peer
	data string
}

// testEnd is an Endpoint and what it has told.
type testEnd struct {
	t      testing.TB
	g      *Endpoint
	mu     sync.Mutex
	opened []*Peer
	closed []*Peer
	whys   []string
	got    []message
	err    error // of the reader
	done   chan struct{}
}

func (s *testEnd) hook(cfg *Config) {
	cfg.Opened = func(p *Peer) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.opened = append(s.opened, p)
	}
	cfg.Closed = func(p *Peer, why string) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.closed, s.whys = append(s.closed, p), append(s.whys, why)
	}
}

// run reads, until the end of the test at the latest.
func (s *testEnd) run() {
	go s.read()
	s.t.Cleanup(s.end)
}

func (s *testEnd) read() {
	defer close(s.done)
	buf := make([]byte, DatagramMax)
	for {
		n, from, err := s.g.ReadFrom(buf)
		s.mu.Lock()
		if err != nil {
			s.err = err
			s.mu.Unlock()
			return
		}
		p := from.(*Peer)
		if !slices.Contains(s.opened, p) || slices.Contains(s.closed, p) {
			s.t.Errorf("a payload outside of its session")
		}
		s.got = append(s.got, message{p, string(buf[:n])})
		s.mu.Unlock()
	}
}

func (s *testEnd) messages() []message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.got)
}

func (s *testEnd) reasons() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.whys)
}

func (s *testEnd) peers() []*Peer {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.opened)
}

// end closes the Endpoint and waits for all of it.
func (s *testEnd) end() {
	s.g.Close()
	<-s.done
	if !errors.Is(s.err, net.ErrClosed) {
		s.t.Errorf("the reader ended with %v", s.err)
	}
}

const serverAt = "192.0.2.1:7777"

// listen serves with the identity 1.
func (e *fakeNetwork) listen(t testing.TB, cfg Config) *testEnd { return e.listenAt(t, serverAt, cfg) }

func (e *fakeNetwork) listenAt(t testing.TB, at string, cfg Config) *testEnd {
	if cfg.Secret == (Secret{}) {
		cfg.Secret = secret(1)
	}
	s := &testEnd{t: t, done: make(chan struct{})}
	s.hook(&cfg)
	s.g = Listen(e.socket(at), cfg)
	s.run()
	return s
}

// dial dials the server from an address. Without Known and Trust it knows identity 1.
func (e *fakeNetwork) dial(t testing.TB, at string, who int, cfg Config) (*testEnd, *fakeSocket) {
	cfg.Secret = secret(who)
	if cfg.Known == nil && cfg.Trust == nil {
		cfg.Known = known(1)
	}
	s := &testEnd{t: t, done: make(chan struct{})}
	s.hook(&cfg)
	pc := e.socket(at)
	s.g = Dial(pc, net.UDPAddrFromAddrPort(ap(serverAt)), cfg)
	s.run()
	return s, pc
}

// bubble runs a test under virtual time.
func bubble(t *testing.T, f func(t *testing.T, e *fakeNetwork)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { f(t, newFakeNetwork()) })
}

// both runs a test with the server's key known, and at first contact.
func both(t *testing.T, f func(t *testing.T, e *fakeNetwork, cfg Config)) {
	t.Run("IK", func(t *testing.T) {
		bubble(t, func(t *testing.T, e *fakeNetwork) { f(t, e, Config{Known: known(1)}) })
	})
	t.Run("XX", func(t *testing.T) {
		bubble(t, func(t *testing.T, e *fakeNetwork) {
			f(t, e, Config{Trust: func(k Key) error {
				if k != *known(1) {
					return errors.New("not whom I meant")
				}
				return nil
			}})
		})
	})
}

// pass lets some time pass, and everybody come to rest.
func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// say sends a payload.
func say(t testing.TB, s *testEnd, to *Peer, text string) {
	t.Helper()
	if n, err := s.g.WriteTo([]byte(text), to); err != nil || n != len(text) {
		t.Fatalf("%d bytes of %q, %v", n, text, err)
	}
}

// heard checks the payloads that came, in order.
func heard(t testing.TB, s *testEnd, want ...string) {
	t.Helper()
	var got []string
	for _, m := range s.messages() {
		got = append(got, m.data)
	}
	if !slices.Equal(got, want) {
		t.Fatalf("heard %q, not %q", got, want)
	}
}
