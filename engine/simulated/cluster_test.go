package simulated_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"voxtide/engine"
	"voxtide/engine/simulated"
	"voxtide/internal/testrand"
)

// A request whose answer is lost ends Unknown, although it was carried out: a read shows what became of it.
func ExampleCluster() {
	cluster := simulated.NewCluster(3, simulated.Conditions{Timeout: 500 * time.Millisecond})
	client := cluster.Connect("north")
	poll := func(now time.Duration) engine.Answer { return client.Poll(now, nil)[0] }
	client.Claim("world", 0, "north")
	claim := poll(0).Claim

	cluster.SetConditions(simulated.Conditions{LoseAnswerOneIn: 1})
	client.Append("world", claim, 1, []byte("a stone"))
	fmt.Println("unknown:", poll(time.Second).Outcome == engine.Unknown)

	cluster.SetConditions(simulated.Conditions{})
	client.Read("world", 1)
	fmt.Printf("entry 1: %s\n", poll(2 * time.Second).Entries[0].Data)
	// Output:
	// unknown: true
	// entry 1: a stone
}

// TestPromises draws requests of several clients under bad conditions and holds the answers against what an engine promises: an entry that was
// answered with OK stays as it was, no append of an older claim is carried out after a newer claim, a read has all that was answered before it
// was asked for, and every request ends once.
func TestPromises(t *testing.T) {
	seed := testrand.Seed(t)
	var done simulated.Counters
	for round := range testrand.Rounds(30) {
		r := rand.New(rand.NewPCG(seed, uint64(round)))
		c := simulated.NewCluster(seed+uint64(round), simulated.Conditions{
			DelayMin: time.Millisecond, DelayMax: 30 * time.Millisecond, StallOneIn: 20, StallMax: 300 * time.Millisecond,
			LoseRequestOneIn: 20, LoseAnswerOneIn: 20, LateOneIn: 20, Timeout: 200 * time.Millisecond,
		})
		clients := []*simulated.Client{c.Connect("a"), c.Connect("b"), c.Connect("c")}
		type asked struct {
			claim, n, seen uint64
			data           string
			least          uint64 // the highest number that was answered before
			ended          bool
		}
		open := make([]map[engine.Request]*asked, len(clients))
		claims := make([]uint64, len(clients)) // of each client
		newest, highest := uint64(0), uint64(0)
		stored := map[uint64]string{}
		for i := range open {
			open[i] = map[engine.Request]*asked{}
		}
		requests := 0
		for step := range 3000 {
			now := time.Duration(step) * 5 * time.Millisecond
			if r.IntN(200) == 0 {
				clients[r.IntN(3)].Partition(r.IntN(2) == 0)
			}
			if r.IntN(200) == 0 {
				c.SetMajority(r.IntN(3) > 0)
			}
			for i, k := range clients {
				for _, a := range k.Poll(now, nil) {
					q := open[i][a.Request]
					if q == nil || q.ended {
						t.Fatalf("-seed %d round %d: request %d of client %d ended twice", seed, round, a.Request, i)
					}
					q.ended = true
					if a.Outcome == engine.Unknown {
						continue
					}
					newest = max(newest, a.Claim)
					switch {
					case q.data != "" && a.Outcome == engine.OK:
						if old := stored[q.n]; old != "" {
							t.Fatalf("-seed %d round %d: entry %d was appended twice: %q, %q", seed, round, q.n, old, q.data)
						}
						stored[q.n] = q.data
						highest = max(highest, q.n)
					case q.least > 0:
						if a.Last+1 < q.least {
							t.Fatalf("-seed %d round %d: a read ends with %d, %d was answered before it", seed, round, a.Last, q.least-1)
						}
						for _, e := range a.Entries {
							if s := stored[e.N]; s != "" && s != string(e.Data) {
								t.Fatalf("-seed %d round %d: entry %d was %q and is %q", seed, round, e.N, s, e.Data)
							}
						}
					case q.data == "" && a.Outcome == engine.OK:
						claims[i] = a.Claim
					}
				}
				if r.IntN(3) > 0 {
					continue
				}
				requests++
				q := &asked{claim: claims[i], n: highest + 1 + r.Uint64N(3), seen: newest, least: 0}
				switch r.IntN(8) {
				case 0:
					open[i][k.Claim("w", q.seen, fmt.Sprint(requests))] = q
				case 1, 2:
					q.least = highest + 1
					open[i][k.Read("w", 1)] = q
				default:
					q.data = fmt.Sprint(i, "/", requests)
					open[i][k.Append("w", q.claim, q.n, []byte(q.data))] = q
				}
			}
		}
		claim := uint64(0)
		for _, a := range c.History() {
			if a.Claim != a.NewestClaim || a.Claim < claim {
				t.Fatalf("-seed %d round %d: entry %d under claim %d, the newest was %d", seed, round, a.N, a.Claim, a.NewestClaim)
			}
			claim = a.Claim
		}
		d := c.Done
		done.Claims, done.Appends, done.Refused, done.Lost = done.Claims+d.Claims, done.Appends+d.Appends, done.Refused+d.Refused, done.Lost+d.Lost
		done.Late, done.Unknown, done.Reads = done.Late+d.Late, done.Unknown+d.Unknown, done.Reads+d.Reads
	}
	t.Logf("%+v", done)
	if done.Claims == 0 || done.Appends == 0 || done.Refused == 0 || done.Lost == 0 || done.Late == 0 || done.Unknown == 0 || done.Reads == 0 {
		t.Error("something never happened")
	}
}
