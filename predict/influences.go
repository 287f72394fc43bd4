package predict

import (
	"voxtide/actions"
	"voxtide/edits"
	"voxtide/internal/faults"
	"voxtide/land"
	"voxtide/protocol"
	"voxtide/recipes"
	"voxtide/timestream"
	"voxtide/world"
)

// influences collects, from the updates of one frame, the changes that others made, so that each correction can be given its
// cause.
type influences struct {
	certain       [protocol.CauseCount]bool // causes that concern everything: a full update, a stall of the own stream
	pastLastFrame bool                      // the server advanced the own stream beyond the last frame's time
	kickAt        timestream.Time           // when the own body takes the first kick on that was told, 0 for none
	blocks        []blockInfluence
	bodies        []bodyInfluence
	sections      []world.SectionPos
	actions       []actionOutcome           // own actions that were acked
	landings      []world.Vec               // where own falling blocks landed
	transferred   []world.Pos               // where own bodies were handed to another stream
	letGo         []letGo                   // own devices that the server let go, while they had an end to come
	ownBlocks     []world.Pos               // cells that the own stream changed on the server
	boxes         []world.Pos               // cells whose box another stream changed
	foreignSlots  [world.InventorySize]bool // slots of the own inventory that others changed,
	ownSlots      [world.InventorySize]bool // and slots that the own stream changed
	selection     bool                      // others changed which slot is selected
	claims        []blockBox                // claims that came or went: no water runs over their edges
}

func (f *influences) clear() {
	*f = influences{blocks: f.blocks[:0], bodies: f.bodies[:0], sections: f.sections[:0], actions: f.actions[:0], landings: f.landings[:0], transferred: f.transferred[:0], letGo: f.letGo[:0], ownBlocks: f.ownBlocks[:0], boxes: f.boxes[:0], claims: f.claims[:0]}
}

func (f *influences) add(c protocol.Cause) { f.certain[c] = true }

func (f *influences) addBlock(p world.Pos, c protocol.Cause) {
	f.blocks = append(f.blocks, blockInfluence{pos: p, cause: c})
}

// addEdit notes an edit of a block by another stream.
func (f *influences) addEdit(p world.Pos, by timestream.Stream) {
	f.blocks = append(f.blocks, blockInfluence{p, protocol.CauseEdit, by})
}

// addClaim notes a claim that came or went.
func (f *influences) addClaim(c land.Claim) {
	f.add(protocol.CauseServerMoved) // as for all that stops at borders
	if !faults.Active(faults.PlotTurnsNoWater) {
		f.claims = append(f.claims, boxOfClaim(c))
	}
}

func (f *influences) addBody(e *world.Entity) {
	f.bodies = append(f.bodies, bodyInfluence{e.Motion.Pos, e.Kind, carriedItem(e)})
}

func (f *influences) addSection(p world.SectionPos) { f.sections = append(f.sections, p) }

func (f *influences) addLanding(at world.Vec) { f.landings = append(f.landings, at) }

// addAcked notes an own action that was acked, and what became of it in the last prediction.
func (f *influences) addAcked(a *actions.Action, predicted actions.Refusal) {
	f.actions = append(f.actions, actionOutcome{number: a.Number, kind: a.Kind, slot: a.Slot, toSlot: a.ToSlot, recipe: a.Recipe, pos: a.Pos, at: a.At, predicted: predicted})
}

// addRefused notes why an own action was refused; the ack stands before the refusal in the update.
func (f *influences) addRefused(number uint64, why actions.Refusal) {
	for i := range f.actions {
		if f.actions[i].number == number {
			f.actions[i].why = why
		}
	}
}

// bodyInfluence is a body of another stream that was in an update.
type bodyInfluence struct {
	at   world.Vec
	kind world.EntityKind
	item world.Item // what an item is of, or that of a falling block
}

// carriedItem returns the item of an item entity or of a falling block, 0 for other bodies.
func carriedItem(e *world.Entity) world.Item {
	switch e.Kind {
	case world.KindItem:
		return e.Stack.Item
	case world.KindFallingBlock:
		return world.ItemOf(e.Block)
	}
	return 0
}

type blockInfluence struct {
	pos   world.Pos
	cause protocol.Cause
	by    timestream.Stream // CauseEdit: the edit's author
}

// actionOutcome is an own action and its outcome, in a prediction or on the server.
type actionOutcome struct {
	number uint64
	kind   actions.Kind
	slot   uint8 // of a BoxMove: of the box,
	toSlot uint8 // and the own one
	recipe recipes.Number
	pos    world.Pos
	at     timestream.Time
	why    actions.Refusal
	was    actions.Refusal // the outcome in the last frame, if it differs

	predicted actions.Refusal // of an acked action: its outcome in the last prediction
}

// blockBox is a box of blocks, both ends inclusive.
type blockBox struct{ lo, hi world.Pos }

func (s *blockBox) include(p world.Pos) {
	s.lo = world.Pos{X: min(s.lo.X, p.X), Y: min(s.lo.Y, p.Y), Z: min(s.lo.Z, p.Z)}
	s.hi = world.Pos{X: max(s.hi.X, p.X), Y: max(s.hi.Y, p.Y), Z: max(s.hi.Z, p.Z)}
}

// influenceReach is the distance from the own path, in blocks, beyond which nothing influences the own body.
const influenceReach = 3

func (s *blockBox) near(p world.Pos) bool { return s.within(p, influenceReach) }

func (s *blockBox) within(p world.Pos, n int32) bool {
	return p.X >= s.lo.X-n && p.X <= s.hi.X+n && p.Y >= s.lo.Y-n && p.Y <= s.hi.Y+n && p.Z >= s.lo.Z-n && p.Z <= s.hi.Z+n
}

// adjacent reports whether a change in one cell can affect the other: the cells touch, or one is above the other, so
// that blocks fall from one to the other.
func adjacent(a, b world.Pos) bool {
	x, y, z := a.X-b.X, a.Y-b.Y, a.Z-b.Z
	return x >= -1 && x <= 1 && z >= -1 && z <= 1 && (x == 0 && z == 0 || y >= -1 && y <= 1)
}

// waterReach is how far water that runs carries what others did, in blocks, where they did it within the frame.
const waterReach = 32

// edgeWithin reports whether a cell is at most n blocks from the box's edge, on either side of it.
func (s *blockBox) edgeWithin(p world.Pos, n int32) bool { return s.within(p, n) && !s.within(p, -n-1) }

// boxOfClaim returns the cells of a claim.
func boxOfClaim(c land.Claim) blockBox {
	b := blockBox{world.Pos{X: c.LowX, Y: c.LowY, Z: c.LowZ}, world.Pos{X: c.HighX, Y: c.TopY - 1, Z: c.HighZ}}
	if c.Whole() { // above and below it is no edge that water comes near
		b.lo.Y, b.hi.Y = world.MinY-2*waterReach, world.MaxY+2*waterReach
	}
	return b
}

// carriesWater reports whether a change at one cell may have turned water at another one.
func carriesWater(q, at world.Pos) bool {
	return max(q.X-at.X, at.X-q.X, q.Y-at.Y, at.Y-q.Y, q.Z-at.Z, at.Z-q.Z) <= waterReach
}

// isBodyInTheWay reports whether a body caused a refusal. canBeInTheWay reports whether a kind of body can.
func isBodyInTheWay(why actions.Refusal) bool {
	return why == actions.BodyInPlace || why == actions.FallingInTheWay
}
func canBeInTheWay(k world.EntityKind) bool {
	return world.EntityKinds[k].BlocksPlacement || k == world.KindFallingBlock
}

// letGo is a button or a plate of the own stream that went off in an update.
type letGo struct {
	pos   world.Pos
	until timestream.Time // the end that it had
	early bool            // the own stream had not come to it: the server took its checks over, and let go at its own time
}

// noteLetGo notes that an edit by the own stream lets a device go whose end is known.
func (f *influences) noteLetGo(p world.Pos, before, after world.Block, until timestream.Time) {
	if edits.LetsGo(before.Class()) && after.Class() == before.Class() && until > 0 && before.Get(world.PropOn) == 1 && after.Get(world.PropOn) == 0 {
		f.letGo = append(f.letGo, letGo{pos: p, until: until})
	}
}

// endUpdate ends an update that takes the own stream to a stamp.
func (f *influences) endUpdate(stamp timestream.Time) {
	for i := range f.letGo {
		if d := &f.letGo[i]; d.until > stamp {
			d.early = true
		}
	}
}

// deviceReach is how far a device reaches what it opens: a side of the block on which it sits.
const deviceReach = 2

// transferCause returns the cause of a change to a body or a support check that the own stream handed to another
// stream.
func (f *influences) transferCause() protocol.Cause {
	if f.certain[protocol.CauseStall] {
		return protocol.CauseStall
	}
	return protocol.CauseServerMoved
}
