package secure

import (
	"errors"
	"hash/maphash"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"voxtide/transport/mmsg"
	"voxtide/transport/query"
)

// Endpoint holds all sessions of one UDP socket. Its methods may be called from any goroutine, ReadFrom from one at a
// time.
type Endpoint struct {
	cfg       Config
	socket    socket
	startedAt time.Time
	dialed    *Peer // the one peer of an Endpoint that dials; else nil

	mu         sync.RWMutex
	peers      map[uint32]*Peer       // by session number, half-open ones included
	handshakes map[handshakeKey]*Peer // peers whose handshake may be repeated
	sources    map[netip.Addr]int     // number of peers by source
	halfOpen   int                    // number of peers that are not open yet

	totalRate rateBucket // only the worker uses it

	pending     handshakeQueue
	usedFirsts  replayFilter
	wakeup      chan struct{}
	peerList    []*Peer                // only the timer uses it
	closeReason atomic.Pointer[string] // reason to close everything; nil while open
	readerDone  atomic.Bool            // nothing is read any longer
	quit        chan struct{}          // closed to end the worker
	workerDone  chan struct{}          // closed when the worker has ended
	ended       chan struct{}          // closed when everything has ended

	counters counters
	reader   readerState
	gathered gathered
}

var _ net.PacketConn = (*Endpoint)(nil)

func newEndpoint(pc net.PacketConn, cfg Config) *Endpoint {
	if cfg.Secret == (Secret{}) {
		panic("secure: no secret key")
	}
	g := &Endpoint{
		cfg: cfg.withDefaults(), socket: newSocket(pc), startedAt: time.Now(),
		peers: map[uint32]*Peer{}, handshakes: map[handshakeKey]*Peer{}, sources: map[netip.Addr]int{},
		pending: handshakeQueue{more: make(chan struct{}, 1)}, wakeup: make(chan struct{}, 1),
		quit: make(chan struct{}), workerDone: make(chan struct{}), ended: make(chan struct{}),
	}
	g.reader.sourceRates.seed, g.reader.questionRates.seed, g.usedFirsts.seed = maphash.MakeSeed(), maphash.MakeSeed(), maphash.MakeSeed()
	return g
}

// Listen accepts clients over a socket until Close. It panics without Config.Secret.
func Listen(pc net.PacketConn, cfg Config) *Endpoint {
	g := newEndpoint(pc, cfg)
	g.socket.many, g.gathered.writer = mmsg.NewReader(pc), mmsg.NewWriter(pc) // a client has too few packets at a time
	go g.runWorker()
	go g.runTimer()
	return g
}

// Dial opens a session with a listening Endpoint over a socket of its own. It does not wait: while somebody calls ReadFrom,
// Config.Opened and Config.Closed report the result. When the session has ended, the Endpoint and its goroutines end too. It
// panics without Config.Secret.
func Dial(pc net.PacketConn, to net.Addr, cfg Config) *Endpoint {
	g := newEndpoint(pc, cfg)
	g.socket.raw = enableICMPErrors(pc)
	g.dialed = newPeer(g, addressOf(to))
	g.dialed.startHandshake()
	go g.runWorker()
	go g.runTimer()
	return g
}

// Peer returns the far end of an Endpoint that dials, nil of one that listens.
func (g *Endpoint) Peer() *Peer { return g.dialed }

// CloseWith ends all sessions with a reason, and then the Endpoint. It waits until the far ends have been told, three
// times within 40 ms, and the goroutines have ended; ReadFrom then fails with net.ErrClosed. Config's callbacks must
// not wait for it.
func (g *Endpoint) CloseWith(reason string) {
	g.beginClose(reason)
	<-g.ended
}

// Close is CloseWith with the reason "closed".
func (g *Endpoint) Close() error {
	g.CloseWith("closed")
	return nil
}

// Done returns a channel that is closed when the Endpoint has ended.
func (g *Endpoint) Done() <-chan struct{} { return g.ended }

// beginClose makes the timer close everything; the first reason counts.
func (g *Endpoint) beginClose(reason string) {
	g.closeReason.CompareAndSwap(nil, &reason)
	g.wakeTimer()
}

func (g *Endpoint) wakeTimer() {
	select {
	case g.wakeup <- struct{}{}:
	default:
	}
}

// now returns the time since the Endpoint started.
func (g *Endpoint) now() time.Duration { return time.Since(g.startedAt) }

// send writes a packet. A packet that the socket does not take counts as lost.
func (g *Endpoint) send(b []byte, to address) error {
	err := g.socket.write(b, to)
	if err != nil && g.takeICMPError(err) {
		err = g.socket.write(b, to) // the ICMP error was about an earlier packet, and this one was not sent
	}
	if err != nil {
		g.counters.failed.Add(1)
	}
	return err
}

// WriteTo seals a payload of at most MaxPayload bytes and sends it to a *Peer of this Endpoint, without allocating.
// Errors: ErrNotOpen, ErrTooLarge, ErrUnvalidated, and the socket's.
func (g *Endpoint) WriteTo(payload []byte, to net.Addr) (int, error) {
	p, ok := to.(*Peer)
	if !ok || p == nil || p.endpoint != g {
		return 0, errForeign
	}
	if len(payload) > MaxPayload {
		return 0, ErrTooLarge
	}
	if !p.state.within(ready, open) {
		return 0, ErrNotOpen
	}
	if !p.spendCredit(len(payload) + Overhead) {
		return 0, ErrUnvalidated
	}
	if err := p.write(typePayload, payload); err != nil {
		return 0, err
	}
	return len(payload), nil
}

// Gather is WriteTo for a caller that has more to send: the packet may wait for Flush, or until 32 wait. Packets of one peer
// leave in the order of the calls. What the socket does not take then counts as lost. Errors: those of WriteTo.
func (g *Endpoint) Gather(payload []byte, to *Peer) error {
	w := g.gathered.writer
	if w == nil {
		_, err := g.WriteTo(payload, to)
		return err
	}
	if to == nil || to.endpoint != g {
		return errForeign
	}
	g.gathered.mu.Lock()
	defer g.gathered.mu.Unlock()
	packet, at, err := to.Seal(w.Room(), payload)
	switch {
	case err != nil:
		return err
	case !w.Add(packet, at):
		g.sendGathered()
		return g.send(packet, address{addrPort: at})
	case w.Full():
		g.sendGathered()
	}
	return nil
}

// Flush sends all that Gather has gathered, also for other callers.
func (g *Endpoint) Flush() {
	if g.gathered.writer == nil {
		return
	}
	g.gathered.mu.Lock()
	defer g.gathered.mu.Unlock()
	g.sendGathered()
}

// sendGathered sends what is gathered. The caller holds the lock.
func (g *Endpoint) sendGathered() {
	if lost := g.gathered.writer.Send(); lost > 0 {
		g.counters.failed.Add(uint64(lost))
	}
}

// LocalAddr returns the socket's address.
func (g *Endpoint) LocalAddr() net.Addr { return g.socket.pc.LocalAddr() }

// SetDeadline sets the socket's deadline.
func (g *Endpoint) SetDeadline(t time.Time) error { return g.socket.pc.SetDeadline(t) }

// SetReadDeadline sets the socket's deadline: ReadFrom fails after it, and handshakes pause.
func (g *Endpoint) SetReadDeadline(t time.Time) error { return g.socket.pc.SetReadDeadline(t) }

// SetWriteDeadline sets the socket's deadline.
func (g *Endpoint) SetWriteDeadline(t time.Time) error { return g.socket.pc.SetWriteDeadline(t) }

// readerState belongs to the caller of ReadFrom.
type readerState struct {
	reading     sync.Mutex // held by ReadFrom; guards the fields below
	buf         [readBytes]byte
	retryBuf    [retryBytes]byte
	cookies     cookieSigner
	sourceRates sourceRates
	helloRate   rateBucket

	questionRates sourceRates // of those who ask without joining
	questionRate  rateBucket
	answerBuf     [query.QuestionBytes]byte
}

// takeICMPError notes a socket's error if it is an ICMP error (port or host unreachable), and reports whether it is.
// Such errors can be forged, so they are hints to retry sooner and never proof: they end no session and do not count
// as faults of the socket. Any goroutine may call it.
func (g *Endpoint) takeICMPError(err error) bool {
	if g.socket.raw == nil {
		return false
	}
	refused := errors.Is(err, syscall.ECONNREFUSED)
	var to netip.AddrPort
	if g.dialed != nil {
		to = g.dialed.Addr()
	}
	n, about := discardICMPErrors(g.socket.raw, to)
	if n == 0 && !refused {
		return false
	}
	if refused && about {
		g.dialed.refusedAt.set(g.now())
	}
	return true
}

// enqueue leaves a packet of at most helloBytes to the worker, and reports whether there was room.
func (g *Endpoint) enqueue(packet []byte, from address) bool { return g.pending.push(packet, from) }

// Stats returns the counts so far.
func (g *Endpoint) Stats() Stats {
	g.mu.RLock()
	peers, half := len(g.peers), g.halfOpen
	g.mu.RUnlock()
	c := &g.counters
	return Stats{
		Junk: c.junk.Load(), NoCookie: c.noCookie.Load(), Unknown: c.unknown.Load(), Forged: c.forged.Load(),
		Replayed: c.replayed.Load(), Busy: c.busy.Load(), Full: c.full.Load(), Source: c.source.Load(),
		Questions: c.questions.Load(), Version: c.version.Load(), Hellos: c.hellos.Load(), Handshakes: c.handshakes.Load(), Repeats: c.repeats.Load(),
		MovedBack: c.movedBack.Load(), NotFollowed: c.notFollowed.Load(), OverRate: c.overRate.Load(),
		Migrated: c.migrated.Load(), Unvalidated: c.unvalidated.Load(), Failed: c.failed.Load(), Peers: peers, HalfOpen: half,
	}
}
