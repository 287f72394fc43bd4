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

// The model of one cell: a register that holds a block, with the rules of placing and breaking. An edit that a client saw
// carries its number and its author: the number names the state that an action left, so that a read of edit N can be of
// no other state than that which N made, made by an action of its author.

// cellState is the state of the model. The zero value is a cell of which nothing is known.
type cellState struct {
	known  bool
	block  world.Block
	author timestream.Stream // whose action made it; counts while own is set
	own    bool              // an action of a bot made it, and no read has named it yet
	seq    uint64            // the edit that made it, once a read has told
	last   uint64            // the greatest number that any read told so far
	owed   bool              // an action that may never have been performed made it: a read must show it
	ended  bool              // all is over: what was never answered was never performed
}

type inputKind uint8

const (
	inWrite  inputKind = iota // a performed place or dug
	inMaybe                   // one of which nobody knows whether it was performed
	inRefuse                  // a refused one
	inRead                    // a received value
	inEnd
)

// input is an operation as the model sees it. The outcome is part of it: it was seen.
type input struct {
	kind  inputKind
	act   actions.Kind
	block world.Block // written, offered or read
	by    timestream.Stream
	byBot bool // of a read: by is one of the bots
	known bool // of a read: by is known
	seq   uint64
	why   actions.Refusal
	free  bool
	loose bool // somebody who is no bot changes this cell: a value may come from nowhere
	text  string
}

// allows tells whether the rules let an action be performed on what a cell holds.
func allows(act actions.Kind, holds, block world.Block) bool {
	if act == actions.Place {
		return world.Blocks[holds].Replaceable && holds != block
	}
	return holds != world.Air && !world.Blocks[holds].Liquid
}

// step is one operation: whether it is legal, and what the cell is then. With strict an action that may not have been
// performed counts only if a read shows it, which is nearly always so and much faster to decide.
func step(s cellState, in *input, strict bool) (bool, cellState) {
	switch in.kind {
	case inEnd:
		s.ended = true
		return true, s
	case inRead:
		return read(s, in)
	case inRefuse:
		return !s.known || !allows(in.act, s.block, in.block) || in.act == actions.Dug && !in.free, s
	}
	switch {
	case in.kind == inMaybe && s.ended:
		return true, s
	case s.known && !allows(in.act, s.block, in.block), s.owed && strict:
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

func read(s cellState, in *input) (bool, cellState) {
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
		Step: func(state, in, _ any) (bool, any) { return step(state.(cellState), in.(*input), strict) },
		Hash: func(state any) uint64 {
			s := state.(cellState)
			return s.seq*0x9e3779b97f4a7c15 ^ s.last<<20 ^ uint64(s.block)<<8 ^ uint64(s.author)
		},
		DescribeOperation: func(in, _ any) string { return in.(*input).text },
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

// Times of operations that have none of their own.
const (
	endAt  = math.MaxInt64 - 2 // of the end
	lateAt = math.MaxInt64 - 1 // of what may never have been performed
)

// operation gives an op to the judge; false for one that says nothing about its cell.
func (o *op) operation() (porcupine.Operation, bool) {
	in := &input{act: o.kind, block: o.after(), by: o.stream, seq: o.seq, free: o.free, why: o.why, text: o.String()}
	p := porcupine.Operation{ClientId: o.bot, Input: in, Call: int64(o.call), Return: int64(o.ret)}
	switch o.out {
	case done:
		in.kind = inWrite
	case refused:
		in.kind, in.block = inRefuse, o.block
		return p, o.kind == actions.Place && o.why == actions.Occupied || o.kind == actions.Dug && o.why == actions.Changed
	default:
		in.kind, p.Return = inMaybe, lateAt
	}
	return p, true
}

// readAt is a read in an interval.
func (s *sight) readAt(at interval, byBot, loose bool) porcupine.Operation {
	in := &input{kind: inRead, block: s.block, by: s.author, byBot: byBot, known: s.known, seq: s.seq, loose: loose}
	in.text = fmt.Sprintf("bot %d saw %v", s.bot, s.block)
	if s.seq != 0 {
		in.text += fmt.Sprintf(", edit %d", s.seq)
	}
	if s.known {
		in.text += fmt.Sprintf(" of stream %d", s.author)
	}
	return porcupine.Operation{ClientId: s.bot, Input: in, Call: int64(at.lo), Return: int64(at.hi)}
}

// theEnd is the operation after all others.
func theEnd() porcupine.Operation {
	return porcupine.Operation{Input: &input{kind: inEnd, text: "end"}, Call: endAt, Return: endAt}
}

// Bounds of how long one cell may be thought about: in the fast way, and in the other.
const (
	decideFor = 20 * time.Second
	doubtFor  = 8 * time.Second
)

// decide asks whether a cell's history has a legal order: first in a faster way, which refuses a few legal ones.
func decide(h []porcupine.Operation) porcupine.CheckResult {
	if porcupine.CheckOperationsTimeout(model(true), likely(h), decideFor) == porcupine.Ok {
		return porcupine.Ok
	}
	return porcupine.CheckOperationsTimeout(model(false), h, doubtFor)
}

// likely gives the actions of unknown outcome the edits that are of no other action: in order, of the same author, with what
// they write, not seen before they were sent. Those of which no sight tells are left out.
func likely(h []porcupine.Operation) (out []porcupine.Operation) {
	type mark struct {
		by    timestream.Stream
		block world.Block
	}
	claimed, first := map[uint64]bool{}, map[uint64]int64{}
	free := map[mark][]uint64{}
	maybes := map[mark][]porcupine.Operation{}
	for _, o := range h {
		if in := o.Input.(*input); in.kind == inWrite {
			claimed[in.seq] = true
		}
	}
	for _, o := range h {
		in := o.Input.(*input)
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
			in := *ops[0].Input.(*input)
			in.kind, in.seq = inWrite, seq
			o := ops[0]
			o.Input = &in
			out, ops = append(out, o), ops[1:]
		}
	}
	return out
}
