package store_test

import (
	"fmt"
	"time"

	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// A batch is durable as a whole or not at all: after a crash the store holds exactly the batches that Committed has reached.
func ExampleMemory() {
	disk := store.NewMemory(store.FixedDelay(10 * time.Millisecond))
	at := world.Pos{X: 1, Y: 2, Z: 3}

	first := store.Batch{Edits: 1, Changes: []store.BlockChange{{Pos: at, Block: world.Torch, Seq: 1, Author: timestream.Stream(7)}}}
	commit := disk.Commit(0, &first)
	fmt.Println("durable at once:", disk.Committed(0) >= commit)
	fmt.Println("durable after 10 ms:", disk.Committed(10*time.Millisecond) >= commit)

	second := store.Batch{Edits: 2, Changes: []store.BlockChange{{Pos: at, Block: world.Glass, Seq: 2, Author: 7, Before: world.Torch}}}
	disk.Commit(10*time.Millisecond, &second)
	disk = disk.Crash(15 * time.Millisecond) // the second batch was not durable yet

	stored, err := disk.Section(at.Section())
	if err != nil {
		fmt.Println(err)
	}
	for _, c := range stored.Changes {
		fmt.Println("stream", c.Author, "set", c.Block, "at", c.Pos)
	}
	// Output:
	// durable at once: false
	// durable after 10 ms: true
	// stream 7 set torch at 1,2,3
}
