package bots

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/anishathalye/porcupine"

	"voxtide/actions"
	"voxtide/timestream"
	"voxtide/world"
)

// The model of one cell: a register that holds a block, with the rules of placing and breaking. An edit that a client
// saw carries its number and its author. The number names the state that an action left: a read of edit N is a read
// of the state that edit N made, by an action of its author.

// cellState is the state of the model. The zero value is an unknown cell.
type cellState struct {
	known  bool
	block  world.Block
	author timestream.Stream // whose action made it; counts while own is set
	own    bool              // a bot's action made it, and no read has named it yet
	seq    uint64            // the edit that made it, once a read has told
	last   uint64            // greatest edit number of any read so far
	owed   bool              // an action with unknown outcome made it: a read must show it
	ended  bool              // everything is over: unanswered actions were never performed
}

type inputKind uint8

const (
	inWrite  inputKind = iota // a performed Place or FinishBreak
	inMaybe                   // an action with unknown outcome
	inRefuse                  // a refused action
	inRead                    // a received value
	inEnd
)

// modelInput is an operation as the model sees it. The outcome is part of it, since it was observed.
type modelInput struct {
	kind  inputKind
	act   actions.Kind
	block world.Block // written, offered or read
	by    timestream.Stream
	byBot bool // of a read: by is one of the bots
	known bool // of a read: by is known
	seq   uint64
	why   actions.Refusal
	free  bool
	loose bool // somebody other than a bot changes this cell: a value may come from anywhere
	text  string
}

// mayPerform reports whether the rules allow an action on what a cell holds.
func mayPerform(act actions.Kind, holds, block world.Block) bool {
	if act == actions.Place {
		return world.Blocks[holds].Replaceable && holds != block
	}
	return holds != world.Air && !world.Blocks[holds].Liquid
}

// step applies one operation: it returns whether the operation is legal, and the cell's state afterwards. With strict
// an action of unknown outcome counts only if a read shows it, which is nearly always true and much faster to decide.
func step(s cellState, in *modelInput, strict bool) (bool, cellState) {
	switch in.kind {
	case inEnd:
		s.ended = true
		return true, s
	case inRead:
		return read(s, in)
	case inRefuse:
		return !s.known || !mayPerform(in.act, s.block, in.block) || in.act == actions.FinishBreak && !in.free, s
	}
	switch {
	case in.kind == inMaybe && s.ended:
		return true, s
	case s.known && !mayPerform(in.act, s.block, in.block), s.owed && strict:
		return false, s
	}
	next := cellState{known: true, block: in.block, author: in.by, own: true, last: s.last, owed: in.kind == inMaybe && strict, ended: s.ended}
	if in.seq != 0 {
		if in.seq <= s.last {
			return false, s
		}
		next.own, next.author, next.seq, next.last = false, 0, in.seq, in.seq
	}
	return true, next
}

func read(s cellState, in *modelInput) (bool, cellState) {
	if in.seq == 0 { // a value that came with its section
		switch {
		case !s.known || in.loose && s.block != in.block:
			s = cellState{known: true, block: in.block, last: s.last, ended: s.ended}
		case s.block != in.block:
			return false, s
		}
		s.owed = false
		return true, s
	}
	foreign := in.known && !in.byBot
	switch {
	case s.known && s.seq == in.seq:
		return s.block == in.block, s
	case in.seq <= s.last:
		return false, s
	case !s.known || foreign:
		return true, cellState{known: true, block: in.block, seq: in.seq, last: in.seq, ended: s.ended}
	case s.own && s.block == in.block && (!in.known || s.author == in.by):
		s.own, s.owed, s.seq, s.last = false, false, in.seq, in.seq
		return true, s
	}
	return false, s
}

func model(strict bool) porcupine.Model {
	return porcupine.Model{
		Init: func() any { return cellState{} },
		Step: func(state, in, _ any) (bool, any) { return step(state.(cellState), in.(*modelInput), strict) },
		Hash: func(state any) uint64 {
			s := state.(cellState)
			return s.seq*0x9e3779b97f4a7c15 ^ s.last<<20 ^ uint64(s.block)<<8 ^ uint64(s.author)
		},
		DescribeOperation: func(in, _ any) string { return in.(*modelInput).text },
		DescribeState: func(state any) string {
			s := state.(cellState)
			switch {
			case !s.known:
				return "not known"
			case s.seq != 0:
				return fmt.Sprintf("%v, edit %d", s.block, s.seq)
			}
			return s.block.String()
		},
	}
}

// Times of operations without one of their own.
const (
	endAt  = math.MaxInt64 - 2 // of the end
	lateAt = math.MaxInt64 - 1 // of actions that may never have been performed
)

// porcupineOp converts an operation for porcupine; false for one that says nothing about its cell.
func (o *operation) porcupineOp() (porcupine.Operation, bool) {
	in := &modelInput{act: o.kind, block: o.result(), by: o.stream, seq: o.seq, free: o.creative, why: o.refusal, text: o.String()}
	p := porcupine.Operation{ClientId: o.bot, Input: in, Call: int64(o.calledAt), Return: int64(o.returnedAt)}
	switch o.outcome {
	case done:
		in.kind = inWrite
	case refused:
		in.kind, in.block = inRefuse, o.block
		return p, o.kind == actions.Place && o.refusal == actions.Occupied || o.kind == actions.FinishBreak && o.refusal == actions.TargetChanged
	default:
		in.kind, p.Return = inMaybe, lateAt
	}
	return p, true
}

// readOperation is a read in an interval.
func (s *observation) readOperation(at timeRange, byBot, loose bool) porcupine.Operation {
	in := &modelInput{kind: inRead, block: s.block, by: s.author, byBot: byBot, known: s.known, seq: s.seq, loose: loose}
	in.text = fmt.Sprintf("bot %d saw %v", s.bot, s.block)
	if s.seq != 0 {
		in.text += fmt.Sprintf(", edit %d", s.seq)
	}
	if s.known {
		in.text += fmt.Sprintf(" of stream %d", s.author)
	}
	return porcupine.Operation{ClientId: s.bot, Input: in, Call: int64(at.lo), Return: int64(at.hi)}
}

// endOperation is the operation after all others.
func endOperation() porcupine.Operation {
	return porcupine.Operation{Input: &modelInput{kind: inEnd, text: "end"}, Call: endAt, Return: endAt}
}

// Bounds of the time spent on one cell: in the fast way, and in the complete way.
const (
	decideFor = 20 * time.Second
	doubtFor  = 8 * time.Second
)

// decideOrder reports whether a cell's history has a legal order. It tries a faster way first, which refuses a few
// legal histories.
func decideOrder(h []porcupine.Operation) porcupine.CheckResult {
	if porcupine.CheckOperationsTimeout(model(true), attributeEdits(h), decideFor) == porcupine.Ok {
		return porcupine.Ok
	}
	return porcupine.CheckOperationsTimeout(model(false), h, doubtFor)
}

// attributeEdits gives actions of unknown outcome the edits that belong to no other action: in order, of the same
// author, of the same block, not seen before the action was sent. Actions that no observation shows are left out.
func attributeEdits(h []porcupine.Operation) (out []porcupine.Operation) {
	type mark struct {
		by    timestream.Stream
		block world.Block
	}
	claimed, first := map[uint64]bool{}, map[uint64]int64{}
	free := map[mark][]uint64{}
	maybes := map[mark][]porcupine.Operation{}
	for _, o := range h {
		if in := o.Input.(*modelInput); in.kind == inWrite {
			claimed[in.seq] = true
		}
	}
	for _, o := range h {
		in := o.Input.(*modelInput)
		m := mark{in.by, in.block}
		switch {
		case in.kind == inMaybe:
			maybes[m] = append(maybes[m], o)
			continue
		case in.kind == inRead && in.seq != 0 && !claimed[in.seq]:
			if at, there := first[in.seq]; !there {
				first[in.seq] = o.Return
				free[m] = append(free[m], in.seq)
			} else {
				first[in.seq] = min(at, o.Return)
			}
		}
		out = append(out, o)
	}
	for m, seqs := range free {
		slices.Sort(seqs)
		ops := maybes[m]
		slices.SortStableFunc(ops, func(a, b porcupine.Operation) int { return cmp.Compare(a.Call, b.Call) })
		for _, seq := range seqs {
			if len(ops) == 0 || ops[0].Call > first[seq] {
				continue
			}
			in := *ops[0].Input.(*modelInput)
			in.kind, in.seq = inWrite, seq
			o := ops[0]
			o.Input = &in
			out, ops = append(out, o), ops[1:]
		}
	}
	return out
}
