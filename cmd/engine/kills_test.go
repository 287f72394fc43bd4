package main

import (
	"encoding/binary"
	"flag"
	"math/rand/v2"
	"os"
	"sync"
	"syscall"
	"testing"
	"time"

	"voxtide/engine"
	"voxtide/engine/socket"
)

var (
	flagKills = flag.Int("kills", 0, "how many faults TestKills makes")
	flagSeed  = flag.Uint64("kills-seed", 1, "chooses the faults of TestKills, but for the very moments")
)

// TestKills: faults by chance, one after the other, while one writes and another follows; nothing acked is lost, and who follows misses nothing.
//
//	go test ./cmd/engine -count=1 -run TestKills -v -timeout 0 -kills 50
func TestKills(t *testing.T) {
	if *flagKills == 0 {
		t.Skip("without -kills")
	}
	luck := rand.New(rand.NewPCG(*flagSeed, 66))
	c := newCluster(t, 3)
	c.ready(20 * time.Second)
	w := newWriter(t, c.nodes[0].socket)
	defer w.close()
	r := follow(t, c.nodes[1].socket)
	l := startLoad(w)
	pause := func(most time.Duration) { time.Sleep(time.Duration(luck.Int64N(int64(most)))) }
	count := map[string]int{}
	for range *flagKills {
		first, second := c.nodes[luck.IntN(3)], c.nodes[luck.IntN(3)]
		what := []string{"kill one", "kill two", "kill all", "stop one", "stop two", "end one", "lose a disk"}[luck.IntN(7)]
		count[what]++
		pause(300 * time.Millisecond)
		switch what {
		case "kill one", "kill two":
			first.kill()
			if what == "kill two" {
				second.kill()
			}
			pause(1500 * time.Millisecond)
		case "kill all":
			for _, p := range c.nodes {
				p.kill()
			}
		case "stop one", "stop two":
			first.signal(syscall.SIGSTOP)
			if what == "stop two" {
				second.signal(syscall.SIGSTOP)
			}
			pause(3 * time.Second)
			first.signal(syscall.SIGCONT)
			second.signal(syscall.SIGCONT)
		case "end one":
			first.stop()
		case "lose a disk":
			first.kill()
			os.RemoveAll(c.data(first.name))
		}
		for _, p := range c.nodes {
			if p.cmd.ProcessState != nil {
				p.start()
			}
		}
		for _, p := range c.nodes {
			p.wait(`^ready (.*)`, 60*time.Second)
		}
	}
	longest := l.end()
	for _, p := range c.nodes {
		t.Logf("at %s: %v", p.name, w.check(t, p.socket))
	}
	got := r.end(w.last)
	t.Logf("%v: longest time without an ack %v, %d requests without an answer; %d entries followed, begun again %d times", count, longest, w.unknown, got, r.again)
	if got != w.last {
		t.Errorf("followed %d of %d entries", got, w.last)
	}
}

// reader follows the log, again and again.
type reader struct {
	next  uint64
	again int
	last  chan uint64 // up to which to follow
	over  sync.WaitGroup
}

func follow(t testing.TB, path string) *reader {
	r := &reader{next: 1, last: make(chan uint64, 1)}
	client := socket.Dial(path)
	t.Cleanup(func() { client.Close() })
	r.over.Go(func() {
		request := client.Follow(testLog, r.next)
		for last, ending := uint64(0), false; !ending || r.next <= last; {
			select {
			case <-client.Ready():
			case last = <-r.last:
				ending = true
				time.AfterFunc(20*time.Second, func() { r.last <- 0 }) // then it is enough
			}
			for _, a := range client.Poll(0, nil) {
				switch {
				case a.Request != request:
				case a.Outcome != engine.OK:
					r.again++
					time.Sleep(50 * time.Millisecond)
					request = client.Follow(testLog, r.next)
				}
				for _, e := range a.Entries {
					if e.N != r.next || binary.LittleEndian.Uint64(e.Data) != e.N {
						t.Errorf("followed %d, want %d", e.N, r.next)
						return
					}
					r.next++
				}
			}
		}
	})
	return r
}

// end waits until all is followed, and returns how far it came.
func (r *reader) end(last uint64) uint64 {
	r.last <- last
	r.over.Wait()
	return r.next - 1
}
