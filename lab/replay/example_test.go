package replay_test

import (
	"errors"
	"fmt"

	"voxtide/lab/replay"
)

func ExampleUnder() {
	_, err := replay.Under([]byte("a text"), replay.Config{Method: "dumb"})
	fmt.Println(err, errors.Is(err, replay.ErrNotPlayed))
	// Output: recording: this is not a recording false
}
