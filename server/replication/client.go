package replication

import (
	"slices"
	"time"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// Client records what one client has been told, and the news that wait for it. It lasts as long as its session, over several
// connections.
type Client struct {
	stream timestream.Stream
	token  protocol.Token
	pitch  int8 // of the player's view, for others
	method methodState

	entities  knownEntities
	pictures  pictures
	streams   knownStreams
	acks      ackState
	transfers transfers
	full      fullState
	outbox    outbox
	progress  progress
	schedule  schedule
	pending   pending
	welcome   welcomeState
	linked    []timestream.Stream // whose acks it is told: its player has a direct link to theirs; at most protocol.LinksMax
	stalls    uint64              // how often Stalled was called

	streamCountersTold uint64 // the version of the counters of all streams up to which it is told them
}

// progress is how far a client has been told.
type progress struct {
	number    uint64 // of the last update that was written
	cursor    uint64 // into the log
	builtEdit uint64 // E of the last update that waits or has left
	sentEdit  uint64 // E of the last update that has left
	sent      uint64 // number of the last update that has left
}

// schedule is when a client was last told something.
type schedule struct {
	updatedAt time.Duration
	slotAt    time.Duration // of the send slot that the last update used
	rankedAt  time.Duration // 0: rank with the next update
	hashedAt  time.Duration
}

// pending holds the news of the next update beside edits, motion and acks.
type pending struct {
	lines       []string // for this client alone
	struck      []protocol.Struck
	serverMoved []world.EntityID // that the server moved or lifted
	stalled     bool             // the server advanced the client's stream, or an action counts at another stamp
}

// welcomeState is whether the Welcome of the present connection has left.
type welcomeState struct {
	needed  bool
	sent    bool
	resumed bool // it says that the session goes on
}

// methodState is the method of a client, and what its updates keep to.
type methodState struct {
	protocol.MethodState
	untold  bool // the next update tells it
	stepped bool // the client's server time step is over, so that an update is due (protocol.Method.StepMs)
}

// ackState is which actions of a client were handled, and which acks it was sent.
type ackState struct {
	acked       uint64 // the last one whose ack was written
	handled     uint64 // the last one that is performed or refused
	uncommitted bool   // handled advanced in this step
	commitSeq   uint64 // of the batch that contains handled
	refusals    []refusal
}

// refusal is a refused action that waits to be told.
type refusal struct {
	number uint64
	reason actions.Refusal
	owner  string // of the claim, for actions.Claimed
}

// NewClient returns the record of a session that begins. Its first update is a full one.
func NewClient(stream timestream.Stream, token protocol.Token, resumed bool) *Client {
	return &Client{stream: stream, token: token, welcome: welcomeState{resumed: resumed}}
}

// Reconnect begins a new connection: handled is the last action whose outcome counts. The Welcome goes first, then a full
// update.
func (c *Client) Reconnect(handled uint64) {
	c.acks.handled = handled
	c.acks.refusals = c.acks.refusals[:0]
	c.full.needed, c.full.commitSeq = true, 0
	c.welcome.needed, c.welcome.sent = true, false
	c.transfers.messages, c.transfers.changes = 0, c.transfers.changes[:0]
	c.linked = c.linked[:0]
	c.outbox.clear()
}

// Disconnect drops the updates that wait for a lost connection.
func (c *Client) Disconnect() { c.outbox.clear() }

// BeginResume notes that the Welcome has to say that the session goes on.
func (c *Client) BeginResume() { c.welcome.resumed = true }

// Token returns the secret of the session.
func (c *Client) Token() protocol.Token { return c.token }

// Welcomed reports whether the Welcome has left.
func (c *Client) Welcomed() bool { return c.welcome.sent }

// Waiting returns the number of bytes that wait for the store or the lane.
func (c *Client) Waiting() int { return c.outbox.size() }

// UpdatedAt returns when the last update was written.
func (c *Client) UpdatedAt() time.Duration { return c.schedule.updatedAt }

// Built returns the number of the last update that was built.
func (c *Client) Built() uint64 { return c.progress.number }

// Sent returns the number of the last update that has left.
func (c *Client) Sent() uint64 { return c.progress.sent }

// InFlight returns how many sections are on their way.
func (c *Client) InFlight() int { return len(c.transfers.inFlight) }

// Cursor returns up to where in the log the client was told; false if it gets a full update anyway.
func (c *Client) Cursor() (cursor uint64, ok bool) { return c.progress.cursor, !c.full.needed }

// SetPitch notes how far up the player looks.
func (c *Client) SetPitch(pitch int8) { c.pitch = pitch }

// Handled notes that an action was performed or refused.
func (c *Client) Handled(number uint64) { c.acks.handled = number }

// Refused notes why an action was refused; owner is whose the claim is, for actions.Claimed. Of more than RefusalsMax the reason is dropped,
// never the ack.
func (c *Client) Refused(number uint64, why actions.Refusal, owner string) {
	if len(c.acks.refusals) < RefusalsMax {
		c.acks.refusals = append(c.acks.refusals, refusal{number, why, owner})
	}
}

// Refusals returns how many refusals wait.
func (c *Client) Refusals() int { return len(c.acks.refusals) }

// AckChanged notes that the number of the last action changed in this step, and Committed the batch that contains it.
func (c *Client) AckChanged() { c.acks.uncommitted = true }

// Committed notes that the step's changes are part of a batch.
func (c *Client) Committed(commitSeq uint64) {
	if c.acks.uncommitted {
		c.acks.uncommitted, c.acks.commitSeq = false, commitSeq
	}
}

// Stalled notes that the client's stream or one of its stamps is not as the client declared.
func (c *Client) Stalled() {
	c.pending.stalled = true
	c.stalls++
}

// ServerMoved notes that the server moved an entity, for a client that knows it.
func (c *Client) ServerMoved(slot world.EntitySlot, id world.EntityID) {
	if c.entities.find(slot, id) != nil && len(c.pending.serverMoved) < EntitiesMax && !slices.Contains(c.pending.serverMoved, id) {
		c.pending.serverMoved = append(c.pending.serverMoved, id)
	}
}

// SetMethod notes the client's method. The next update tells it: a full one where the method changed.
func (c *Client) SetMethod(m protocol.MethodState) {
	if m.Method != c.method.Method {
		c.RequestFull(0)
	}
	c.method = methodState{MethodState: m, untold: true}
}

// Stepped notes that a server time step of the client is over (protocol.Method.StepMs).
func (c *Client) Stepped() { c.method.stepped = true }

// Tell queues a line for this client alone. Lines of an update that is lost are lost with it, as chat is.
func (c *Client) Tell(line string) {
	if len(c.pending.lines) < PrivateLinesMax {
		c.pending.lines = append(c.pending.lines, line)
	}
}

// Woke notes that an entity moves again, Rested that it has come to rest.
func (c *Client) Woke(slot world.EntitySlot, id world.EntityID) { c.entities.reactivate(slot, id) }

// Rested notes that an entity has come to rest. It may have been at rest before, and have fallen within one step: a player's stream is
// advanced by as much as its client was silent.
func (c *Client) Rested(slot world.EntitySlot, id world.EntityID) {
	c.entities.reactivate(slot, id)
	c.entities.restUntold = c.entities.restUntold || c.entities.find(slot, id) != nil
}

// ObjectsChanged notes that an object at a position came, went, woke or came to rest. A client that is near has its objects chosen
// again with the next update.
func (c *Client) ObjectsChanged(at *world.Vec) {
	if distanceSquared16(sixteenths(at), c.entities.choicePos) <= (farLeaveBlocks+reselectBlocks)*(farLeaveBlocks+reselectBlocks) {
		c.entities.choiceStale = true
	}
}

// FullRoom returns the bytes that the next full update has for subscriptions; 0: FullRoomBytes.
func (c *Client) FullRoom() int { return c.full.room }

// SetFullRoom bounds the bytes that the next full update has for subscriptions.
func (c *Client) SetFullRoom(bytes int) { c.full.room = bytes }

// FollowSubscription notes an edit of the client's subscriptions, which stands in the log in front of a cursor.
func (c *Client) FollowSubscription(seq, cursor uint64, e *edits.Edit) {
	c.transfers.follow(seq, e)
	if !c.full.needed {
		c.transfers.changed(seq, cursor, e)
	}
}

// Delivered notes how many messages of the bulk lane have arrived, and calls f with each section that arrived longer than
// after ago and is not confirmed, the last opened first.
func (c *Client) Delivered(messages uint64, now, after time.Duration, f func(p world.SectionPos, epoch uint32)) {
	for i := len(c.transfers.inFlight) - 1; i >= 0; i-- {
		t := &c.transfers.inFlight[i]
		if !t.delivered && t.message > 0 && t.message <= messages {
			t.delivered, t.deliveredAt = true, now
		}
		if t.delivered && now-t.deliveredAt >= after {
			f(t.pos, t.epoch)
		}
	}
}

// forget makes the client know nothing: the next update is a full one.
func (c *Client) forget() {
	c.entities.forget()
	c.streams = c.streams[:0]
	c.pending.serverMoved = c.pending.serverMoved[:0]
}

// RequestFull makes the client's next update a full one, once a batch is durable.
func (c *Client) RequestFull(commitSeq uint64) {
	f := &c.full
	if f.needed {
		f.commitSeq = max(f.commitSeq, commitSeq)
		return
	}
	f.needed, f.prepared, f.commitSeq = true, false, commitSeq
	f.resuming, f.held = false, nil
	c.transfers.changes = c.transfers.changes[:0]
}

// NeedsFull reports whether the next update is a full one, and whether it is prepared.
func (c *Client) NeedsFull() (needed, prepared bool) { return c.full.needed, c.full.prepared }

// FullAfter returns the batch that must be durable before the next full update is prepared.
func (c *Client) FullAfter() uint64 { return c.full.commitSeq }

// Begin says that the client of a new session goes on from an edit, with nothing to prepare.
func (c *Client) Begin(lastEdit uint64) { c.full.prepared, c.full.since = true, lastEdit }

// Resume continues the client over a new connection, from the sections that it holds and its E. previousEdit is E in the
// server's life before this one, which counts as edit builtEdit of this one; 0 if the client's E is one of this life.
func (c *Client) Resume(held []actions.SectionEpoch, builtEdit, previousEdit uint64, now time.Duration) {
	f := &c.full
	f.held, f.resuming, f.prepared = held, true, false
	c.progress.builtEdit, c.progress.sentEdit = builtEdit, builtEdit
	if f.previousEdit = previousEdit; previousEdit > 0 {
		f.resumedAt = now
	}
}

// Resuming reports whether the client has still to be told from where it goes on.
func (c *Client) Resuming() bool { return c.full.resuming }

// Held returns the sections that a resuming client says to hold, and, if it held them in the server's life before this one, its
// E there and since when they are waited for; else 0.
func (c *Client) Held() (held []actions.SectionEpoch, previousEdit uint64, resumedAt time.Duration) {
	return c.full.held, c.full.previousEdit, c.full.resumedAt
}
