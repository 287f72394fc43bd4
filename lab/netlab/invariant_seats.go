package netlab

import (
	"time"

	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// seatLaw remembers where each stream was at the end of the last steps, so that a kill shows whether the next server comes to the same: at
// the last step whose batch is durable, each stream was where the store's row of it leads to when only time passes.
type seatLaw struct {
	steps   []seatStep // the last durable one and those after it, in order
	spare   [][]seatPlace
	checked int // streams that were compared at kills
	moved   int // of them those whose row was older than the step
}

// seatStep is the end of a step.
type seatStep struct {
	ticket uint64 // it is durable with this batch
	places []seatPlace
}

// seatPlace is a body on a stream at the end of a step: its avatar, or what moves on it.
type seatPlace struct {
	of   timestream.Stream
	body world.Entity
}

// endStep notes where the streams of a world are at the end of a step.
func (k *seatLaw) endStep(w *world.World, ticket, durable uint64) {
	first := 0
	for i := range k.steps {
		if k.steps[i].ticket <= durable {
			first = i
		}
	}
	for _, s := range k.steps[:first] {
		k.spare = append(k.spare, s.places[:0])
	}
	k.steps = append(k.steps[:0], k.steps[first:]...)
	var places []seatPlace
	if n := len(k.spare); n > 0 {
		places, k.spare = k.spare[n-1], k.spare[:n-1]
	}
	for i := range w.StreamCount() {
		of := w.StreamAt(i).Stream
		slot := w.Find(world.AvatarID(of))
		if slot == world.NoEntity || of == timestream.Server || w.Entity(slot).Motion.Flags&(world.Suspended|world.Lying) != 0 {
			continue
		}
		places = append(places, seatPlace{of, *w.Entity(slot)})
		for _, slot := range w.Awake(of) {
			if e := w.Entity(slot); e.Kind != world.KindAvatar && e.Motion.Flags&world.Suspended == 0 {
				places = append(places, seatPlace{of, *e})
			}
		}
	}
	k.steps = append(k.steps, seatStep{ticket, places})
}

// noteSeats notes the end of a step whose batch has a ticket.
func (l *simulation) noteSeats(ticket uint64) {
	if l.cfg.Kills > l.machines.kills.done || l.machines.pair != nil {
		l.laws.seats.endStep(l.server.World(), ticket, l.durableTicket())
	}
}

// checkSeats checks at a kill, or where another machine goes on, that the next server has each stream go on from where it was. left is
// what that server's disk holds, durable the last batch of the server before it which is there.
func (l *simulation) checkSeats(m *machine, left store.Store, durable uint64) {
	k := &l.laws.seats
	var last *seatStep
	for i := range k.steps {
		if k.steps[i].ticket <= durable {
			last = &k.steps[i]
		}
	}
	k.steps = nil
	if last == nil || l.violation != nil {
		return
	}
	next, err := m.newServer(left, nil)
	if err != nil {
		l.fail(8, "the next server does not start: %v", err)
		return
	}
	next.Step(m.mono() + time.Millisecond)
	for _, p := range last.places {
		was := &p.body
		row := next.World().Stream(p.of)
		if row == nil {
			continue // who came in with a batch that is not durable
		}
		stamp := row.Stamp
		is, ok := next.AdvanceSeat(p.of, was.At, was.ID)
		if !ok || is.At != was.At || is.Motion != was.Motion {
			l.fail(5, "%s: a kill would set it back: from its row at %d its %v comes to %+v at %d, and was at %d %+v", streamName(p.of), stamp,
				world.EntityKinds[was.Kind].Name, is.Motion, is.At, was.At, was.Motion)
			return
		}
		if k.checked++; stamp < was.At {
			k.moved++
		}
	}
}
