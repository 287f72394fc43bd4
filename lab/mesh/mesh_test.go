package mesh

import (
	"testing"
	"time"

	"voxtide/internal/testrand"
	"voxtide/transport/memnet"
)

// links are the networks of the tests.
var links = []memnet.Link{
	{Delay: 10 * time.Millisecond, Copies: true},
	{Delay: 60 * time.Millisecond, Jitter: 50 * time.Millisecond, Copies: true},
	{Delay: 90 * time.Millisecond, Jitter: 120 * time.Millisecond, Loss: 0.1, Duplicate: 0.1, Copies: true},
	{Delay: 30 * time.Millisecond, Jitter: 30 * time.Millisecond, Loss: 0.05, Burst: true, Copies: true},
}

// TestRollbackConverges is the law of rollback: when the network has fallen silent, nodes that know the same inputs have the same
// world, by undo records and by copies, and the two ways give the same world.
func TestRollbackConverges(t *testing.T) {
	seed := testrand.Seed(t)
	inputs, rollbacks, longest := 0, 0, time.Duration(0)
	rounds := 8
	if testing.Short() {
		rounds = 4
	}
	for k := range testrand.Rounds(rounds) {
		link := links[k%len(links)]
		for _, method := range []string{"rollback", "rollback,by=copies"} {
			r, err := Play(Arena(method, 2+k%3, seed+uint64(k), link), 5*time.Second)
			if err != nil {
				t.Fatal(err)
			}
			if r.Late() > 0 {
				t.Fatalf("%s: %d inputs came later than the log is long, over %+v", method, r.Late(), link)
			}
			if !r.Equal() {
				t.Fatalf("%s over %+v: settled %v, two worlds %v (-seed %d -rounds %d)", method, link, r.Settled, r.Worst(), seed, k+1)
			}
			for _, f := range r.Figures {
				inputs, rollbacks = inputs+f.Inputs, rollbacks+f.Rollback
				longest = max(longest, time.Duration(f.Longest)*time.Microsecond)
			}
		}
	}
	if rollbacks == 0 {
		t.Fatal("nothing was ever buried: the test tests nothing")
	}
	t.Logf("%d inputs, %d rollbacks, %v done again at once at most", inputs, rollbacks, longest)
}

// TestWaysOfGoingBackAgree compares the two ways of going back on the same play.
func TestWaysOfGoingBackAgree(t *testing.T) {
	seed := testrand.Seed(t)
	var hashes []uint64
	for _, method := range []string{"rollback", "rollback,by=copies"} {
		cfg := Arena(method, 3, seed, links[1])
		m, err := New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		players := []*builder{{rng: 1}, {rng: 2}, {rng: 3}}
		now := time.Duration(0)
		for frame := time.Duration(1); frame < 300; frame++ {
			for i, p := range players {
				now = frame * frameTime
				m.Frame(i, now, p.play(m.Node(i)))
			}
		}
		if !m.Settle(now + frameTime) {
			t.Fatal("the network did not fall silent")
		}
		hashes = append(hashes, m.Node(0).World().Hash())
	}
	if hashes[0] != hashes[1] {
		t.Fatalf("by undo records %x, by copies %x (-seed %d)", hashes[0], hashes[1], seed)
	}
}

// TestCommuteDiffers shows why order matters: without it, worlds part.
func TestCommuteDiffers(t *testing.T) {
	seed := testrand.Seed(t)
	apart := 0
	for k := range uint64(4) {
		r, err := Play(Arena("commute", 4, seed+k, links[1]), 5*time.Second)
		if err != nil || !r.Settled {
			t.Fatal(err, r)
		}
		t.Log("two worlds", r.Worst())
		if !r.Equal() {
			apart++
		}
	}
	if apart == 0 {
		t.Fatal("four plays agreed although nothing orders their inputs")
	}
}

// TestHostAgrees checks the choke point: nobody goes back, and all agree.
func TestHostAgrees(t *testing.T) {
	seed := testrand.Seed(t)
	for k, link := range links {
		r, err := Play(Arena("host", 3, seed, link), 4*time.Second)
		if err != nil {
			t.Fatal(err)
		}
		if !r.Equal() {
			t.Fatalf("over %+v: settled %v, two worlds %v (-seed %d, link %d)", link, r.Settled, r.Worst(), seed, k)
		}
	}
}

// TestLate checks the bound of the log: what comes later is counted.
func TestLate(t *testing.T) {
	r, err := Play(Arena("rollback", 2, 1, memnet.Link{Delay: 2500 * time.Millisecond, Copies: true}), 5*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if r.Late() == 0 {
		t.Fatal("inputs of 2.5 s ago went into a log of 2 s")
	}
	for _, f := range r.Figures {
		t.Logf("%d of %d inputs were late; the others came when time stood still", f.Late, f.Received)
	}
}

// TestParse reads methods and refuses what is none.
func TestParse(t *testing.T) {
	for _, good := range []string{"commute", "rollback", "rollback,by=copies", "host"} {
		if c, err := Parse(good); err != nil || c.String() != good {
			t.Errorf("%s: %v %v", good, c, err)
		}
	}
	for _, bad := range []string{"", "timestream", "rollback,by=magic", "commute,by=undo"} {
		if _, err := Parse(bad); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}
