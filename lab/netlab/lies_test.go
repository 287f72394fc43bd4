package netlab

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"voxtide/internal/splitmix"
	"voxtide/lab/liar"
	"voxtide/lab/netlab/players"
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

// TestLiesOverLoss: law 13 where packets are lost, first in runs that broke it while it granted nothing to loss, then in networks by seed;
// -seeds says how many.
func TestLiesOverLoss(t *testing.T) {
	lossy := func(seed uint64, rtt, jitter time.Duration, loss float64, burst bool) Config {
		c := Config{Seed: seed, Duration: 8 * time.Second, Scenario: "peer-lies"}
		Find("peer-lies").Set(&c)
		c.RTT, c.Jitter, c.Loss, c.Burst = rtt, jitter, loss, burst
		return c
	}
	configs := []Config{
		lossy(31, 120*ms, 20*ms, 0.05, true), // three updates in a row were lost, and those behind them waited for the first to be sent again
		lossy(35, 120*ms, 20*ms, 0.05, true), // the same, for a burst of 150 ms
		lossy(10, 120*ms, 20*ms, 0.2, false), // the exchanges of the joining were lost: a clock is 100 ms ahead
		lossy(11, 0, 0, 0.2, true),           // the packets that tell the liar that a link is closed were lost
		lossy(20, 500*ms, 40*ms, 0.05, true), // numbers far off count from 5 s after the link on, and many of them are lost
	}
	n := *seeds
	if n == seedsDefault {
		n = 20
	}
	for i := range n {
		seed := *oneSeed + uint64(i)
		r := splitmix.Derive(seed, 126)
		configs = append(configs, lossy(seed, time.Duration(r.Below(500))*ms, time.Duration(r.Below(60))*ms, float64(1+r.Below(20))/100, r.OneIn(2)))
	}
	var shown, granted time.Duration
	late, lies, closed := 0, 0, 0
	for i := range configs {
		c := &configs[i]
		r, err := Run(*c, nil)
		if v := (*Violation)(nil); errors.As(err, &v) {
			t.Errorf("rtt %v, jitter %v, loss %v, bursts %v: %v: %s", c.RTT, c.Jitter, c.Loss, c.Burst, v, v.Detail)
		} else if err != nil {
			t.Fatal(err)
		}
		if r.LieShown > lieTrust+c.RTT+c.Jitter+lieGrace {
			late++
		}
		shown, granted = max(shown, r.LieShown), max(granted, r.LieGrant)
		lies, closed = lies+r.Lied.Actions, closed+r.Lied.Closed
	}
	t.Logf("%d runs, %d lies, %d links closed; in %d of them a lie showed for longer than 1 s and a round trip, at most %v; loss granted %v at most", len(configs), lies, closed, late, shown, granted)
	if late < 2 {
		t.Errorf("loss kept the server's word from coming in %d runs", late)
	}
}

// TestNeighboursOfALiar: a liar and a player who stands still are linked. For two builders beside them who are not, the play is the same bit
// by bit as if the liar had said nothing, and so is the server's world. Nothing is drawn by packet here (jitter, loss): who is lied to sends
// other packets, as its reports of corrections, which would draw for those after them.
func TestNeighboursOfALiar(t *testing.T) {
	play := func(trick liar.Trick) Result {
		c := Config{Seed: *oneSeed + 3, RTT: 120 * ms, Duration: 10 * time.Second, Scenario: "peer-lies"}
		Find("peer-lies").Set(&c)
		c.Trick, c.Linking, c.Roles = trick, 2, []players.Role{players.Builder, players.Idler, players.Builder, players.Walker}
		return run(t, c)
	}
	quiet := play(liar.Nothing)
	for _, trick := range []liar.Trick{liar.Invent, liar.Change, liar.Flood, liar.Garbage} {
		r := play(trick)
		t.Logf("%v: %d lies; corrections %v", trick, r.Lied.Actions, []int{r.Clients[2].Corrections, r.Clients[3].Corrections})
		if !slices.Equal(r.Unlinked, quiet.Unlinked) || len(r.Unlinked) != 3 {
			t.Errorf("%v: hashes %x, without lies %x", trick, r.Unlinked, quiet.Unlinked)
		}
		for _, i := range []int{2, 3} {
			a, b := r.Clients[i], quiet.Clients[i]
			if a.Corrections != b.Corrections || a.Actions != b.Actions || a.Frames != b.Frames {
				t.Errorf("%v: client %d: %d corrections of %d actions in %d frames, without lies %d, %d, %d", trick, i, a.Corrections, a.Actions, a.Frames, b.Corrections, b.Actions, b.Frames)
			}
		}
	}
}
