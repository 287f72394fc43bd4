package hits

import (
	"fmt"
	"io"
	"sync"
	"time"

	"voxtide/protocol"
)

// Judgements are the ways to judge a hit that Table compares.
var Judgements = []struct {
	Name    string
	How     protocol.Hits
	NoCover bool
}{
	{"none", protocol.HitsNone, false},
	{"present", protocol.HitsPresent, false},
	{"rewind", protocol.HitsRewind, false},
	{"rewind, no cover rule", protocol.HitsRewind, true},
}

// RoundTrips are those that Table measures.
var RoundTrips = []time.Duration{20 * time.Millisecond, 80 * time.Millisecond, 200 * time.Millisecond, 300 * time.Millisecond, 500 * time.Millisecond}

// Table measures every judgement at every round trip, for each of a number of seeds from that of a config on, and writes a line for
// each as CSV. At most jobs runs go on at once; the bytes depend on the config alone.
func Table(out io.Writer, c Config, seeds, jobs int) error {
	type cell struct {
		Figures
		err error
	}
	cells := make([]cell, len(Judgements)*len(RoundTrips)*seeds)
	var wait sync.WaitGroup
	slots := make(chan struct{}, max(1, jobs))
	for i := range cells {
		k := i / seeds
		one := c
		one.Seed += uint64(i % seeds)
		one.RoundTrip = RoundTrips[k%len(RoundTrips)]
		j := &Judgements[k/len(RoundTrips)]
		one.How, one.NoCover = j.How, j.NoCover
		wait.Add(1)
		slots <- struct{}{}
		go func() {
			defer wait.Done()
			cells[i].Figures, cells[i].err = Run(one)
			<-slots
		}()
	}
	wait.Wait()
	fmt.Fprintln(out, "judge,round trip ms,shots,counted %,swings beside,of these counted %,struck,in cover > 100 ms %,kicks told late %,largest correction m,unexplained")
	for k := range len(cells) / seeds {
		var f Figures
		for i := range seeds {
			one := &cells[k*seeds+i]
			if one.err != nil {
				return one.err
			}
			f.Add(&one.Figures)
		}
		fmt.Fprintf(out, "%q,%d,%d,%.1f,%d,%.1f,%d,%.2f,%.1f,%.2f,%d\n", Judgements[k/len(RoundTrips)].Name, RoundTrips[k%len(RoundTrips)].Milliseconds(),
			f.Shots, f.CountedPercent(), f.Beside, f.BesidePercent(), f.Struck, f.InCoverPercent(),
			percent(f.Corrections[protocol.CauseBlow], f.Kicks), f.LargestM, f.Corrections[protocol.Unexplained])
	}
	return nil
}
