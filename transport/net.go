package transport

// Net is the simulated network: virtual time, and a heap of what is to happen.

import "time"

// Net holds the packets in flight of any number of pairs. Not for concurrent use.
type Net struct {
	now       time.Duration
	seed      uint64
	ends      uint64 // ends made so far
	order     uint64 // events made so far; breaks ties of time
	events    []event
	free      *packet
	pieces    *piece
	hash      uint64
	keepalive time.Duration
	timeout   time.Duration
}

// event is the arrival of a packet, or, without one, the waking of an end.
type event struct {
	at     time.Duration
	order  uint64
	packet *packet
	end    *Mem
}

func (e *event) before(f *event) bool {
	return e.at < f.at || e.at == f.at && e.order < f.order
}

// NewNet makes a network at time 0, all of whose luck comes from the seed.
func NewNet(seed uint64) *Net { return &Net{seed: seed, hash: 14695981039346656037} }

// Now gives the virtual time.
func (n *Net) Now() time.Duration { return n.now }

// Hash gives a digest of every arrival so far: its time, size and receiver. Two runs
// with the same hash went the same way.
func (n *Net) Hash() uint64 { return n.hash }

// SetTimeout makes ends of pairs made later send something each keepalive, and close with
// the reason "timeout" when nothing came for that long. Off (0, 0) at first; the real
// transport has 1 s and 10 s.
func (n *Net) SetTimeout(keepalive, timeout time.Duration) {
	n.keepalive, n.timeout = keepalive, timeout
}

// Pair makes two connected ends; up is what the client sends over, down the server.
func (n *Net) Pair(up, down Link) (client, server *Mem) {
	client, server = n.end(up), n.end(down)
	client.far, server.far = server, client
	client.arm()
	server.arm()
	return client, server
}

func (n *Net) end(l Link) *Mem {
	n.ends++
	m := &Mem{net: n, id: n.ends, wakeAt: never, heardAt: n.now, sentAt: n.now}
	m.keepalive, m.timeout = n.keepalive, n.timeout
	m.valueAt = never
	m.way.luck.state = n.seed
	m.way.luck.state = m.way.luck.next() ^ n.ends*0xd1342543de82ef95
	m.way.set(l, n.now)
	for i := range m.send {
		s := &m.send[i]
		s.rto, s.resendAt, s.gatherAt = rtoFirst, never, never
	}
	return m
}

// Advance moves virtual time to now. What has arrived by then is there to Receive;
// what is sent again on the way is sent at its exact time. Time does not go back.
func (n *Net) Advance(now time.Duration) {
	if now < n.now {
		panic("transport: virtual time goes back")
	}
	for len(n.events) > 0 && n.events[0].at <= now {
		e := n.pop()
		n.now = e.at
		if e.packet == nil {
			e.end.wake(e.at)
			continue
		}
		p := e.packet
		n.note(uint64(e.at))
		n.note(uint64(p.size)<<32 | p.to.id)
		p.to.arrive(p)
		n.recycle(p)
	}
	n.now = now
}

func (n *Net) note(v uint64) {
	n.hash = (n.hash ^ v) * 1099511628211
	n.hash ^= n.hash >> 29
}

// push adds an event, keeping a binary heap by time, then order.
func (n *Net) push(at time.Duration, p *packet, m *Mem) {
	n.order++
	e := event{at, n.order, p, m}
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

func (n *Net) pop() event {
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
