package live_test

import (
	"fmt"

	"voxtide/lab/live"
	"voxtide/world"
)

// A run of half a second in which the first player walks, 100 ms from the server; its tape plays to the same end.
func Example() {
	l, err := live.New(live.Tape{Seed: 7, Events: []live.Event{{Kind: live.Network, Link: live.Conditions{Lag: 100}}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	l.Do(live.Event{Kind: live.Hold, Keys: world.KeyForward})
	for range 30 {
		l.Step()
	}
	tape := l.Tape()
	again, _ := live.New(tape)
	for range tape.Frames {
		again.Step()
	}
	fmt.Println(len(tape.Events), "events, the same end:", again.Hash() == l.Hash())
	// Output: 2 events, the same end: true
}
