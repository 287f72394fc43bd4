package actions

import (
	"testing"

	"voxtide/internal/testrand"
	"voxtide/timestream"
	"voxtide/world"
)

// TestPredictThenRevert performs random actions of all kinds and reverts them: law 1. A refused action changes only the
// number of the last action and the rate.
func TestPredictThenRevert(t *testing.T) {
	r := testrand.New(t)
	done := map[Kind]int{}
	for range testrand.RoundsUntil(400, func() bool { return len(done) == int(KindCount)-1 }) {
		s := stage(r.IntN(2) == 0)
		doors(s.W)
		before := s.W.Hash()
		at := timestream.Time(0)
		for n := range 30 {
			at = at.Add(timestream.Duration(r.IntN(300_000)))
			a := random(r, Kind(1+r.IntN(int(KindCount)-1)))
			a.Number = uint64(n + 1)
			blocks, logged := s.W.BlocksHash(), len(s.Log)
			if a.Kind == FinishBreak && r.IntN(2) == 0 { // start breaking first, for long enough
				d := a
				d.Kind, d.At = StartBreak, at
				Do(s, 1, at, &d)
				at = at.Add(10 * timestream.Second)
				logged = len(s.Log)
			}
			if a.Kind == StartEat || a.Kind == FinishEat && r.IntN(2) == 0 { // with food in the hand, begun long enough ago
				Do(s, 1, at, &Action{Kind: SelectSlot, Slot: 3, Number: a.Number, At: at})
				if a.Kind == FinishEat {
					Do(s, 1, at, &Action{Kind: StartEat, Number: a.Number, At: at})
				}
				at = at.Add(EatTime)
				logged = len(s.Log)
			}
			a.At = at
			why := Do(s, 1, at, &a)
			if why == Done {
				done[a.Kind]++
			} else if s.W.BlocksHash() != blocks || len(s.Log) != logged+1 {
				t.Fatalf("%v was refused (%v) and changed something", a.Kind, why)
			}
			if s.W.Player(1).LastAction != a.Number {
				t.Fatalf("%v (%v) was not counted", a.Kind, why)
			}
		}
		s.Revert()
		if s.W.Hash() != before {
			t.Fatal("reverting leaves a trace")
		}
	}
	for k := Kind(1); k < KindCount; k++ {
		if done[k] == 0 {
			t.Errorf("%v was never performed: the test does not test it", k)
		}
	}
}

// doors puts what can be used around the players.
func doors(w *world.World) {
	for i, name := range []string{"lever", "oak_trapdoor", "birch_gate", "oak_door", "pine_trapdoor[open=yes,half=upper]", "lever[on=yes]"} {
		b, _ := world.BlockNamed(name)
		for z := range int32(5) {
			w.SetBlock(world.Pos{X: int32(4 + i), Y: int32(i & 1), Z: 4 + z}, b)
		}
	}
}

// TestRate is law 10 for actions: 64 a second of stream time, the surplus is refused, and time gives it back.
func TestRate(t *testing.T) {
	s := stage(false)
	refused := 0
	for i := range 100 {
		if Do(s, 1, sec, &Action{Kind: SelectSlot, Slot: uint8(i % 9), Number: uint64(i + 1), At: sec}) == TooFast {
			refused++
		}
	}
	if refused != 36 {
		t.Fatalf("%d of 100 at once were refused, want 36", refused)
	}
	act(t, s, 2*sec, Done, Action{Kind: SelectSlot, Number: 101})
}
