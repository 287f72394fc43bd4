package framerate

import (
	"slices"
	"time"

	"voxtide/internal/stats"
	"voxtide/settings"
)

// Guard watches the frames after a player has chosen a faster machine's preset, and takes it back where this machine draws too few.
type Guard struct {
	Before settings.Client // the options before the choice
	since  time.Duration   // of the choice; 0 while nothing is watched
	times  []float64       // of frames since, in ms
}

// What a preset has to do after it was chosen: in the frames from guardSettle to guardFor the median takes at most GuardLimit ms.
const (
	guardSettle = 3 * time.Second // sections come and are meshed
	guardFor    = 8 * time.Second
	GuardLimit  = 50
	guardFrames = 20 // at least, to judge by
)

// Chosen begins to watch where a preset for a faster machine than before was chosen, and ends watching where another was.
func (g *Guard) Chosen(now time.Duration, before, after *settings.Client) {
	if before.Preset == after.Preset {
		return
	}
	if slices.Index(settings.Presets, after.Preset) <= slices.Index(settings.Presets, before.Preset) {
		g.since = 0
		return
	}
	if g.since == 0 { // of several steps in a row the first is gone back to
		g.Before = *before
	}
	g.since, g.times = now, g.times[:0]
}

// Frame takes the time of a frame in ms; it reports whether the preset is too slow here. playing reports whether a world is shown.
func (g *Guard) Frame(now time.Duration, ms float64, playing bool) bool {
	switch {
	case g.since == 0:
		return false
	case !playing: // the menu says nothing of a world
		g.since = now
		return false
	case now-g.since < guardSettle:
		return false
	case now-g.since < guardFor || len(g.times) < guardFrames:
		g.times = append(g.times, ms)
		return false
	}
	g.since = 0
	return stats.Percentile(g.times, 50) > GuardLimit
}
