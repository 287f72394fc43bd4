package netlab

import (
	"fmt"
	"testing"
	"time"

	"voxtide/protocol"
	"voxtide/world"
)

// TestFlood: while a crowd comes in within 3 s, each of whom is sent the land around, one who digs, builds and walks 1,000 blocks from there is never
// corrected and never waits, each press shows in its frame, and the path is that of zero delay; though the server stands for 120 ms
// again and again, and has time for the land of few in each step. -seeds makes it longer.
func TestFlood(t *testing.T) {
	for _, f := range []struct {
		rtt     time.Duration
		joining int
	}{{20 * ms, 24}, {80 * ms, 60}, {300 * ms, 24}} {
		t.Run(fmt.Sprintf("%d/%v", f.joining, f.rtt), func(t *testing.T) {
			t.Parallel()
			if testing.Short() && f.joining > 24 {
				t.Skip("short")
			}
			n := seedsEach(1, 1, 3)
			var sum struct{ frames, actions, shown, compared, corrections, waits, stood, sent, postponed, late int }
			for seed := range n {
				c := Config{Seed: *oneSeed + uint64(seed), RTT: f.rtt, Jitter: f.rtt / 8, Players: 1 + f.joining, Duration: 18 * time.Second, Scenario: "flood"}
				Find("flood").Set(&c)
				c.TurnCost = ms
				l := newRun(t, c)
				s := l.clients[0]
				l.progress = func(now time.Duration) bool {
					if now > c.warmUp() && now < c.Duration && s.view.Has(world.Suspended) {
						sum.stood++
					}
					return true
				}
				play(t, l)
				m, r := l.server.Metrics(), l.result()
				for cause := range protocol.CauseCount {
					for kind := range s.tally.byKind {
						sum.corrections += s.tally.byKind[kind][cause]
					}
				}
				sum.frames, sum.actions, sum.shown, sum.compared = sum.frames+s.tally.played, sum.actions+r.Clients[0].Actions, sum.shown+s.immediacy.shown, sum.compared+r.Compared
				sum.waits, sum.sent, sum.postponed, sum.late = sum.waits+s.tally.waits, sum.sent+m.Snapshots, sum.postponed+m.InterestPostponed+m.BulkPostponed, sum.late+m.LateSteps
				if m.Joined != c.Players || r.Unexplained > 0 || s.tally.total.InputToFrame > 1 {
					t.Errorf("seed %d: %d joined, %d corrections without a cause, a press showed in frame %d", c.Seed, m.Joined, r.Unexplained, s.tally.total.InputToFrame)
				}
			}
			t.Logf("%d runs from seed %d on: %d come in, %d sections are sent, %d turns wait for a later step, %d steps are late; the one beside: %d frames, %d corrections, %d frames of waiting, %d steps in unknown land; %d actions, each shown by the frame in which it was made, %d of them seen there, %d places compared with zero delay",
				n, *oneSeed, n*f.joining, sum.sent, sum.postponed, sum.late, sum.frames, sum.corrections, sum.waits, sum.stood, sum.actions, sum.shown, sum.compared)
			if sum.corrections+sum.waits+sum.stood > 0 {
				t.Error("not so")
			}
			if sum.sent < 100*n*f.joining || sum.postponed < 1000*n || sum.late < 20*n || sum.shown < 20*n || sum.compared < 500*n {
				t.Error("too little to tell")
			}
		})
	}
}
