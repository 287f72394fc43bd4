package predict

import (
	"fmt"

	"voxtide/actions"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// Cause names why what was predicted is not what came of it. It is the protocol's, because reports tell it.
type Cause = protocol.Cause

// The causes. Unexplained must never be seen.
const (
	Unexplained = protocol.Unexplained
	CauseEdit   = protocol.CauseEdit
	CauseBody   = protocol.CauseBody
	CauseStream = protocol.CauseStream
	CauseMoved  = protocol.CauseMoved
	CauseHeld   = protocol.CauseHeld
	CauseStall  = protocol.CauseStall
	CauseWhole  = protocol.CauseWhole
	CauseDisk   = protocol.CauseDisk
	Causes      = protocol.Causes
)

// Kind says of what a correction is.
type Kind uint8

// The kinds of corrections.
const (
	KindBody   Kind = iota // the own body is not where it was predicted to be
	KindBlocks             // a block that own doing had set, or left, is another one
	KindBag                // a slot of the own inventory that own doing had changed holds something else
	Kinds
	kindDeed // something else came of an own action: no correction by itself
)

var kindNames = [Kinds]string{"body", "blocks", "bag"}

// String returns the kind in a word.
func (k Kind) String() string { return kindNames[min(k, Kinds-1)] }

// Correction is a difference between what was predicted for a picture's time and what the same prediction gives after a
// frame.
type Correction struct {
	At    timestream.Time // of the picture
	Kind  Kind
	Cause Cause
	Frame uint64

	Was, Is  world.Motion // KindBody
	Distance int64        // greatest difference of an axis, in position units

	Pos               world.Pos   // KindBlocks: the cell,
	WasBlock, IsBlock world.Block // what it was shown to hold, and holds

	deed deed // kindDeed

	Slot              uint8       // KindBag; handSlot: which slot is in the hand
	WasStack, IsStack world.Stack // what it was shown to hold, and holds
}

// handSlot stands for what is in the hand, in place of a slot.
const handSlot = 255

// String says what was corrected.
func (c *Correction) String() string {
	switch c.Kind {
	case KindBlocks:
		return fmt.Sprintf("%v for %v: at %v was %v, is %v", c.Kind, c.Cause, c.Pos, c.WasBlock, c.IsBlock)
	case KindBag:
		return fmt.Sprintf("%v for %v: in slot %d was %v, is %v", c.Kind, c.Cause, c.Slot, c.WasStack, c.IsStack)
	}
	return fmt.Sprintf("%v for %v: by %d, was %+v, is %+v", c.Kind, c.Cause, c.Distance, c.Was, c.Is)
}

// influences gathers what others did, from the frames of one picture, so that each correction can be given its cause.
type influences struct {
	certain [Causes]bool // causes that concern all: the whole state, and the own stream
	beyond  bool         // the own stream was taken beyond the last picture's time
	blocks  []place
	bodies  []body
	secs    []world.SectionPos
	deeds   []deed            // own actions that were acked
	landed  []world.Vec       // near which own sand came down
	handed  []world.Pos       // where own bodies were that are another stream's now
	own     []world.Pos       // cells that own doing changed on the server
	slots   [world.Slots]bool // of the own inventory, that others changed
	ownBag  [world.Slots]bool // and that own doing changed
	hand    bool              // others changed what is in the hand
}

// body is a body of another stream of which a frame told.
type body struct {
	at    world.Vec
	kind  world.EntityKind
	block world.Block // that it carries
}

// carries returns the block of an item or of a falling block.
func carries(e *world.Entity) world.Block {
	switch e.Kind {
	case world.KindItem:
		return e.Stack.Block
	case world.KindFalling:
		return e.Block
	}
	return world.Air
}

type place struct {
	pos   world.Pos
	cause Cause
}

// deed is an own action: what came of it in a prediction, or on the server.
type deed struct {
	number uint64
	kind   actions.Kind
	pos    world.Pos
	at     timestream.Time
	why    actions.Refusal
	was    actions.Refusal // in the last picture, where that differs
}

func (f *influences) clear() {
	*f = influences{blocks: f.blocks[:0], bodies: f.bodies[:0], secs: f.secs[:0], deeds: f.deeds[:0], landed: f.landed[:0], handed: f.handed[:0], own: f.own[:0]}
}

func (f *influences) add(c Cause)                { f.certain[c] = true }
func (f *influences) block(p world.Pos, c Cause) { f.blocks = append(f.blocks, place{p, c}) }
func (f *influences) body(e *world.Entity) {
	f.bodies = append(f.bodies, body{e.Motion.Pos, e.Kind, carries(e)})
}
func (f *influences) section(p world.SectionPos) { f.secs = append(f.secs, p) }
func (f *influences) landing(at world.Vec)       { f.landed = append(f.landed, at) }
func (f *influences) acked(a *actions.Action) {
	f.deeds = append(f.deeds, deed{number: a.Number, kind: a.Kind, pos: a.Pos, at: a.At})
}

// refused notes why an own action was refused; its ack stands before it in the frame.
func (f *influences) refused(number uint64, why actions.Refusal) {
	for i := range f.deeds {
		if f.deeds[i].number == number {
			f.deeds[i].why = why
		}
	}
}

// span is a box of blocks: where the own body was since the received state.
type span struct{ lo, hi world.Pos }

func (s *span) include(p world.Pos) {
	s.lo = world.Pos{X: min(s.lo.X, p.X), Y: min(s.lo.Y, p.Y), Z: min(s.lo.Z, p.Z)}
	s.hi = world.Pos{X: max(s.hi.X, p.X), Y: max(s.hi.Y, p.Y), Z: max(s.hi.Z, p.Z)}
}

// nearBlocks is how far from the own path something must be to have had no influence on the body, in blocks.
const nearBlocks = 3

func (s *span) near(p world.Pos) bool { return s.within(p, nearBlocks) }

func (s *span) within(p world.Pos, n int32) bool {
	return p.X >= s.lo.X-n && p.X <= s.hi.X+n && p.Y >= s.lo.Y-n && p.Y <= s.hi.Y+n && p.Z >= s.lo.Z-n && p.Z <= s.hi.Z+n
}

// beside reports whether what happens in one cell can decide what happens in another: they touch, or one is above the other,
// so that what falls comes from one to the other.
func beside(a, b world.Pos) bool {
	x, y, z := a.X-b.X, a.Y-b.Y, a.Z-b.Z
	return x >= -1 && x <= 1 && z >= -1 && z <= 1 && (x == 0 && z == 0 || y >= -1 && y <= 1)
}
