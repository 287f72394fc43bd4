package predict

import (
	"slices"

	"voxtide/actions"
	"voxtide/internal/faults"
	"voxtide/timestream"
	"voxtide/world"
)

// Who was first at a box: the player whose move is refused is told by whom.

// boxChange is a change of a part of a box by another player.
type boxChange struct {
	pos  world.Pos
	part uint8
	by   string // the player's name, who may have left since
}

// wholeBox stands for all parts: the block itself changed.
const wholeBox = 253

// boxChangesMax is the number of changes that are kept, the newest.
const boxChangesMax = 256

// boxChanges holds the newest changes of boxes by others, of each part the last: what goes on at one slot pushes no other one out.
type boxChanges struct {
	kept []boxChange // the newest last
	// undone are the newest own actions at boxes that were shown as done and then undone.
	undone     [16]uint64
	undoneNext int
}

// noteBoxChange notes that another player changed a part of a box.
func (r *Received) noteBoxChange(p world.Pos, part uint8, by timestream.Stream) {
	c := boxChange{pos: p, part: part}
	if st := r.R.W.Stream(by); st != nil {
		c.by = st.Name
	}
	r.blocks.boxes.add(c)
}

// add adds a change in the place of those that nobody asks for any more. One by the server, which has no name, leaves the name before it.
func (b *boxChanges) add(c boxChange) {
	if !faults.Active(faults.BusySlotPushesOut) {
		b.kept = slices.DeleteFunc(b.kept, func(old boxChange) bool {
			return old.pos == c.pos && (old.part == c.part || c.part == wholeBox) && (c.by != "" || old.by == "")
		})
	}
	if len(b.kept) == boxChangesMax {
		b.kept = slices.Delete(b.kept, 0, 1)
	}
	b.kept = append(b.kept, c)
}

// last returns the name of who changed a box last, of the changes that concern a part if there are such; "" for nobody who is known.
func (b *boxChanges) last(p world.Pos, part uint8) (by string) {
	for _, c := range slices.Backward(b.kept) {
		switch {
		case c.pos != p:
		case c.part == part || c.part == wholeBox:
			return c.by
		case by == "":
			by = c.by
		}
	}
	return by
}

// newest returns the name of who changed a box last, of others; "" if that was the server, or nobody who is known.
func (b *boxChanges) newest(p world.Pos) string {
	for _, c := range slices.Backward(b.kept) {
		if c.pos == p {
			return c.by
		}
	}
	return ""
}

// changed reports whether another player has changed a box, of the changes that are kept.
func (b *boxChanges) changed(p world.Pos) bool {
	return slices.ContainsFunc(b.kept, func(c boxChange) bool { return c.pos == p })
}

// noteUndone notes an own action at a box that was shown as done in the last frame, and is refused in this one.
func (b *boxChanges) noteUndone(number uint64) {
	b.undone[b.undoneNext%len(b.undone)] = number
	b.undoneNext++
}

// refusal returns the event of an own action that was refused. The ack before it has noted what it was.
func (r *Received) refusal(number uint64, why actions.Refusal, owner string) RefusedAction {
	out := RefusedAction{Number: number, Why: why, Owner: owner}
	for i := range r.influences.actions {
		if d := &r.influences.actions[i]; d.number == number && atABox(d.kind) {
			if out.AtBox = true; !byAnother(why) {
				continue
			}
			out.Lost = d.predicted == actions.Done || slices.Contains(r.blocks.boxes.undone[:], number)
			if d.kind == actions.Trade { // any change of the box may be why, also that its offer was changed by a command
				if out.Lost {
					out.First = r.blocks.boxes.newest(d.pos)
					out.Lost = out.First != ""
				}
				continue
			}
			if out.Lost && !faults.Active(faults.FirstAtBoxUnknown) {
				out.First = r.blocks.boxes.last(d.pos, d.slot)
				// Nobody was first where the action came so late that its oven had made something else by then, nor where
				// the box was never there, because its own placing was refused.
				out.Lost = out.First != "" || d.at > r.stalledTo && (why != actions.NoBox || r.blocks.boxes.changed(d.pos))
			}
		}
	}
	return out
}

// atABox reports whether actions of a kind change what a block holds.
func atABox(k actions.Kind) bool {
	return k == actions.BoxMove || k == actions.WriteSign || k == actions.Trade
}

// byAnother reports whether an action at a box is refused so because another was first.
func byAnother(why actions.Refusal) bool {
	return why == actions.SlotChanged || why == actions.NoBox || why >= actions.NoShop && why <= actions.OfferChanged
}
