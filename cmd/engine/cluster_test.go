package main

import (
	"context"
	"flag"
	"os"
	"sync"
	"syscall"
	"testing"
	"time"
)

var (
	flagCluster = flag.Bool("cluster", false, "run three nodes as processes and kill them, which takes most of a minute")
	flagProgram = flag.String("program", "", "the engine program, instead of this test itself")
)

// load appends at 60 entries a second in the background.
type load struct {
	*writer
	stop context.CancelFunc
	over sync.WaitGroup
}

func startLoad(w *writer) *load {
	ctx, stop := context.WithCancel(context.Background())
	l := &load{writer: w, stop: stop}
	w.longest = 0
	l.over.Go(func() { w.run(ctx, 0, 60) })
	return l
}

// end ends it, when all entries have an outcome, and returns the longest time without an ack.
func (l *load) end() time.Duration {
	l.stop()
	l.over.Wait()
	return l.longest.Round(10 * time.Millisecond)
}

// TestCluster: three nodes as processes, one writer of 60 entries of 2 kB a second, and what may befall them:
//
//	go test ./cmd/engine -count=1 -run TestCluster -v -cluster [-program ../../bin/engine]
func TestCluster(t *testing.T) {
	if !*flagCluster {
		t.Skip("without -cluster")
	}
	c := newCluster(t, 3)
	began := time.Now()
	c.ready(20 * time.Second)
	t.Logf("ready from cold: %.2f s", time.Since(began).Seconds())

	idle(t, c)
	beside := func(p *process) *process { // a node that is not this one
		for _, q := range c.nodes {
			if q != p {
				return q
			}
		}
		return nil
	}
	leader := c.leader(t)
	home := beside(leader)
	w := newWriter(t, home.socket)
	defer w.close()
	check := func(what string) {
		for _, p := range c.nodes {
			if p.cmd.ProcessState == nil {
				t.Logf("%s: at %s %v", what, p.name, w.check(t, p.socket))
			}
		}
	}
	w.run(context.Background(), 600, 60)
	t.Logf("60 a second, at a follower, with the socket: %s", w.percentiles())

	// The leader is killed. The writer's node stays.
	l := startLoad(w)
	time.Sleep(500 * time.Millisecond)
	leader.kill()
	time.Sleep(2 * time.Second)
	t.Logf("kill -9 of the leader %s: longest time without an ack %v, %d requests without an answer", leader.name, l.end(), w.unknown)
	check("after that")
	leader.start()
	c.ready(20 * time.Second)

	// The leader stands still.
	leader = c.leader(t)
	if leader == home {
		w.close()
		acked := w.acked
		home = beside(leader)
		w = newWriter(t, home.socket)
		w.acked = acked
	}
	w.unknown = 0
	l = startLoad(w)
	time.Sleep(500 * time.Millisecond)
	leader.signal(syscall.SIGSTOP)
	time.Sleep(5 * time.Second)
	leader.signal(syscall.SIGCONT)
	time.Sleep(500 * time.Millisecond)
	t.Logf("SIGSTOP of the leader %s for 5 s: longest time without an ack %v, %d requests without an answer", leader.name, l.end(), w.unknown)
	check("after that")

	// All are killed, and start again half a second later.
	w.unknown = 0
	l = startLoad(w)
	time.Sleep(500 * time.Millisecond)
	for _, p := range c.nodes {
		p.kill()
	}
	time.Sleep(500 * time.Millisecond)
	for _, p := range c.nodes {
		p.start()
	}
	c.ready(20 * time.Second)
	time.Sleep(500 * time.Millisecond)
	t.Logf("kill -9 of all three, started again after 0.5 s: longest time without an ack %v, %d requests without an answer", l.end(), w.unknown)
	check("after that")

	rejoin(t, c, w, home)
	check("at the end")
	for _, p := range c.nodes {
		rss, _ := usage(t, p.cmd.Process.Pid)
		t.Logf("memory of %s at the end: %.0f MB", p.name, rss)
		if code := p.stop(); code != 0 {
			t.Errorf("%s: exit status %d:\n%s", p.name, code, p.text())
		}
	}
}

// idle measures nodes of which nothing is asked.
func idle(t *testing.T, c *cluster) {
	var before []time.Duration
	for _, p := range c.nodes {
		_, cpu := usage(t, p.cmd.Process.Pid)
		before = append(before, cpu)
	}
	const span = 4 * time.Second
	time.Sleep(span)
	for i, p := range c.nodes {
		rss, cpu := usage(t, p.cmd.Process.Pid)
		t.Logf("idle node %s: %.0f MB, %.1f %% of a core", p.name, rss, float64(cpu-before[i])/float64(span)*100)
	}
}

// rejoin takes a node's folder away, and starts it again with an empty one, while entries are written; then another one ends, so that
// the one that came back is needed.
func rejoin(t *testing.T, c *cluster, w *writer, home *process) {
	var lost, other *process
	for _, p := range c.nodes {
		switch {
		case p == home:
		case lost == nil:
			lost = p
		default:
			other = p
		}
	}
	w.unknown = 0
	l := startLoad(w)
	lost.kill()
	if err := os.Rename(c.data(lost.name), c.data("old")); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	lost.start()
	lost.wait(`^ready (.*)`, 30*time.Second)
	took := time.Since(began)
	t.Logf("kill -9 of %s, its folder deleted and started again: longest time without an ack %v, %d without an answer, ready after %.2f s",
		lost.name, l.end(), w.unknown, took.Seconds())
	t.Logf("at %s, which was empty: %v", lost.name, w.check(t, lost.socket))
	l = startLoad(w)
	other.kill()
	before := len(w.acked)
	time.Sleep(2 * time.Second)
	t.Logf("then kill -9 of %s: longest time without an ack %v", other.name, l.end())
	if len(w.acked) < before+30 {
		t.Errorf("with %s and %s alone %d entries were acked", home.name, lost.name, len(w.acked)-before)
	}
	other.start()
	other.wait(`^ready (.*)`, 20*time.Second)

	// The old folder comes back: it is no longer a member, and says so.
	lost.kill()
	p := startEngine(t, lost.name, "--data", c.data("old"), "--name", lost.name, "--cluster", c.line, "--key", c.key)
	p.wait("no longer a member", 20*time.Second)
	p.cmd.Wait()
	t.Logf("with the old folder: %s", p.lines[len(p.lines)-1])
	lost.start()
	lost.wait(`^ready (.*)`, 20*time.Second)
}
