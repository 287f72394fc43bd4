package memnet

import (
	"time"

	"voxtide/transport"
)

// Conn is one end of a simulated connection. It implements transport.Conn, as package reliable does over UDP.
// Everything happens at its Network's virtual time.
type Conn struct {
	net  *Network
	far  *Conn
	id   uint64
	link linkState // conditions of the direction in which this end sends

	send       [transport.Lanes]sender
	recv       [transport.Lanes]receiver
	slots      []outSlot
	dirtySlots int // slots with a value that no packet has carried yet
	inbox      transport.Inbox

	liveArrived    uint64 // live messages put into the inbox, from segments or copies
	earlyCopies    [transport.Window]*heldSegment
	farSendsCopies bool // the far end sends copies, so packets say which live messages have come

	ackDue        bool
	ackAt         time.Duration // acks leave alone at this time
	valueResendAt time.Duration // no value is resent before this time
	bulkSendAt    time.Duration // the rate lets the next bulk packet leave at this time
	wakeAt        time.Duration // of the one scheduled wake-up that counts

	keepalive, timeout time.Duration // 0 switches it off
	sentAt, receivedAt time.Duration // time of the last packet sent and of the last received

	stats  Stats
	ending endState
}

var _ transport.Conn = (*Conn)(nil)

// outSlot is the newest value of one slot, as the sender keeps it.
type outSlot struct {
	number   uint64 // of the newest value, rising by 1; 0 means that none was set
	after    uint64 // number of the live message sent before it
	data     []byte
	dirty    bool
	unacked  bool
	resendAt time.Duration
}

// Stats counts what one end has done. Bytes include 28 of IP and UDP headers and 25 of package secure for each
// packet, and 24 of KCP for each segment and each ack.
type Stats struct {
	Packets    uint64 // sent, lost ones included, a duplicate counted once
	Bytes      uint64
	Lost       uint64 // of the packets sent
	Duplicated uint64 // of the packets sent
	Segments   uint64 // sent, resent ones included
	Resent     uint64 // segments sent again
	Copies     uint64 // early copies sent, each repetition counted
	CopiesUsed uint64 // messages that a copy brought first
	RoundTrip  time.Duration
}

// ID returns the number of this end in its network, as Event.From has it.
func (m *Conn) ID() uint64 { return m.id }

// RoundTrip implements transport.Timed.
func (m *Conn) RoundTrip() time.Duration { return m.send[transport.Live].srtt }

// Stats returns this end's counts so far, and the live lane's smoothed round trip.
func (m *Conn) Stats() Stats {
	s := m.stats
	s.RoundTrip = m.send[transport.Live].srtt
	return s
}

// scheduleWake schedules the next wake-up of this end, unless an earlier one is scheduled.
func (m *Conn) scheduleWake() {
	at := m.nextWake()
	if at >= m.wakeAt {
		return // the earlier wake-up schedules the next one
	}
	m.wakeAt = max(at, m.net.now)
	m.net.push(m.wakeAt, nil, m)
}

func (m *Conn) nextWake() time.Duration {
	switch {
	case m.ending.killed:
		return never
	case m.ending.closed && m.ending.closesLeft > 0:
		return m.ending.closeAt
	case m.ending.closed:
		return never
	}
	live, bulk := &m.send[transport.Live], &m.send[transport.Bulk]
	at := min(live.resendAt, live.gatherAt, m.valueResendAt)
	if m.ackDue {
		at = min(at, m.ackAt)
	}
	if bulk.firstUnsent < bulk.nextNumber {
		at = min(at, m.bulkSendAt)
	} else if bulk.resendAt < never {
		at = min(at, max(m.bulkSendAt, bulk.resendAt))
	}
	if m.timeout > 0 {
		at = min(at, m.receivedAt+m.timeout)
	}
	if m.keepalive > 0 {
		at = min(at, m.sentAt+m.keepalive)
	}
	return at
}

// endState is how far the end of a connection has come.
type endState struct {
	killed     bool
	closed     bool
	reason     string
	closesLeft int
	closeAt    time.Duration
}
