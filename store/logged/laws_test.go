package logged

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"voxtide/engine/simulated"
	"voxtide/internal/testrand"
)

func good() simulated.Conditions {
	return simulated.Conditions{DelayMin: time.Millisecond, DelayMax: 4 * time.Millisecond}
}

func bad() simulated.Conditions {
	return simulated.Conditions{
		DelayMin: time.Millisecond, DelayMax: 8 * time.Millisecond, StallOneIn: 60, StallMax: 300 * time.Millisecond,
		LoseRequestOneIn: 80, LoseAnswerOneIn: 80, LateOneIn: 150, Timeout: 500 * time.Millisecond,
	}
}

// TestLaws lets machines keep a world while messages are lost and late, machines are killed at any moment, stand still and are cut off, disks are
// lost, the log is trimmed, and the majority of the engine is away, for up to ten seconds: no batch that a server knew durable is lost, changed or doubled, however often the
// world changes its owner; an owner is dropped only for another; and in the end all disks hold the same, which is what owners gave.
func TestLaws(t *testing.T) {
	seed := testrand.Seed(t)
	var all counts
	for round := range testrand.Rounds(12) {
		got, err := lawRun(seed + uint64(round))
		if err != nil {
			t.Fatalf("-seed %d -rounds 1: %v", seed+uint64(round), err)
		}
		all.add(got)
	}
	t.Log(all)
	if all.takeOvers == 0 || all.fenced == 0 || all.known == 0 || all.lost == 0 || all.restarts == 0 || all.cuts == 0 || all.trimmed == 0 || all.copies == 0 ||
		all.unknown == 0 || all.late == 0 {
		t.Error("something never happened")
	}
}

func lawRun(seed uint64) (counts, error) {
	r, err := newMachines(seed, bad(), 3, seed%2 == 0)
	if err != nil {
		return counts{}, err
	}
	back := time.Duration(0) // when the majority is back
	for r.now < 20*time.Second {
		pick := r.running[r.luck.IntN(len(r.running))]
		switch r.luck.IntN(5000) {
		case 0, 1, 2, 3, 4, 5:
			if err := r.kill(r.luck.IntN(len(r.running))); err != nil {
				return r.count, err
			}
		case 6, 7, 8, 9, 10:
			pick.pausedTo = r.now + time.Duration(r.luck.IntN(3000))*time.Millisecond
			r.count.pauses++
		case 11, 12, 13, 14, 15:
			pick.client.Partition(true)
			r.count.cuts++
		case 16, 17:
			r.cluster.SetMajority(false)
			back = r.now + time.Duration(r.luck.IntN(10000))*time.Millisecond
			r.count.away++
		}
		if r.luck.IntN(200) == 0 {
			pick.client.Partition(false)
		}
		if back > 0 && r.now >= back {
			r.cluster.SetMajority(true)
			back = 0
		}
		if err := r.step(true); err != nil {
			return r.count, err
		}
	}
	r.heal()
	for end := r.now + 8*time.Second; r.now < end; {
		if err := r.step(false); err != nil {
			return r.count, err
		}
	}
	owner := r.owner()
	if owner == nil {
		return r.count, errors.New("nobody owns the world after eight good seconds")
	}
	if len(owner.sent) > 0 {
		return r.count, fmt.Errorf("%d batches wait after eight good seconds", len(owner.sent))
	}
	return r.count, r.judge()
}

// heal ends all trouble.
func (r *machines) heal() {
	r.cluster.SetConditions(good())
	r.cluster.SetMajority(true)
	for _, m := range r.running {
		m.client.Partition(false)
		m.pausedTo = 0
	}
}
