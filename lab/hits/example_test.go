package hits_test

import (
	"fmt"
	"time"

	"voxtide/lab/hits"
	"voxtide/protocol"
)

// Ten seconds of two hunters and two dodgers at a round trip of 80 ms.
func Example() {
	f, err := hits.Run(hits.Config{RoundTrip: 80 * time.Millisecond, How: protocol.HitsRewind, Pairs: 2, Duration: 10 * time.Second, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f.Shots > 20, f.CountedPercent() > 95)
	// Output: true true
}
