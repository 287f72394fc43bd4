package recording_test

import (
	"bytes"
	"fmt"
	"time"

	"voxtide/client"
	"voxtide/client/recording"
	"voxtide/transport"
)

// A session that waits for a server which nobody has started, recorded and played again.
func Example() {
	var file bytes.Buffer
	cfg := recording.Config{Name: "ann", Method: "timestream", JoinTimeout: time.Minute}
	w := recording.NewWriter(&file, cfg)
	c := client.New(client.Config{Name: cfg.Name, Strategy: cfg.Method, JoinTimeout: cfg.JoinTimeout, Recorder: w,
		Dial: func() transport.Conn { return nil }})
	for frame := range time.Duration(90) {
		c.Frame(frame*time.Second/60, client.Input{})
	}
	if err := w.Close(); err != nil {
		fmt.Println(err)
	}
	got, err := recording.Replay(&file, nil)
	fmt.Println(got.Frames, "frames,", got.Differ, "differ, complete:", got.Complete, err)
	// Output: 90 frames, 0 differ, complete: true <nil>
}
