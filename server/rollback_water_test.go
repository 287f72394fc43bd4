package server

import (
	"testing"

	"voxtide/server/rollback"
	"voxtide/timestream"
	"voxtide/world"
)

// TestRollbackOfWater sets a source, lets it run, and takes it back: what ran from it runs off, cell by cell, and nothing stays wet.
func TestRollbackOfWater(t *testing.T) {
	r := newHarness(t, nil)
	ann := r.join("ann")
	r.play(60)
	p := ann.avatar().Motion.Pos.Block()
	p.X += 6
	set := func(expected, target world.Block) {
		job := &rollback.Job{Author: timestream.Server, Complete: true}
		job.Add(rollback.Restore{Pos: p, Expected: expected, Target: target})
		r.s.StartRollback(job)
		r.play(60 * 6)
		if !job.Finished() || job.Done != 1 {
			t.Fatalf("%+v", job)
		}
	}
	wet := func() (n int) {
		for x := p.X - 9; x <= p.X+9; x++ {
			for z := p.Z - 9; z <= p.Z+9; z++ {
				for y := p.Y - 3; y <= p.Y; y++ {
					if b, _ := r.s.World().Block(world.Pos{X: x, Y: y, Z: z}); b.RunsOrAir() && b != world.Air {
						n++
					}
				}
			}
		}
		return n
	}
	set(world.Air, world.Water)
	ran := wet()
	set(world.Water, world.Air)
	if t.Logf("it ran into %d cells", ran); ran < 20 || wet() != 0 {
		t.Errorf("it ran into %d cells, and %d stay wet", ran, wet())
	}
	ann.agrees()
}
