package sim

import (
	"slices"

	"voxtide/edits"
	"voxtide/internal/faults"
	"voxtide/physics"
	"voxtide/timestream"
	"voxtide/world"
)

// runSupportCheck checks one cell whose support may be gone. A falling block with nothing solid below is set free: it
// becomes an entity of the stream that took its support, with this tick's gravity already applied. It reports whether
// it set one free.
func (s *Sim) runSupportCheck(of timestream.Stream, cell world.Pos, tick timestream.Time) (freed bool) {
	w := s.R.W
	s.R.Do(edits.Edit{Kind: edits.RemoveSupportCheck, Stream: of, Pos: cell})
	b, _ := w.Block(cell)
	if b.Class() == world.ClassLeaves {
		return s.R.CheckLeaves(of, cell)
	}
	if edits.LetsGo(b.Class()) {
		s.R.Release(of, cell, tick)
		return false
	}
	if !world.Blocks[b].Falls || cell.Y <= world.MinY {
		return false
	}
	if below, there := w.Block(cell.Below()); !there || below.Solid() || s.borderBelow(cell) {
		if faults.Active(faults.CheckedForEver) {
			s.R.Do(edits.Edit{Kind: edits.AddSupportCheck, Stream: of, Pos: cell})
		}
		return false
	}
	tx := s.R.Begin()
	owner := of
	if faults.Active(faults.SandOnServerTime) {
		owner = timestream.Server
	}
	at := tick
	if owner == timestream.Server {
		at = max(at, w.Stream(owner).Stamp)
	}
	s.R.PutBlock(of, cell, world.Air)
	slot, ok := s.R.Spawn(owner, at, world.KindFallingBlock, b, world.Stack{}, world.BottomCentre(cell))
	if !ok {
		s.R.Rollback(tx)
		return false
	}
	m := w.Entity(slot).Motion
	physics.Fall(w, &world.EntityKinds[world.KindFallingBlock], &m, tick)
	s.R.SetMotion(slot, at, &m)
	s.R.End()
	s.chargeFreed(of, tick)
	if !s.Authoritative && of == s.Own {
		s.Freed = append(s.Freed, cell)
	}
	return true
}

// leafTicks is the number of ticks within which leaves that no log keeps go: 10 s. Which of them it is, their cell says, so that a tree
// goes bit by bit, and at the same ticks everywhere.
const leafTicks = 200

// waits reports whether the check of a cell is not yet due: that of leaves, but for one tick in leafTicks, and that of
// what is still pressed.
func (s *Sim) waits(of timestream.Stream, cell world.Pos, tick timestream.Time) bool {
	if b, _ := s.R.W.Block(cell); b.Class() != world.ClassLeaves {
		return s.R.IsPressed(of, cell, tick)
	}
	h := uint32(cell.X)*0x9e3779b1 ^ uint32(cell.Y)*0x85ebca6b ^ uint32(cell.Z)*0xc2b2ae35
	h ^= h >> 15
	return uint32(tick/timestream.Time(timestream.TickLength))%leafTicks != h*0x27d4eb2f>>8%leafTicks
}

// waitsForLand reports whether the check of a block that falls waits for the section below, which then is Missing: checked without it, the block would
// hang in the air for ever.
func (s *Sim) waitsForLand(of timestream.Stream, cell world.Pos) bool {
	if of != timestream.Server || cell.Y <= world.MinY || faults.Active(faults.FallingLeftHanging) {
		return false
	}
	below := cell.Below().Section()
	if b, _ := s.R.W.Block(cell); !world.Blocks[b].Falls || s.R.W.HasSection(below) {
		return false
	}
	s.Missing = append(s.Missing, below)
	return true
}

// freedCost is the charge for a freed block to its player's allowances for placing and breaking: they pay for 40 blocks a
// second of stream time, which make about 200 edits with their landing. A player owes freedDebtMax at most.
const (
	freedCost    = timestream.Second / 40
	freedDebtMax = 10 * timestream.Second
)

// chargeFreed charges a freed block to the player of the stream that took its support.
func (s *Sim) chargeFreed(of timestream.Stream, tick timestream.Time) {
	slot := s.R.W.Find(world.AvatarID(of))
	if of == timestream.Server || slot == world.NoEntity || s.withoutAvatar || faults.Active(faults.LooseForNothing) {
		return
	}
	e := s.R.W.Entity(slot)
	m := e.Motion
	for _, full := range [...]*timestream.Time{&m.PlaceFullAt, &m.BreakFullAt} {
		*full = max(*full, min(max(*full, tick).Add(freedCost), tick.Add(freedDebtMax)))
	}
	s.R.SetMotion(slot, e.At, &m)
}

// landingSearchMax is how many cells above its resting place a falling block searches for a free one.
const landingSearchMax = 8

// borderBelow reports whether the land of another owner begins right below a cell: it holds falling blocks like a floor, so that nobody's deeds reach over.
func (s *Sim) borderBelow(cell world.Pos) bool {
	return s.R.W.Apart(cell, cell.Below()) && !faults.Active(faults.ClaimsNoWall)
}

// updateFallingBlock lets a falling block fall, and land where it comes to rest. A client does not predict the landing
// of the server's blocks.
func (s *Sim) updateFallingBlock(slot world.EntitySlot, tick timestream.Time) {
	id := s.R.W.Entity(slot).ID
	rests := s.updateFall(slot, tick)
	if e := s.R.W.Entity(slot); e.ID == id && (s.Authoritative || e.Stream != timestream.Server) && (rests || s.stopAtBorder(slot)) {
		s.landBlock(slot, tick)
	}
}

// stopAtBorder puts a falling block onto the border that it would cross before the next tick, and reports whether there is one.
func (s *Sim) stopAtBorder(slot world.EntitySlot) bool {
	w := s.R.W
	e := w.Entity(slot)
	m := e.Motion
	if m.Vel[world.AxisY] >= 0 || m.Flags&world.Suspended != 0 || len(w.Claims().Claims()) == 0 {
		return false
	}
	cell, next := m.Pos.Block(), m.Pos
	next[world.AxisY] += m.Vel[world.AxisY] * int64(timestream.TickLength)
	for lowest := next.Block().Y; cell.Y > lowest; cell = cell.Below() {
		if below, _ := w.Block(cell.Below()); below.Solid() {
			return false
		}
		if !s.borderBelow(cell) {
			continue
		}
		m.Pos[world.AxisY] = int64(cell.Y) * world.Unit //exact: a block times the unit
		m.Vel = world.Vec{}
		m.Flags |= world.OnGround
		s.R.SetMotion(slot, e.At, &m)
		return true
	}
	return false
}

// landBlock turns a falling block at rest into a block again, in the first free cell at or above it, and lifts the
// bodies there on top. Without a free cell, or without room to lift, it becomes an item. All is one transaction.
func (s *Sim) landBlock(slot world.EntitySlot, tick timestream.Time) {
	w := s.R.W
	e := *w.Entity(slot)
	at := e.Motion.Pos
	at[world.AxisY] += world.Unit / 2
	cell := at.Block()
	for range landingSearchMax {
		b, there := w.Block(cell)
		if there && world.Blocks[b].Replaceable {
			if below, _ := w.Block(cell.Below()); !below.Solid() && !s.borderBelow(cell) {
				break // on a flower or a torch it would be set free again for ever
			}
			tx := s.R.Begin()
			lifted := len(s.Lifted)
			if s.liftBodies(slot, e.Stream, cell, e.Block) && s.R.PutBlock(e.Stream, cell, e.Block) {
				s.R.RemoveEntity(slot)
				s.R.End()
				return
			}
			s.Lifted = s.Lifted[:lifted]
			s.R.Rollback(tx)
			break
		}
		cell = cell.Above()
	}
	s.R.RemoveEntity(slot)
	s.R.Spawn(e.Stream, tick, world.KindItem, world.Air, world.StackOf(e.Block, 1), e.Motion.Pos)
}

// liftBodies lifts all bodies but falling blocks out of a cell that is about to hold a block. It returns false if one
// has no room.
func (s *Sim) liftBodies(landing world.EntitySlot, of timestream.Stream, cell world.Pos, b world.Block) bool {
	if faults.Active(faults.LandingWithoutLifting) {
		return true
	}
	w := s.R.W
	boxes := b.Boxes()
	top := (int64(cell.Y) + 1) * world.Unit //exact: a block times the unit
	s.R.WakeAround(cell)                    // sleeping bodies there are lifted like the others
	s.inCell = s.inCell[:0]
	for near := w.AwakeInCell(cell); near.Next(); {
		e := w.Entity(near.Slot)
		if near.Slot == landing || e.Kind == world.KindFallingBlock {
			continue
		}
		if lo, hi := e.Box(); world.OverlapsBlock(lo, hi, cell, boxes) {
			s.inCell = append(s.inCell, near.Slot)
		}
	}
	if len(s.inCell) > 1 {
		slices.SortFunc(s.inCell, w.CompareBodies)
	}
	for _, slot := range s.inCell {
		e := w.Entity(slot)
		m := e.Motion
		if !physics.Lift(w, &world.EntityKinds[e.Kind], &m, top) {
			return false
		}
		if e.Stream != of {
			s.Lifted = append(s.Lifted, e.ID)
		}
		s.R.SetMotion(slot, e.At, &m)
	}
	return true
}
