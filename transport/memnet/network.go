package memnet

import (
	"time"

	"voxtide/transport"
)

// Network holds the packets in flight of any number of pairs. It is not safe for concurrent use.
type Network struct {
	now        time.Duration
	seed       uint64
	ends       uint64 // ends made so far
	eventCount uint64 // events made so far; it breaks ties of time
	events     []event
	packetPool *packet
	piecePool  *heldSegment
	hash       uint64
	keepalive  time.Duration
	timeout    time.Duration

	fateByPacket bool
	onPacket     func(e *Event)
	told         Event // handed to onPacket
}

// Event is what happened to one packet, known when it leaves.
type Event struct {
	From      uint64 // the ID of the end that sends it
	Number    uint64 // of the packets of this direction, from 1
	Sent      time.Duration
	Arrives   time.Duration // 0 if Lost
	Size      int           // with IP and UDP headers
	Lost      bool          // on the way, or because the queue of a Rate was full
	Bulk      bool
	Duplicate bool // the copy of a packet that arrives twice
}

// OnPacket sets a function that is called with each packet as it leaves. It must not keep the event, nor call the network.
func (n *Network) OnPacket(f func(e *Event)) { n.onPacket = f }

// SetFateByPacket draws the fate (loss, duplication, jitter) of packet k of each link of later pairs from (seed, link, k), and
// bursts from (seed, link) by time, instead of from the order of draws: then two runs that send different packets meet the
// same network.
func (n *Network) SetFateByPacket(on bool) { n.fateByPacket = on }

// event is the arrival of a packet or, where packet is nil, the wake-up of an end.
type event struct {
	at     time.Duration
	order  uint64
	packet *packet
	end    node
}

// node is an end of a connection, as the network sees it.
type node interface {
	wake(at time.Duration)
	receivePacket(p *packet)
}

func (e *event) before(f *event) bool {
	return e.at < f.at || e.at == f.at && e.order < f.order
}

// New returns a network at time 0. All random draws derive from the seed.
func New(seed uint64) *Network { return &Network{seed: seed, hash: 14695981039346656037} }

// Now returns the virtual time.
func (n *Network) Now() time.Duration { return n.now }

// Hash returns a digest of every arrival so far: its time, size and receiver. Two runs with the same hash went the
// same way.
func (n *Network) Hash() uint64 { return n.hash }

// SetTimeout makes the ends of later pairs send something every keepalive, and close with the reason
// transport.Timeout after hearing nothing for timeout. Both are off (0) by default; the real transport uses 1 s and
// 10 s.
func (n *Network) SetTimeout(keepalive, timeout time.Duration) {
	n.keepalive, n.timeout = keepalive, timeout
}

// Advance moves virtual time to now: packets that arrive by then can be received, and resends happen at their exact
// times. It panics if time would go back.
func (n *Network) Advance(now time.Duration) {
	if now < n.now {
		panic("memnet: virtual time goes back")
	}
	for len(n.events) > 0 && n.events[0].at <= now {
		e := n.pop()
		n.now = e.at
		if e.packet == nil {
			e.end.wake(e.at)
			continue
		}
		p := e.packet
		n.hashEvent(uint64(e.at))
		n.hashEvent(uint64(p.size)<<32 | p.toID)
		p.to.receivePacket(p)
		n.freePacket(p)
	}
	n.now = now
}

func (n *Network) hashEvent(v uint64) {
	n.hash = (n.hash ^ v) * 1099511628211
	n.hash ^= n.hash >> 29
}

// push adds an event to the binary heap, ordered by time, then by order of creation.
func (n *Network) push(at time.Duration, p *packet, end node) {
	n.eventCount++
	e := event{at, n.eventCount, p, end}
	n.events = append(n.events, e)
	i := len(n.events) - 1
	for i > 0 {
		up := (i - 1) / 2
		if !e.before(&n.events[up]) {
			break
		}
		n.events[i] = n.events[up]
		i = up
	}
	n.events[i] = e
}

func (n *Network) pop() event {
	h := n.events
	top, last := h[0], h[len(h)-1]
	h[len(h)-1] = event{}
	h = h[:len(h)-1]
	n.events = h
	if len(h) == 0 {
		return top
	}
	i := 0
	for {
		down := 2*i + 1
		if down >= len(h) {
			break
		}
		if down+1 < len(h) && h[down+1].before(&h[down]) {
			down++
		}
		if !h[down].before(&last) {
			break
		}
		h[i] = h[down]
		i = down
	}
	h[i] = last
	return top
}

// freePacket returns a packet to the pool after its last arrival.
func (n *Network) freePacket(p *packet) {
	if p.refs--; p.refs > 0 {
		return
	}
	p.refs, p.bufUsed, p.bulk, p.closing, p.reason, p.to = 0, 0, false, false, "", nil
	p.acks, p.segments, p.copies = p.acks[:0], p.segments[:0], p.copies[:0]
	p.values, p.valueAcks = p.values[:0], p.valueAcks[:0]
	p.hasNextExpected = [transport.Lanes]bool{}
	p.free = n.packetPool
	n.packetPool = p
}

func (n *Network) newPiece(b []byte) *heldSegment {
	s := n.piecePool
	if s == nil {
		s = new(heldSegment)
	} else {
		n.piecePool = s.free
	}
	s.n = copy(s.buf[:], b)
	return s
}

func (n *Network) freePiece(s *heldSegment) {
	s.free = n.piecePool
	n.piecePool = s
}
