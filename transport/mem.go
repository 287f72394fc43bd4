package transport

// Mem is one end of an in-memory pair: what its owner calls. Its packets are made in
// output.go, the far end's taken in input.go.

import "time"

// Mem implements Conn over a Net. Everything happens at the Net's virtual time.
type Mem struct {
	net *Net
	far *Mem
	id  uint64
	way direction // in which this end sends

	send  [Lanes]sender
	recv  [Lanes]receiver
	slots []slotOut
	dirty int // slots with a value that no packet has carried
	in    Inbox

	arrived     uint64 // live messages taken into the inbox, from either way
	early       [Window]*piece
	heardCopies bool // the far end sends copies: tell it what has come

	ackDue  bool
	ackAt   time.Duration // when acks leave alone
	valueAt time.Duration // no value is to be sent again before that
	bulkAt  time.Duration // when the rate lets the next bulk packet go
	wakeAt  time.Duration // of the one waking that counts

	keepalive, timeout time.Duration // 0 is off
	sentAt, heardAt    time.Duration // of the last packet each way

	dead       bool
	closed     bool
	reason     string
	closesLeft int
	closeAt    time.Duration

	stats Stats
}

var _ Conn = (*Mem)(nil)

// slotOut is the newest value of one slot.
type slotOut struct {
	number   uint64 // of the newest value, +1 each; 0 is none
	after    uint64 // live messages sent before it
	data     []byte
	dirty    bool
	unacked  bool
	resendAt time.Duration
}

// Stats counts what one end has done. Bytes are with 28 of IP and UDP headers and 25 of
// the gate for each packet, and 24 of KCP for each segment and each ack.
type Stats struct {
	Packets    uint64 // sent, lost ones included, a duplicate once
	Bytes      uint64
	Lost       uint64 // of the packets sent
	Duplicated uint64 // of the packets sent
	Segments   uint64 // sent, those sent again included
	Resent     uint64 // segments sent again
	Copies     uint64 // messages sent as early copies, each time counted
	Helped     uint64 // messages received first from a copy
	RoundTrip  time.Duration
}

// Stats gives this end's counts so far, and the live lane's smoothed round trip.
func (m *Mem) Stats() Stats {
	s := m.stats
	s.RoundTrip = m.send[Live].trip
	return s
}

// Send implements Conn.
func (m *Mem) Send(lane Lane, msg []byte) error {
	switch {
	case m.closed || m.dead:
		return ErrClosed
	case len(msg) > MessageMax:
		return ErrTooLarge
	}
	return m.send[lane].put(msg, lane.Bound())
}

// Value implements Conn.
func (m *Mem) Value(slot uint8, data []byte) error {
	switch {
	case m.closed || m.dead:
		return ErrClosed
	case len(data) > ValueMax:
		return ErrTooLarge
	}
	for len(m.slots) <= int(slot) {
		m.slots = append(m.slots, slotOut{})
	}
	s := &m.slots[slot]
	s.number++
	s.after = m.send[Live].sent
	s.data = append(s.data[:0], data...)
	s.unacked = false
	if !s.dirty {
		s.dirty = true
		m.dirty++
	}
	return nil
}

// Receive implements Conn.
func (m *Mem) Receive() (Message, bool) {
	if m.dead {
		return Message{}, false
	}
	return m.in.Next()
}

// Delivered implements Conn.
func (m *Mem) Delivered(lane Lane) uint64 { return m.send[lane].delivered }

// Pending implements Conn.
func (m *Mem) Pending(lane Lane) int { return m.send[lane].pending }

// Flush implements Conn.
func (m *Mem) Flush() {
	if m.closed || m.dead {
		return
	}
	m.output(true)
	m.arm()
}

// Close implements Conn.
func (m *Mem) Close(reason string) {
	if m.closed || m.dead {
		return
	}
	m.output(true)
	m.closed = true
	m.reason = reason[:min(len(reason), ReasonMax)]
	m.closesLeft, m.closeAt = closeRepeats, m.net.now
	m.output(false)
	m.arm()
}

// Closed implements Conn. Of a killed end it gives "killed".
func (m *Mem) Closed() (reason string, closed bool) { return m.reason, m.closed || m.dead }

// SetLink sets the conditions of the direction in which this end sends, from now on;
// packets in flight keep theirs.
func (m *Mem) SetLink(l Link) {
	m.way.set(l, m.net.now)
	m.arm()
}

// Cut loses everything that this end sends from now on and before that time.
func (m *Mem) Cut(until time.Duration) { m.way.cutUntil = until }

// Kill makes this end vanish without a word: it sends, receives and says nothing more.
func (m *Mem) Kill() {
	m.dead = true
	if m.reason == "" {
		m.reason = "killed"
	}
}

// arm asks for a waking when something is next to be done without being called.
func (m *Mem) arm() {
	at := m.need()
	if at >= m.wakeAt {
		return // that one comes first, and asks again
	}
	m.wakeAt = max(at, m.net.now)
	m.net.push(m.wakeAt, nil, m)
}

func (m *Mem) need() time.Duration {
	switch {
	case m.dead:
		return never
	case m.closed && m.closesLeft > 0:
		return m.closeAt
	case m.closed:
		return never
	}
	live, bulk := &m.send[Live], &m.send[Bulk]
	at := min(live.resendAt, live.gatherAt, m.valueAt)
	if m.ackDue {
		at = min(at, m.ackAt)
	}
	if bulk.unsent < bulk.next {
		at = min(at, m.bulkAt)
	} else if bulk.resendAt < never {
		at = min(at, max(m.bulkAt, bulk.resendAt))
	}
	if m.timeout > 0 {
		at = min(at, m.heardAt+m.timeout)
	}
	if m.keepalive > 0 {
		at = min(at, m.sentAt+m.keepalive)
	}
	return at
}

// wake does what is due now. A waking that a nearer one has replaced does nothing.
func (m *Mem) wake(at time.Duration) {
	if at != m.wakeAt || m.dead {
		return
	}
	m.wakeAt = never
	if m.timeout > 0 && at-m.heardAt >= m.timeout && !m.closed {
		m.closed, m.reason = true, Timeout
		return
	}
	m.output(false)
	m.arm()
}
