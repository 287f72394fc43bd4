package predict

import (
	"fmt"

	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// CorrectionKind is the kind of thing that was corrected.
type CorrectionKind uint8

// The kinds of corrections.
const (
	KindBody      CorrectionKind = iota // the own body
	KindBlocks                          // a block that the own stream had set, or that an own action aimed at
	KindInventory                       // a slot of the own inventory that the own stream had changed
	CorrectionKindCount
	kindAction // an own action with another outcome; no correction by itself
)

var correctionKindNames = [CorrectionKindCount]string{"body", "blocks", "bag"}

// String returns the name of the kind.
func (k CorrectionKind) String() string { return correctionKindNames[min(k, CorrectionKindCount-1)] }

// Correction is a difference between what was predicted for a frame's time and what the same prediction gives after an
// update.
type Correction struct {
	At     timestream.Time // of the frame
	Kind   CorrectionKind
	Cause  protocol.Cause
	Update uint64

	Was, Is  world.Motion // KindBody
	Distance int64        // greatest difference of an axis, in position units

	Pos               world.Pos   // KindBlocks: the cell
	WasBlock, IsBlock world.Block // the block as shown in the frame, and as predicted now

	action actionOutcome // kindAction

	Slot              uint8       // KindInventory; selectedSlot: which slot is in the hand
	WasStack, IsStack world.Stack // the stack as shown in the frame, and as predicted now
}

// selectedSlot stands for the selected slot's number, in place of a slot.
const selectedSlot = 255

// String describes the correction for logs.
func (c *Correction) String() string {
	switch c.Kind {
	case KindBlocks:
		return fmt.Sprintf("%v for %v: at %v was %v, is %v", c.Kind, c.Cause, c.Pos, c.WasBlock, c.IsBlock)
	case KindInventory:
		return fmt.Sprintf("%v for %v: in slot %d was %v, is %v", c.Kind, c.Cause, c.Slot, c.WasStack, c.IsStack)
	}
	return fmt.Sprintf("%v for %v: by %d, was %+v, is %+v", c.Kind, c.Cause, c.Distance, c.Was, c.Is)
}
