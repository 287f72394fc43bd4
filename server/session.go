package server

import (
	"net/netip"
	"time"

	"voxtide/actions"
	"voxtide/commands"
	"voxtide/edits"
	"voxtide/internal/wire"
	"voxtide/protocol"
	"voxtide/server/access"
	"voxtide/server/replication"
	"voxtide/server/streamtime"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/transport"
)

// session is a player who is in the world, with a connection or for a while without one.
type session struct {
	stream        timestream.Stream
	name          string
	row           *store.PlayerRow
	principal     access.Principal
	owner         bool // runs the server, in the same process
	rank          commands.Rank
	newNameSource netip.Addr // whose quota the new name counts for; the zero value: none
	endReason     string     // why the session ends with this step
	left          bool       // the player has left

	told     *replication.Client
	link     clientLink
	activity clientActivity
	time     streamtime.Clock
	method   sessionMethod
	rates    clientRates
	area     interestArea
	hits     *protocol.Hits // how its hits are judged, if that was set by SetHits
}

// clientActivity is when a player last acted, for play time.
type clientActivity struct {
	active bool          // a metered action was performed
	at     time.Duration // the last one
}

// clientLink is a session's connection and what was heard over it.
type clientLink struct {
	conn        transport.Conn // nil: lost
	heardAt     time.Duration  // of the last message
	lostAt      time.Duration  // when the connection was lost
	heardInStep bool           // a message has arrived in this step
	proofUpdate uint64         // the update that the client has yet to confirm
	proofAt     time.Duration  // since when
}

// clientRates counts what no rate of stream time meters, by the server's clock.
type clientRates struct {
	unratedSince      time.Duration // begin of the second of unratedCount
	commandsSince     time.Duration // begin of the second of commandCount
	commandCount      int           // commands
	unratedCount      int           // unmetered actions and reports
	resendRequestedAt time.Duration // when the client last asked for a section again
}

// admit counts a command of a player; false if there were too many in this second of the server's clock.
func (r *clientRates) admit(now time.Duration) bool {
	if now-r.commandsSince >= time.Second {
		r.commandsSince, r.commandCount = now, 0
	}
	r.commandCount++
	return r.commandCount <= commandsPerSecond
}

// admitUnmetered counts an unmetered action or a report; false if there were too many in this second.
func (r *clientRates) admitUnmetered(now time.Duration) bool {
	if now-r.unratedSince >= time.Second {
		r.unratedSince, r.unratedCount = now, 0
	}
	r.unratedCount++
	return r.unratedCount <= freeRate
}

const reasonUnrated = "too many headings and sections"

// receiveBuffers is memory that is reused for each message.
type receiveBuffers struct {
	buf    []byte
	reader wire.Reader
	action actions.Action
}

// followSubscription follows an edit of the client's subscriptions.
func (c *session) followSubscription(seq uint64, e *edits.Edit) {
	c.told.FollowSubscription(seq, e)
	if e.Number == 0 {
		c.area.scanFrom = 0
	}
}
