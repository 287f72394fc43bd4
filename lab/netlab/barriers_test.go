package netlab

import (
	"fmt"
	"testing"
	"time"
)

// TestBarriersHold: while the border moves, at any round trip and loss, no body comes beyond it or into a closed area, neither on the server nor as its
// own client predicts it, and no correction is without a cause. Bodies do come to the border.
func TestBarriersHold(t *testing.T) {
	for _, rtt := range []time.Duration{60 * ms, 200 * ms, 500 * ms} {
		t.Run(fmt.Sprint(rtt), func(t *testing.T) {
			t.Parallel()
			looks, touched, corrections := 0, 0, 0
			for seed := range seedsEach(2, 1, 8) {
				c := Config{Seed: *oneSeed + uint64(seed), RTT: rtt, Jitter: rtt / 10, Loss: 0.05, Duration: 20 * time.Second, Scenario: "border"}
				Find("border").Set(&c)
				l := newRun(t, c)
				play(t, l)
				r := l.result()
				looks, touched, corrections = looks+l.perils.barriers.Looks, touched+l.perils.barriers.Touched, corrections+r.Corrections
				if r.Unexplained > 0 {
					t.Errorf("seed %d: %d unexplained corrections", c.Seed, r.Unexplained)
				}
			}
			t.Logf("%d bodies looked at, %d of them stood at a barrier; %d corrections, 0 unexplained", looks, touched, corrections)
			if touched < 200 {
				t.Error("hardly any body came to a barrier")
			}
		})
	}
}
