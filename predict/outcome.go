package predict

import (
	"slices"

	"voxtide/actions"
	"voxtide/timestream"
	"voxtide/world"
)

// ownDoing holds the results of the player's own actions and stream, in the prediction that is being made and in the last
// frame, so that the two can be compared.
type ownDoing struct {
	predicting bool            // the prediction is being made
	blocks     []world.Pos     // cells that the own stream changed in it
	actions    []actionOutcome // own actions in it, with their outcomes

	shownBlocks     []shownBlock // of the last frame
	shownActions    []actionOutcome
	shownInventory  inventory
	inventoryBefore inventory // as received before this frame's updates,
	inventoryAfter  inventory // and after them
}

// shownBlock is a cell that the own stream set, or that an own action aimed at, and the block that it was shown to hold.
type shownBlock struct {
	pos   world.Pos
	block world.Block
	set   bool // the own stream set it
}

// inventory is a copy of the own inventory.
type inventory struct {
	slots    [world.InventorySize]world.Stack
	selected uint8
	known    bool
}

// inventoryOf returns the inventory of a stream's player.
func inventoryOf(w *world.World, s timestream.Stream) (b inventory) {
	if pl := w.Player(s); pl != nil {
		b = inventory{pl.Slots, pl.Selected, true}
	}
	return b
}

// noteBlock notes that the own stream changed a cell.
func (d *ownDoing) noteBlock(at world.Pos) {
	if d.predicting && (len(d.blocks) == 0 || d.blocks[len(d.blocks)-1] != at) {
		d.blocks = append(d.blocks, at)
	}
}

// begin starts a prediction from the received state.
func (d *ownDoing) begin(w *world.World, own timestream.Stream) {
	d.blocks, d.actions = d.blocks[:0], d.actions[:0]
	d.inventoryAfter = inventoryOf(w, own)
}

// noteShown keeps the results of the own actions and stream at the end of a frame. Whatever the next updates bring, the
// prediction for this instant must give the same results.
func (d *ownDoing) noteShown(w *world.World, own timestream.Stream, now timestream.Time, q *queue) {
	d.shownBlocks = d.shownBlocks[:0]
	for _, at := range d.blocks {
		d.shownBlocks = append(d.shownBlocks, shownBlock{pos: at, set: true})
	}
	if q != nil {
		for i := range q.actions[:q.performed] {
			if a := &q.actions[i]; a.Kind == actions.Place || a.Kind == actions.FinishBreak {
				d.shownBlocks = append(d.shownBlocks, shownBlock{pos: a.Pos})
			}
		}
	}
	slices.SortFunc(d.shownBlocks, func(a, b shownBlock) int {
		if a.pos != b.pos {
			return a.pos.Compare(b.pos)
		}
		if a.set == b.set {
			return 0
		}
		if a.set {
			return -1
		}
		return 1
	})
	d.shownBlocks = slices.CompactFunc(d.shownBlocks, func(a, b shownBlock) bool { return a.pos == b.pos })
	kept := d.shownBlocks[:0]
	for _, o := range d.shownBlocks {
		if b, there := w.BlockAt(o.pos, now); there {
			o.block = b
			kept = append(kept, o)
		}
	}
	d.shownBlocks = kept
	d.shownInventory = inventoryOf(w, own)
	d.shownActions = append(d.shownActions[:0], d.actions...)
}

// appendActionCorrections appends the own actions that were performed in the last frame and are refused now, by the server
// or in the prediction, and those that were refused and are performed now. acked are the outcomes on the server.
func (d *ownDoing) appendActionCorrections(list []Correction, acked []actionOutcome) []Correction {
	k := 0
	for _, a := range d.shownActions {
		now, found := actions.Done, false
		for _, o := range acked {
			if o.number == a.number {
				now, found = o.why, true
			}
		}
		for ; !found && k < len(d.actions) && d.actions[k].number <= a.number; k++ {
			if d.actions[k].number == a.number {
				now, found = d.actions[k].why, true
			}
		}
		if !found || (now == actions.Done) == (a.why == actions.Done) {
			continue
		}
		a.was, a.why = a.why, now
		list = append(list, Correction{Kind: kindAction, Pos: a.pos, action: a})
	}
	return list
}

// appendCorrections appends the blocks and inventory slots for which the prediction for the last frame's time now gives
// something else than was shown. A change by others alone is no correction, nor is a cell that is no longer known. at and
// update go into each correction.
func (d *ownDoing) appendCorrections(list []Correction, w *world.World, own timestream.Stream, f *influences, at timestream.Time, update uint64) []Correction {
	for i := range d.shownBlocks {
		o := &d.shownBlocks[i]
		b, there := w.BlockAt(o.pos, at)
		if !there || b == o.block || !o.set && !slices.Contains(d.blocks, o.pos) && !slices.Contains(f.ownBlocks, o.pos) {
			continue
		}
		list = append(list, Correction{At: at, Kind: KindBlocks, Update: update, Pos: o.pos, WasBlock: o.block, IsBlock: b})
	}
	was, is := &d.shownInventory, inventoryOf(w, own)
	if !was.known || !is.known {
		return list
	}
	for i := range was.slots {
		if was.slots[i] == is.slots[i] || was.slots[i] == d.inventoryBefore.slots[i] && is.slots[i] == d.inventoryAfter.slots[i] && !f.ownSlots[i] {
			continue
		}
		list = append(list, Correction{At: at, Kind: KindInventory, Update: update, Slot: uint8(i), WasStack: was.slots[i], IsStack: is.slots[i]})
	}
	if was.selected != is.selected && (was.selected != d.inventoryBefore.selected || is.selected != d.inventoryAfter.selected) {
		list = append(list, Correction{At: at, Kind: KindInventory, Update: update, Slot: selectedSlot})
	}
	return list
}
