package liar_test

import (
	"fmt"

	"voxtide/lab/liar"
)

// The tricks by which a peer must be found out.
func ExampleTrick_Unlinks() {
	for t := range liar.Tricks {
		fmt.Println(t, t.Unlinks())
	}
	// Output:
	// nothing false
	// invent true
	// change false
	// replay true
	// flood true
	// garbage true
	// far-times true
	// far-numbers true
}
