package effects

import (
	"voxtide/timestream"
	"voxtide/world"
)

// Drawing says where bodies are drawn: the axes "draw" and "others" of a method. The zero value draws the own body where it is
// simulated and others where the last state had them.
type Drawing struct {
	Own    OwnDrawing
	Others OthersDrawing
}

// OwnDrawing is where the own body is drawn, beside where it is simulated.
type OwnDrawing struct {
	Kind OwnKind

	// Of chase: the share of the distance by which the drawn body moves in a second, the distance in blocks and the yaw in
	// degrees from which it jumps, and whether the share is exact at every frame rate.
	Smoothing, SnapDistance, SnapAngle float64
	Exact                              bool

	// Of converge: CONVERGE_MULTIPLIER, and whether the drawn body meets the server's present one.
	Multiplier float64
	Present    bool
}

// OwnKind is a value of the axis "draw".
type OwnKind uint8

// The values of the axis "draw".
const (
	OwnSimulated OwnKind = iota // none
	OwnOffset
	OwnChase
	OwnConverge
)

// OthersDrawing is where the bodies of others are drawn.
type OthersDrawing struct {
	Kind OthersKind

	// Of interpolate: how far in the past, how long a body flies on without a state, and whether the way from each state to the
	// next takes exactly the delay.
	Delay, Dry timestream.Duration
	Fixed      bool

	// Of reckon: how far a state is carried on at most, and whether with its acceleration.
	Reach timestream.Duration
	Accel bool
}

// OthersKind is a value of the axis "others".
type OthersKind uint8

// The values of the axis "others".
const (
	OthersReceived OthersKind = iota
	OthersStreams
	OthersInterpolate
	OthersReckon
)

// seconds returns a span in seconds, 0 for one that goes back.
func seconds(d timestream.Duration) float64 { return max(0, float64(d)/float64(timestream.Second)) }

// blocks returns a position in blocks.
func blocks(v world.Vec) (b [3]float64) {
	for i := range v {
		b[i] = float64(v[i]) / float64(world.Unit)
	}
	return b
}

// velocity returns a velocity in blocks a second.
func velocity(v world.Vec) (b [3]float64) {
	for i := range v {
		b[i] = float64(v[i]) * float64(timestream.Second) / float64(world.Unit)
	}
	return b
}
