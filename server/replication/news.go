package replication

import (
	"slices"
	"time"

	"voxtide/actions"
	"voxtide/internal/faults"
	"voxtide/protocol"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// News is what the judge tells of one client in a step: the part of the Feed that concerns nobody else.
type News struct {
	Disconnected bool
	Reconnected  bool // a new connection: the Welcome goes first, then a full update
	GoesOn       bool // the Welcome says that the session goes on
	Resumed      bool // the client goes on from BuiltEdit, or from PreviousEdit in the server's life before this one
	BuiltEdit    uint64
	PreviousEdit uint64

	Handled    uint64 // the last action that is performed or refused
	AckChanged bool   // so the batch of this step contains it
	Refusals   []refusal
	Lines      []string // for this client alone
	Stalls     int      // times that the server advanced its stream, or counted an action at another stamp
	Pitch      int8     // of the player's view
	Sight               // stays from step to step
	Stepped    bool     // a server time step of the client is over (protocol.Method.StepMs)
	MethodSet  bool
	Method     protocol.MethodState
	Links      []linkChange

	Full FullStart   // set where a full update is to be written
	Hash SectionHash // set where one is due
}

// Sight is what a client is told of the bodies of others.
type Sight struct {
	Unseen  bool                // those, too, that are world.Unseen
	Ignored []timestream.Stream // whose lines it is not told; read only
	Watches timestream.Stream   // around whose body it is told, in the place of its own; 0: around its own
}

// SetSight sets what the client is told of the bodies of others.
func (c *Client) SetSight(s Sight) { c.judge.news.Sight = s }

// body returns around which body the client is told.
func (s *Sight) body(own timestream.Stream) world.EntityID {
	if s.Watches != 0 {
		return world.AvatarID(s.Watches)
	}
	return world.AvatarID(own)
}

// hides reports whether the client is not told of a body.
func (c *Client) hides(flags world.Flags, of timestream.Stream) bool {
	return flags&world.Unseen != 0 && of != c.stream && !c.sight.Unseen && !faults.Active(faults.UnseenTold)
}

// linkChange is a direct link to another player that begins or ends.
type linkChange struct {
	to     timestream.Stream
	linked bool
}

// FullStart is from where a full update goes on.
type FullStart struct {
	Set    bool
	Epoch  uint32          // the last epoch of the subscriptions that go on
	Edits  []Entry         // of the history, in the sections that go on, since the client's E
	Missed []MissedSection // of the server's life before this one
}

// MissedSection is a section with which a client goes on from the server's life before this one: its changes since, and its hash.
type MissedSection struct {
	Section world.SectionPos
	Changes []store.BlockChange
	Hash    uint64
}

// SectionHash is the hash of a section as it is at the end of a step.
type SectionHash struct {
	Set       bool
	Section   world.SectionPos
	Hash      uint64
	CommitSeq uint64 // the batch of the section's last change
}

// reset empties the news, and keeps what is a state, and the memory of all but a full update: that is large, and seldom needed.
func (n *News) reset(handled uint64, pitch int8, sight Sight) {
	clear(n.Lines)
	*n = News{Handled: handled, Pitch: pitch, Sight: sight, Refusals: n.Refusals[:0], Lines: n.Lines[:0], Links: n.Links[:0]}
}

// judgeSide is what the judge's half keeps of a client.
type judgeSide struct {
	news      News
	report    report
	full      preparation
	method    protocol.Method // as told
	inFlight  int             // sections that are opened and not confirmed
	hashNext  int             // index of the subscription whose hash is told next
	hashGiven int             // and of the one that the last news had
	pictures  pictures
}

// report is what the telling half tells the judge of a client.
type report struct {
	number   uint64 // of the last update that was written
	sent     uint64 // of the last one that has left
	welcomed bool
	hashedAt time.Duration
}

// Collect takes what the telling half tells of the client. Nothing is told meanwhile.
func (c *Client) Collect() {
	j := &c.judge
	if c.schedule.hashedAt != j.report.hashedAt {
		j.hashNext = j.hashGiven + 1
	}
	j.report = report{number: c.progress.number, sent: c.progress.sent, welcomed: c.welcome.sent && !j.news.Reconnected, hashedAt: c.schedule.hashedAt}
	j.full.room = c.full.room
	if !j.news.Reconnected {
		j.full.reported, j.full.commitSeq = c.full.needed, c.full.commitSeq
		j.full.builtEdit, j.full.previousEdit = c.progress.builtEdit, c.full.previousEdit
	}
	j.pictures.keep(&c.picture)
}

// Reconnect begins a new connection: handled is the last action whose outcome counts. The Welcome goes first, then a full
// update.
func (c *Client) Reconnect(handled uint64) {
	n := &c.judge.news
	n.Reconnected, n.Handled, n.Refusals, n.Links = true, handled, n.Refusals[:0], n.Links[:0]
	c.judge.report.welcomed = false
	c.judge.full.reported, c.judge.full.commitSeq = true, 0
}

// Disconnect drops the updates that wait for a lost connection.
func (c *Client) Disconnect() { c.judge.news.Disconnected = true }

// BeginResume notes that the Welcome has to say that the session goes on.
func (c *Client) BeginResume() { c.judge.news.GoesOn = true }

// Welcomed reports whether the Welcome has left.
func (c *Client) Welcomed() bool { return c.judge.report.welcomed }

// Built returns the number of the last update that was built.
func (c *Client) Built() uint64 { return c.judge.report.number }

// Sent returns the number of the last update that has left.
func (c *Client) Sent() uint64 { return c.judge.report.sent }

// InFlight returns how many sections are on their way.
func (c *Client) InFlight() int { return c.judge.inFlight }

// SetPitch notes how far up the player looks.
func (c *Client) SetPitch(pitch int8) { c.judge.news.Pitch = pitch }

// Handled notes that an action was performed or refused.
func (c *Client) Handled(number uint64) { c.judge.news.Handled = number }

// Refused notes why an action was refused; owner is whose the claim is, for actions.Claimed. Of more than RefusalsMax the reason is dropped,
// never the ack.
func (c *Client) Refused(number uint64, why actions.Refusal, owner string) {
	if n := &c.judge.news; len(n.Refusals) < RefusalsMax {
		n.Refusals = append(n.Refusals, refusal{number, why, owner})
	}
}

// AckChanged notes that the number of the last action changed in this step.
func (c *Client) AckChanged() { c.judge.news.AckChanged = true }

// Stalled notes that the client's stream or one of its stamps is not as the client declared.
func (c *Client) Stalled() { c.judge.news.Stalls++ }

// SetMethod notes the client's method. The next update tells it: a full one where the method changed.
func (c *Client) SetMethod(m protocol.MethodState) {
	n := &c.judge.news
	n.MethodSet, n.Method = true, m
}

// Stepped notes that a server time step of the client is over (protocol.Method.StepMs).
func (c *Client) Stepped() { c.judge.news.Stepped = true }

// Tell queues a line for this client alone. Lines of an update that is lost are lost with it, as chat is.
func (c *Client) Tell(line string) {
	if n := &c.judge.news; len(n.Lines) < PrivateLinesMax {
		n.Lines = append(n.Lines, line)
	}
}

// SetLinked notes that the client's player has a direct link to the player of a stream, or no longer has. The next update acks the
// stream's actions, whatever the client was told before.
func (c *Client) SetLinked(of timestream.Stream, linked bool) {
	c.judge.news.Links = append(c.judge.news.Links, linkChange{of, linked})
}

// followSubscription counts the sections that are on their way to the client.
func (j *judgeSide) followSubscription(was, is bool) {
	if was {
		j.inFlight--
	}
	if is {
		j.inFlight++
	}
}

// handOver ends the news of a step: the telling half has them, and those of the next step are empty.
func (c *Client) handOver() {
	j := &c.judge
	if j.news.MethodSet {
		j.method = j.news.Method.Method
	}
	c.taken, j.news = j.news, c.taken
	j.news.reset(c.taken.Handled, c.taken.Pitch, c.taken.Sight)
}

// giveHash puts the hash of the client's next section into the news, if one is due.
func (j *judgeSide) giveHash(s *Source, of timestream.Stream, m *Moment, every time.Duration) {
	if m.Now-j.report.hashedAt < every {
		return
	}
	subs := &s.World.Stream(of).Subscriptions
	for i := range subs.Len() {
		k := (j.hashNext + i) % subs.Len()
		if sub := subs.At(k); sub.Confirmed {
			j.hashGiven = k
			j.news.Hash = SectionHash{true, sub.Section, s.World.SharedSection(sub.Section).Hash(), s.Sections.CommitSeq(sub.Section)}
			return
		}
	}
}

// takeConnection takes what the judge tells of the client that counts before the edits of the step.
func (c *Client) takeConnection(n *News) {
	if n.GoesOn {
		c.welcome.resumed = true
	}
	if n.Disconnected {
		c.outbox.clear()
	}
	if n.Reconnected {
		c.acks.handled = n.Handled
		c.acks.refusals = c.acks.refusals[:0]
		c.full.needed, c.full.commitSeq = true, 0
		c.welcome.needed, c.welcome.sent = true, false
		c.transfers.restart()
		c.linked = c.linked[:0]
		c.outbox.clear()
	}
	if n.Resumed {
		c.progress.builtEdit, c.progress.sentEdit = n.BuiltEdit, n.BuiltEdit
		c.full.previousEdit = n.PreviousEdit
	}
}

// takeNews takes what the judge tells of the client at the end of a step.
func (c *Client) takeNews(n *News, m *Moment) {
	c.acks.handled, c.pitch, c.sight = n.Handled, n.Pitch, n.Sight
	if n.AckChanged {
		c.acks.commitSeq = m.CommitSeq
	}
	for _, r := range n.Refusals {
		if len(c.acks.refusals) < RefusalsMax {
			c.acks.refusals = append(c.acks.refusals, r)
		}
	}
	for _, l := range n.Lines {
		if len(c.pending.lines) < PrivateLinesMax {
			c.pending.lines = append(c.pending.lines, l)
		}
	}
	c.pending.stalled = c.pending.stalled || n.Stalls > 0
	c.stalls += uint64(n.Stalls)
	c.method.stepped = c.method.stepped || n.Stepped
	for _, l := range n.Links {
		c.takeLink(l)
	}
	if n.MethodSet {
		if n.Method.Method != c.method.Method {
			c.RequestFull(0)
		}
		c.method = methodState{MethodState: n.Method, untold: true}
	}
	if n.Full.Set {
		c.full.prepared = true
		c.transfers.resumed(n.Full.Epoch, m.Now)
	}
}

func (c *Client) takeLink(l linkChange) {
	i := slices.Index(c.linked, l.to)
	switch {
	case !l.linked && i >= 0:
		c.linked = slices.Delete(c.linked, i, i+1)
	case l.linked && i < 0 && len(c.linked) < protocol.LinksMax:
		c.linked = append(c.linked, l.to)
		if k := c.streams.find(l.to); k != nil {
			k.ackedAction = unacked
		}
	}
}
