package client

import (
	"time"

	"voxtide/internal/wire"
	"voxtide/protocol"
	"voxtide/transport"
	"voxtide/world"
)

const (
	giveUpAfter        = 10 * time.Second // without an update, after which the connection is given up
	giveUpRefusedAfter = 2 * time.Second  // likewise, if the system reports the server's port as closed
	waitAfter          = 2 * time.Second  // without an update, after which no input is taken
	joinRetryAfter     = 10 * time.Second // without a welcome, after which the join is tried over another connection
	backoffMin         = 250 * time.Millisecond
	backoffMax         = 5 * time.Second
)

// link is the connection of a session to the server.
type link struct {
	conn         transport.Conn // nil between two connections
	welcomed     bool           // the server has accepted the join
	dialedAt     time.Duration
	firstDialAt  time.Duration // of the session
	lastUpdateAt time.Duration // when the last update came
	backoff      time.Duration // until the next dial
	early        []earlySection
	others       others
	attempts     uint32          // joins so far
	queued       protocol.Queued // where the player waits for a place in a full world; zero: nowhere
	skinSent     bool            // a skin was sent over this connection or one before

	update *protocol.Update // the buffer that updates are read into
	reader wire.Reader      // of the message that is being read
	packer protocol.Packer
	buf    []byte // for messages to send
}

// earlySection is a section that came before the welcome of its connection.
type earlySection struct {
	protocol.Snapshot
	sec *world.Section
}

// earlySectionsMax bounds the sections that come before the welcome. The server's credits keep an honest bulk lane below it.
// A connection that reaches it is given up, and the server sends all missing sections over the next one.
const earlySectionsMax = 256

// open dials a connection, if the pause since the last one is over, and reports whether there is a new one.
func (l *link) open(dial func() transport.Conn, now time.Duration) bool {
	if l.dialedAt != 0 && now-l.dialedAt < l.backoff {
		return false
	}
	l.conn = dial()
	l.dialedAt = now
	if l.firstDialAt == 0 {
		l.firstDialAt = now
	}
	if l.conn == nil {
		l.growBackoff()
	}
	return l.conn != nil
}

// drop forgets the connection. The pause before the next one grows.
func (l *link) drop() {
	l.conn, l.welcomed, l.early, l.queued = nil, false, nil, protocol.Queued{}
	l.growBackoff()
}

func (l *link) growBackoff() {
	l.backoff = min(max(2*l.backoff, backoffMin), backoffMax)
	if len(l.others.addresses) > 0 { // the next server may have the world at any moment
		l.backoff = min(l.backoff, otherBackoffMax)
	}
}

// refused reports whether the system reports the server's port as closed. The report may be forged.
func (l *link) refused() bool { return transport.Refused(l.conn) }

// flush sends all that waits for a packet.
func (l *link) flush() {
	if l.conn != nil {
		l.conn.Flush()
	}
}
