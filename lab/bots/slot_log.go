package bots

import (
	"fmt"
	"slices"
	"time"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// slotKey names a slot of a box.
type slotKey struct {
	box  world.Pos
	slot uint8
}

// slotMove is a move of a bot between a slot of a box and its own inventory.
type slotMove struct {
	bot                  int
	stream               timestream.Stream
	number               uint64 // within its session
	key                  slotKey
	into                 bool // into the box
	item                 world.Item
	count                uint8
	calledAt, returnedAt time.Duration
	outcome              outcome
	refusal              actions.Refusal
	seq                  uint64      // of its edit, which came in the update with the ack; 0 if none came
	result               world.Stack // what the slot held then; counts while seq is set
}

func (o *slotMove) String() string {
	way := "takes"
	if o.into {
		way = "puts"
	}
	text := fmt.Sprintf("bot %d #%d %s %d, saw %v in slot %d of %v: %v", o.bot, o.number, way, o.count, o.item, o.key.slot, o.key.box, o.outcome)
	if o.outcome == refused {
		text += " (" + o.refusal.String() + ")"
	} else if o.seq != 0 {
		text += fmt.Sprintf(", edit %d leaves %d %v", o.seq, o.result.Count, o.result.Item)
	}
	return text
}

// slotRead is what a slot held at an instant within a range, as a bot was told.
type slotRead struct {
	bot    int
	key    slotKey
	seq    uint64 // the edit that made it; 0: it came with its section
	stack  world.Stack
	author timestream.Stream
	at     timeRange
}

// slotLog records what a bot did at boxes, and was told of them. It belongs to an opLog.
type slotLog struct {
	moves   []*slotMove
	waiting []*slotMove // without an ack
	reads   []slotRead
	visible map[slotKey]slotRead // the last that was told of each slot
}

// sent records an own move.
func (l *slotLog) sent(bot int, s timestream.Stream, a *actions.Action, call time.Duration) {
	o := &slotMove{bot: bot, stream: s, number: a.Number, key: slotKey{a.Pos, a.Slot}, into: a.Want, item: a.Item, count: a.Count, calledAt: call, returnedAt: noReturn}
	l.moves, l.waiting = append(l.moves, o), append(l.waiting, o)
}

// applyAcks gives the moves that an update acks their outcomes.
func (l *slotLog) applyAcks(f *protocol.Update, own timestream.Stream, acked uint64, whole bool, at time.Duration) {
	n := 0
	for n < len(l.waiting) && l.waiting[n].number <= acked {
		o := l.waiting[n]
		o.outcome, o.returnedAt = done, at
		if whole {
			o.outcome = unknownOutcome
		}
		n++
	}
	from := 0
	for _, o := range l.waiting[:n] {
		for i := range f.Entries {
			if e := &f.Entries[i]; e.Kind == protocol.EntryRefusal && e.Number == o.number {
				o.outcome, o.refusal = refused, e.Reason
			}
		}
		for k := from; k < len(f.Entries) && o.outcome == done; k++ {
			e := &f.Entries[k]
			if e.Kind == protocol.EntryEdit && e.Edit.Kind == edits.SetBoxSlot && e.Edit.Author == own && e.Edit.Pos == o.key.box && e.Edit.Slot == o.key.slot {
				o.seq, o.result, from = e.Seq, e.Edit.Stack, k+1
				break
			}
		}
	}
	l.waiting = slices.Delete(l.waiting, 0, n)
}

// observe notes what an update tells of slots. Of several edits of a slot the last is what it held when the update was made. What
// another value follows was still there in the update before.
func (l *slotLog) observe(bot int, f *protocol.Update, own timestream.Stream, whole bool, current, previous timeRange) {
	if whole {
		clear(l.visible)
	}
	told := map[slotKey]slotRead{}
	for i := range f.Entries {
		e := &f.Entries[i]
		switch {
		case e.Kind != protocol.EntryEdit:
		case e.Edit.Kind == edits.SetBoxSlot:
			k := slotKey{e.Edit.Pos, e.Edit.Slot}
			told[k] = slotRead{bot, k, e.Seq, e.Edit.Stack, e.Edit.Author, current}
		case e.Edit.Kind == edits.SetSubscription && e.Edit.Stream == own && !e.Edit.Flag:
			for k := range l.visible {
				if k.box.Section() == world.SectionPos(e.Edit.Pos) {
					delete(l.visible, k)
				}
			}
		}
	}
	for k, r := range told {
		if old, there := l.visible[k]; there {
			old.at = previous
			l.reads = append(l.reads, old)
		}
		l.reads, l.visible[k] = append(l.reads, r), r
	}
}

// finish reads every slot of which something is known once more, as it is received in the end.
func (l *slotLog) finish(bot int, w *world.World, last timeRange) {
	for k := range l.visible {
		if w.Section(k.box.Section()) != nil {
			l.reads = append(l.reads, slotRead{bot: bot, key: k, stack: w.BlockEntityAt(k.box).Slot(int(k.slot)), at: last})
		}
	}
}
