package netview_test

import (
	"fmt"

	"voxtide/client/netstats"
	"voxtide/timestream"
	"voxtide/ui/netview"
)

// A body of somebody else gets a box where it was received, where it is predicted, where it is drawn, and where the server had it.
func Example() {
	var n netstats.Recorder
	for i := range timestream.Time(8) {
		frame := i * 50_000
		n.Drew(1, true, false, frame, [3]float64{}, [3]float64{})
		n.Drew(2, false, false, frame, [3]float64{float64(i), 64, 0}, [3]float64{float64(i), 64, 0})
		n.Told(timestream.Duration(frame), 2, false, frame, max(0, frame-100_000), [3]float64{float64(max(0, i-2)), 64, 0})
	}
	for _, b := range netview.Boxes(nil, &n)[2:] {
		fmt.Printf("%.1f", (b.Low[0]+b.High[0])/2)
		for c, name := range map[[4]uint8]string{{255, 255, 255, 235}: "received", {255, 222, 60, 235}: "predicted", {94, 214, 196, 235}: "drawn", {220, 120, 255, 235}: "server"} {
			if b.Colour == c {
				fmt.Println("", name)
			}
		}
	}
	// Output:
	// 4.0 server
	// 5.0 received
	// 7.0 predicted
	// 7.0 drawn
}
