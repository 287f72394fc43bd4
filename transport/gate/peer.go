package gate

import (
	"fmt"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// state is how far a session is. It only goes up, but for a client that begins anew.
type state struct{ atomic.Int32 }

const (
	opening int32 = iota // no keys yet
	ready                // keys, but the far end has not shown that it has them
	open
	closing // the far end is being told
	ended
)

// is says whether the state is within from and to.
func (s *state) is(from, to int32) bool {
	now := s.Load()
	return from <= now && now <= to
}

// clock is a time since the Gate began.
type clock struct{ atomic.Int64 }

func (c *clock) set(now time.Duration) { c.Store(int64(now)) }
func (c *clock) get() time.Duration    { return time.Duration(c.Load()) }

// Peer is the far end of a session, and its address for the layers above, the same wherever
// it is. Its methods may be called from any goroutine.
type Peer struct {
	gate      *Gate
	made      time.Duration
	at        atomic.Pointer[endpoint]
	out       atomic.Pointer[outbound]
	in        atomic.Pointer[inbound]
	state     state // written under mu
	sentAt    clock
	heard     clock
	proved    atomic.Bool // something authentic has come
	refusedAt clock       // when the system said that nobody listens there
	hailed    bool        // of a client's: something was sent in the open session; the pump's

	// Of a server's peer.
	id       uint32
	shake    shakeKey
	second   []byte // what the first message was answered with
	answered clock
	thirds   atomic.Int32
	exchange *exchange // the worker's
	path     path
	contest  contest
	pace     pace
	source   netip.Addr // under the Gate's lock, as what follows
	halfOpen bool
	repeats  bool // is in Gate.shakes; the pump reads it without

	calling sync.Mutex // held while a callback runs; taken before mu
	told    bool       // Opened was called
	gone    bool       // Closed was called, or will not be

	mu        sync.Mutex
	key       Key
	world     [worldBytes]byte
	err       error
	farewells int // that are still to be sent
	closeAt   time.Duration
	done      chan struct{}
	dial      dialing
}

var _ net.Addr = (*Peer)(nil)

func newPeer(g *Gate, at endpoint) *Peer {
	now := g.now()
	p := &Peer{gate: g, made: now, done: make(chan struct{})}
	p.at.Store(&at)
	p.heard.set(now)
	p.sentAt.set(now)
	return p
}

// Network is "gate".
func (p *Peer) Network() string { return "gate" }

// String tells sessions apart, not people.
func (p *Peer) String() string {
	if o := p.out.Load(); o != nil {
		return fmt.Sprintf("session %08x", o.id)
	}
	return "session to be"
}

// Key gives who the far end is; zero before the session opens.
func (p *Peer) Key() Key {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.key
}

// World gives which world the server serves; zero before the session opens.
func (p *Peer) World() [16]byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.world
}

// Addr gives where the far end is now.
func (p *Peer) Addr() netip.AddrPort { return p.at.Load().at }

// IsOpen says whether the session is open.
func (p *Peer) IsOpen() bool { return p.state.Load() == open }

// Done gives a channel that is closed when the session's end has begun; then Err tells why.
func (p *Peer) Done() <-chan struct{} { return p.done }

// Err gives why the session has ended, nil before: ErrTimeout, *ClosedError, and for a dial
// *KeyError, *RefusedError or what Trust returned.
func (p *Peer) Err() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}

// Heard gives when something authentic came last.
func (p *Peer) Heard() time.Time { return p.gate.began.Add(p.heard.get()) }

// Close ends the session with a reason, which is cut at ReasonMax bytes. It does not wait;
// the far end is told three times. The first reason counts.
func (p *Peer) Close(reason string) {
	p.shut(&ClosedError{Reason: reason[:min(len(reason), ReasonMax)]}, closeRepeats)
}

// Seal appends a packet with a payload of at most MaxPayload bytes to dst, to be sent from
// the Gate's socket to the address by the caller, soon. It does not allocate where dst has
// room for Overhead more. Errors: ErrNotOpen, ErrTooLarge, ErrUnproved.
func (p *Peer) Seal(dst, payload []byte) ([]byte, netip.AddrPort, error) {
	if len(payload) > MaxPayload {
		return dst, netip.AddrPort{}, ErrTooLarge
	}
	if !p.state.is(ready, open) {
		return dst, netip.AddrPort{}, ErrNotOpen
	}
	o := p.out.Load()
	if o == nil {
		return dst, netip.AddrPort{}, ErrNotOpen
	}
	if !p.spend(len(payload) + Overhead) {
		return dst, netip.AddrPort{}, ErrUnproved
	}
	o.mu.Lock()
	dst, err := o.seal(dst, typePayload, payload)
	o.mu.Unlock()
	p.sentAt.set(p.gate.now())
	return dst, p.at.Load().at, err
}

// write seals and sends.
func (p *Peer) write(kind byte, payload []byte) error { return p.writeTo(kind, payload, *p.at.Load()) }

// writeTo seals and sends to an address, which may be another than the peer's.
func (p *Peer) writeTo(kind byte, payload []byte, to endpoint) error {
	o := p.out.Load()
	if o == nil {
		return ErrNotOpen // a client has just begun anew
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	packet, err := o.seal(o.buf[:0], kind, payload)
	if err != nil {
		return err
	}
	p.sentAt.set(p.gate.now())
	return p.gate.send(packet, to)
}

// agree takes the keys of a handshake over. Under the lock, or before anybody else has the
// peer; it is opening.
func (p *Peer) agree(k keys, world [worldBytes]byte) {
	p.key, p.world = k.peer, world
	p.out.Store(newOutbound(k.id, k.send, p.gate.cfg.epochBits))
	p.in.Store(newInbound(k.id, k.receive, p.gate.cfg.epochBits))
	p.state.Store(ready)
}

// promote opens a session whose far end has shown that it has the keys of in; false if it is
// too late.
func (p *Peer) promote(in *inbound) bool {
	p.calling.Lock()
	defer p.calling.Unlock()
	g := p.gate
	if p.told {
		return p.state.is(ready, open)
	}
	if p.state.Load() != ready || p.in.Load() != in {
		return false
	}
	p.told = true
	g.mu.Lock()
	if p.halfOpen {
		p.halfOpen = false
		g.half--
	}
	g.mu.Unlock()
	g.counts.handshakes.Add(1)
	p.heard.set(g.now())
	if g.cfg.Opened != nil {
		g.cfg.Opened(p)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.state.Load() != ready {
		return false
	}
	p.state.Store(open)
	return true
}

// shut begins the end of a session.
func (p *Peer) shut(err error, farewells int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.state.Load() >= closing {
		return
	}
	if p.out.Load() == nil {
		farewells = 0
	}
	p.err, p.farewells = err, farewells
	p.state.Store(closing)
	close(p.done)
	p.gate.signal()
}
