package engine_test

import (
	"errors"
	"fmt"
	"time"

	"voxtide/engine"
	"voxtide/engine/simulated"
)

// Two nodes and one log: the second claims it, and the first, who still believes that the log is its own, finds out.
func Example() {
	cluster := simulated.NewCluster(1, simulated.Conditions{DelayMin: time.Millisecond, DelayMax: 3 * time.Millisecond})
	north, south := engine.Share(cluster.Connect("north")), engine.Share(cluster.Connect("south"))
	first := engine.NewWriter(north, engine.WriterOptions{Log: "world", Holder: "north, its first claim"})
	follower := engine.NewFollower(south, "world", engine.Position{})
	now := time.Duration(0)
	run := func(d time.Duration, each func()) {
		for end := now + d; now < end; now += 5 * time.Millisecond {
			north.Poll(now)
			south.Poll(now)
			each()
		}
	}
	run(100*time.Millisecond, func() { first.Advance(now); follower.Advance(now) })
	n := first.Append(now, []byte("a stone at 1, 2, 3"))
	run(100*time.Millisecond, func() { first.Advance(now); follower.Advance(now) })
	fmt.Println("durable:", first.Durable() >= n)
	for v, ok := follower.Next(); ok; v, ok = follower.Next() {
		if v.Kind == engine.Data {
			fmt.Printf("the follower has entry %d: %s\n", v.N, v.Data)
		}
	}

	second := engine.NewWriter(south, engine.WriterOptions{Log: "world", Holder: "south, its first claim", After: follower.Position()})
	run(100*time.Millisecond, func() { second.Advance(now) }) // the first is slow
	first.Append(now, []byte("a torch at 1, 2, 4"))
	run(100*time.Millisecond, func() { first.Advance(now); second.Advance(now) })
	fmt.Println("the second holds it:", second.Holding())
	var fenced *engine.Fenced
	fmt.Println("the first is fenced:", errors.As(first.Err(), &fenced), "by", fenced.Holder)
	// Output:
	// durable: true
	// the follower has entry 2: a stone at 1, 2, 3
	// the second holds it: true
	// the first is fenced: true by south, its first claim
}
