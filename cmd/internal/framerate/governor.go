// Package framerate keeps a machine from being asked for more than it can draw: a Governor lowers the resolution where frames take
// longer than wished, and a Guard takes back a preset that is too slow.
//
// Data flow: both are told the time of each frame and answer what to do; they change nothing themselves and know no window.
// Invariants: a Governor answers between half of the player's own scale and that scale, in steps of Step, and the player's own scale
// while nothing is wished. It never answers within a settling time of its last change, so it cannot swing from frame to frame, and
// each attempt at a higher scale that fails doubles the time to the next.
//
// Owner: the goroutine that draws.
package framerate

import (
	"math"
	"time"

	"voxtide/internal/stats"
)

// Step is the step of the resolution scale.
const Step = 0.05

const (
	lowest      = 0.5 // of the player's own scale: below it texts of signs cannot be read
	judged      = 500 * time.Millisecond
	framesLeast = 8
	pauseMS     = 250 // a longer frame is a pause: a world is opened, the window is dragged
	slow        = 1.1 // times the wished time: more than noise
	inTime      = 1.03
	patienceMin = 3 * time.Second
	patienceMax = time.Minute
	triedFor    = 2 * time.Second // a scale that holds no longer was an attempt that failed
)

// Governor holds a frame rate by the resolution scale. Its zero value is ready.
type Governor struct {
	scale    float64   // answered; 0 for the player's own
	times    []float64 // of the frames that are being judged, in ms
	began    time.Duration
	settling bool          // the frames that are being judged began with another scale
	good     time.Duration // since when frames are in time; 0 while they are not
	patience time.Duration // for which they must be before a higher scale is tried
	tried    time.Duration // when that was; 0 for never
}

// Frame takes the time of a frame in milliseconds that ended at a time. It returns the resolution scale for the next frames, 0.25 to 1,
// for a wished number of frames a second, 0 for as many as come, and the player's own scale; lowered reports whether the frame is
// the first after which it is below the player's own.
func (g *Governor) Frame(now time.Duration, ms float64, wished int, own float64) (scale float64, lowered bool) {
	if wished <= 0 || g.scale > own {
		*g = Governor{times: g.times[:0]}
	}
	if wished <= 0 {
		return own, false
	}
	if g.scale == 0 {
		g.scale, g.patience = own, patienceMin
	}
	if ms > pauseMS || len(g.times) == 0 {
		g.times, g.began = g.times[:0], now
	}
	if g.times = append(g.times, ms); now-g.began < judged || len(g.times) < framesLeast {
		return g.scale, false
	}
	took := stats.Percentile(g.times, 75) * float64(wished) / 1000 // of the wished time
	g.times = g.times[:0]
	before := g.scale
	switch {
	case g.settling:
		g.settling = false
		return g.scale, false
	case took > slow:
		g.lower(now, took, own)
	case took <= inTime && g.scale < own:
		g.raise(now, own)
	default:
		g.good = 0
	}
	g.settling = g.scale != before
	return g.scale, before == own && g.scale < own
}

// lower takes the scale at which frames would be in time if all of their time went into pixels.
func (g *Governor) lower(now time.Duration, took, own float64) {
	if g.tried > 0 && now-g.tried < triedFor {
		g.patience = min(2*g.patience, patienceMax)
	}
	g.good, g.tried = 0, 0
	want := math.Floor(g.scale/math.Sqrt(took)/Step+1e-6) * Step
	g.scale = max(min(want, g.scale-Step), own*lowest)
}

// raise tries the next higher scale once frames have been in time for long enough.
func (g *Governor) raise(now time.Duration, own float64) {
	if g.good == 0 {
		g.good = now
	}
	if now-g.good < g.patience {
		return
	}
	if g.tried > 0 { // the last attempt has held since
		g.patience = max(g.patience/2, patienceMin)
	}
	g.scale, g.good, g.tried = min(g.scale+Step, own), 0, now
}
