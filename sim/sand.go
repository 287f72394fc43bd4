package sim

import (
	"voxtide/edits"
	"voxtide/faults"
	"voxtide/physics"
	"voxtide/timestream"
	"voxtide/world"
)

// check looks at one cell whose support may be gone: a block that falls and has nothing solid below is set free, as an
// entity of the stream that took its support, with this mark's gravity already in it. It reports whether it did that.
func (s *Sim) check(of timestream.Stream, cell world.Pos, mark timestream.Time) (freed bool) {
	w := s.R.W
	s.R.Do(edits.Edit{Kind: edits.RemoveCheck, Stream: of, Pos: cell})
	b, _ := w.Block(cell)
	if !world.Blocks[b].Falls || cell.Y <= world.MinY {
		return false
	}
	if below, there := w.Block(cell.Below()); !there || below.Solid() {
		if faults.Active(faults.CheckedForEver) {
			s.R.Do(edits.Edit{Kind: edits.AddCheck, Stream: of, Pos: cell})
		}
		return false
	}
	tx := s.R.Begin()
	owner := of
	if faults.Active(faults.SandOnServerTime) {
		owner = timestream.Server
	}
	at := mark
	if owner == timestream.Server {
		at = max(at, w.Stream(owner).Stamp)
	}
	s.R.PutBlock(of, cell, world.Air)
	slot, ok := s.R.Spawn(owner, at, world.KindFalling, b, world.Stack{}, world.Middle(cell))
	if !ok {
		s.R.Rollback(tx)
		return false
	}
	s.R.Uproot(of, cell.Above(), at, true)
	m := w.Entity(slot).Motion
	physics.Fall(w, &world.Kinds[world.KindFalling], &m)
	s.R.SetMotion(slot, at, &m)
	s.R.End()
	s.pay(of, mark)
	if !s.All && of == s.Own {
		s.Loose = append(s.Loose, cell)
	}
	return true
}

// Whoever sets blocks free pays for each with what may be placed and broken: 40 a second of stream time, which with their
// landing are about 200 edits. At most looseMost is owed.
const (
	looseCost = timestream.Second / 40
	looseMost = 10 * timestream.Second
)

// pay takes the price of a block that came loose from the player of the stream that took its support.
func (s *Sim) pay(of timestream.Stream, mark timestream.Time) {
	slot := s.R.W.Find(world.AvatarID(of))
	if of == timestream.Server || slot == world.NoSlot || s.entities || faults.Active(faults.LooseForNothing) {
		return
	}
	e := s.R.W.Entity(slot)
	m := e.Motion
	for _, full := range [...]*timestream.Time{&m.PlaceFull, &m.BreakFull} {
		*full = max(*full, min(max(*full, mark).Add(looseCost), mark.Add(looseMost)))
	}
	s.R.SetMotion(slot, e.At, &m)
}

// landMax is how many cells above the one it came to rest in a falling block looks for a free one.
const landMax = 8

// falling lets a falling block fall, and land where it comes to rest. What the server's stream does to blocks a client
// does not predict.
func (s *Sim) falling(slot world.Slot, mark timestream.Time) {
	if s.drop(slot, mark) && (s.All || s.R.W.Entity(slot).Stream != timestream.Server) {
		s.land(slot, mark)
	}
}

// land turns a falling block that has come to rest into a block again: in the first free cell at or above, with
// whatever body is in it lifted on top. Where there is none, or no room to lift, it becomes an item. One transaction.
func (s *Sim) land(slot world.Slot, mark timestream.Time) {
	w := s.R.W
	e := *w.Entity(slot)
	at := e.Motion.Pos
	at[world.AxisY] += world.Unit / 2
	cell := at.Block()
	for range landMax {
		b, there := w.Block(cell)
		if there && world.Blocks[b].Replaceable {
			if below, _ := w.Block(cell.Below()); !below.Solid() {
				break // on a flower or a torch: it would be set free again for ever
			}
			tx := s.R.Begin()
			lifted := len(s.Lifted)
			if s.lift(slot, e.Stream, cell, e.Block) && s.R.PutBlock(e.Stream, cell, e.Block) {
				s.R.Kill(slot)
				s.R.End()
				return
			}
			s.Lifted = s.Lifted[:lifted]
			s.R.Rollback(tx)
			break
		}
		cell = cell.Above()
	}
	s.R.Kill(slot)
	s.R.Spawn(e.Stream, mark, world.KindItem, world.Air, world.Stack{Block: e.Block, Count: 1}, e.Motion.Pos)
}

// lift lifts all bodies but the falling ones out of a cell that is about to hold a block. False if one has no room.
func (s *Sim) lift(landing world.Slot, of timestream.Stream, cell world.Pos, b world.Block) bool {
	if faults.Active(faults.LandingWithoutLifting) {
		return true
	}
	w := s.R.W
	boxes := b.Boxes()
	top := (int64(cell.Y) + 1) * world.Unit //exact: a block times the unit
	s.R.Wake(cell)                          // what lies there is lifted like the rest
	for i := range w.StreamCount() {
		for _, slot := range w.AwakeAt(i) {
			e := w.Entity(slot)
			if slot == landing || e.Kind == world.KindFalling {
				continue
			}
			lo, hi := e.Box()
			if !world.Overlaps(lo, hi, cell, boxes) {
				continue
			}
			m := e.Motion
			if !physics.Lift(w, &world.Kinds[e.Kind], &m, top) {
				return false
			}
			if e.Stream != of {
				s.Lifted = append(s.Lifted, e.ID)
			}
			s.R.SetMotion(slot, e.At, &m)
		}
	}
	return true
}
