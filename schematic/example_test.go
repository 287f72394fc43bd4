package schematic_test

import (
	"fmt"

	"voxtide/schematic"
	"voxtide/world"
)

func Example() {
	s := schematic.New([3]int32{2, 1, 1})
	s.Blocks[s.Index(1, 0, 0)] = world.StoneStairsEast
	t := s.Turned(1)
	fmt.Println(t.Size, t.Blocks[t.Index(0, 0, 1)])
	// Output: [1 1 2] stone_stairs[facing=south]
}
