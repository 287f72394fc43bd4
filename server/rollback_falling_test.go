package server

import (
	"testing"
	"time"

	"voxtide/server/rollback"
	"voxtide/server/sections"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// farSand is where sand is set into the air: in the middle of a section, at the edge of two and at the corner of four, each at the foot of a section, within one,
// at its top, and two sections higher.
func farSand() (cells []world.Pos) {
	for _, y := range [...]int32{32, 40, 47, 70} {
		for i := range int32(3) {
			cells = append(cells, world.Pos{X: 320 + 8*i, Y: y, Z: 16 * i})
		}
	}
	return cells
}

// farJob runs a job in the server's name, at most 30 s, and returns how long it took.
func (r *harness) farJob(target world.Block, cells ...world.Pos) (*rollback.Job, time.Duration) {
	job := &rollback.Job{Author: timestream.Server, Settles: true, Complete: true}
	for _, p := range cells {
		job.Add(rollback.Restore{Pos: p, Target: target, Any: true})
	}
	r.s.StartRollback(job)
	began := r.now
	for !job.Finished() && r.now < began+30*time.Second {
		r.play(1)
		for i := range r.s.World().EntitySlotCount() {
			e := r.s.World().Entity(world.EntitySlot(i))
			if b, _ := r.s.World().Block(e.Motion.Pos.Block()); e.Kind == world.KindFallingBlock && b == target && b.Solid() {
				r.t.Errorf("a block is set into one that falls, at %v", e.Motion.Pos.Block())
			}
		}
	}
	return job, r.now - began
}

// sandLies fails unless that number of blocks of sand lies on something in the columns of farSand, with nothing that falls or waits.
func (r *harness) sandLies(want int) {
	r.t.Helper()
	w, found, bodies := r.s.World(), 0, 0
	for i := range int32(3) {
		for y := int32(-1); y < 96; y++ {
			p := world.Pos{X: 320 + 8*i, Y: y, Z: 16 * i}
			r.s.loadNow(p.Section())
			r.s.loadNow(p.Below().Section())
			if b, _ := w.Block(p); b != world.Sand {
				continue
			}
			found++
			if below, _ := w.Block(p.Below()); !below.Solid() {
				r.t.Errorf("sand hangs at %v", p)
			}
		}
	}
	for i := range w.EntitySlotCount() {
		if w.Entity(world.EntitySlot(i)).Kind == world.KindFallingBlock {
			bodies++
		}
	}
	if checks := len(w.Stream(timestream.Server).SupportChecks); found != want || bodies != 0 || checks != 0 {
		r.t.Errorf("%d of %d blocks of sand lie, %d fall, %d checks wait", found, want, bodies, checks)
	}
}

// TestFallingWhereNobodyIs: sand that is set into the air of land that nobody is near comes down, whether somebody plays elsewhere or nobody does, whether that
// land is in memory, comes late, or was left while it fell; no check and no body stays; and what is built there meanwhile waits for nothing.
func TestFallingWhereNobodyIs(t *testing.T) {
	for _, x := range [...]struct {
		name              string
		late, alone, kill bool
		below             bool // it is built upon while it falls
		dig               bool // it stood on stone that is taken away
	}{
		{name: "land at once"}, {name: "land that comes late", late: true}, {name: "nobody plays", alone: true}, {name: "nobody plays, late", alone: true, late: true},
		{name: "built below", below: true}, {name: "built below, late", below: true, late: true}, {name: "built below, nobody plays", below: true, alone: true},
		{name: "killed meanwhile, built below", kill: true, below: true}, {name: "killed meanwhile, built below, late", kill: true, below: true, late: true},
		{name: "its ground taken away", dig: true}, {name: "its ground taken away, late, nobody plays", dig: true, late: true, alone: true},
	} {
		t.Run(x.name, func(t *testing.T) {
			change := func(c *Config) {
				c.MaxSections = 1
				if x.late {
					c.SectionSource = &lateLand{OnDemand: sections.OnDemand{Store: c.Store, Generate: flatSection}}
				}
			}
			m := store.NewMemory(nil)
			r := newHarness(t, func(c *Config) { c.Store = m; change(c) })
			if !x.alone {
				r.join("ann")
			}
			r.play(60 * 6)
			cells := farSand()
			if x.dig {
				cells = cells[:3] // those that stand at the foot of a section: no block that is taken away lies in theirs
				var ground []world.Pos
				for _, p := range cells {
					ground = append(ground, p.Below())
				}
				r.farJob(world.Stone, ground...)
				r.farJob(world.Sand, cells...)
				r.play(60 * 30) // it is forgotten
				if job, took := r.farJob(world.Air, ground...); job.Done != len(cells) {
					t.Fatalf("%+v in %v", job, took)
				}
			} else if job, took := r.farJob(world.Sand, cells...); job.Done != len(cells) || took > 10*time.Second {
				t.Fatalf("%+v in %v", job, took)
			}
			r.play(15) // it falls
			if x.kill {
				r = r.crashWith(m, change)
				r.join("ann")
				r.play(60)
				away := 0
				r.s.UnloadedEntities(func(e *world.Entity) { away++ })
				t.Logf("%d bodies fall in land that is not in memory", away)
			}
			if x.below {
				var boxes []world.Pos
				for _, p := range cells {
					if !x.kill { // the store has where it began to fall
						p = p.Below()
					}
					boxes = append(boxes, p)
				}
				job, took := r.farJob(world.Planks, boxes...)
				t.Logf("%d blocks of sand; what was built below them took %v", len(cells), took)
				if job.Blocked+job.Falling != 0 || job.Done != len(cells) || took > 5*time.Second {
					t.Errorf("%d of %d built, %d blocked, %d fallen through, in %v", job.Done, len(cells), job.Blocked, job.Falling, took)
				}
			}
			r.play(60 * 8)
			r.sandLies(len(cells))
		})
	}
}

// crashWith is crash, with a source of land that reads what is left.
func (r *harness) crashWith(m *store.Memory, change func(*Config)) *harness {
	left := m.Crash(r.now)
	next := newHarness(r.t, func(c *Config) { c.Store = left; change(c) })
	next.now = r.now
	return next
}

// lateLand delivers a requested section in every second step.
type lateLand struct {
	sections.OnDemand
	asked int
}

func (l *lateLand) Ready() (sections.Loaded, bool) {
	if l.asked++; l.asked%4 != 0 {
		return sections.Loaded{}, false
	}
	return l.OnDemand.Ready()
}

func (l *lateLand) Immediate() bool { return false }
