package netlab

import (
	"fmt"
	"testing"
	"time"

	"voxtide/lab/liar"
)

// TestPeerLies: law 13, under each trick of a liar.
func TestPeerLies(t *testing.T) {
	for trick := range liar.Tricks {
		t.Run(trick.String(), func(t *testing.T) {
			t.Parallel()
			for i, rtt := range []time.Duration{40 * ms, 200 * ms} {
				c := Config{Seed: *oneSeed + uint64(i), RTT: rtt, Jitter: 20 * ms, Duration: 12 * time.Second, Scenario: "peer-lies"}
				Find("peer-lies").Set(&c)
				c.Trick, c.Creative = trick, i == 1
				r := run(t, c)
				t.Logf("%v: %d messages, %d lies in them, %d links made, %d closed by their peers (%s) within %v; the longest lie showed for %v; %d honest links; corrections %v",
					rtt, r.Lied.Messages, r.Lied.Actions, r.Lied.Linked, r.Lied.Closed, r.Lied.Why, r.Lied.Last-r.Lied.First, r.LieShown, r.Links, fmt.Sprint(r.Causes))
				if *oneSeed == 0 && trick == liar.Change && i == 0 && r.Lied.Closed < 3 {
					t.Error("who changed his actions was not found out")
				}
				if r.Lied.Linked < 3 || r.Links < 6 {
					t.Errorf("%d links of the liar's, %d of honest players", r.Lied.Linked, r.Links)
				}
			}
		})
	}
}
