package netlab

import (
	"fmt"
	"testing"
	"time"
)

// TestUnseenByTurns: while one of those who build around each other is vanished by turns, at any round trip and loss, the others do not know the body,
// all laws hold, and no correction is without a cause.
func TestUnseenByTurns(t *testing.T) {
	for _, rtt := range []time.Duration{60 * ms, 200 * ms, 500 * ms} {
		t.Run(fmt.Sprint(rtt), func(t *testing.T) {
			t.Parallel()
			looks, known, body, corrections := 0, 0, 0, 0
			for seed := range seedsEach(2, 1, 8) {
				c := Config{Seed: *oneSeed + uint64(seed), RTT: rtt, Jitter: rtt / 10, Loss: 0.05, Duration: 20 * time.Second, Scenario: "vanish"}
				Find("vanish").Set(&c)
				l := newRun(t, c)
				play(t, l)
				r := l.result()
				looks, known, corrections = looks+l.perils.unseen.Looks, known+l.perils.unseen.Known, corrections+r.Corrections
				body += r.Causes["body"]
				if r.Unexplained > 0 {
					t.Errorf("seed %d: %d unexplained corrections", c.Seed, r.Unexplained)
				}
			}
			t.Logf("%d looks while one was vanished, the body known in %d; %d corrections, %d of them for a body, 0 unexplained", looks, known, corrections, body)
			if looks < 500 || known > 0 {
				t.Error("the body was known, or hardly anybody looked")
			}
		})
	}
}
