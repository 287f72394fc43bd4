package record_test

import (
	"fmt"

	"voxtide/store"
	"voxtide/store/record"
	"voxtide/world"
)

// A record has one form: who reads it and writes it again has the same bytes.
func ExampleReadChange() {
	b := record.AppendChange(nil, &record.Change{Block: world.Torch, Before: world.Air, Author: 7, Time: 1000, Complete: true})
	c, err := record.ReadChange(b)
	fmt.Println(len(b), "bytes:", c.Block, "by stream", c.Author, err)
	_, err = record.ReadChange(b[:2])
	fmt.Println("half of it:", err)
	// Output:
	// 6 bytes: torch by stream 7 <nil>
	// half of it: wire: too few bytes
}

// A row of a player is the sum of its parts; one that changes alone can be put over the others.
func ExamplePlayerPart() {
	row := store.PlayerRow{Name: "ann", Stream: 3}
	row.Player.LastAction = 8
	var avatar, sum store.PlayerRow
	part := record.PlayerParts[2]
	if err := part.Read(part.Append(nil, &row), &avatar); err != nil {
		fmt.Println(err)
	}
	part.Copy(&sum, &avatar)
	fmt.Printf("%c: stream %d, action %d\n", part.Kind, sum.Stream, sum.Player.LastAction)
	// Output:
	// a: stream 3, action 8
}
