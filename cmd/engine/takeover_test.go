package main

import (
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"syscall"
	"testing"
	"time"

	"voxtide/engine"
	"voxtide/engine/socket"
)

var flagTakeovers = flag.Int("takeovers", 0, "how many takeovers TestTakeovers makes, with a fault at most of them")

// office is what a game server has of a log: the engine of its machine, and a writer or a follower.
type office struct {
	shared   *engine.Shared
	client   *socket.Client
	writer   *engine.Writer
	follower *engine.Follower
}

// TestTakeovers: writers take a log over from each other while nodes fail: nothing acked is lost, nothing is there twice, readers agree.
//
//	go test ./cmd/engine -count=1 -run TestTakeovers -v -timeout 0 -takeovers 50
func TestTakeovers(t *testing.T) {
	if *flagTakeovers == 0 {
		t.Skip("without -takeovers")
	}
	luck := rand.New(rand.NewPCG(*flagSeed, 67))
	c := newCluster(t, 3)
	c.ready(20 * time.Second)
	began := time.Now()
	var offices []*office
	for _, p := range c.nodes {
		k := socket.Dial(p.socket)
		t.Cleanup(func() { k.Close() })
		offices = append(offices, &office{client: k, shared: engine.Share(k)})
	}
	var id uint64
	acked, given := map[uint64]bool{}, map[uint64]bool{}
	writers, fenced := 0, 0
	var owner *office
	claim := func(o *office, after engine.Position) {
		writers++
		o.writer = engine.NewWriter(o.shared, engine.WriterOptions{Log: "world", Holder: fmt.Sprint("writer ", writers), After: after})
		owner = o
	}
	claim(offices[0], engine.Position{})
	var took []time.Duration
	var asked time.Time
	step := func() {
		now := time.Since(began)
		for _, o := range offices {
			o.shared.Poll(now)
			if o.writer != nil {
				o.writer.Advance(now)
				if err := o.writer.Err(); err != nil {
					if !errors.Is(err, engine.ErrFenced) {
						t.Fatalf("%v", err)
					}
					fenced++
					o.writer = nil
					continue
				}
				if o.writer.Holding() {
					if n, _ := o.writer.Waiting(); n < 200 {
						id++
						given[id] = true
						o.writer.Append(now, append(binary.LittleEndian.AppendUint64(nil, id), make([]byte, 2000)...))
					}
					if o == owner && !asked.IsZero() {
						took = append(took, time.Since(asked))
						asked = time.Time{}
					}
				}
				for v, ok := o.writer.Next(); ok; v, ok = o.writer.Next() {
					if v.Kind == engine.Data && v.Claim == o.writer.Claim() {
						acked[binary.LittleEndian.Uint64(v.Data)] = true
					}
				}
			}
			if o.follower != nil {
				o.follower.Advance(now)
				for _, ok := o.follower.Next(); ok; _, ok = o.follower.Next() {
				}
				if err := o.follower.Err(); err != nil {
					t.Fatal(err)
				}
			}
		}
		time.Sleep(time.Second / 60)
	}
	run := func(d time.Duration) {
		for end := time.Now().Add(d); time.Now().Before(end); {
			step()
		}
	}
	run(time.Second)
	count := map[string]int{}
	for range *flagTakeovers {
		i := luck.IntN(3)
		next := offices[i]
		for next == owner {
			i = luck.IntN(3)
			next = offices[i]
		}
		if next.writer != nil { // an older one that does not know yet
			run(500 * time.Millisecond)
			continue
		}
		next.follower = engine.NewFollower(next.shared, "world", engine.Position{})
		run(time.Duration(luck.IntN(400)) * time.Millisecond)
		what := []string{"nothing", "kill the owner's node", "kill another", "stop the owner's node", "kill all", "lose the owner's disk"}[luck.IntN(6)]
		count[what]++
		var victim *process
		for j, o := range offices {
			if o == owner {
				victim = c.nodes[j]
			}
		}
		switch what {
		case "kill another":
			victim = c.nodes[(i+1)%3]
			victim.kill()
		case "kill the owner's node":
			victim.kill()
		case "stop the owner's node":
			victim.signal(syscall.SIGSTOP)
		case "kill all":
			for _, p := range c.nodes {
				p.kill()
				p.start()
			}
		case "lose the owner's disk":
			victim.kill()
			os.RemoveAll(c.data(victim.name))
		}
		run(time.Duration(luck.IntN(300)) * time.Millisecond)
		at := next.follower.Position()
		next.follower.Stop()
		next.follower = nil
		asked = time.Now()
		claim(next, at)
		for end := time.Now().Add(30 * time.Second); !owner.writer.Holding(); step() {
			if time.Now().After(end) {
				t.Fatalf("%s: not taken over in 30 s", what)
			}
		}
		run(300 * time.Millisecond)
		victim.signal(syscall.SIGCONT)
		for _, p := range c.nodes {
			if p.cmd.ProcessState != nil {
				p.start()
			}
		}
		for _, p := range c.nodes {
			p.wait(`^ready (.*)`, 60*time.Second)
		}
		run(200 * time.Millisecond)
	}
	run(2 * time.Second)
	last := owner.writer.Durable()
	for i, o := range offices {
		f := engine.NewFollower(o.shared, "world", engine.Position{})
		seen, void := map[uint64]int{}, 0
		for end := time.Now().Add(20 * time.Second); f.Position().N < last; {
			now := time.Since(began)
			o.shared.Poll(now)
			f.Advance(now)
			for v, ok := f.Next(); ok; v, ok = f.Next() {
				switch {
				case v.Void:
					void++
				case v.Kind == engine.Data:
					seen[binary.LittleEndian.Uint64(v.Data)]++
				}
			}
			if f.Err() != nil || time.Now().After(end) {
				t.Fatalf("at %d of %d: %v", f.Position().N, last, f.Err())
			}
			time.Sleep(time.Millisecond)
		}
		lost, twice := 0, 0
		for a := range acked {
			if seen[a] == 0 {
				lost++
			}
		}
		for _, times := range seen {
			if times > 1 {
				twice++
			}
		}
		t.Logf("at %s: %d given, %d acked, %d lost, %d twice, %d void of %d entries", c.nodes[i].name, len(given), len(acked), lost, twice, void, last)
		if lost+twice > 0 || len(acked) == 0 {
			t.Error("lost or twice")
		}
	}
	var slowest, sum time.Duration
	for _, d := range took {
		slowest, sum = max(slowest, d), sum+d
	}
	t.Logf("%v: %d writers, %d fenced; from the claim to holding %v on average, %v at most", count, writers, fenced, (sum / time.Duration(max(len(took), 1))).Round(time.Millisecond), slowest.Round(time.Millisecond))
}
