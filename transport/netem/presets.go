package netem

import (
	"slices"
	"time"
)

// Conditions is what a network does to the packets of one direction. The zero value is perfect.
type Conditions struct {
	// Delay is the one-way time of each packet, Jitter the most that is added to it, uniformly: packets overtake each
	// other.
	Delay, Jitter time.Duration
	// Loss is the share of packets lost, 0 to 1; with Burst its long-run mean.
	Loss float64
	// Burst groups loss into bursts (Gilbert-Elliott) of 100 ms on average and 200 ms at most, in which every packet
	// is lost, and none between them.
	Burst bool
	// Duplicate is the share of packets that arrive twice, each after a delay of its own.
	Duplicate float64
	// Reorder is the share of packets that are delayed by ReorderBy more.
	Reorder   float64
	ReorderBy time.Duration
	// Rate bounds the bytes per second, with 28 of IP and UDP headers for each packet; 0 is unlimited. Queue bounds
	// the bytes that wait for it; 0 is a quarter of a second of the rate. A packet that finds no room is lost.
	Rate, Queue int
	// Cuts are times after the start in which every packet is lost.
	Cuts []Cut
}

// Cut is a time without a connection.
type Cut struct{ From, For time.Duration }

// Network is the conditions of both directions, with a name.
type Network struct {
	Name     string
	Up, Down Conditions
	About    string
}

const (
	ms   = time.Millisecond
	kbit = 1000 / 8
	mbit = 1000 * kbit
)

// presets are guesses of good and bad evenings, not measurements.
var presets = []Network{
	{"lan", Conditions{Delay: ms / 5}, Conditions{Delay: ms / 5}, "a cable in one house"},
	{"dsl", Conditions{Delay: 12 * ms, Jitter: 3 * ms, Loss: 0.001, Rate: 10 * mbit},
		Conditions{Delay: 12 * ms, Jitter: 3 * ms, Loss: 0.001, Rate: 50 * mbit}, "a line in one's own country"},
	{"4g", Conditions{Delay: 30 * ms, Jitter: 25 * ms, Loss: 0.005, Burst: true, Rate: 8 * mbit},
		Conditions{Delay: 30 * ms, Jitter: 20 * ms, Loss: 0.005, Burst: true, Rate: 30 * mbit}, "a telephone that stands still"},
	{"wifi-bad", Conditions{Delay: 15 * ms, Jitter: 40 * ms, Loss: 0.05, Burst: true, Duplicate: 0.002, Reorder: 0.02, ReorderBy: 20 * ms, Rate: 10 * mbit},
		Conditions{Delay: 15 * ms, Jitter: 40 * ms, Loss: 0.05, Burst: true, Duplicate: 0.002, Reorder: 0.02, ReorderBy: 20 * ms, Rate: 20 * mbit}, "behind three walls"},
	{"intercontinental", Conditions{Delay: 110 * ms, Jitter: 8 * ms, Loss: 0.01, Reorder: 0.005, ReorderBy: 10 * ms, Rate: 20 * mbit},
		Conditions{Delay: 110 * ms, Jitter: 8 * ms, Loss: 0.01, Reorder: 0.005, ReorderBy: 10 * ms, Rate: 50 * mbit}, "friends on the other side of the world"},
	{"satellite", Conditions{Delay: 300 * ms, Jitter: 20 * ms, Loss: 0.01, Rate: 3 * mbit},
		Conditions{Delay: 300 * ms, Jitter: 20 * ms, Loss: 0.01, Rate: 25 * mbit}, "a geostationary one"},
}

// Presets returns all named networks.
func Presets() []Network { return slices.Clone(presets) }

// Preset returns the network of a name, and whether it exists.
func Preset(name string) (Network, bool) {
	i := slices.IndexFunc(presets, func(n Network) bool { return n.Name == name })
	if i < 0 {
		return Network{}, false
	}
	return presets[i], true
}
