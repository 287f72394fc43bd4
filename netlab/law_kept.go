package netlab

import (
	"fmt"

	"voxtide/client"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/timestream"
	"voxtide/world"
)

// Law 8: nothing that anybody has seen is lost. What a client is told of must be durable when it hears of it: an ack, an
// edit, a whole section, an item, an inventory. And when the server is killed, all that was durable is on the disk, and
// nothing else.

// durable lets what is durable by now count.
func (l *Lab) durable() {
	l.kept.settle(l.machine.disk.Memory.Committed(l.mono(l.now)))
}

// heard checks what a client has been told with the frame that was applied; its world is as received at this moment.
func (l *Lab) heard(s *seat) {
	if !l.kept.on {
		return
	}
	l.durable()
	p := l.kept.people[s.c.Stream()]
	if acked := s.c.Stats().Acked; acked > 0 && (p == nil || acked > p.last) {
		l.breaks(8, "client %d was told an ack of %d, which is not durable", s.i, acked)
	}
	if why := l.foreign(s.c.World(), s.c.Stream()); why != "" {
		l.breaks(8, "client %d: %s", s.i, why)
	}
}

// foreign finds an entity or an inventory in what a client has received that nothing durable has brought about.
func (l *Lab) foreign(w *world.World, of timestream.Stream) string {
	k := l.kept
	for i := range w.StreamCount() {
		for _, slot := range w.Bodies(w.StreamAt(i).Stream) {
			if e := w.Entity(slot); e.Kind != world.KindAvatar && !k.born[e.ID] {
				return fmt.Sprintf("it knows %v %x, whose birth is not durable", world.Kinds[e.Kind].Name, e.ID)
			}
		}
	}
	p, mine := k.people[of], w.Player(of)
	if mine != nil && (p == nil || !p.bags[bagHash(&mine.Slots)]) {
		return fmt.Sprintf("it has %v, which it never had by anything durable", mine.Slots)
	}
	return ""
}

// saw checks that an edit, or the newest edit of a snapshot, is durable.
func (l *Lab) saw(client int, p world.SectionPos, seq uint64, lane string) {
	if !l.kept.on {
		return
	}
	if l.durable(); seq > l.kept.edits {
		l.breaks(8, "client %d sees edit %d of %v over the %s lane, which is not durable", client, seq, p, lane)
	}
}

// crashed judges a kill: what clients hold and what the disk holds against what was durable; then the laws go on from there.
func (l *Lab) crashed() {
	l.durable()
	for _, s := range l.seats {
		if s.c != nil && s.c.Stream() != 0 && s.c.State() != client.Ended {
			if why := l.unkept(s); why != "" {
				l.breaks(8, "client %d: %s", s.i, why)
			}
		}
	}
	l.kept.crash()
	st, err := l.machine.disk.Load()
	if err != nil {
		l.breaks(8, "the disk cannot be read: %v", err)
		return
	}
	pack := protocol.Packer{}
	if law, why := l.kept.differs(st, func(p world.SectionPos) *world.Section {
		return server.Fetch(l.machine.disk, l.land.Section, &pack, p).Section
	}, l.land.Section); law > 0 {
		l.breaks(law, "after kill %d: %s", l.machine.kills, why)
	}
	l.order.crash(l.kept.edits)
	l.ledger.crash(&l.kept.sum, l.kept.people)
	clear(l.once.last)
	for s, p := range l.kept.people {
		*l.once.at(s) = p.last
	}
}

// unkept finds something that a client holds, as received, and that is lost with the server; "" if there is nothing.
func (l *Lab) unkept(s *seat) (why string) {
	k, of := l.kept, s.c.Stream()
	s.c.Received(func(w *world.World) {
		why = l.foreign(w, of)
		for _, p := range w.SectionList(nil) {
			if h := l.order.seen[s.i][p]; h != nil && h.next > 0 && h.from.changes[h.next-1].seq > k.edits {
				why = fmt.Sprintf("it has seen edit %d of %v, which is not durable", h.from.changes[h.next-1].seq, p)
			}
		}
	})
	return why
}

// crash forgets the history that a kill has taken back. What anybody saw of it has been judged.
func (o *order) crash(edits uint64) {
	for _, h := range o.history {
		n := len(h.changes)
		for n > 0 && h.changes[n-1].seq > edits {
			n--
		}
		h.changes = h.changes[:n]
	}
	for _, of := range o.seen {
		for _, s := range of {
			s.next = min(s.next, len(s.from.changes))
		}
	}
}

// crash sets the books to what is durable: nobody is in the world, and everybody comes back with what they had.
func (l *ledger) crash(sum *[world.BlockCount]int64, people map[timestream.Stream]*person) {
	l.sum = *sum
	l.bags = map[timestream.Stream][world.Slots]world.Stack{}
	for s, p := range people {
		l.bags[s] = p.slots
	}
}
