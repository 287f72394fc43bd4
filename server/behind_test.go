package server

import (
	"testing"

	"voxtide/world"
)

// TestFarBehind: a client of which more edits are to be told than the log holds (logMax) gets the state whole, once; a section
// that changed more often than a whole frame tells (resumeMax) comes anew with it, and the others go on.
func TestFarBehind(t *testing.T) {
	r := newRig(t, func(c *Config) { c.Frames = 20 })
	ann := r.join("ann")
	r.play(60)
	ann.agrees()
	for r.s.session(ann.stream()).frameAt == r.now { // the next frame is some steps away
		r.play(1)
	}
	wholes, snaps := ann.wholes, r.s.metrics.Snapshots
	sections := len(r.s.World().Stream(ann.stream()).Subs)
	const changes = logMax + 1000
	r.flip(world.SectionPos{X: 1, Y: -1}, 0, changes)
	r.play(1)
	longest := len(r.s.log.entries)
	r.play(60)
	got, sent := ann.wholes-wholes, r.s.metrics.Snapshots-snaps
	t.Logf("%d edits between two frames: %d whole frames, %d of %d sections sent; the log held %d at most", changes, got, sent, sections, longest)
	if got != 1 || sent != 1 || longest > logMax {
		t.Error("not so")
	}
	ann.agrees()
}
