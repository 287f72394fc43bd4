package client

import (
	"time"

	"voxtide/client/links"
	"voxtide/internal/faults"
	"voxtide/internal/wire"
	"voxtide/protocol"
	"voxtide/timestream"
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
	others       otherServers
	attempts     uint32          // joins so far
	queued       protocol.Queued // where the player waits for a place in a full world; zero: nowhere
	skinSent     bool            // a skin was sent over this connection or one before

	update *protocol.Update // the buffer that updates are read into
	reader wire.Reader      // of the message that is being read
	packer protocol.Packer
	buf    []byte // for messages to send
}

// otherServers is the asking of other servers of the world.
type otherServers struct {
	addresses []string       // all but the first server's, which Config.Dial knows
	turn      int            // whose turn it is
	home      string         // the address of the server that one plays on; "": that of Config.Dial
	at        string         // likewise of the present connection
	elsewhere bool           // the last connection that was opened in place of a lost one was to another
	conn      transport.Conn // to the one that is asked; nil: none is
	asked     string         // its address
	again     bool           // that is the address of the present connection, too
	early     []earlySection // that came over conn
	askedAt   time.Duration
}

// earlySection is a section that came before the welcome of its connection.
type earlySection struct {
	protocol.Snapshot
	sec *world.Section
}

// earlySectionsMax bounds the sections that come before the welcome. The server's credits keep an honest bulk lane below it.
// A connection that reaches it is given up, and the server sends all missing sections over the next one.
const earlySectionsMax = 256

// reasonTooEarly is the reason for giving a connection up whose sections came too far ahead of its updates to be kept.
const reasonTooEarly = "sections came too early"

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

// drop ends the asking of one server.
func (o *otherServers) drop(why string) {
	if o.conn != nil {
		o.conn.Close(why)
		o.conn, o.early = nil, nil
	}
}

// address returns the address of the server whose turn it is, that of the one that is likely to be there first, but for one that is not asked; ""
// if there is no other.
func (o *otherServers) address(but string) string {
	for range o.addresses {
		o.turn++
		if a := o.addresses[(o.turn-1)%len(o.addresses)]; a != but {
			return a
		}
	}
	return ""
}

// welcomed notes that the present server has, and which others it names.
func (o *otherServers) welcomed(addresses []string) {
	o.addresses, o.home, o.turn, o.elsewhere = addresses, o.at, 0, false
	if faults.Active(faults.SecondForgotten) {
		o.home = ""
	}
}

// otherBackoffMax is the longest pause between two connections, where there are several servers.
const otherBackoffMax = 500 * time.Millisecond

// directLinks are what a client knows of its direct links.
type directLinks struct {
	links  *links.Links // nil for none
	looks  map[timestream.Stream]look
	said   []string        // for the next scene
	oldest timestream.Time // of the actions that came in this frame, 0 for none; for Config.NetStats
	// withholdUntil is until when nothing is shared that changes blocks or items.
	withholdUntil time.Duration
}

// end closes all links, with the connection.
func (d *directLinks) end() {
	if d.links != nil {
		d.links.End()
	}
}

// look is how far up a linked player looks, by that player's own word.
type look struct {
	stamp timestream.Time
	pitch int8
}
