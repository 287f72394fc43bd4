package actions

import (
	"testing"

	"voxtide/timestream"
	"voxtide/world"
)

// TestHardness breaks each breakable block: it takes its hardness to the microsecond, counted by the actions' own
// stamps, whether they are performed when they are made or both together.
func TestHardness(t *testing.T) {
	cell := world.Pos{X: 8, Y: 0, Z: 6}
	n := 0
	for i := range world.Blocks {
		b, info := world.Block(i), &world.Blocks[i]
		if b == world.Air || info.Liquid || info.Hardness <= 0 {
			continue
		}
		n++
		for _, late := range []timestream.Duration{0, timestream.Minute} {
			for _, short := range []timestream.Duration{1, 0} {
				s := stage(false)
				s.PutBlock(1, cell, b)
				s.Commit()
				do := func(k Kind, own timestream.Time) Refusal {
					at := own
					if late > 0 {
						at = sec.Add(late)
					}
					return Do(s, 1, at, &Action{Kind: k, At: own, Pos: cell, Aim: Aim{8, 8, 8}})
				}
				if why := do(StartBreak, sec); why != Done {
					t.Fatalf("%v: start: %v", b, why)
				}
				want := Done
				if short > 0 {
					want = TooSoon
				}
				if why := do(FinishBreak, sec.Add(info.Hardness-short)); why != want {
					t.Errorf("%v, %d us before its time, performed %d us late: %v", b, short, late, why)
				}
			}
		}
	}
	if n < 10 {
		t.Errorf("%d blocks are all that can be broken", n)
	}
	t.Logf("%d blocks", n)
}

// TestRatesCountByTheActionsOwnStamp places blocks as fast as allowed and performs all at one moment: only an action whose own
// stamp is too early is too fast.
func TestRatesCountByTheActionsOwnStamp(t *testing.T) {
	for _, c := range []struct {
		every timestream.Duration
		done  int
	}{{placeCost, 24}, {placeCost / 2, 20}} {
		s := stage(true)
		n := 0
		for i := range 24 {
			cell := world.Pos{X: 8, Y: 0, Z: 6}
			s.PutBlock(2, cell, world.Air)
			a := Action{Kind: Place, Pos: cell, Face: world.Down, Aim: Aim{8, 0, 8}, At: sec.Add(timestream.Duration(i) * c.every)}
			if why := Do(s, 1, 100*sec, &a); why == Done {
				n++
			} else if why != TooFast {
				t.Fatal(why)
			}
		}
		if n < c.done || c.every < placeCost && n > c.done+2 {
			t.Errorf("each %d us: %d of 24 were done", c.every, n)
		}
	}
}
