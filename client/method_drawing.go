package client

import (
	"voxtide/client/effects"
	"voxtide/timestream"
)

var ownKinds = map[string]effects.OwnKind{
	"none": effects.OwnSimulated, "offset": effects.OwnOffset, "chase": effects.OwnChase, "converge": effects.OwnConverge,
}

var othersKinds = map[string]effects.OthersKind{
	"received": effects.OthersReceived, "streams": effects.OthersStreams, "interpolate": effects.OthersInterpolate,
	"reckon": effects.OthersReckon,
}

// drawing returns how bodies are drawn under a choice.
func (c Choice) drawing() effects.Drawing {
	return effects.Drawing{
		Own: effects.OwnDrawing{
			Kind: ownKinds[c.Draw], Smoothing: c.Number("smoothing"), SnapDistance: c.Number("snapdistance"),
			SnapAngle: c.Number("snapangle"), Exact: c.Number("exact") == 1,
			Multiplier: c.Number("multiplier"), Present: c.Word("goal") == "present",
		},
		Others: effects.OthersDrawing{
			Kind: othersKinds[c.Others], Delay: c.milliseconds("delay"), Dry: c.milliseconds("dry"), Fixed: c.Number("fixed") == 1,
			Reach: c.milliseconds("reach"), Accel: c.Number("accel") == 1,
		},
	}
}

// milliseconds returns a parameter whose unit is ms.
func (c Choice) milliseconds(name string) timestream.Duration {
	return timestream.Duration(c.Number(name) * float64(timestream.Millisecond))
}
