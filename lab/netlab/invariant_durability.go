package netlab

import (
	"fmt"

	"voxtide/client"
	"voxtide/lab/netlab/matter"
	"voxtide/protocol"
	"voxtide/server/sections"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// Law 8: nothing that anybody has seen is lost. Whatever a client is told must be durable when it hears of it: an
// ack, an edit, a section, an item, an inventory. And when the server is killed, exactly what was durable is on the
// disk.

// commitDurable applies what is durable by now to the model.
func (l *simulation) commitDurable() {
	l.laws.durability.commit(l.durableTicket())
}

// durableTicket returns up to which batch of the present owner all are durable.
func (l *simulation) durableTicket() uint64 {
	m := l.machines.owner
	if m.beside != nil {
		return m.beside.durableTicket()
	}
	return m.disk.Memory.Committed(m.mono())
}

// checkUpdate checks what a client was told by the update that was applied; its world is the received one at this
// moment.
func (l *simulation) checkUpdate(s *simClient) {
	if !l.laws.durability.enabled {
		return
	}
	l.commitDurable()
	l.checkEarly(s)
	p := l.laws.durability.players[s.client.Stream()]
	if acked := s.client.Stats().Acked; acked > 0 && (p == nil || acked > p.last) {
		l.fail(8, "client %d was told an ack of %d, which is not durable", s.index, acked)
	}
	if why := l.firstUndurable(s.client.World(), s.client.Stream(), forever); why != "" {
		l.fail(8, "client %d: %s", s.index, why)
	}
}

// forever is a version after all others.
const forever = 1<<64 - 1

// firstUndurable finds an entity or an inventory in a client's received state that nothing has caused which was durable as of a version.
func (l *simulation) firstUndurable(w *world.World, of timestream.Stream, asOf uint64) string {
	k := l.laws.durability
	for i := range w.StreamCount() {
		for _, slot := range w.Bodies(w.StreamAt(i).Stream) {
			if e := w.Entity(slot); e.Kind != world.KindAvatar && !within(k.everBorn, e.ID, asOf) {
				return fmt.Sprintf("it knows %v %x, whose birth is not durable", world.EntityKinds[e.Kind].Name, e.ID)
			}
		}
	}
	p, mine := k.players[of], w.Player(of)
	if mine != nil && (p == nil || !within(p.inventories, inventoryHash(&mine.Slots), asOf)) {
		return fmt.Sprintf("it has %v, which it never had by anything durable", mine.Slots)
	}
	return ""
}

// checkSeen checks that an edit, or the newest edit of a snapshot, is durable.
func (l *simulation) checkSeen(client int, p world.SectionPos, seq uint64, lane string) {
	if !l.laws.durability.enabled {
		return
	}
	if l.commitDurable(); lane == "live" {
		l.checkEarlyEdit(l.clients[client], p, seq)
	}
	if seq > l.laws.durability.edits {
		l.fail(8, "client %d sees edit %d of %v over the %s lane, which is not durable", client, seq, p, lane)
	}
}

// checkCrash checks what clients and the disk hold after a kill against what was durable; the laws then go on from
// there.
func (l *simulation) checkCrash(disk store.Store) {
	l.commitDurable()
	for _, s := range l.clients {
		if s.client != nil && s.client.Stream() != 0 && s.client.State() != client.Ended {
			if why := l.firstLost(s); why != "" {
				l.fail(8, "client %d: %s", s.index, why)
			}
		}
	}
	l.laws.durability.crash()
	st, err := disk.Load()
	if err != nil {
		l.fail(8, "the disk cannot be read: %v", err)
		return
	}
	if law, why := l.compareDisk(disk, st); law > 0 {
		l.fail(law, "after kill %d: %s", l.machines.kills.done, why)
	}
	l.laws.order.crash(l.laws.durability.edits)
	l.laws.conservation.crash(&l.laws.durability.sum, l.laws.durability.players)
	l.recording.crash(l.server.World(), func(of timestream.Stream) uint64 { return l.laws.durability.player(of).last })
	clear(l.laws.once.last)
	for s, p := range l.laws.durability.players {
		*l.laws.once.at(s) = p.last
	}
}

// compareDisk compares a disk with the model.
func (l *simulation) compareDisk(disk store.Store, st *store.State) (law int, why string) {
	pack := protocol.Packer{}
	return l.laws.durability.compare(st, func(p world.SectionPos) *world.Section {
		return sections.Load(disk, l.land.Section, &pack, p).Section
	}, l.land.Section)
}

// firstLost finds something in a client's received state that is lost with the server; "" if there is nothing.
func (l *simulation) firstLost(s *simClient) (why string) {
	k, of := l.laws.durability, s.client.Stream()
	s.client.InspectReceived(func(w *world.World) {
		why = l.firstUndurable(w, of, forever)
		for _, p := range w.AppendSections(nil) {
			if h := l.laws.order.seen[s.index][p]; h != nil && h.next > 0 && h.from.changes[h.next-1].seq > k.edits {
				why = fmt.Sprintf("it has seen edit %d of %v, which is not durable", h.from.changes[h.next-1].seq, p)
			}
		}
	})
	return why
}

// crash forgets the history that a kill has undone. What anybody saw of it has been checked.
func (o *sectionOrder) crash(edits uint64) {
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

// crash sets the sums to what is durable: nobody is in the world, and all come back with the items they had.
func (l *conservation) crash(sum *matter.Sum, people map[timestream.Stream]*durablePlayer) {
	l.sum = *sum
	l.leftWith = map[timestream.Stream][world.InventorySize]world.Stack{}
	for s, p := range people {
		l.leftWith[s] = p.slots
	}
}
