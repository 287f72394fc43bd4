package secure

import (
	"fmt"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// state is how far a session has come. It only rises, except for a client that begins its handshake again.
type state struct{ atomic.Int32 }

const (
	opening int32 = iota // no keys yet
	ready                // keys, but the far end has not proved yet that it has them
	open
	closing // the far end is being told
	ended
)

// within reports whether the state is from from to to.
func (s *state) within(from, to int32) bool {
	now := s.Load()
	return from <= now && now <= to
}

// atomicTime is a time since the Endpoint started.
type atomicTime struct{ atomic.Int64 }

func (c *atomicTime) set(now time.Duration) { c.Store(int64(now)) }
func (c *atomicTime) get() time.Duration    { return time.Duration(c.Load()) }

// Peer is the far end of a session. For the layers above it is the session's address, wherever the far end is. Its
// methods may be called from any goroutine.
type Peer struct {
	endpoint      *Endpoint
	createdAt     time.Duration
	addr          atomic.Pointer[address]
	out           atomic.Pointer[sealer]
	in            atomic.Pointer[opener]
	state         state // written under mu
	sentAt        atomicTime
	receivedAt    atomicTime
	authenticated atomic.Bool // an authentic packet has come
	refusedAt     atomicTime  // when an ICMP error last said that nobody listens there
	sentWhenOpen  bool        // a client has sent something in the open session; only the timer uses it

	path    pathValidation
	contest contest
	rate    payloadPace
	source  netip.Addr // the Endpoint's lock guards it and accept

	callbackMu   sync.Mutex // held while a callback runs; taken before mu
	openedCalled bool       // Opened was called
	closedCalled bool       // Closed was called, or will not be called

	mu      sync.Mutex
	key     Key
	world   [worldBytes]byte
	dialing clientHandshake
	accept  serverHandshake
	ending  endState
}

var _ net.Addr = (*Peer)(nil)

func newPeer(g *Endpoint, at address) *Peer {
	now := g.now()
	p := &Peer{endpoint: g, createdAt: now, ending: endState{done: make(chan struct{})}}
	p.addr.Store(&at)
	p.receivedAt.set(now)
	p.sentAt.set(now)
	return p
}

// Network returns "secure".
func (p *Peer) Network() string { return "secure" }

// String names the session, not the player.
func (p *Peer) String() string {
	if o := p.out.Load(); o != nil {
		return fmt.Sprintf("session %08x", o.id)
	}
	return "session to be"
}

// Key returns the far end's key; zero before the session opens.
func (p *Peer) Key() Key {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.key
}

// World returns the world that the server serves; zero before the session opens.
func (p *Peer) World() [16]byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.world
}

// Addr returns the far end's present address.
func (p *Peer) Addr() netip.AddrPort { return p.addr.Load().addrPort }

// IsOpen reports whether the session is open.
func (p *Peer) IsOpen() bool { return p.state.Load() == open }

// Done returns a channel that is closed when the session begins to end; Err returns the reason then.
func (p *Peer) Done() <-chan struct{} { return p.ending.done }

// Err returns why the session has ended, nil before: ErrTimeout, *ClosedError, and for a dial *KeyError,
// *RefusedError or the error of Trust.
func (p *Peer) Err() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.ending.err
}

// Close ends the session with a reason, cut at ReasonMax bytes. It does not wait; the far end is told three times.
// The first reason counts.
func (p *Peer) Close(reason string) {
	p.beginClose(&ClosedError{Reason: reason[:min(len(reason), ReasonMax)]}, closeRepeats)
}

// Seal appends a packet with a payload of at most MaxPayload bytes to dst. The caller sends it soon, from the
// Endpoint's socket to the returned address. It does not allocate if dst has room for Overhead more bytes. Errors:
// ErrNotOpen, ErrTooLarge, ErrUnvalidated.
func (p *Peer) Seal(dst, payload []byte) ([]byte, netip.AddrPort, error) {
	if len(payload) > MaxPayload {
		return dst, netip.AddrPort{}, ErrTooLarge
	}
	if !p.state.within(ready, open) {
		return dst, netip.AddrPort{}, ErrNotOpen
	}
	o := p.out.Load()
	if o == nil {
		return dst, netip.AddrPort{}, ErrNotOpen
	}
	if !p.spendCredit(len(payload) + Overhead) {
		return dst, netip.AddrPort{}, ErrUnvalidated
	}
	o.mu.Lock()
	dst, err := o.seal(dst, typePayload, payload)
	o.mu.Unlock()
	p.sentAt.set(p.endpoint.now())
	return dst, p.addr.Load().addrPort, err
}

// write seals a packet and sends it.
func (p *Peer) write(kind byte, payload []byte) error {
	return p.writeTo(kind, payload, *p.addr.Load())
}

// writeTo seals a packet and sends it to an address, which may differ from the peer's.
func (p *Peer) writeTo(kind byte, payload []byte, to address) error {
	o := p.out.Load()
	if o == nil {
		return ErrNotOpen // a client has just begun its handshake again
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	packet, err := o.seal(o.buf[:0], kind, payload)
	if err != nil {
		return err
	}
	p.sentAt.set(p.endpoint.now())
	return p.endpoint.send(packet, to)
}

// setKeys installs the keys of a handshake. The caller holds the lock, or nobody else has the peer yet; its state is
// opening.
func (p *Peer) setKeys(k keys, world [worldBytes]byte) {
	p.key, p.world = k.peer, world
	p.out.Store(newSealer(k.id, k.send, p.endpoint.cfg.epochBits))
	p.in.Store(newOpener(k.id, k.receive, p.endpoint.cfg.epochBits))
	p.state.Store(ready)
}

// openSession opens a session whose far end has proved that it has the keys of in, and reports whether it is open.
func (p *Peer) openSession(in *opener) bool {
	p.callbackMu.Lock()
	defer p.callbackMu.Unlock()
	g := p.endpoint
	if p.openedCalled {
		return p.state.within(ready, open)
	}
	if p.state.Load() != ready || p.in.Load() != in {
		return false
	}
	p.openedCalled = true
	g.mu.Lock()
	if p.accept.halfOpen {
		p.accept.halfOpen = false
		g.halfOpen--
	}
	g.mu.Unlock()
	g.counters.handshakes.Add(1)
	p.receivedAt.set(g.now())
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

// beginClose begins the end of a session.
func (p *Peer) beginClose(err error, farewells int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.state.Load() >= closing {
		return
	}
	if p.out.Load() == nil {
		farewells = 0
	}
	p.ending.err, p.ending.closesLeft = err, farewells
	p.state.Store(closing)
	close(p.ending.done)
	p.endpoint.wakeTimer()
}

// Refused reports whether an ICMP error said, after the last authentic packet, that nobody listens at the far end's
// address. It works for a client's peer only, and only where the system reports it. It may be forged.
func (p *Peer) Refused() bool { return p.refusedAt.get() > p.receivedAt.get() }

// spendCredit reports whether bytes of payload may be sent to the peer's address.
func (p *Peer) spendCredit(bytes int) bool {
	return !p.path.unvalidated.Load() || p.path.credit.Add(-int64(bytes)) >= 0 || p.refundCredit(bytes)
}

// refundCredit returns the credit of bytes that were not sent.
func (p *Peer) refundCredit(bytes int) bool {
	p.path.credit.Add(int64(bytes))
	p.endpoint.counters.unvalidated.Add(1)
	return false
}

// confirm tells a client that its session is open.
func (p *Peer) confirm() {
	now := p.endpoint.now()
	p.accept.answeredAt.set(now)
	p.write(typeKeepalive, nil)
}
