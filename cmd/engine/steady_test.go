package main

import (
	"flag"
	"io/fs"
	"path/filepath"
	"testing"
	"time"

	"voxtide/engine"
)

var flagSteady = flag.Duration("steady", 0, "for how long TestSteady writes and trims")

// TestSteady: three nodes under steady load, trimmed as a standby has taken it: what they cost in the long run.
//
//	go test ./cmd/engine -count=1 -run TestSteady -v -timeout 0 -steady 5m
func TestSteady(t *testing.T) {
	if *flagSteady == 0 {
		t.Skip("without -steady")
	}
	c := newCluster(t, 3)
	c.ready(20 * time.Second)
	w, trimmer := newWriter(t, c.nodes[0].socket), newWriter(t, c.nodes[1].socket)
	defer trimmer.close()
	w.close()
	w = newWriter(t, c.nodes[0].socket) // the newest claim
	defer w.close()
	cpu := func() (all []time.Duration) {
		for _, p := range c.nodes {
			_, one := usage(t, p.cmd.Process.Pid)
			all = append(all, one)
		}
		return all
	}
	l := startLoad(w)
	began, said, before := time.Now(), time.Now(), cpu()
	for time.Since(began) < *flagSteady {
		time.Sleep(3 * time.Second)
		if a := trimmer.ask(func() engine.Request { return trimmer.client.Read(testLog, 1<<40) }); a.Last > 600 {
			trimmer.ask(func() engine.Request { return trimmer.client.Trim(testLog, a.Last-600) })
		}
		if span := time.Since(said); span > 20*time.Second {
			after := cpu()
			for i, p := range c.nodes {
				rss, _ := usage(t, p.cmd.Process.Pid)
				t.Logf("after %3.0f s: node %s %.0f MB, %.1f %% of a core, %d MB on the disk", time.Since(began).Seconds(), p.name, rss,
					float64(after[i]-before[i])/float64(span)*100, size(t, c.data(p.name))>>20)
			}
			said, before = time.Now(), after
		}
	}
	longest := l.end()
	t.Logf("longest time without an ack %v; %s; leader %s", longest, w.percentiles(), c.leader(t).name)
}

func size(t *testing.T, dir string) (sum int64) {
	filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if i, err := d.Info(); err == nil {
				sum += i.Size()
			}
		}
		return nil
	})
	return sum
}
