package replication

import (
	"slices"

	"voxtide/edits"
	"voxtide/protocol"
	"voxtide/store"
	"voxtide/world"
)

// Sections is the server's table of the sections in memory.
type Sections interface {
	// CommitSeq returns the batch that contains a section's last change.
	CommitSeq(p world.SectionPos) uint64
	// Snapshot returns the message that sends a section as it is now; nobody changes its packed bytes later.
	Snapshot(p world.SectionPos, epoch uint32, edit uint64) protocol.Snapshot
	// KnownSince reports whether every change of a section after an edit of the previous server is known.
	KnownSince(p world.SectionPos, edit uint64) bool
	// PreviousChanges returns the changes of a section by the previous server, after an edit.
	PreviousChanges(p world.SectionPos, after uint64) []store.BlockChange
}

// Source is the judge's end: it gathers the feed of a step. It belongs to the judge.
type Source struct {
	World    *world.World // the judge's
	Sections Sections
	History  History

	feeds [2]Feed // one is filled while the other one is told
	at    int
	buf   []byte // memory that is used again
}

// feed returns the feed that is being filled.
func (s *Source) feed() *Feed { return &s.feeds[s.at] }

// Edit adds an edit. One that is not logged is told to no client as such.
func (s *Source) Edit(seq uint64, e *edits.Edit, logged bool) {
	s.add(&Entry{Seq: seq, Edit: *e}, logged)
}

// Changed adds an edit of a block or of what it holds.
func (s *Source) Changed(e *Entry) { s.add(e, true) }

func (s *Source) add(e *Entry, logged bool) {
	f := s.feed()
	if len(f.Edits) == cap(f.Edits) { // doubled: who jumps closes thousands of sections, and append would copy them five times
		f.Edits = slices.Grow(f.Edits, max(64, len(f.Edits)))
	}
	f.Edits = append(f.Edits, FeedEdit{*e, logged})
}

// Removed adds the removal of an entity, with what was removed: who picked up an item that he was never told of is told of it then.
func (s *Source) Removed(seq uint64, e *edits.Edit, was *world.Entity) {
	s.Edit(seq, e, true)
	f := s.feed()
	f.Edits[len(f.Edits)-1].Entity = *was
}

// Subscribed adds an edit of a client's subscriptions. was is the subscription before.
func (s *Source) Subscribed(seq uint64, c *Client, was, e *edits.Edit) {
	s.Edit(seq, e, false)
	c.judge.followSubscription(was.Number != 0 && !was.Flag, e.Number != 0 && !e.Flag)
	if f := s.feed(); e.Number != 0 && !e.Flag {
		f.Opened = append(f.Opened, OpenedSection{To: c.stream, Section: protocol.Snapshot{Section: world.SectionPos(e.Pos), Epoch: uint32(e.Number)}})
	}
}

// ObjectsChanged notes that an object at a place came, went, woke or came to rest: who is near is told again which ones there are.
func (s *Source) ObjectsChanged(at *world.Vec) {
	f := s.feed()
	f.Changed = append(f.Changed, *at)
}

// ServerMoved notes that the server moved a body, for those who know it.
func (s *Source) ServerMoved(id world.EntityID) {
	f := s.feed()
	f.Moved = append(f.Moved, id)
}

// Struck notes a hit for the striker and for those who know the struck body.
func (s *Source) Struck(h *protocol.Struck) {
	f := s.feed()
	f.Struck = append(f.Struck, *h)
}

// Add names a client that has a session; in the order of their streams, at the end of the step. One without a connection is told nothing.
func (s *Source) Add(c *Client, l Link) {
	f := s.feed()
	f.Clients = append(f.Clients, Recipient{Client: c, Link: l})
}

// Finish ends a step: it adds how far streams and bodies have come, and what concerns single clients, and returns the feed. slept are the
// bodies that came to rest or woke.
func (s *Source) Finish(m Moment, o Options, slept []world.EntityID) *Feed {
	f := s.feed()
	s.at = 1 - s.at
	f.Moment, f.Options = m, o
	f.Slept = append(f.Slept, slept...)
	for i := range s.World.StreamCount() {
		st := s.World.StreamAt(i)
		f.Stamps = append(f.Stamps, StreamStamp{st.Stream, st.Stamp})
		for _, slot := range s.World.AwakeAt(i) {
			f.addMotion(s.World.Entity(slot))
		}
	}
	for _, id := range slept {
		if slot := s.World.Find(id); slot != world.NoEntity && s.World.Entity(slot).Motion.Flags&world.Asleep != 0 {
			f.addMotion(s.World.Entity(slot))
		}
	}
	s.giveOpened(f)
	for i := range f.Clients {
		c := f.Clients[i].Client
		if f.Clients[i].Link.Conn != nil {
			s.giveFull(c, m.LastEdit)
			c.judge.giveHash(s, c.stream, &m, o.HashEvery)
		}
		c.handOver()
	}
	s.feed().reset()
	return f
}

func (f *Feed) addMotion(e *world.Entity) {
	f.Motions = append(f.Motions, BodyMotion{e.ID, e.At, e.Motion})
}

// giveOpened adds the sections that were opened in the step and still are.
func (s *Source) giveOpened(f *Feed) {
	open := f.Opened[:0]
	for _, o := range f.Opened {
		at, epoch := o.Section.Section, o.Section.Epoch
		if s.World.Subscription(o.To, at) != (world.Subscription{Section: at, Epoch: epoch}) {
			continue
		}
		o.Section, o.CommitSeq = s.Sections.Snapshot(at, epoch, f.LastEdit), s.Sections.CommitSeq(at)
		open = append(open, o)
	}
	clear(f.Opened[len(open):])
	f.Opened = open
}

// Shrink gives back the memory that is kept for the next steps, when there is no client and nothing is being told.
func (s *Source) Shrink() {
	if len(s.feed().Edits) == 0 {
		s.feeds = [2]Feed{}
	}
}
