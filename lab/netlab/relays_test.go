package netlab

import "testing"

// TestRelays: whatever happens, a run with 2 or 4 relays, which write the server's updates side by side, is the same as with one: its hash is
// over all worlds and all packets.
func TestRelays(t *testing.T) {
	for _, name := range []string{"mixed", "crowd", "house", "perils", "sand-together", "dam-together", "items", "cut", "leave", "boxes-kills", "methods", "peers"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n, runs := seedsEach(1, 1, 12), 0
			if name == "crowd" {
				n = (n + 3) / 4
			}
			for seed := range n {
				var one Result
				for _, relays := range []int{1, 2, 4} {
					c := Config{Seed: *oneSeed + uint64(seed), RTT: 120 * ms, Jitter: 20 * ms, Loss: 0.05, Burst: true, Scenario: name, Relays: relays}
					Find(name).Set(&c)
					c.Players = max(c.Players, 8) // fewer have one relay
					r := run(t, c)
					runs++
					if relays == 1 {
						one = r
					} else if r.Hash != one.Hash || r.Corrections != one.Corrections || r.Unexplained > 0 {
						t.Errorf("seed %d with %d relays: hash %x, %d corrections, %d unexplained; with one %x, %d", c.Seed, relays, r.Hash, r.Corrections, r.Unexplained, one.Hash, one.Corrections)
					}
				}
			}
			t.Logf("%d runs with 1, 2 and 4 relays: the same worlds, and the same packets", runs)
		})
	}
}
