package gate

import (
	"hash/maphash"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// Gate is all peers of one socket. Its methods may be called from any goroutine, ReadFrom
// from one at a time.
type Gate struct {
	cfg    Config
	sock   socket
	began  time.Time
	client *Peer // of a Gate that dials, which has one peer; else nil

	mu      sync.RWMutex
	peers   map[uint32]*Peer   // by session number, the half-open included
	shakes  map[shakeKey]*Peer // those whose handshake may be repeated
	sources map[netip.Addr]int // peers by source
	half    int                // peers not open yet

	reading sync.Mutex // held by ReadFrom, over what follows
	buf     [readBytes]byte
	reply   [retryBytes]byte
	jar     jar
	buckets sourceBuckets
	total   bucket // the worker's
	hellos  bucket

	line   line
	spent  spent
	wake   chan struct{}
	list   []*Peer                // the pump's
	why    atomic.Pointer[string] // why all is to end
	over   atomic.Bool            // nothing is read any more
	quit   chan struct{}          // ends the worker
	worked chan struct{}          // closed when the worker has ended
	ended  chan struct{}          // closed when all has ended

	counts counts
}

// shakeKey is one client's wish for one session.
type shakeKey struct {
	at netip.AddrPort
	n  nonce
}

var _ net.PacketConn = (*Gate)(nil)

func newGate(pc net.PacketConn, cfg Config) *Gate {
	if cfg.Secret == (Secret{}) {
		panic("gate: no secret key")
	}
	g := &Gate{
		cfg: cfg.filled(), sock: newSocket(pc), began: time.Now(),
		peers: map[uint32]*Peer{}, shakes: map[shakeKey]*Peer{}, sources: map[netip.Addr]int{},
		line: line{more: make(chan struct{}, 1)}, wake: make(chan struct{}, 1),
		quit: make(chan struct{}), worked: make(chan struct{}), ended: make(chan struct{}),
	}
	g.buckets.seed, g.spent.seed = maphash.MakeSeed(), maphash.MakeSeed()
	return g
}

// Listen lets clients in over a socket, until Close. It panics without Config.Secret.
func Listen(pc net.PacketConn, cfg Config) *Gate {
	g := newGate(pc, cfg)
	go g.work()
	go g.pump()
	return g
}

// Dial opens a session with a listening Gate over a socket of its own. It does not wait:
// Config.Opened and Config.Closed tell what becomes of it, while somebody calls ReadFrom.
// When the session has ended, so do the Gate and its goroutines. It panics without
// Config.Secret.
func Dial(pc net.PacketConn, to net.Addr, cfg Config) *Gate {
	g := newGate(pc, cfg)
	g.sock.raw = overhear(pc)
	g.client = newPeer(g, endpointOf(to))
	g.client.startDialing()
	go g.work()
	go g.pump()
	return g
}

// Peer gives the far end of a Gate that dials, nil of one that listens.
func (g *Gate) Peer() *Peer { return g.client }

// CloseWith ends all sessions with a reason, and the Gate. It waits until the far ends have been
// told, three times within 40 ms, and the goroutines have ended; ReadFrom then fails with
// net.ErrClosed. What the callbacks of Config do must not wait for it.
func (g *Gate) CloseWith(reason string) {
	g.end(reason)
	<-g.ended
}

// Close is CloseWith the reason "closed".
func (g *Gate) Close() error {
	g.CloseWith("closed")
	return nil
}

// Done gives a channel that is closed when the Gate has ended.
func (g *Gate) Done() <-chan struct{} { return g.ended }

// end has the pump end everything; the first reason counts.
func (g *Gate) end(reason string) {
	g.why.CompareAndSwap(nil, &reason)
	g.signal()
}

func (g *Gate) signal() {
	select {
	case g.wake <- struct{}{}:
	default:
	}
}

// now is the time since the Gate began.
func (g *Gate) now() time.Duration { return time.Since(g.began) }

// send writes a packet. One that the socket does not take is lost, as any may be.
func (g *Gate) send(b []byte, to endpoint) error {
	err := g.sock.write(b, to)
	if err != nil && g.word(err) {
		err = g.sock.write(b, to) // the word was of a packet before; this one has not left
	}
	if err != nil {
		g.counts.failed.Add(1)
	}
	return err
}

// WriteTo seals a payload of at most MaxPayload bytes and sends it to a *Peer of this Gate.
// It does not allocate. Errors: ErrNotOpen, ErrTooLarge,
// ErrUnproved, and the socket's.
func (g *Gate) WriteTo(payload []byte, to net.Addr) (int, error) {
	p, ok := to.(*Peer)
	if !ok || p == nil || p.gate != g {
		return 0, errForeign
	}
	if len(payload) > MaxPayload {
		return 0, ErrTooLarge
	}
	if !p.state.is(ready, open) {
		return 0, ErrNotOpen
	}
	if !p.spend(len(payload) + Overhead) {
		return 0, ErrUnproved
	}
	if err := p.write(typePayload, payload); err != nil {
		return 0, err
	}
	return len(payload), nil
}

// LocalAddr is the socket's.
func (g *Gate) LocalAddr() net.Addr { return g.sock.pc.LocalAddr() }

// SetDeadline is the socket's.
func (g *Gate) SetDeadline(t time.Time) error { return g.sock.pc.SetDeadline(t) }

// SetReadDeadline is the socket's: ReadFrom fails after it, and handshakes stand still.
func (g *Gate) SetReadDeadline(t time.Time) error { return g.sock.pc.SetReadDeadline(t) }

// SetWriteDeadline is the socket's.
func (g *Gate) SetWriteDeadline(t time.Time) error { return g.sock.pc.SetWriteDeadline(t) }
