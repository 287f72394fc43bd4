package bots

import (
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"voxtide/actions"
	"voxtide/world"
)

// TestSlotModel: what servers may do at a slot has a legal order, and what doubles, loses or refuses without a reason has none.
func TestSlotModel(t *testing.T) {
	const ms = time.Millisecond
	key := slotKey{world.Pos{X: 1}, 3}
	dirt, none := world.StackOf(world.Dirt, 5), world.Stack{}
	move := func(bot int, into bool, saw world.Stack, n uint8, from, to int, seq uint64, left world.Stack) *slotMove {
		return &slotMove{bot: bot, stream: 1, key: key, into: into, item: saw.Item, count: n, calledAt: time.Duration(from) * ms, returnedAt: time.Duration(to) * ms,
			outcome: done, seq: seq, result: left}
	}
	refusedMove := func(bot int, saw world.Stack, n uint8, from, to int) *slotMove {
		o := move(bot, false, saw, n, from, to, 0, none)
		o.outcome, o.refusal = refused, actions.SlotChanged
		return o
	}
	saw := func(bot int, seq uint64, st world.Stack, from, to int) slotRead {
		return slotRead{bot, key, seq, st, 1, timeRange{time.Duration(from) * ms, time.Duration(to) * ms}}
	}
	put, take := move(0, true, none, 5, 0, 10, 1, dirt), move(1, false, dirt, 5, 20, 40, 2, none)
	silent := func(o *slotMove, out outcome) *slotMove {
		x := *o
		x.outcome, x.seq, x.result, x.returnedAt = out, 0, none, noReturn
		return &x
	}
	for _, c := range []struct {
		name  string
		moves []*slotMove
		reads []slotRead
		want  porcupine.CheckResult
	}{
		{"put, taken, and the second is late", []*slotMove{put, take, refusedMove(2, dirt, 5, 21, 41)}, []slotRead{saw(2, 2, none, 20, 45)}, porcupine.Ok},
		{"both take it: it is doubled", []*slotMove{put, take, move(2, false, dirt, 5, 21, 41, 3, none)}, nil, porcupine.Illegal},
		{"one item more than was put", []*slotMove{put, move(1, false, dirt, 2, 20, 40, 2, dirt.With(4))}, nil, porcupine.Illegal},
		{"one item less than was put", []*slotMove{put, move(1, true, dirt, 2, 20, 40, 2, dirt.With(6))}, nil, porcupine.Illegal},
		{"nobody was first", []*slotMove{put, refusedMove(2, dirt, 5, 20, 40)}, nil, porcupine.Illegal},
		{"the first comes after the late one was told", []*slotMove{put, move(1, false, dirt, 5, 50, 60, 2, none), refusedMove(2, dirt, 5, 20, 40)}, nil, porcupine.Illegal},
		{"an old value is seen after the new one was acked", []*slotMove{put, take}, []slotRead{saw(2, 1, dirt, 50, 60)}, porcupine.Illegal},
		{"one edit is told in two ways", []*slotMove{put}, []slotRead{saw(1, 1, dirt, 0, 20), saw(2, 1, dirt.With(4), 0, 20)}, porcupine.Illegal},
		{"an edit that nobody made", []*slotMove{put}, []slotRead{saw(2, 2, none, 20, 40)}, porcupine.Illegal},
		{"gone in the end without an edit", []*slotMove{put}, []slotRead{saw(2, 0, none, 50, 60)}, porcupine.Illegal},
		{"the edit of a move without an answer", []*slotMove{put, silent(take, unanswered)}, []slotRead{saw(2, 2, none, 20, 45)}, porcupine.Ok},
		{"a move without an answer that was never performed", []*slotMove{put, silent(take, unanswered)}, []slotRead{saw(2, 0, dirt, 50, 60)}, porcupine.Ok},
		{"a move of unknown outcome of which nobody was told", []*slotMove{put, silent(take, unknownOutcome)}, []slotRead{saw(2, 0, none, 50, 60)}, porcupine.Ok},
		{"different stacks change places", []*slotMove{put, move(1, true, dirt, 7, 20, 40, 2, world.StackOf(world.Stone, 7))}, nil, porcupine.Ok},
	} {
		h := &slotHistory{key: key, moves: c.moves, reads: c.reads}
		if got := h.decide(); got != c.want {
			t.Errorf("%s: %v, not %v", c.name, got, c.want)
		}
	}
}
