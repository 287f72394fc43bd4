package server

import (
	"math/rand/v2"
	"testing"
	"time"

	"voxtide/server/rollback"
	"voxtide/timestream"
	"voxtide/world"
)

// TestRollback: random blocks of a griefer are set back over several sections, including ones that are not in memory; cells that were
// built over are left and counted; clients agree; and a rollback of the rollback restores what was there before.
func TestRollback(t *testing.T) {
	for seed := range uint64(5) {
		t.Logf("seed %d", seed)
		luck := rand.New(rand.NewPCG(seed, 1))
		r := newHarness(t, func(c *Config) { c.MaxSections = 40 })
		ann := r.join("ann")
		r.play(60)
		var back, again []rollback.Restore
		seen := map[world.Pos]bool{}
		for len(back) < 3000 {
			p := world.Pos{X: luck.Int32N(200) - 100, Y: luck.Int32N(30) - 20, Z: luck.Int32N(30) - 15}
			if seen[p] {
				continue
			}
			seen[p] = true
			then := world.Block(world.Planks)
			if luck.IntN(2) == 0 {
				then = world.Glass
			}
			now := world.Block(world.Air)
			if p.Y < 0 {
				now = world.Stone
			}
			b := rollback.Restore{Pos: p, Expected: now, Target: then}
			if luck.IntN(20) == 0 {
				b.Expected = world.Bricks // another player has built there meanwhile: not what the job expects
			} else if slot := ann.avatar(); slot != nil {
				lo, hi := slot.Box()
				if world.OverlapsBlock(lo, hi, p, then.Boxes()) {
					continue
				}
				again = append(again, rollback.Restore{Pos: p, Expected: then, Target: now})
			}
			back = append(back, b)
		}
		hash := r.s.Hash()
		roll := func(cells []rollback.Restore) *rollback.Job {
			job := &rollback.Job{Author: timestream.Server}
			r.s.StartRollback(job)
			most := 0
			for i := 0; !job.Finished(); i++ {
				n := min(job.Room(), len(cells), 500)
				job.Add(cells[:n]...)
				cells = cells[n:]
				job.Complete = len(cells) == 0
				before := r.s.Edits()
				r.play(1)
				most = max(most, int(r.s.Edits()-before))
				if i > 2000 {
					t.Fatal("does not end")
				}
			}
			if most > rollback.StepSlice+64 {
				t.Fatalf("%d edits in a step", most)
			}
			return job
		}
		job := roll(back)
		if job.Done != len(again) || job.OverbuiltCount != len(back)-len(again) || job.Blocked != 0 {
			t.Fatalf("%d done, %d over, %d blocked, %d the same of %d; want %d", job.Done, job.OverbuiltCount, job.Blocked, job.Unchanged, len(back), len(again))
		}
		for _, b := range again {
			r.s.loadNow(b.Pos.Section())
			if got, _ := r.s.World().Block(b.Pos); got != b.Expected {
				t.Fatalf("%v is %d, not %d", b.Pos, got, b.Expected)
			}
		}
		r.play(30)
		ann.agrees()
		if r.s.Hash() == hash {
			t.Fatal("nothing has changed")
		}
		if job = roll(again); job.Done != len(again) || job.OverbuiltCount != 0 {
			t.Fatalf("back: %d done of %d, %d over", job.Done, len(again), job.OverbuiltCount)
		}
		r.play(30)
		ann.agrees()
		for _, b := range again {
			r.s.loadNow(b.Pos.Section())
			if got, _ := r.s.World().Block(b.Pos); got != b.Target {
				t.Fatalf("%v is %d, not %d again", b.Pos, got, b.Target)
			}
		}
	}
}

// TestRollbackMindsOthers: a cell in which a body stands waits for it to go; sand of other players falls, and a flower of theirs goes,
// when the block below is taken back.
func TestRollbackMindsOthers(t *testing.T) {
	r := newHarness(t, nil)
	ann := r.join("ann")
	r.play(60)
	feet := ann.avatar().Motion.Pos.Block()
	set := func(cells ...rollback.Restore) *rollback.Job {
		job := &rollback.Job{Author: timestream.Server, Complete: true}
		job.Add(cells...)
		r.s.StartRollback(job)
		return job
	}
	blocked := set(rollback.Restore{Pos: feet, Expected: world.Air, Target: world.Planks})
	r.play(60)
	if got, _ := r.s.World().Block(feet); got != world.Air || blocked.Finished() {
		t.Fatal("a block was set into ann")
	}
	r.play(60 * 11)
	if !blocked.Finished() || blocked.Blocked != 1 {
		t.Fatalf("%+v", blocked)
	}
	p := feet
	p.X += 5
	set(rollback.Restore{Pos: p, Expected: world.Air, Target: world.Planks}, rollback.Restore{Pos: p.Above(), Expected: world.Air, Target: world.Sand}, rollback.Restore{Pos: p.Above().Above().Above(), Expected: world.Air, Target: world.Planks})
	r.play(30)
	if got, _ := r.s.World().Block(p.Above()); got != world.Sand {
		t.Fatalf("what was put on a block that came back is %d", got)
	}
	q := feet
	q.X -= 5
	set(rollback.Restore{Pos: q, Expected: world.Air, Target: world.Grass}, rollback.Restore{Pos: q.Above(), Expected: world.Air, Target: world.RedFlower})
	r.play(30)
	set(rollback.Restore{Pos: p, Expected: world.Planks, Target: world.Air}, rollback.Restore{Pos: q, Expected: world.Grass, Target: world.Air})
	r.play(120)
	if got, _ := r.s.World().Block(p); got != world.Sand {
		t.Fatalf("the sand above has not fallen: %d", got)
	}
	if got, _ := r.s.World().Block(q.Above()); got != world.Air {
		t.Fatalf("a flower stands on nothing: %d", got)
	}
	ann.agrees()
}

// TestRollbackLeavesOutSteps: where steps take long, a rollback has one step of three, and comes to its end all the same.
func TestRollbackLeavesOutSteps(t *testing.T) {
	steps := func(took time.Duration) (n int) {
		clock := time.Duration(0)
		r := newHarness(t, func(c *Config) { c.Stopwatch = func() time.Duration { clock += took; return clock } })
		r.join("ann")
		r.play(20)
		job := &rollback.Job{Author: timestream.Server}
		r.s.StartRollback(job)
		for x := range int32(8) {
			before := job.Done
			job.Add(rollback.Restore{Pos: world.Pos{X: x, Y: 20, Z: 3}, Expected: world.Air, Target: world.Glass})
			for ; job.Done == before; n++ {
				if n > 200 {
					t.Fatal("it does not go on")
				}
				r.play(1)
			}
		}
		return n
	}
	quick, slow := steps(0), steps(20*time.Millisecond)
	t.Logf("8 slices waited for %d steps, and for %d where each took long", quick, slow)
	if slow < quick+6 {
		t.Error("no step was left out")
	}
}
