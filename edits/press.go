package edits

import (
	"voxtide/internal/faults"
	"voxtide/timestream"
	"voxtide/world"
)

// A button is on for PressTime, a plate for PressTime and for as long as somebody stands on it. Who presses enters the end, too: a turn of
// the cell to what it is holds the instant, and a support check of the presser's stream lets the device go then. So the end is known
// to all when it begins, and is no message later; and who stands on a plate for hours changes nothing meanwhile.

// PressTime is how long a pressed button stays on.
const PressTime = timestream.Second

// Press switches a button or a plate on until some time after an instant, on behalf of a stream, and opens what it reaches.
func (r *Recorder) Press(s timestream.Stream, p world.Pos, at timestream.Time) {
	b, _ := r.W.Block(p)
	on := b.With(world.PropOn, 1)
	if !r.Do(Edit{Kind: SetBlock, Pos: p, Block: on, Before: on, At: at.Tick().Add(PressTime)}) {
		return
	}
	r.WakeAround(p)
	if !faults.Active(faults.PressedForEver) {
		r.Do(Edit{Kind: AddSupportCheck, Stream: s, Pos: p})
	}
	r.Reached(s, p, on, func(q world.Pos, b world.Block) { r.setOpen(q, b, 1) })
}

// IsPressed reports whether a cell holds a device of a stream that is let go by itself, and for which there is nothing to do yet: its time
// has not come at an instant, somebody stands on it, or it is off, and a body is in the way of all that it has still to shut.
func (r *Recorder) IsPressed(of timestream.Stream, p world.Pos, at timestream.Time) bool {
	s := r.W.Section(p.Section())
	if s == nil {
		return false
	}
	b := s.Get(p.Index())
	switch {
	case !LetsGo(b.Class()):
		return false
	case at < r.pressedUntil(p):
		return true
	case b.Get(world.PropOn) == 1:
		return b.Class() == world.ClassPlate && r.somebodyOn(p)
	}
	return r.heldOpen(of, p, b)
}

// heldOpen reports whether a device that is off has still to shut something, and a body is in the way of all of that.
func (r *Recorder) heldOpen(of timestream.Stream, p world.Pos, device world.Block) bool {
	held, free := false, false
	r.Reached(of, p, device, func(q world.Pos, b world.Block) {
		if b.Get(world.PropOpen) == 1 && !r.keptOpen(q, b) {
			blocked := r.bodyInHalves(q, b, 0)
			held, free = held || blocked, free || !blocked
		}
	})
	return held && !free
}

// keptOpen reports whether another device keeps a block open.
func (r *Recorder) keptOpen(q world.Pos, b world.Block) bool {
	return Powered(r.W, q) || b.Class() == world.ClassDoor && Powered(r.W, OtherHalf(q, b))
}

// pressedUntil returns the instant at which a device is to be let go, 0 for none.
func (r *Recorder) pressedUntil(p world.Pos) (until timestream.Time) {
	if s := r.W.Section(p.Section()); s != nil && s.HasTurns() {
		_, until = s.Turn(p.Index())
	}
	return until
}

// LetsGo reports whether blocks of a class switch off by themselves.
func LetsGo(c world.Class) bool { return c == world.ClassButton || c == world.ClassPlate }

// Release lets a button or a plate go at a tick, on behalf of a stream, and shuts what no other device keeps open. Who stood on a plate
// beyond its time and left it has PressTime more, and what a body is in the way of is shut when that has gone: until then nothing changes.
func (r *Recorder) Release(s timestream.Stream, p world.Pos, tick timestream.Time) {
	b, _ := r.W.Block(p)
	if b.Class() == world.ClassPlate && b.Get(world.PropOn) == 1 && r.pressedUntil(p).Add(timestream.TickLength) <= tick {
		r.Press(s, p, tick)
		return
	}
	off := b.With(world.PropOn, 0)
	if b != off {
		r.SetState(p, off)
	}
	if !r.shutUnpowered(s, p, off) {
		r.Do(Edit{Kind: AddSupportCheck, Stream: s, Pos: p})
	}
}

// shutUnpowered shuts what a device reaches that is off or gone now, unless another one keeps it open. It reports whether no body was in
// the way.
func (r *Recorder) shutUnpowered(s timestream.Stream, p world.Pos, device world.Block) (all bool) {
	all = true
	r.Reached(s, p, device, func(q world.Pos, b world.Block) {
		if !r.keptOpen(q, b) && !r.setOpen(q, b, 0) {
			all = false
		}
	})
	return all
}

// setOpen opens or shuts a block, of a door both halves, unless a body is in the way. It reports whether it is so now.
func (r *Recorder) setOpen(p world.Pos, b world.Block, open int) bool {
	if b.Get(world.PropOpen) == open {
		return true
	}
	if r.bodyInHalves(p, b, open) {
		return false
	}
	cells, blocks, n := Halves(r.W, p, b, open)
	for i := range n {
		r.SetState(cells[i], blocks[i])
	}
	return true
}

// bodyInHalves reports whether a body is where a block would be if it were open or shut, of a door either half.
func (r *Recorder) bodyInHalves(p world.Pos, b world.Block, open int) bool {
	cells, blocks, n := Halves(r.W, p, b, open)
	for i := range n {
		if r.bodyIn(cells[i], blocks[i].Boxes()) {
			return true
		}
	}
	return false
}

// somebodyOn reports whether a player stands in a cell.
func (r *Recorder) somebodyOn(p world.Pos) bool { return r.bodyIn(p, wholeCell) }

var wholeCell = []world.Box{{Hi: [3]int8{16, 16, 16}}}

// bodyIn reports whether a body that keeps blocks from being placed overlaps one of some boxes of a cell.
func (r *Recorder) bodyIn(p world.Pos, boxes []world.Box) bool {
	for near := r.W.AwakeInCell(p); near.Next(); {
		e := r.W.Entity(near.Slot)
		if lo, hi := e.Box(); e.Motion.Flags&world.Unseen == 0 && world.EntityKinds[e.Kind].BlocksPlacement && world.OverlapsBlock(lo, hi, p, boxes) {
			return true
		}
	}
	return false
}
