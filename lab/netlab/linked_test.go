package netlab

import (
	"testing"
	"time"
)

// TestHonestPlayersStayLinked gives players of other scenarios direct links: no law breaks, and nobody is taken for a liar. A seed picks the
// scenario, the round trip and the links'; -seeds says how many.
func TestHonestPlayersStayLinked(t *testing.T) {
	n := *seeds
	if n == seedsDefault {
		n = 6
	}
	linked := 0
	for i := range n {
		seed := *oneSeed + uint64(i)
		s := Scenarios[int(seed*7)%len(Scenarios)]
		c := Config{Seed: seed, RTT: []time.Duration{20, 120, 300}[seed%3] * ms, Jitter: 20 * ms, Loss: 0.03, Burst: true, Duration: 12 * time.Second, Scenario: s.Name}
		s.Set(&c)
		if s.Name == "peer-lies" || c.Players > 8 || c.Duration > time.Minute {
			continue
		}
		c.PeerRTT = []time.Duration{10, 40, 160}[seed/3%3] * ms
		r, err := Run(c, nil)
		if err != nil {
			why := ""
			if b, ok := err.(*Violation); ok {
				why = b.Detail
			}
			t.Errorf("%s: %v: %s", s.Name, err, why)
		}
		linked += r.Links
	}
	if t.Logf("%d runs, %d ends of links at the end of play", n, linked); linked == 0 {
		t.Error("nobody was linked")
	}
}
