package server

import (
	"testing"

	"voxtide/server/replication"
	"voxtide/world"
)

// TestFarBehind: a client that has missed more edits than the log holds (LogMax) gets one full update; a section with more changes
// than a full update tells is sent again with it, and the others go on.
func TestFarBehind(t *testing.T) {
	r := newHarness(t, func(c *Config) { c.UpdateRate = 20 })
	ann := r.join("ann")
	r.play(60)
	ann.agrees()
	for r.s.clients.session(ann.stream()).told.UpdatedAt() == r.now { // the next update is some steps away
		r.play(1)
	}
	wholes, snaps := ann.fullUpdates, r.s.Metrics().Snapshots
	sections := r.s.World().Stream(ann.stream()).Subscriptions.Len()
	const changes = replication.LogMax + 1000
	r.changeCells(world.SectionPos{X: 1, Y: -1}, 0, changes)
	r.play(1)
	longest := r.s.tell.replicator.Log.Len()
	r.play(60)
	got, sent := ann.fullUpdates-wholes, r.s.Metrics().Snapshots-snaps
	t.Logf("%d edits between two updates: %d full updates, %d of %d sections sent; the log held %d at most", changes, got, sent, sections, longest)
	if got != 1 || sent != 1 || longest > replication.LogMax {
		t.Error("not so")
	}
	ann.agrees()
}
