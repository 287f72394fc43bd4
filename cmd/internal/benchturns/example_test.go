package benchturns_test

import (
	"fmt"
	"time"

	"voxtide/cmd/internal/benchturns"
)

// Example finds that one direction of a turn is dearer than the others, whichever frames were late by chance.
func Example() {
	late := 0
	d, err := benchturns.MeasureDirections(0, func(progress float64) error {
		late++
		switch {
		case progress == 0.5:
			time.Sleep(6 * time.Millisecond)
		case late%50 == 0:
			time.Sleep(30 * time.Millisecond)
		default:
			time.Sleep(time.Millisecond)
		}
		return nil
	})
	fmt.Println(d.Directions, d.Turns, d.Worst > 4, d.Worst < 25, d.Median < 5, err)
	// Output: 36 5 true true true <nil>
}
