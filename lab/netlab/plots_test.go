package netlab

import (
	"fmt"
	"testing"
	"time"

	"voxtide/actions"
)

// TestPlotsHold: while plots of a town are let to others every three seconds, at any round trip and loss, all laws hold and no correction is without a
// cause: clients judge by the same book where water, sand and power stop. Players are refused there, and build where they may.
func TestPlotsHold(t *testing.T) {
	for _, rtt := range []time.Duration{60 * ms, 200 * ms, 500 * ms} {
		t.Run(fmt.Sprint(rtt), func(t *testing.T) {
			t.Parallel()
			done, refused, corrections := 0, 0, 0
			for seed := range seedsEach(2, 1, 8) {
				c := Config{Seed: *oneSeed + uint64(seed), RTT: rtt, Jitter: rtt / 10, Loss: 0.05, Duration: 20 * time.Second, Scenario: "plots"}
				Find("plots").Set(&c)
				l := newRun(t, c)
				play(t, l)
				r, m := l.result(), l.server.Metrics()
				done, refused, corrections = done+m.Actions[actions.Done], refused+m.Actions[actions.Claimed], corrections+r.Corrections
				if r.Unexplained > 0 {
					t.Errorf("seed %d: %d unexplained corrections", c.Seed, r.Unexplained)
				}
			}
			t.Logf("%d actions done, %d refused because of a plot; %d corrections, 0 unexplained", done, refused, corrections)
			if done < 500 || refused < 20 {
				t.Error("the plots were hardly played with")
			}
		})
	}
}
