package netlab

import (
	"testing"
	"time"

	"voxtide/actions"
)

// TestTrade: eight players at 200 ms and 5% loss buy at the same shops, whose offers change under them, fill them and empty them. Each transaction moves exactly
// what it says (law 12 counts every item), nothing is corrected without a cause, who comes too late is told who was first, and over kills of the server each
// trade that was acked is there, whole. -seeds and -duration make it longer.
func TestTrade(t *testing.T) {
	n, long := 3, 30*time.Second
	if testing.Short() {
		n = 1
	}
	if *seeds != seedsDefault {
		n, long = *seeds, *duration
	}
	for _, scenario := range []string{"trade", "trade-cut", "trade-kills"} {
		t.Run(scenario, func(t *testing.T) {
			trades, shown, lost, told, corrections, kills, refused := 0, 0, 0, 0, 0, 0, map[string]int{}
			for seed := range n {
				c := Config{Seed: *oneSeed + uint64(seed), RTT: 200 * ms, Jitter: 20 * ms, Loss: 0.05, Burst: true, Duration: long, Scenario: scenario}
				Find(scenario).Set(&c)
				r := run(t, c)
				if r.Unexplained > 0 {
					t.Errorf("seed %d: %d corrections without a cause", c.Seed, r.Unexplained)
				}
				for i := range r.Clients {
					for why, n := range r.Clients[i].Refused {
						refused[why] += n
					}
				}
				trades, shown, corrections, kills = trades+r.Done[actions.Trade.String()], shown+r.ShownBy[actions.Trade.String()], corrections+r.Corrections, kills+r.Kills
				lost, told = lost+r.LostMoves, told+r.ToldWho
			}
			t.Logf("%d seeds of %v: %d trades, %d seen in their frame, %d kills; %d corrections, all with a cause; %d deeds at boxes lost to others, of these %d with a name; refused %v",
				n, long, trades, shown, kills, corrections, lost, told, refused)
			if trades < n*int(long/time.Second) || shown < n*int(long/time.Second)/2 || n > 1 && (refused[actions.SoldOut.String()] == 0 || refused[actions.OfferChanged.String()] == 0) {
				t.Error("too little happened")
			}
			if told < lost {
				t.Errorf("%d deeds lost, of %d who was first is not told", lost, lost-told)
			}
		})
	}
}
