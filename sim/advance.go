package sim

import (
	"cmp"
	"slices"

	"voxtide/edits"
	"voxtide/internal/faults"
	"voxtide/physics"
	"voxtide/timestream"
	"voxtide/world"
)

// Advance advances a stream to an instant: all its ticks, the continuous update between them, and the stamp. The server
// lets time pass through it alone.
func (s *Sim) Advance(of timestream.Stream, to timestream.Time) {
	st := s.R.W.Stream(of)
	if st == nil || to <= st.Stamp {
		return
	}
	from := st.Stamp
	first := from.NextTick()
	if faults.Active(faults.TickAtStart) && from.IsTick() {
		for _, slot := range s.R.W.Awake(of) {
			s.due = append(s.due, dueBody{stream: of, slot: slot, id: s.R.W.Entity(slot).ID})
		}
		s.RunTick(of, from)
	}
	for m := first; m <= to; m = m.Add(timestream.TickLength) {
		s.EnterTick(of, m)
		s.RunTick(of, m)
	}
	s.Continuous(of, to)
	s.R.Do(edits.Edit{Kind: edits.SetStamp, Stream: of, At: to})
}

// Continuous moves the bodies of a stream to an instant. No tick may lie between a body's own instant and this one; at
// a tick itself use EnterTick.
func (s *Sim) Continuous(of timestream.Stream, to timestream.Time) {
	for _, slot := range s.R.W.Awake(of) {
		s.MoveBody(slot, to)
	}
}

// MoveBody moves one body to an instant, as Continuous does.
func (s *Sim) MoveBody(slot world.EntitySlot, to timestream.Time) {
	e := s.R.W.Entity(slot)
	if e.At >= to || s.isStale(slot) || s.withoutAvatar && e.Kind == world.KindAvatar {
		return
	}
	var m world.Motion
	if !s.cachedFlight(slot, e, to, &m) {
		m = e.Motion
		physics.Continuous(s.R.W, &world.EntityKinds[e.Kind], &m, to.Sub(e.At))
	}
	if faults.Active(faults.AdvanceTwice) && e.At.IsTick() {
		physics.Continuous(s.R.W, &world.EntityKinds[e.Kind], &m, to.Sub(e.At))
	}
	s.R.SetMotion(slot, to, &m)
}

// EnterTick moves the bodies of a stream to a tick and lists them for its discrete update.
func (s *Sim) EnterTick(of timestream.Stream, tick timestream.Time) {
	for _, slot := range s.R.W.Awake(of) {
		e := s.R.W.Entity(slot)
		if e.At >= tick || s.isStale(slot) || s.withoutAvatar && e.Kind == world.KindAvatar {
			continue
		}
		s.MoveBody(slot, tick)
		d := dueBody{stream: of, slot: slot, id: e.ID, rank: -1 << 63}
		if e.Kind != world.KindAvatar {
			d.rank = e.Motion.Pos[world.AxisY]
			s.TickedBodies++
		}
		s.due = append(s.due, d)
	}
}

// RunTick runs the discrete update of a tick for a stream whose bodies EnterTick has listed: the avatar, then the
// entities from low to high and by id, then the support checks. Streams run in the order in which they entered.
func (s *Sim) RunTick(of timestream.Stream, tick timestream.Time) {
	from := s.dueHead
	for s.dueHead < len(s.due) && s.due[s.dueHead].stream == of {
		s.dueHead++
	}
	batch := s.due[from:s.dueHead]
	if s.dueHead == len(s.due) {
		s.due, s.dueHead = s.due[:0], 0
	}
	if len(batch) > 1 {
		slices.SortFunc(batch, func(a, b dueBody) int {
			if a.rank != b.rank {
				return cmp.Compare(a.rank, b.rank)
			}
			return cmp.Compare(a.id, b.id)
		})
	}
	if faults.Active(faults.OrderByMap) {
		orderByMap(batch)
	}
	author := s.R.Author
	s.R.Author, s.R.Now = of, tick
	for _, d := range batch {
		if s.R.W.Entity(d.slot).ID == d.id { // it may have been picked up or landed on meanwhile
			s.updateBody(d.slot, tick)
		}
	}
	s.runSupportChecks(of, tick)
	s.R.Author = author
}

// runSupportChecks runs the pending support checks of a stream that is advanced over a tick.
func (s *Sim) runSupportChecks(of timestream.Stream, tick timestream.Time) {
	st := s.R.W.Stream(of)
	if st == nil || st.Stamp >= tick && !s.withoutAvatar || !s.Authoritative && of == timestream.Server {
		return
	}
	if of == timestream.Server {
		s.R.RunWaitingWater(tick)
	}
	freed, looked := 0, 0
	for i := 0; i < len(st.SupportChecks) && looked < supportChecksMax && freed < freedMax; {
		cell := st.SupportChecks[i]
		if s.waits(of, cell, tick) {
			i++
			continue
		}
		if b, _ := s.R.W.Block(cell); of == timestream.Server && edits.RunsOrAir(b) { // its land is not here yet
			i++
			continue
		}
		if s.waitsForLand(of, cell) {
			i++
			continue
		}
		looked++
		if s.runSupportCheck(of, cell, tick) {
			freed++
		}
	}
}

// TransferToServer hands the entities and pending support checks of a stream, but not the avatar, to the server's
// stream, after advancing them to the server's stamp by their ordinary updates. Only the server does it.
func (s *Sim) TransferToServer(of timestream.Stream) {
	w := s.R.W
	st, server := w.Stream(of), w.Stream(timestream.Server)
	if st == nil || server == nil || of == timestream.Server {
		return
	}
	s.withoutAvatar = true
	for m := st.Stamp.NextTick(); m <= server.Stamp; m = m.Add(timestream.TickLength) {
		s.EnterTick(of, m)
		s.RunTick(of, m)
	}
	s.Continuous(of, server.Stamp)
	s.withoutAvatar = false
	for again := true; again; {
		again = false
		for _, slot := range w.Bodies(of) {
			if e := w.Entity(slot); e.Kind != world.KindAvatar {
				s.R.Do(edits.Edit{Kind: edits.SetOwner, ID: e.ID, Stream: timestream.Server, At: e.At})
				again = true
				break
			}
		}
	}
	for len(st.SupportChecks) > 0 {
		c := st.SupportChecks[0]
		s.R.Do(edits.Edit{Kind: edits.RemoveSupportCheck, Stream: of, Pos: c})
		if !faults.Active(faults.ChecksDropped) {
			s.R.Do(edits.Edit{Kind: edits.AddSupportCheck, Stream: timestream.Server, Pos: c})
		}
	}
}

// orderByMap puts bodies in the random order of a map: a deliberate fault.
func orderByMap(batch []dueBody) {
	m := map[int]dueBody{}
	for i, d := range batch {
		m[i] = d
	}
	i := 0
	for _, d := range m {
		batch[i] = d
		i++
	}
}

// Bounds of the blocks that one stream sets free at one tick; the rest waits for the next tick.
const (
	supportChecksMax = 512 // cells that are looked at
	freedMax         = 64  // blocks that are set free
)
