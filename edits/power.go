package edits

import (
	"voxtide/internal/faults"
	"voxtide/timestream"
	"voxtide/world"
)

// A lever, a button or a plate that is on opens the doors, gates and trapdoors that it reaches: those beside it, and those beside the
// block on which it sits.

// Opens reports whether blocks of a class open and shut.
func Opens(c world.Class) bool {
	return c == world.ClassDoor || c == world.ClassGate || c == world.ClassTrapdoor
}

// isDevice reports whether blocks of a class open others.
func isDevice(c world.Class) bool {
	return c == world.ClassLever || c == world.ClassButton || c == world.ClassPlate
}

// seat returns the cell on which a device at p sits.
func seat(p world.Pos, device world.Block) world.Pos {
	if device.Get(world.PropWall) == 1 {
		return p.Next(device.Facing() ^ 1)
	}
	return p.Below()
}

// Reached calls f for each block that opens and that a device at p reaches, of doors for both halves, as far as the owner of a stream
// knows them.
func (r *Recorder) Reached(s timestream.Stream, p world.Pos, device world.Block, f func(q world.Pos, b world.Block)) {
	for _, middle := range [...]world.Pos{p, seat(p, device)} {
		for side := range world.Face(world.FaceCount) {
			q := middle.Next(side)
			if b, _ := r.W.Block(q); Opens(b.Class()) && q != p && r.Knows(s, q) && (!r.W.Apart(p, q) || faults.Active(faults.ClaimsNoWall)) {
				f(q, b)
			}
		}
	}
}

// Powered reports whether a device that is on reaches a cell.
func Powered(w *world.World, p world.Pos) bool {
	for side := range world.Face(world.FaceCount) {
		n := p.Next(side)
		if isOn(w, n) && !w.Apart(p, n) {
			return true
		}
		for other := range world.Face(world.FaceCount) {
			q := n.Next(other)
			if b, _ := w.Block(q); q != p && isOn(w, q) && seat(q, b) == n && !w.Apart(p, q) {
				return true
			}
		}
	}
	return false
}

func isOn(w *world.World, p world.Pos) bool {
	b, _ := w.Block(p)
	return isDevice(b.Class()) && b.Get(world.PropOn) == 1
}

// Halves returns the cells of a block that opens, and what they become: of a door both halves, as far as the other one is there.
func Halves(w *world.World, p world.Pos, b world.Block, open int) (cells [2]world.Pos, blocks [2]world.Block, n int) {
	cells[0], blocks[0], n = p, b.With(world.PropOpen, open), 1
	if b.Class() != world.ClassDoor || faults.Active(faults.HalfADoor) {
		return cells, blocks, n
	}
	cells[1] = OtherHalf(p, b)
	if other, _ := w.Block(cells[1]); other.Kind() == b.Kind() && !w.Apart(p, cells[1]) {
		blocks[1], n = other.With(world.PropOpen, open), 2
	}
	return cells, blocks, n
}

// SetState gives a block another state of its kind, to which nothing beside it reacts.
func (r *Recorder) SetState(p world.Pos, b world.Block) {
	r.Do(Edit{Kind: SetBlock, Pos: p, Block: b})
	r.WakeAround(p)
}
