package netlab

import (
	"maps"
	"slices"

	"voxtide/timestream"
	"voxtide/world"
)

// sectionOrder checks law 6: what a client sees of a section within one epoch is a contiguous run of the server's
// history of that section, beginning after the snapshot. The history is kept by section, and a client's place in it
// is an index, so that each seen change costs one comparison.
type sectionOrder struct {
	*violations
	history map[world.SectionPos]*sectionHistory
	seen    []map[world.SectionPos]*seenSection // by client
}

type sectionHistory struct{ changes []change }

type seenSection struct {
	epoch uint32
	next  int // index of the next change to see
	from  *sectionHistory
}

func newSectionOrder(j *violations, clients int) *sectionOrder {
	o := &sectionOrder{violations: j, history: map[world.SectionPos]*sectionHistory{}}
	for range clients {
		o.seen = append(o.seen, map[world.SectionPos]*seenSection{})
	}
	return o
}

func (o *sectionOrder) historyOf(p world.SectionPos) *sectionHistory {
	h := o.history[p]
	if h == nil {
		h = &sectionHistory{}
		o.history[p] = h
	}
	return h
}

// sections lists all sections that ever changed.
func (o *sectionOrder) sections() []world.SectionPos {
	return slices.SortedFunc(maps.Keys(o.history), world.SectionPos.Compare)
}

// server notes a change on the server.
func (o *sectionOrder) server(c change) {
	h := o.historyOf(c.pos.Section())
	if n := len(h.changes); n > 0 && h.changes[n-1].seq >= c.seq {
		o.fail(6, "the server's edit %d came after %d", c.seq, h.changes[n-1].seq)
	}
	h.changes = append(h.changes, c)
}

// snapshot notes that a client got a section as it was after edit seq.
func (o *sectionOrder) snapshot(client int, p world.SectionPos, epoch uint32, seq uint64) {
	h := o.historyOf(p)
	s := o.seen[client][p]
	if s == nil {
		s = &seenSection{from: h}
		o.seen[client][p] = s
	} else if epoch <= s.epoch {
		o.fail(6, "client %d: snapshot of %v of epoch %d after epoch %d", client, p, epoch, s.epoch)
	}
	s.epoch = epoch
	s.next = len(h.changes)
	for s.next > 0 && h.changes[s.next-1].seq > seq {
		s.next--
	}
}

// edit notes that a client saw one change of a section.
func (o *sectionOrder) edit(client int, epoch uint32, c change) {
	p := c.pos.Section()
	s := o.seen[client][p]
	switch {
	case s == nil || s.epoch != epoch:
		o.fail(6, "client %d: edit %d of %v, epoch %d, without its snapshot", client, c.seq, p, epoch)
	case s.next >= len(s.from.changes):
		o.fail(6, "client %d: edit %d of %v that the server does not have", client, c.seq, p)
	case s.from.changes[s.next] != c:
		o.fail(6, "client %d saw %v of %v where the server has %v", client, c, p, s.from.changes[s.next])
	default:
		s.next++
	}
}

// completeEvery is the number of a client's updates between two checks that all its sections are complete.
const completeEvery = 8

// complete checks an update's claim: the client's sections are as they were after edit E, neither behind nor ahead.
func (o *sectionOrder) complete(client int, edits uint64, w *world.World, of timestream.Stream) {
	for p, s := range o.seen[client] {
		if !w.HasSection(p) || w.Subscription(of, p).Epoch != s.epoch {
			continue
		}
		h := s.from.changes
		switch {
		case s.next > 0 && h[s.next-1].seq > edits:
			o.fail(6, "client %d is complete to edit %d and has edit %d of %v", client, edits, h[s.next-1].seq, p)
		case s.next < len(h) && h[s.next].seq <= edits:
			o.fail(6, "client %d is complete to edit %d and lacks edit %d of %v", client, edits, h[s.next].seq, p)
		}
	}
}

// checkComplete checks that a client has seen all changes of a section that it holds at the end.
func (o *sectionOrder) checkComplete(client int, p world.SectionPos) {
	if s := o.seen[client][p]; s != nil && s.next < len(s.from.changes) {
		o.fail(6, "client %d lacks edit %d of %v", client, s.from.changes[s.next].seq, p)
	}
}

// atMostOnce checks law 9: each of a client's actions takes effect at most once, in order, over all its connections,
// and an acked action was performed or refused.
type atMostOnce struct {
	*violations
	last []uint64 // by stream
}

func (o *atMostOnce) at(s timestream.Stream) *uint64 {
	for len(o.last) <= int(s) {
		o.last = append(o.last, 0)
	}
	return &o.last[s]
}

// performed notes that the server performed or refused an action.
func (o *atMostOnce) performed(s timestream.Stream, number uint64) {
	last := o.at(s)
	if number != *last+1 {
		o.fail(9, "%s: action %d was taken after action %d", streamName(s), number, *last)
	}
	*last = number
}

// acked notes the last action number that a client was told as acked.
func (o *atMostOnce) acked(s timestream.Stream, number uint64) {
	if number > *o.at(s) {
		o.fail(9, "%s was told an ack of %d, but %d was the last one taken", streamName(s), number, *o.at(s))
	}
}
