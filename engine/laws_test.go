package engine_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"voxtide/engine"
	"voxtide/engine/simulated"
	"voxtide/internal/testrand"
)

// bad is a network on which much goes wrong, unevenly.
func bad() simulated.Conditions {
	return simulated.Conditions{
		DelayMin: time.Millisecond, DelayMax: 8 * time.Millisecond, StallOneIn: 60, StallMax: 300 * time.Millisecond,
		LoseRequestOneIn: 80, LoseAnswerOneIn: 80, LateOneIn: 150, Timeout: 500 * time.Millisecond,
	}
}

// TestLaws lets three nodes share a log while messages are lost, late and uneven, nodes are killed, stand still and are cut off, and the
// majority is away: what a writer knew durable is there at the end, once and unchanged; every reader has seen the same; an owner is dropped
// only for another; and in the end somebody writes.
func TestLaws(t *testing.T) {
	seed := testrand.Seed(t)
	var all coverage
	for round := range testrand.Rounds(40) {
		got, err := lawRun(seed+uint64(round), bad(), 20*time.Second)
		if err != nil {
			t.Fatalf("-seed %d -rounds 1: %v", seed+uint64(round), err)
		}
		all.add(got)
	}
	t.Log(all)
	if all.takeOvers == 0 || all.unknown == 0 || all.fenced == 0 || all.found == 0 || all.again == 0 || all.durable == 0 || all.lost == 0 || all.late == 0 || all.partitions == 0 || all.away == 0 {
		t.Error("something never happened")
	}
}

func lawRun(seed uint64, c simulated.Conditions, length time.Duration) (coverage, error) {
	r := newNodes(seed, c, 3)
	for r.now < length {
		if err := r.trouble(); err != nil {
			return r.stats, err
		}
		if err := r.step(true); err != nil {
			return r.stats, err
		}
	}
	// All is well again: what waits becomes durable.
	r.cluster.SetConditions(simulated.Conditions{DelayMin: time.Millisecond, DelayMax: 3 * time.Millisecond})
	r.cluster.SetMajority(true)
	for _, k := range r.running {
		k.client.Partition(false)
		k.pausedTo = 0
	}
	for end := r.now + 6*time.Second; r.now < end; {
		if err := r.step(false); err != nil {
			return r.stats, err
		}
	}
	return r.stats, r.judge()
}

// trouble draws what goes wrong now.
func (r *nodes) trouble() error {
	if r.luck.OneIn(800) {
		r.kill(r.luck.Below(len(r.running)))
	}
	if r.luck.OneIn(1000) {
		r.running[r.luck.Below(len(r.running))].pausedTo = r.now + time.Duration(r.luck.Between(100, 3000))*time.Millisecond
		r.stats.pauses++
	}
	if r.luck.OneIn(1000) {
		r.running[r.luck.Below(len(r.running))].client.Partition(true)
		r.stats.partitions++
	}
	for _, k := range r.running {
		if r.luck.OneIn(300) {
			k.client.Partition(false)
		}
	}
	if r.luck.OneIn(2500) {
		r.cluster.SetMajority(false)
		r.stats.away++
	}
	if r.luck.OneIn(250) {
		r.cluster.SetMajority(true)
	}
	return nil
}

// judge holds the log against what the nodes knew and saw.
func (r *nodes) judge() error {
	owner := r.owner()
	if owner == nil {
		return errors.New("nobody holds the log after six good seconds")
	}
	if owner.writer.Durable() < owner.last {
		return fmt.Errorf("entry %d waits after six good seconds, %d is durable", owner.last, owner.writer.Durable())
	}
	for _, k := range r.running {
		r.gather(k)
	}
	done := r.cluster.Done
	r.stats.appends, r.stats.lost, r.stats.late = done.Appends, done.Lost, done.Late
	claim := uint64(0)
	for _, a := range r.cluster.History() {
		if a.Claim != a.NewestClaim || a.Claim < claim {
			return fmt.Errorf("entry %d was appended under claim %d after %d", a.N, a.Claim, max(claim, a.NewestClaim))
		}
		claim = a.Claim
	}
	log, err := wholeLog(r.cluster)
	if err != nil {
		return err
	}
	once := map[string]bool{}
	last := map[string]int{}
	for _, v := range log {
		if v.Void {
			r.stats.voids++
			if _, known := r.known[v.N]; known {
				return fmt.Errorf("entry %d was known durable, and is void", v.N)
			}
		}
		if v.Void || v.Kind != engine.Data {
			continue
		}
		if once[string(v.Data)] {
			return fmt.Errorf("%q is there twice", v.Data)
		}
		once[string(v.Data)] = true
		by, number, _ := cutLast(string(v.Data))
		if number != last[by] {
			return fmt.Errorf("%q comes after %d others of its claim", v.Data, last[by])
		}
		last[by]++
	}
	for n, h := range r.known {
		if int(n) > len(log) || log[n-1].Hash != h {
			return fmt.Errorf("entry %d was known durable and is not there", n)
		}
	}
	for _, k := range r.all {
		for i, v := range k.seen {
			if v.N != uint64(i+1) || i >= len(log) || v.Hash != log[i].Hash || v.Void != log[i].Void || !bytes.Equal(v.Data, log[i].Data) {
				return fmt.Errorf("%s has seen another entry %d", k.name, v.N)
			}
		}
	}
	return nil
}

func cutLast(s string) (by string, number int, err error) {
	i := strings.LastIndexByte(s, '/')
	_, err = fmt.Sscan(s[i+1:], &number)
	return s[:i], number, err
}

// wholeLog reads the log as a follower does that begins at its first entry.
func wholeLog(c *simulated.Cluster) (out []engine.Verified, err error) {
	shared := engine.Share(c.Connect("reader"))
	f := engine.NewFollower(shared, logName, engine.Position{})
	for now, end := time.Hour, time.Hour+10*time.Second; now < end; now += 5 * time.Millisecond {
		shared.Poll(now)
		f.Advance(now)
		for v, ok := f.Next(); ok; v, ok = f.Next() {
			out = append(out, v)
		}
		if _, seen := f.Heard(); seen && len(out) > 0 && len(out) == stored(c) {
			break
		}
	}
	if err := f.Err(); err != nil {
		return nil, err
	}
	if len(out) != stored(c) {
		return nil, fmt.Errorf("a reader has %d entries of %d", len(out), stored(c))
	}
	return out, nil
}

func stored(c *simulated.Cluster) int {
	_, data := c.Entries(logName)
	return len(data)
}
