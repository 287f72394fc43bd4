package far_test

import (
	"fmt"

	"voxtide/client/far"
	"voxtide/protocol"
)

// Example asks for the land around an eye: the nearest first, as fine as it is near.
func Example() {
	v := far.New(far.Fine)
	defer v.Close()
	v.SetReach(protocol.FarReachMax)
	rows := v.Ask(0, [3]float64{100, 70, 100})
	first := rows[0].Place
	fmt.Println(len(rows), "tiles, the first with cells of", first.Cell(), "blocks;", v.Waiting(), "are wanted")
	// Output: 16 tiles, the first with cells of 2 blocks; 169 are wanted
}
