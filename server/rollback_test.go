package server

import (
	"math/rand/v2"
	"testing"

	"voxtide/timestream"
	"voxtide/world"
)

// TestRollback: random blocks of a griefer are set back over several sections, those that are not in memory included; what
// was built over is left and counted; clients agree; and setting that back again gives what was there before.
func TestRollback(t *testing.T) {
	for seed := range uint64(5) {
		t.Logf("seed %d", seed)
		luck := rand.New(rand.NewPCG(seed, 1))
		r := newRig(t, func(c *Config) { c.Sections = 40 })
		ann := r.join("ann")
		r.play(60)
		var back, again []Back
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
			b := Back{Pos: p, Now: now, Then: then}
			if luck.IntN(20) == 0 {
				b.Now = world.Bricks // somebody else's, who has built there meanwhile: not as it was said to be
			} else if slot := ann.avatar(); slot != nil {
				lo, hi := slot.Box()
				if world.Overlaps(lo, hi, p, then.Boxes()) {
					continue
				}
				again = append(again, Back{Pos: p, Now: then, Then: now})
			}
			back = append(back, b)
		}
		hash := r.s.Hash()
		roll := func(cells []Back) *Rollback {
			job := &Rollback{Author: timestream.Server}
			r.s.Roll(job)
			most := 0
			for i := 0; !job.Finished(); i++ {
				n := min(job.Wants(), len(cells), 500)
				job.Add(cells[:n]...)
				cells = cells[n:]
				job.Last = len(cells) == 0
				before := r.s.Edits()
				r.play(1)
				most = max(most, int(r.s.Edits()-before))
				if i > 2000 {
					t.Fatal("does not end")
				}
			}
			if most > backSlice+64 {
				t.Fatalf("%d edits in a step", most)
			}
			return job
		}
		job := roll(back)
		if job.Done != len(again) || job.Overs != len(back)-len(again) || job.Blocked != 0 {
			t.Fatalf("%d done, %d over, %d blocked, %d the same of %d; want %d", job.Done, job.Overs, job.Blocked, job.Same, len(back), len(again))
		}
		for _, b := range again {
			r.s.need(b.Pos.Section())
			if got, _ := r.s.World().Block(b.Pos); got != b.Now {
				t.Fatalf("%v is %d, not %d", b.Pos, got, b.Now)
			}
		}
		r.play(30)
		ann.agrees()
		if r.s.Hash() == hash {
			t.Fatal("nothing has changed")
		}
		if job = roll(again); job.Done != len(again) || job.Overs != 0 {
			t.Fatalf("back: %d done of %d, %d over", job.Done, len(again), job.Overs)
		}
		r.play(30)
		ann.agrees()
		for _, b := range again {
			r.s.need(b.Pos.Section())
			if got, _ := r.s.World().Block(b.Pos); got != b.Then {
				t.Fatalf("%v is %d, not %d again", b.Pos, got, b.Then)
			}
		}
	}
}

// TestRollbackMindsOthers: a cell in which a body stands waits for it to go; sand of others falls when what it stood on is
// taken back, a flower of theirs goes.
func TestRollbackMindsOthers(t *testing.T) {
	r := newRig(t, nil)
	ann := r.join("ann")
	r.play(60)
	feet := ann.avatar().Motion.Pos.Block()
	set := func(cells ...Back) *Rollback {
		job := &Rollback{Author: timestream.Server, Last: true}
		job.Add(cells...)
		r.s.Roll(job)
		return job
	}
	blocked := set(Back{feet, world.Air, world.Planks})
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
	set(Back{p, world.Air, world.Planks}, Back{p.Above(), world.Air, world.Sand}, Back{p.Above().Above().Above(), world.Air, world.Planks})
	r.play(30)
	if got, _ := r.s.World().Block(p.Above()); got != world.Sand {
		t.Fatalf("what was put on a block that came back is %d", got)
	}
	q := feet
	q.X -= 5
	set(Back{q, world.Air, world.Grass}, Back{q.Above(), world.Air, world.RedFlower})
	r.play(30)
	set(Back{p, world.Planks, world.Air}, Back{q, world.Grass, world.Air})
	r.play(120)
	if got, _ := r.s.World().Block(p); got != world.Sand {
		t.Fatalf("the sand above has not fallen: %d", got)
	}
	if got, _ := r.s.World().Block(q.Above()); got != world.Air {
		t.Fatalf("a flower stands on nothing: %d", got)
	}
	ann.agrees()
}
