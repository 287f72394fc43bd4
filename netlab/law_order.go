package netlab

import (
	"maps"
	"slices"

	"voxtide/timestream"
	"voxtide/world"
)

// order checks law 6: what a client sees of a section within one epoch is a contiguous run of the server's history of
// that section, beginning after the snapshot's number. The server's history is kept by section; a client's place in it
// is an index, so that each change that is seen costs one comparison.
type order struct {
	*judge
	history map[world.SectionPos]*history
	seen    []map[world.SectionPos]*seen // by client
}

type history struct{ changes []change }

type seen struct {
	epoch uint32
	next  int // index of the change that has to come next
	from  *history
}

func newOrder(j *judge, clients int) *order {
	o := &order{judge: j, history: map[world.SectionPos]*history{}}
	for range clients {
		o.seen = append(o.seen, map[world.SectionPos]*seen{})
	}
	return o
}

func (o *order) of(p world.SectionPos) *history {
	h := o.history[p]
	if h == nil {
		h = &history{}
		o.history[p] = h
	}
	return h
}

// sections lists all in which something ever changed.
func (o *order) sections() []world.SectionPos {
	return slices.SortedFunc(maps.Keys(o.history), func(a, b world.SectionPos) int {
		if a.Less(b) {
			return -1
		}
		return 1
	})
}

// server notes a change on the server.
func (o *order) server(c change) {
	h := o.of(c.pos.Section())
	if n := len(h.changes); n > 0 && h.changes[n-1].seq >= c.seq {
		o.breaks(6, "the server's edit %d came after %d", c.seq, h.changes[n-1].seq)
	}
	h.changes = append(h.changes, c)
}

// snapshot notes that a client got a whole section as it was after edit seq.
func (o *order) snapshot(client int, p world.SectionPos, epoch uint32, seq uint64) {
	h := o.of(p)
	s := o.seen[client][p]
	if s == nil {
		s = &seen{from: h}
		o.seen[client][p] = s
	} else if epoch <= s.epoch {
		o.breaks(6, "client %d: snapshot of %v of epoch %d after epoch %d", client, p, epoch, s.epoch)
	}
	s.epoch = epoch
	s.next = len(h.changes)
	for s.next > 0 && h.changes[s.next-1].seq > seq {
		s.next--
	}
}

// edit notes that a client saw one change of a section.
func (o *order) edit(client int, epoch uint32, c change) {
	p := c.pos.Section()
	s := o.seen[client][p]
	switch {
	case s == nil || s.epoch != epoch:
		o.breaks(6, "client %d: edit %d of %v, epoch %d, without its snapshot", client, c.seq, p, epoch)
	case s.next >= len(s.from.changes):
		o.breaks(6, "client %d: edit %d of %v that the server does not have", client, c.seq, p)
	case s.from.changes[s.next] != c:
		o.breaks(6, "client %d saw %v of %v where the server has %v", client, c, p, s.from.changes[s.next])
	default:
		s.next++
	}
}

// wholeEvery is in how many frames of a client all sections are looked at, whether they are complete.
const wholeEvery = 8

// complete checks what a frame says: that the sections which the client has are as they were after edit E, lacking none up to
// there and ahead by none.
func (o *order) complete(client int, edits uint64, w *world.World, of timestream.Stream) {
	for p, s := range o.seen[client] {
		if !w.Has(p) || w.Sub(of, p).Epoch != s.epoch {
			continue
		}
		h := s.from.changes
		switch {
		case s.next > 0 && h[s.next-1].seq > edits:
			o.breaks(6, "client %d is complete to edit %d and has edit %d of %v", client, edits, h[s.next-1].seq, p)
		case s.next < len(h) && h[s.next].seq <= edits:
			o.breaks(6, "client %d is complete to edit %d and lacks edit %d of %v", client, edits, h[s.next].seq, p)
		}
	}
}

// end checks that a client has seen all of a section that it holds to the end.
func (o *order) end(client int, p world.SectionPos) {
	if s := o.seen[client][p]; s != nil && s.next < len(s.from.changes) {
		o.breaks(6, "client %d lacks edit %d of %v", client, s.from.changes[s.next].seq, p)
	}
}
