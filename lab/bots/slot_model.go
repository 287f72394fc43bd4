package bots

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/anishathalye/porcupine"

	"voxtide/actions"
	"voxtide/timestream"
	"voxtide/world"
)

// The model of a slot of a box: a register that holds a stack. A move is legal only where the slot holds what its player saw, and leaves
// as many more or fewer there as it moves: an item that was doubled or lost has no place in any order. A move that is refused because somebody else
// was first is legal only where somebody was.

// slotState is the state of the model. The zero value is an unknown slot.
type slotState struct {
	known bool
	stack world.Stack
	seq   uint64 // the edit that made it; 0 where only its section told
	last  uint64 // greatest edit so far
	ended bool   // everything is over: unanswered moves were never performed
}

// slotInput is an operation as the model sees it: a move, a read, or the end, where both are nil.
type slotInput struct {
	move *slotMove
	read *slotRead
}

// missed reports whether a slot does not hold what a move is about.
func (o *slotMove) missed(st world.Stack) bool {
	return st.Item != o.item || !o.into && st.Count < o.count
}

// leaves reports whether a move can make one stack of another. Whole stacks of different items change places.
func (o *slotMove) leaves(was, is world.Stack) bool {
	n := o.count
	switch {
	case o.missed(was):
		return false
	case o.into && was.Count == 0:
		return is.Count == n
	case o.into && is.Joins(was):
		return is.Count == was.Count+n
	case o.into:
		return is.Count == n
	case was.Count > n:
		return is == was.With(was.Count-n)
	}
	return is.Count == 0 || !is.Joins(was)
}

// stepSlot applies one operation: it returns whether it is legal, and the state afterwards.
func stepSlot(s slotState, in *slotInput) (bool, slotState) {
	switch o, r := in.move, in.read; {
	case r != nil && r.seq == 0:
		if s.known {
			return s.stack == r.stack, s
		}
		s.known, s.stack, s.seq = true, r.stack, 0
		return true, s
	case r != nil:
		if s.known && s.seq == r.seq {
			return s.stack == r.stack, s
		}
		legal := r.seq > s.last && (!s.known || s.seq == 0 && s.stack == r.stack)
		return legal, slotState{true, r.stack, r.seq, r.seq, s.ended}
	case o == nil:
		s.ended = true
		return true, s
	case o.outcome == refused:
		return !s.known || o.missed(s.stack), s
	case o.outcome == done && o.seq != 0:
		return o.seq > s.last && (!s.known || o.leaves(s.stack, o.result)), slotState{true, o.result, o.seq, o.seq, s.ended}
	case s.ended && o.outcome != done:
		return true, s
	}
	return !s.known || !in.move.missed(s.stack), slotState{last: s.last, ended: s.ended} // what it left was told to nobody
}

var slotModel = porcupine.Model{
	Init: func() any { return slotState{} },
	Step: func(state, in, _ any) (bool, any) { return stepSlot(state.(slotState), in.(*slotInput)) },
	Hash: func(state any) uint64 {
		s := state.(slotState)
		return s.seq*0x9e3779b97f4a7c15 ^ s.last<<20 ^ uint64(s.stack.Item)<<8 ^ uint64(s.stack.Count)
	},
	DescribeOperation: func(in, _ any) string { return in.(*slotInput).String() },
	DescribeState:     func(s any) string { return fmt.Sprintf("%+v", s) },
}

func (in *slotInput) String() string {
	switch {
	case in.move != nil:
		return in.move.String()
	case in.read != nil:
		return fmt.Sprintf("bot %d saw %d %v, edit %d of stream %d", in.read.bot, in.read.stack.Count, in.read.stack.Item, in.read.seq, in.read.author)
	}
	return "end"
}

// slotHistory is everything that bots did to a slot and were told of it.
type slotHistory struct {
	key   slotKey
	moves []*slotMove
	reads []slotRead
}

// slotHistories merges the logs of all bots into one history for each slot to which something was done, in order.
func slotHistories(logs []*opLog) (out []*slotHistory) {
	by := map[slotKey]*slotHistory{}
	for _, l := range logs {
		for _, o := range l.slots.moves {
			if by[o.key] == nil {
				by[o.key] = &slotHistory{key: o.key}
				out = append(out, by[o.key])
			}
			by[o.key].moves = append(by[o.key].moves, o)
		}
	}
	for _, l := range logs {
		for _, r := range l.slots.reads {
			if h := by[r.key]; h != nil {
				h.reads = append(h.reads, r)
			}
		}
	}
	slices.SortFunc(out, func(a, b *slotHistory) int {
		return cmp.Or(cmp.Compare(a.key.box.X, b.key.box.X), cmp.Compare(a.key.box.Y, b.key.box.Y), cmp.Compare(a.key.box.Z, b.key.box.Z), cmp.Compare(a.key.slot, b.key.slot))
	})
	return out
}

// operations returns a history for porcupine. Of the reads of one edit it keeps two: the one that ends first and the one that begins last.
// A move that no edit is known of gets the next edit of its author that no other move has, if there is one, and counts as not performed
// otherwise. With doubt any of them may have been performed and have left anything, which is complete, and slower to decide.
func (h *slotHistory) operations(doubt bool) (out []porcupine.Operation) {
	add := func(in *slotInput, bot int, call, end time.Duration) {
		out = append(out, porcupine.Operation{ClientId: bot, Input: in, Call: int64(call), Return: int64(end)})
	}
	addRead := func(r *slotRead) { add(&slotInput{read: r}, r.bot, r.at.lo, r.at.hi) }
	type extremes struct{ early, late *slotRead }
	named := map[uint64]*extremes{}
	var seqs []uint64
	for i := range h.reads {
		r := &h.reads[i]
		switch x := named[r.seq]; {
		case r.seq == 0:
			addRead(r)
		case x == nil:
			named[r.seq] = &extremes{r, r}
			seqs = append(seqs, r.seq)
		case r.stack != x.early.stack: // told in two ways: there is no order with both
			addRead(r)
		default:
			if r.at.hi < x.early.at.hi {
				x.early = r
			}
			if r.at.lo > x.late.at.lo {
				x.late = r
			}
		}
	}
	slices.Sort(seqs)
	claimed, free := map[uint64]bool{}, map[timestream.Stream][]*slotRead{}
	for _, o := range h.moves {
		claimed[o.seq] = true
	}
	for _, seq := range seqs {
		x := named[seq]
		addRead(x.early)
		addRead(x.late)
		if !claimed[seq] {
			free[x.early.author] = append(free[x.early.author], x.early)
		}
	}
	for _, o := range h.moves {
		list := free[o.stream]
		for len(list) > 0 && o.seq == 0 && list[0].at.hi < o.calledAt { // of a move of another session
			list = list[1:]
		}
		free[o.stream] = list
		switch {
		case o.outcome == refused && o.refusal != actions.SlotChanged: // that says nothing about the slot
		case o.outcome == refused || o.seq != 0:
			add(&slotInput{move: o}, o.bot, o.calledAt, o.returnedAt)
		case !doubt && len(list) > 0 && o.couldLeave(list[0].stack):
			x := *o
			x.outcome, x.seq, x.result = done, list[0].seq, list[0].stack
			free[o.stream] = list[1:]
			add(&slotInput{move: &x}, o.bot, o.calledAt, min(o.returnedAt, list[0].at.hi))
		case o.outcome == done:
			add(&slotInput{move: o}, o.bot, o.calledAt, o.returnedAt)
		case doubt:
			add(&slotInput{move: o}, o.bot, o.calledAt, lateAt)
		}
	}
	return append(out, porcupine.Operation{Input: &slotInput{}, Call: endAt, Return: endAt})
}

// couldLeave reports whether a move may have left a stack, of whatever it found.
func (o *slotMove) couldLeave(is world.Stack) bool {
	return !o.into || is.Count >= o.count
}

// decide reports whether the history has a legal order.
func (h *slotHistory) decide() porcupine.CheckResult {
	if porcupine.CheckOperationsTimeout(slotModel, h.operations(false), decideFor) == porcupine.Ok {
		return porcupine.Ok
	}
	return porcupine.CheckOperationsTimeout(slotModel, h.operations(true), doubtFor)
}
