package edits

import (
	"voxtide/internal/faults"
	"voxtide/timestream"
	"voxtide/world"
)

// What follows from a change of a block within the same transaction: the blocks beside it join it or let it go, and what stood on it or
// hung at it breaks. The table below says for each class how; a class without a row joins nothing and stands by itself.

// reaction is how the blocks of a class react to a change beside them.
type reaction struct {
	// joins reports whether the block joins a neighbour at its side.
	joins func(neighbour world.Block) bool
	// stands reports whether the block may stay where it is.
	stands func(w *world.World, p world.Pos, b world.Block) bool
}

var reactions = [world.ClassCount]reaction{
	world.ClassFence: {joins: func(n world.Block) bool {
		return n.Class() == world.ClassFence || n.Class() == world.ClassGate || isWall(n)
	}},
	world.ClassWall: {joins: func(n world.Block) bool {
		return n.Class() == world.ClassWall || n.Class() == world.ClassGate || isWall(n)
	}},
	world.ClassPane: {joins: func(n world.Block) bool {
		return n.Class() == world.ClassPane || n.Class() == world.ClassWall || isWall(n)
	}},
	world.ClassPlant:   {stands: standsOnFloor},
	world.ClassCarpet:  {stands: standsOnFloor},
	world.ClassPlate:   {stands: standsOnFloor},
	world.ClassLantern: {stands: standsOnFloor},
	world.ClassTorch:   {stands: standsOrHangs},
	world.ClassSign:    {stands: standsOrHangs},
	world.ClassLever:   {stands: standsOrHangs},
	world.ClassButton:  {stands: standsOrHangs},
	world.ClassLadder:  {stands: hangs},
	world.ClassDoor:    {stands: doorStands},
	world.ClassBed:     {stands: func(w *world.World, p world.Pos, b world.Block) bool { return hasOtherHalf(w, p, b) }},
}

// isWall reports whether the whole side of a block holds what is put against it.
func isWall(b world.Block) bool { return b.Full() && b.Class() != world.ClassLeaves }

// noFloor has the solid classes that need a floor themselves: nothing stands on them, so that nothing breaks in a chain.
var noFloor = [world.ClassCount]bool{world.ClassCarpet: true, world.ClassLantern: true, world.ClassDoor: true}

// standsOnFloor asks for a solid block below. What is not known here counts as there.
func standsOnFloor(w *world.World, p world.Pos, _ world.Block) bool {
	below, there := w.Block(p.Below())
	return !there || below.Solid() && !noFloor[below.Class()]
}

func hangs(w *world.World, p world.Pos, b world.Block) bool {
	behind, there := w.Block(p.Next(b.Facing() ^ 1))
	return !there || isWall(behind)
}

func standsOrHangs(w *world.World, p world.Pos, b world.Block) bool {
	if b.Get(world.PropWall) == 1 {
		return hangs(w, p, b)
	}
	return standsOnFloor(w, p, b)
}

// doorStands asks for the other half, and for a floor under the lower one.
func doorStands(w *world.World, p world.Pos, b world.Block) bool {
	return standsOnDoorFloor(w, p, b) && hasOtherHalf(w, p, b)
}

func standsOnDoorFloor(w *world.World, p world.Pos, b world.Block) bool {
	return b.Get(world.PropHalf) == world.UpperHalf || standsOnFloor(w, p, b)
}

func hasOtherHalf(w *world.World, p world.Pos, b world.Block) bool {
	other, there := w.Block(OtherHalf(p, b))
	return !there || other.Kind() == b.Kind() && other.Get(world.PropHalf) != b.Get(world.PropHalf)
}

// HasHalves reports whether blocks of a class fill two cells.
func HasHalves(c world.Class) bool { return c == world.ClassDoor || c == world.ClassBed }

// OtherHalf returns the cell of the other half of a door or a bed.
func OtherHalf(p world.Pos, b world.Block) world.Pos {
	head := b.Get(world.PropHalf) == world.UpperHalf
	switch {
	case b.Class() == world.ClassBed && head:
		return p.Next(b.Facing() ^ 1)
	case b.Class() == world.ClassBed:
		return p.Next(b.Facing())
	case head:
		return p.Below()
	}
	return p.Above()
}

// NeedsSupport reports whether a block breaks when what it stands on or hangs at goes.
func NeedsSupport(b world.Block) bool { return reactions[b.Class()].stands != nil }

// Stands reports whether a block could stay at a cell, as far as blocks around it are known; of a door or a bed, its lower half with the
// upper one still to come.
func Stands(w *world.World, p world.Pos, b world.Block) bool {
	if b.Class() == world.ClassDoor {
		return standsOnDoorFloor(w, p, b)
	}
	if b.Class() == world.ClassBed {
		return true
	}
	stands := reactions[b.Class()].stands
	return stands == nil || stands(w, p, b)
}

// Joined returns the state of a block at a cell that joins what is beside it there.
func Joined(w *world.World, p world.Pos, b world.Block) world.Block {
	joins := reactions[b.Class()].joins
	if joins == nil {
		return b
	}
	bits := 0
	for f := world.North; f <= world.East; f++ {
		if n, _ := w.Block(p.Next(f)); joins(n) {
			bits |= 1 << (f - world.North)
		}
	}
	return b.With(world.PropJoins, bits)
}

// JoinedTo returns the state of a block beside which, at its side f, there is another one.
func JoinedTo(b world.Block, f world.Face, beside world.Block) world.Block {
	joins := reactions[b.Class()].joins
	if joins == nil || f < world.North {
		return b
	}
	bits := b.Get(world.PropJoins) &^ (1 << (f - world.North))
	if joins(beside) {
		bits |= 1 << (f - world.North)
	}
	return b.With(world.PropJoins, bits)
}

// react lets the six neighbours of a cell that has changed react to it.
func (r *Recorder) react(s timestream.Stream, p world.Pos, b world.Block) {
	for f := range world.Face(world.FaceCount) {
		n := p.Next(f)
		beside, there := r.W.Block(n)
		row := &reactions[beside.Class()]
		switch {
		case !there:
		case r.W.Apart(p, n) && !faults.Active(faults.ClaimsNoWall): // nobody's deeds reach over a border
		case row.stands != nil:
			r.BreakUnsupported(s, n, r.Now, !r.NoDrops)
		case row.joins != nil:
			if joined := JoinedTo(beside, f^1, b); joined != beside && !faults.Active(faults.FencesStayApart) {
				r.Do(Edit{Kind: SetBlock, Pos: n, Block: joined})
				r.WakeAround(n)
			}
		}
	}
}

// BreakUnsupported removes a block that cannot stay where it is, on behalf of a stream. With drop it spawns the block's item, at the
// instant at; one half of a door or a bed that follows the other drops nothing. Any other block stays.
func (r *Recorder) BreakUnsupported(s timestream.Stream, p world.Pos, at timestream.Time, drop bool) {
	b, there := r.W.Block(p)
	row := &reactions[b.Class()]
	if !there || row.stands == nil || row.stands(r.W, p, b) || faults.Active(faults.HangsInTheAir) {
		return
	}
	drop = drop && !Stands(r.W, p, b)
	if item := world.Blocks[b].Drops; r.PutBlock(s, p, world.Air) && drop && item != world.Air {
		r.Spawn(s, at, world.KindItem, world.Air, world.StackOf(item, 1), world.BottomCentre(p))
	}
}
