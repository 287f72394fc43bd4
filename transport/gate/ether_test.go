package gate

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

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const ms = time.Millisecond

// parcel is a packet on its way.
type parcel struct {
	from, to netip.AddrPort
	data     []byte
}

// ether carries packets between its sockets at once.
type ether struct {
	tapMu sync.Mutex // one packet at a time
	mu    sync.Mutex
	socks map[netip.AddrPort]*sock
	tap   func(parcel) []parcel // what arrives instead of a packet; nil: itself
	log   []parcel              // all that was sent
}

func newEther() *ether { return &ether{socks: map[netip.AddrPort]*sock{}} }

func ap(s string) netip.AddrPort { return netip.MustParseAddrPort(s) }

// put delivers a packet, whoever says that they sent it.
func (e *ether) put(ps ...parcel) {
	for _, p := range ps {
		e.mu.Lock()
		s := e.socks[p.to]
		e.mu.Unlock()
		if s == nil {
			continue
		}
		select {
		case s.in <- parcel{p.from, p.to, slices.Clone(p.data)}:
		default:
		}
	}
}

func (e *ether) send(p parcel) {
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

func (e *ether) setTap(tap func(parcel) []parcel) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.tap = tap
}

// sent gives what was sent, by whoever is asked for.
func (e *ether) sent(is func(parcel) bool) (out []parcel) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, p := range e.log {
		if is(p) {
			out = append(out, p)
		}
	}
	return out
}

func isKind(kind byte) func(parcel) bool { return func(p parcel) bool { return p.data[0] == kind } }

// sock is a socket of an ether.
type sock struct {
	net.PacketConn // what it does not have
	ether          *ether
	mu             sync.Mutex
	at             netip.AddrPort
	in             chan parcel
	closed         chan struct{}
	once           sync.Once
}

func (e *ether) socket(at string) *sock {
	s := &sock{ether: e, at: ap(at), in: make(chan parcel, 1<<14), closed: make(chan struct{})}
	e.mu.Lock()
	e.socks[s.at] = s
	e.mu.Unlock()
	return s
}

// move gives the socket another address; what goes to the old one is lost.
func (s *sock) move(to string) {
	s.ether.mu.Lock()
	delete(s.ether.socks, s.addr())
	s.mu.Lock()
	s.at = ap(to)
	s.mu.Unlock()
	s.ether.socks[s.addr()] = s
	s.ether.mu.Unlock()
}

func (s *sock) addr() netip.AddrPort {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.at
}

func (s *sock) ReadFromUDPAddrPort(b []byte) (int, netip.AddrPort, error) {
	select {
	case p := <-s.in:
		return copy(b, p.data), p.from, nil
	case <-s.closed:
		return 0, netip.AddrPort{}, net.ErrClosed
	}
}

func (s *sock) WriteToUDPAddrPort(b []byte, to netip.AddrPort) (int, error) {
	s.ether.send(parcel{s.addr(), to, b})
	return len(b), nil
}

func (s *sock) Close() error                    { s.once.Do(func() { close(s.closed) }); return nil }
func (s *sock) LocalAddr() net.Addr             { return net.UDPAddrFromAddrPort(s.addr()) }
func (s *sock) SetReadDeadline(time.Time) error { return os.ErrNoDeadline }

// identity gives the same key for the same number.
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

// side is a Gate and what it has told.
type side struct {
	t      testing.TB
	g      *Gate
	mu     sync.Mutex
	opened []*Peer
	closed []*Peer
	whys   []string
	got    []message
	err    error // of the reader
	done   chan struct{}
}

func (s *side) hook(cfg *Config) {
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
func (s *side) run() {
	go s.read()
	s.t.Cleanup(s.end)
}

func (s *side) read() {
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

func (s *side) messages() []message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.got)
}

func (s *side) reasons() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.whys)
}

func (s *side) peers() []*Peer {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.opened)
}

// end closes the Gate and waits for all of it.
func (s *side) end() {
	s.g.Close()
	<-s.done
	if !errors.Is(s.err, net.ErrClosed) {
		s.t.Errorf("the reader ended with %v", s.err)
	}
}

const serverAt = "192.0.2.1:7777"

// listen serves with the identity 1.
func (e *ether) listen(t testing.TB, cfg Config) *side { return e.listenAt(t, serverAt, cfg) }

func (e *ether) listenAt(t testing.TB, at string, cfg Config) *side {
	if cfg.Secret == (Secret{}) {
		cfg.Secret = secret(1)
	}
	s := &side{t: t, done: make(chan struct{})}
	s.hook(&cfg)
	s.g = Listen(e.socket(at), cfg)
	s.run()
	return s
}

// dial dials the server from an address. Without Known and Trust it knows identity 1.
func (e *ether) dial(t testing.TB, at string, who int, cfg Config) (*side, *sock) {
	cfg.Secret = secret(who)
	if cfg.Known == nil && cfg.Trust == nil {
		cfg.Known = known(1)
	}
	s := &side{t: t, done: make(chan struct{})}
	s.hook(&cfg)
	pc := e.socket(at)
	s.g = Dial(pc, net.UDPAddrFromAddrPort(ap(serverAt)), cfg)
	s.run()
	return s, pc
}

// bubble runs a test under virtual time.
func bubble(t *testing.T, f func(t *testing.T, e *ether)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { f(t, newEther()) })
}

// both runs a test with the server's key known, and at first contact.
func both(t *testing.T, f func(t *testing.T, e *ether, cfg Config)) {
	t.Run("IK", func(t *testing.T) {
		bubble(t, func(t *testing.T, e *ether) { f(t, e, Config{Known: known(1)}) })
	})
	t.Run("XX", func(t *testing.T) {
		bubble(t, func(t *testing.T, e *ether) {
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
func say(t testing.TB, s *side, to *Peer, text string) {
	t.Helper()
	if n, err := s.g.WriteTo([]byte(text), to); err != nil || n != len(text) {
		t.Fatalf("%d bytes of %q, %v", n, text, err)
	}
}

// heard checks the payloads that came, in order.
func heard(t testing.TB, s *side, want ...string) {
	t.Helper()
	var got []string
	for _, m := range s.messages() {
		got = append(got, m.data)
	}
	if !slices.Equal(got, want) {
		t.Fatalf("heard %q, not %q", got, want)
	}
}
