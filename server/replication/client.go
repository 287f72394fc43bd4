package replication

import (
	"slices"
	"time"

	"voxtide/actions"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// Client records what one client has been told, and the news that wait for it. It lasts as long as its session, over several
// connections. The judge calls its exported methods; what they note is taken at the end of the step.
type Client struct {
	stream timestream.Stream
	token  protocol.Token
	pitch  int8 // of the player's view, for others
	sight  Sight
	method methodState

	judge judgeSide // what the judge's half keeps; the rest belongs to the telling half
	taken News      // of the step that is being told

	entities  knownEntities
	picture   picture // of the last update
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
	stalls    uint64              // how often the stream was not as the client declared

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
	every     time.Duration // at least, between two updates
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
	resumed bool     // it says that the session goes on
	others  []string // the other servers that the client was told of
}

// methodState is the method of a client, and what its updates keep to.
type methodState struct {
	protocol.MethodState
	untold  bool // the next update tells it
	stepped bool // the client's server time step is over, so that an update is due (protocol.Method.StepMs)
}

// ackState is which actions of a client were handled, and which acks it was sent.
type ackState struct {
	acked     uint64 // the last one whose ack was written
	handled   uint64 // the last one that is performed or refused
	commitSeq uint64 // of the batch that contains handled
	refusals  []refusal
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

// Token returns the secret of the session.
func (c *Client) Token() protocol.Token { return c.token }

// Waiting returns the number of bytes that wait for the store or the lane.
func (c *Client) Waiting() int { return c.outbox.size() }

// UpdatedAt returns when the last update was written.
func (c *Client) UpdatedAt() time.Duration { return c.schedule.updatedAt }

// Refusals returns how many refusals wait, where nothing is being told.
func (c *Client) Refusals() int { return len(c.acks.refusals) + len(c.judge.news.Refusals) }

// serverMoved notes that the server moved an entity, for a client that knows it.
func (c *Client) serverMoved(slot world.EntitySlot, id world.EntityID) {
	if c.entities.find(slot, id) != nil && len(c.pending.serverMoved) < EntitiesMax && !slices.Contains(c.pending.serverMoved, id) {
		c.pending.serverMoved = append(c.pending.serverMoved, id)
	}
}

// rested notes that an entity has come to rest. It may have been at rest before, and have fallen within one step: a player's stream is
// advanced by as much as its client was silent.
func (c *Client) rested(slot world.EntitySlot, id world.EntityID) {
	c.entities.reactivate(slot, id)
	c.entities.restUntold = c.entities.restUntold || c.entities.find(slot, id) != nil
}

// objectsChanged notes that an object at a position came, went, woke or came to rest, in 1/16 block. A client that is near has its objects
// chosen again with the next update.
func (c *Client) objectsChanged(at [3]int64) {
	if distanceSquared16(at, c.entities.choicePos) <= (farLeaveBlocks+reselectBlocks)*(farLeaveBlocks+reselectBlocks) {
		c.entities.choiceStale = true
	}
}

// FullRoom returns the bytes that the next full update has for subscriptions; 0: FullRoomBytes.
func (c *Client) FullRoom() int { return c.full.room }

// SetFullRoom bounds the bytes that the next full update has for subscriptions.
func (c *Client) SetFullRoom(bytes int) { c.full.room = bytes }

// Delivered notes how many messages of the bulk lane have arrived, and calls f with each section that arrived longer than
// after ago and is not confirmed, the last opened first.
func (c *Client) Delivered(messages uint64, now, after time.Duration, f func(p world.SectionPos, epoch uint32)) {
	t := &c.transfers
	if messages == t.delivered && now < t.confirmAt {
		return
	}
	t.delivered, t.confirmAt = messages, now+after
	for i := len(t.inFlight) - 1; i >= 0; i-- {
		s := &t.inFlight[i]
		if !s.delivered && s.message > 0 && s.message <= messages {
			s.delivered, s.deliveredAt = true, now
		}
		if s.delivered {
			t.confirmAt = min(t.confirmAt, s.deliveredAt+after)
		}
		if s.delivered && now-s.deliveredAt >= after {
			f(s.pos, s.epoch)
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
	c.transfers.changes = spare.changes.put(c.transfers.changes)
}
