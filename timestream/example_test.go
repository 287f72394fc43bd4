package timestream_test

import (
	"fmt"

	"voxtide/timestream"
)

// An advance from one instant to another is cut at every tick after the first and up to the second.
func ExampleTime_NextTick() {
	from := timestream.Time(0).Add(120 * timestream.Millisecond)
	to := from.Add(100 * timestream.Millisecond)
	for tick := from.NextTick(); tick <= to; tick = tick.Add(timestream.TickLength) {
		fmt.Println("tick at", tick)
	}
	fmt.Println("then on to", to)
	// Output:
	// tick at 150000
	// tick at 200000
	// then on to 220000
}
