package replication

import (
	"slices"
	"time"

	"voxtide/edits"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// inFlightSection is a section on its way to a client: opened, not confirmed.
type inFlightSection struct {
	pos         world.SectionPos
	epoch       uint32
	place       int32         // of what it was when it was opened, in the transfers' snapshots, until it is sent: it waits until its last change is durable. From 1; 0: none
	commitSeq   uint64        // of its last change
	message     uint64        // its number on the bulk lane; 0: not sent
	bytes       int           // of that message
	delivered   bool          // the client is known to have it
	deliveredAt time.Duration // since when
}

// waits reports whether a section is still to be sent.
func (f *inFlightSection) waits() bool { return f.message == 0 && !f.delivered }

// openedSection is a subscription that was opened since the last update.
type openedSection struct {
	pos world.SectionPos
	seq uint64
}

// subscriptionChange is an opening, confirmation or closing that the client has still to be told. It concerns no other client, so it is
// kept here and not in the log of all: a hundred players who come in together make a hundred thousand of them a second.
type subscriptionChange struct {
	before uint64 // the cursor of the edit of the log in front of which it stands
	seq    uint64
	author timestream.Stream
	sub    world.Subscription
}

// transfers are the sections on their way to a client. Its lists hold hundreds of elements for a second now and then, and none in between: empty ones
// go back to those that all clients share.
type transfers struct {
	inFlight  []inFlightSection
	snapshots []protocol.Snapshot  // of those that are still to be sent, each at its place; one by one on the heap they would be half of all that a server allocates while players come in
	free      []int32              // the places in snapshots that are free, from 1
	waiting   int                  // of them that are still to be sent: nearly always the last ones
	unread    int                  // bytes of those among them that were sent
	opened    []openedSection      // since the last update
	changes   []subscriptionChange // since the last update; none while a full one is needed, which tells all subscriptions
	written   int                  // of them, in the update that is being written
	messages  uint64               // over the bulk lane of the present connection
	delivered uint64               // of them, when inFlight was last looked through
	confirmAt time.Duration        // inFlight is to be looked through again; before that if more messages are delivered
}

// changed notes an edit of the client's subscriptions that its next update tells, at the place in the log where it came.
func (t *transfers) changed(seq, cursor uint64, e *edits.Edit) {
	sub := world.Subscription{Section: world.SectionPos(e.Pos), Epoch: uint32(e.Number), Confirmed: e.Flag}
	t.changes = spare.changes.add(t.changes, subscriptionChange{before: cursor, seq: seq, author: e.Author, sub: sub})
}

// follow notes an edit of the client's subscriptions.
func (t *transfers) follow(seq uint64, e *edits.Edit) {
	p := world.SectionPos(e.Pos)
	if e.Number != 0 && !e.Flag {
		t.inFlight = spare.inFlight.add(t.inFlight, inFlightSection{pos: p, epoch: uint32(e.Number)})
		t.opened = spare.opened.add(t.opened, openedSection{p, seq})
		t.waiting++
		return
	}
	for i := range t.inFlight {
		if f := &t.inFlight[i]; f.pos == p {
			if t.unread -= f.bytes; f.waits() {
				t.waiting--
			}
			t.drop(f)
			if t.inFlight = slices.Delete(t.inFlight, i, i+1); len(t.inFlight) == 0 {
				t.inFlight = spare.inFlight.put(t.inFlight)
			}
			return
		}
	}
}

// firstWaiting returns the index of the first section in flight that is still to be sent, or where it would be.
func (t *transfers) firstWaiting() int {
	i := len(t.inFlight)
	for left := t.waiting; left > 0; {
		if i--; t.inFlight[i].waits() {
			left--
		}
	}
	return i
}

// sent notes that a section has left in a message of some bytes.
func (t *transfers) sent(f *inFlightSection, bytes int) {
	t.messages++
	t.unread += bytes
	t.waiting--
	t.drop(f)
	f.message, f.bytes = t.messages, bytes
}

// snapshot returns what a section that is still to be sent was when it was opened. Valid until the next one is given.
func (t *transfers) snapshot(f *inFlightSection) *protocol.Snapshot { return &t.snapshots[f.place-1] }

// drop frees the place of a section's snapshot, if it has one.
func (t *transfers) drop(f *inFlightSection) {
	if f.place == 0 {
		return
	}
	t.snapshots[f.place-1] = protocol.Snapshot{}
	t.free = spare.free.add(t.free, f.place)
	f.place = 0
	if len(t.free) == len(t.snapshots) {
		t.snapshots, t.free = spare.snapshots.put(t.snapshots), spare.free.put(t.free)
	}
}

// openedBy returns the edit that opened a section since the last update, 0 if it was open before.
func (t *transfers) openedBy(p world.SectionPos) (seq uint64) {
	for i := range t.opened {
		if t.opened[i].pos == p {
			seq = t.opened[i].seq
		}
	}
	return seq
}

// give gives a section that was opened, as it is at the end of the step.
func (t *transfers) give(o *OpenedSection) {
	for i := len(t.inFlight) - 1; i >= 0; i-- {
		if f := &t.inFlight[i]; f.pos == o.Section.Section && f.epoch == o.Section.Epoch {
			if n := len(t.free); f.place == 0 && n > 0 {
				f.place, t.free = t.free[n-1], t.free[:n-1]
			} else if f.place == 0 {
				t.snapshots = spare.snapshots.add(t.snapshots, protocol.Snapshot{})
				f.place = int32(len(t.snapshots))
			}
			t.snapshots[f.place-1], f.commitSeq = o.Section, o.CommitSeq
			return
		}
	}
}

// resumed notes that the sections which go on after a resume were delivered, over whichever connection: those up to an epoch.
func (t *transfers) resumed(epoch uint32, now time.Duration) {
	for i := range t.inFlight {
		if f := &t.inFlight[i]; f.epoch <= epoch {
			if t.unread -= f.bytes; f.waits() {
				t.waiting--
			}
			t.drop(f)
			*f = inFlightSection{pos: f.pos, epoch: f.epoch, delivered: true, deliveredAt: now}
		}
	}
	t.confirmAt = 0
}

// restart forgets what was counted over the connection before.
func (t *transfers) restart() {
	t.messages, t.delivered, t.confirmAt = 0, 0, 0
	t.changes = spare.changes.put(t.changes)
}
