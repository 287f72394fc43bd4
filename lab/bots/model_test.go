package bots

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"voxtide/actions"
	"voxtide/internal/testrand"
	"voxtide/timestream"
	"voxtide/world"
)

// script makes a history of one cell by hand; times are in milliseconds.
type script struct{ logs map[timestream.Stream]*opLog }

var here = world.Pos{X: 1, Y: 2, Z: 3}

func (s *script) log(of timestream.Stream) *opLog {
	if s.logs == nil {
		s.logs = map[timestream.Stream]*opLog{}
	}
	if s.logs[of] == nil {
		s.logs[of] = newOpLog(int(of), nil, true)
		s.logs[of].stream = of
	}
	return s.logs[of]
}

func (s *script) op(of timestream.Stream, kind actions.Kind, b world.Block, call, ret int, out outcome, why actions.Refusal) *operation {
	l := s.log(of)
	o := &operation{bot: int(of), stream: of, number: uint64(len(l.ops) + 1), kind: kind, cell: here, block: b, calledAt: ms(call), returnedAt: ms(ret), outcome: out, refusal: why, creative: true}
	if out == unanswered {
		o.returnedAt = noReturn
	}
	l.ops = append(l.ops, o)
	return o
}

func ms(n int) time.Duration { return time.Duration(n) * time.Millisecond }

func (s *script) saw(of timestream.Stream, seq uint64, b world.Block, author timestream.Stream, lo, hi int) {
	at := timeRange{ms(lo), ms(hi)}
	l := s.log(of)
	l.observations = append(l.observations, &observation{cell: here, bot: int(of), seq: seq, block: b, author: author, known: seq != 0, first: at, last: at})
}

func (s *script) decide() porcupine.CheckResult {
	var logs []*opLog
	for _, l := range s.logs {
		logs = append(logs, l)
	}
	return decideOrder(cellHistories(logs)[0].ops)
}

// TestOrders is what is legal and what is not, by small histories.
func TestOrders(t *testing.T) {
	const ok, bad = porcupine.Ok, porcupine.Illegal
	for _, c := range []struct {
		name string
		play func(s *script)
		want porcupine.CheckResult
	}{
		{"one after the other", func(s *script) {
			s.op(1, actions.Place, world.Stone, 0, 10, done, 0)
			s.saw(2, 5, world.Stone, 1, 5, 15)
			s.op(2, actions.FinishBreak, 0, 20, 30, done, 0)
			s.saw(1, 6, world.Air, 2, 25, 35)
		}, ok},
		{"two places at once: one is refused", func(s *script) {
			s.op(1, actions.Place, world.Stone, 0, 10, done, 0)
			s.op(2, actions.Place, world.Dirt, 0, 10, refused, actions.Occupied)
			s.saw(2, 5, world.Stone, 1, 5, 15)
		}, ok},
		{"two places, both performed", func(s *script) {
			s.op(1, actions.Place, world.Stone, 0, 10, done, 0)
			s.op(2, actions.Place, world.Dirt, 0, 10, done, 0)
		}, bad},
		{"acked, and gone", func(s *script) {
			s.saw(2, 0, world.Air, 0, -10, -5)
			s.op(1, actions.Place, world.Stone, 0, 10, done, 0)
			s.saw(2, 0, world.Air, 0, 20, 30)
		}, bad},
		{"acked, and seen gone only by one whose frame is older", func(s *script) {
			s.op(1, actions.Place, world.Stone, 0, 10, done, 0)
			s.saw(2, 0, world.Air, 0, -5, 30)
		}, ok},
		{"refused for a block that is not there", func(s *script) {
			s.saw(1, 0, world.Air, 0, -10, -5)
			s.op(1, actions.Place, world.Stone, 0, 10, refused, actions.Occupied)
		}, bad},
		{"refused for what has nothing to do with the cell", func(s *script) {
			s.saw(1, 0, world.Air, 0, -10, -5)
			s.op(1, actions.Place, world.Stone, 0, 10, refused, actions.TooFast)
		}, ok},
		{"never answered, and performed", func(s *script) {
			s.saw(2, 0, world.Air, 0, -10, -5)
			s.op(1, actions.Place, world.Stone, 0, 0, unanswered, 0)
			s.saw(2, 7, world.Stone, 1, 20, 30)
		}, ok},
		{"never answered, and never performed", func(s *script) {
			s.saw(2, 0, world.Air, 0, -10, -5)
			s.op(1, actions.Place, world.Stone, 0, 0, unanswered, 0)
			s.saw(2, 0, world.Air, 0, 20, 30)
		}, ok},
		{"performed before it was sent", func(s *script) {
			s.op(1, actions.Place, world.Stone, 40, 50, done, 0)
			s.saw(2, 7, world.Stone, 1, 20, 30)
		}, bad},
		{"performed twice", func(s *script) {
			s.op(1, actions.Place, world.Stone, 0, 10, done, 0)
			s.saw(2, 7, world.Stone, 1, 5, 15)
			s.op(2, actions.FinishBreak, 0, 20, 30, done, 0)
			s.saw(2, 8, world.Air, 2, 25, 35)
			s.saw(2, 9, world.Stone, 1, 40, 50)
		}, bad},
		{"performed and told as refused", func(s *script) {
			s.saw(2, 0, world.Air, 0, -10, -5)
			s.op(1, actions.Place, world.Stone, 0, 10, refused, actions.TooFar)
			s.saw(2, 7, world.Stone, 1, 5, 15)
		}, bad},
		{"told in the wrong order", func(s *script) {
			s.op(1, actions.Place, world.Stone, 0, 10, done, 0)
			s.op(2, actions.FinishBreak, 0, 0, 10, done, 0)
			s.saw(1, 7, world.Stone, 1, 5, 15)
			s.saw(2, 8, world.Air, 2, 5, 15)
			s.saw(1, 7, world.Stone, 1, 20, 30)
		}, bad},
		{"somebody who is no bot", func(s *script) {
			s.op(1, actions.Place, world.Stone, 0, 10, done, 0)
			s.saw(1, 7, world.Air, 99, 20, 30)
		}, ok},
	} {
		var s script
		c.play(&s)
		if got := s.decide(); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// register plays actions on one cell in a true order, and notes what bots see of it with intervals around the instants.
func register(r *rand.Rand, n int) *script {
	var s script
	holds, seq := world.Air, uint64(10)
	for i := range n {
		at := 10 * i
		of := timestream.Stream(1 + r.IntN(4))
		kind, b := actions.Place, []world.Block{world.Stone, world.Dirt, world.Log}[r.IntN(3)]
		if r.IntN(2) == 0 {
			kind = actions.FinishBreak
		}
		out, why := done, actions.Refusal(0)
		switch {
		case mayPerform(kind, holds, b):
			holds, seq = b, seq+1
			if kind == actions.FinishBreak {
				holds = world.Air
			}
			for range 3 {
				s.saw(timestream.Stream(1+r.IntN(4)), seq, holds, of, at-r.IntN(30), at+r.IntN(30))
			}
			if r.IntN(10) == 0 {
				out = unknownOutcome
			}
		case kind == actions.Place:
			out, why = refused, actions.Occupied
		default:
			out, why = refused, actions.TargetChanged
		}
		o := s.op(of, kind, b, at-r.IntN(30), at+1+r.IntN(30), out, why)
		if out == done && r.IntN(2) == 0 {
			o.seq = seq
		}
	}
	return &s
}

// TestTrueOrdersAreLegal checks that any real history is found legal, and that small changes that falsify it are found
// illegal.
func TestTrueOrdersAreLegal(t *testing.T) {
	r := testrand.New(t)
	caught := 0
	for round := range testrand.Rounds(60) {
		s := register(r, 80)
		if got := s.decide(); got != porcupine.Ok {
			t.Fatalf("round %d: a true order is %v", round, got)
		}
		var all []*operation
		for _, l := range s.logs {
			all = append(all, l.ops...)
		}
		o := all[r.IntN(len(all))]
		if o.outcome == refused { // it was performed, they say
			o.outcome, o.seq = done, 0
		} else { // it was refused, they say
			o.outcome, o.refusal, o.seq = refused, actions.TooFast, 0
		}
		if s.decide() != porcupine.Ok {
			caught++
		}
	}
	if caught < testrand.Rounds(60)*8/10 {
		t.Errorf("only %d lies of %d were caught", caught, testrand.Rounds(60))
	}
}

// TestShrink checks that of a long history with one false entry only what proves it illegal is left.
func TestShrink(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	r := testrand.New(t)
	for range testrand.Rounds(5) {
		s := register(r, 150)
		s.op(9, actions.Place, world.Glass, 700, 710, done, 0) // nobody ever saw it
		var logs []*opLog
		for _, l := range s.logs {
			logs = append(logs, l)
		}
		h := cellHistories(logs)[0]
		if decideOrder(h.ops) == porcupine.Ok {
			t.Fatal("the lie is legal")
		}
		b := brokenHistory(h, "Illegal", 6*shrinkFor)
		if len(b.Lines) > len(h.ops)/3 || len(b.Lines) == 0 || !slices.ContainsFunc(b.Lines, func(l string) bool { return strings.Contains(l, "glass") }) {
			t.Errorf("%d lines of %d are left:\n%s", len(b.Lines), len(h.ops), strings.Join(b.Lines, "\n"))
		}
		if !strings.Contains(string(b.HTML), "<html") && !strings.Contains(string(b.HTML), "<!DOCTYPE") {
			t.Error("it is not drawn")
		}
	}
}
