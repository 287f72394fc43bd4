package memnet

import (
	"time"

	"voxtide/internal/splitmix"
	"voxtide/transport"
)

// Send implements transport.Conn.
func (m *Conn) Send(lane transport.Lane, msg []byte) error {
	switch {
	case m.ending.closed || m.ending.killed:
		return transport.ErrClosed
	case len(msg) > transport.MessageMax:
		return transport.ErrTooLarge
	}
	return m.send[lane].push(msg, lane.Bound())
}

// Value implements transport.Conn.
func (m *Conn) Value(slot uint8, data []byte) error {
	switch {
	case m.ending.closed || m.ending.killed:
		return transport.ErrClosed
	case len(data) > transport.ValueMax:
		return transport.ErrTooLarge
	}
	for len(m.slots) <= int(slot) {
		m.slots = append(m.slots, outSlot{})
	}
	s := &m.slots[slot]
	s.number++
	s.after = m.send[transport.Live].sent
	s.data = append(s.data[:0], data...)
	s.unacked = false
	if !s.dirty {
		s.dirty = true
		m.dirtySlots++
	}
	return nil
}

// Receive implements transport.Conn.
func (m *Conn) Receive() (transport.Message, bool) {
	if m.ending.killed {
		return transport.Message{}, false
	}
	return m.inbox.Next()
}

// Delivered implements transport.Conn.
func (m *Conn) Delivered(lane transport.Lane) uint64 { return m.send[lane].delivered }

// Pending implements transport.Conn.
func (m *Conn) Pending(lane transport.Lane) int { return m.send[lane].pending }

// Flush implements transport.Conn.
func (m *Conn) Flush() {
	if m.ending.closed || m.ending.killed {
		return
	}
	m.sendDue(true)
	m.scheduleWake()
}

// Close implements transport.Conn.
func (m *Conn) Close(reason string) {
	if m.ending.closed || m.ending.killed {
		return
	}
	m.sendDue(true)
	m.ending.closed = true
	m.ending.reason = reason[:min(len(reason), transport.ReasonMax)]
	m.ending.closesLeft, m.ending.closeAt = closeRepeats, m.net.now
	m.sendDue(false)
	m.scheduleWake()
}

// Closed implements transport.Conn. The reason of a killed end is transport.Killed.
func (m *Conn) Closed() (reason string, closed bool) {
	return m.ending.reason, m.ending.closed || m.ending.killed
}

// SetLink sets the conditions of the direction in which this end sends, from now on; packets in flight keep their
// arrival times.
func (m *Conn) SetLink(l Link) {
	m.link.configure(l, m.net.now)
	m.scheduleWake()
}

// Cut loses every packet that this end sends before the given time.
func (m *Conn) Cut(until time.Duration) { m.link.cutUntil = until }

// Kill makes this end vanish silently: it sends and receives nothing more.
func (m *Conn) Kill() {
	m.ending.killed = true
	if m.ending.reason == "" {
		m.ending.reason = transport.Killed
	}
}

// wake does what is due now. A wake-up that an earlier one has replaced does nothing.
func (m *Conn) wake(at time.Duration) {
	if at != m.wakeAt || m.ending.killed {
		return
	}
	m.wakeAt = never
	if m.timeout > 0 && at-m.receivedAt >= m.timeout && !m.ending.closed {
		m.ending.closed, m.ending.reason = true, transport.Timeout
		return
	}
	m.sendDue(false)
	m.scheduleWake()
}

// Pair returns two connected ends; up holds the conditions of what the client sends, down of what the server sends.
func (n *Network) Pair(up, down Link) (client, server *Conn) {
	return n.pair(n.ends+1, n.ends+2, up, down)
}

// PairNumbered is Pair, but the draws of both directions derive from a number of the caller's instead of the order in which
// pairs are made. The caller gives each number once.
func (n *Network) PairNumbered(number uint64, up, down Link) (client, server *Conn) {
	return n.pair(numbered|2*number, numbered|2*number+1, up, down)
}

// numbered marks the seeds of numbered pairs.
const numbered = 1 << 63

// pair returns two connected ends with the given numbers of their links.
func (n *Network) pair(upLink, downLink uint64, up, down Link) (client, server *Conn) {
	client, server = n.newEnd(upLink, up), n.newEnd(downLink, down)
	client.far, server.far = server, client
	client.scheduleWake()
	server.scheduleWake()
	return client, server
}

func (n *Network) newEnd(number uint64, l Link) *Conn {
	n.ends++
	m := &Conn{net: n, id: n.ends, wakeAt: never, receivedAt: n.now, sentAt: n.now}
	m.keepalive, m.timeout = n.keepalive, n.timeout
	m.valueResendAt = never
	seed := splitmix.Source(n.seed)
	m.link.rng.Source = seed.Split(number)
	m.link.seed, m.link.byPacket = uint64(m.link.rng.Source), n.fateByPacket
	m.link.configure(l, n.now)
	for i := range m.send {
		s := &m.send[i]
		s.rto, s.resendAt, s.gatherAt = rtoFirst, never, never
	}
	return m
}
