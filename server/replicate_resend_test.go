package server

import (
	"testing"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/internal/testrand"
	"voxtide/server/rollback"
	"voxtide/timestream"
	"voxtide/world"
)

// TestManyChangesAreSentAsSections: where a rollback restores much of a section, a client that sees it from afar is sent the section
// and no edits, and a client beside it gets the edits and goes on walking; both end with the server's state. A section with few
// changes is told edit by edit.
func TestManyChangesAreSentAsSections(t *testing.T) {
	r := newHarness(t, func(c *Config) { c.View, c.ViewY = 4, 2 })
	ann, bob := r.join("ann"), r.join("bob")
	r.play(120)
	told := map[string]map[world.SectionPos]int{"ann": {}, "bob": {}}
	for _, h := range r.hands {
		h.dumb.OnSectionChange = func(p world.SectionPos, _ uint32, _ uint64, whole bool, _ world.Block, _ world.Pos) {
			if whole {
				told[h.name][p] += 1 << 16
			} else {
				told[h.name][p]++
			}
		}
	}
	much, little := world.SectionPos{X: 3}, world.SectionPos{X: 2, Y: 1}
	near := ann.avatar().Motion.Pos.Block().Section()
	near.Y++
	var cells []rollback.Restore
	fill := func(p world.SectionPos, n int32) {
		for i := range n {
			at := p.Origin()
			cells = append(cells, rollback.Restore{Pos: world.Pos{X: at.X + i&15, Y: at.Y + i>>8, Z: at.Z + i>>4&15}, Expected: world.Air, Target: world.Planks})
		}
	}
	fill(much, 4096)
	fill(little, rollback.WholeSectionFrom-1)
	fill(near, 300)
	ann.do(actions.Action{Kind: actions.SetKeys, Keys: world.KeyForward}, r.s.Now())
	r.play(5)
	job := &rollback.Job{Author: ann.stream(), Complete: true}
	job.Add(cells...)
	r.s.StartRollback(job)
	for range 30 {
		at := ann.avatar().Motion.Pos
		r.play(1)
		if ann.avatar().Motion.Flags&world.Suspended != 0 || ann.avatar().Motion.Pos == at {
			t.Fatal("ann stands still")
		}
	}
	r.play(60)
	if !job.Finished() || job.Done != len(cells) {
		t.Fatalf("%d of %d set", job.Done, len(cells))
	}
	for name, got := range told {
		if got[much] != 1<<16 || got[little] != rollback.WholeSectionFrom-1 || got[near] != 300 {
			t.Errorf("%s: of what changed much %#x, little %#x, beside %#x", name, got[much], got[little], got[near])
		}
	}
	if n := r.s.Metrics().SectionsResent; n != 2 {
		t.Errorf("%d sections sent again", n)
	}
	ann.agrees()
	bob.agrees()
}

// TestResentAmongOthersDoings: rollbacks of whole sections while others break blocks and let sand fall in them, one of whom loses the
// connection now and then: all agree in the end, in pending checks too.
func TestResentAmongOthersDoings(t *testing.T) {
	luck := testrand.New(t)
	rounds := 2
	if testing.Short() { // under the race detector
		rounds = 1
	}
	for range testrand.Rounds(rounds) {
		r := newHarness(t, func(c *Config) { c.View, c.ViewY, c.BulkCredit = 3, 1, 1+luck.IntN(8) })
		ann, bob := r.join("ann"), r.join("bob")
		r.play(200)
		sections := []world.SectionPos{{X: 2}, {X: 2, Y: -1}, {X: -2}, {X: -2, Y: -1}, {Z: 2}, {}}
		for range 15 {
			var cells []rollback.Restore
			for _, p := range sections[luck.IntN(3):] {
				at, step := p.Origin(), 1+luck.Int32N(3)
				then := []world.Block{world.Air, world.Sand, world.Planks}[luck.IntN(3)]
				for i := int32(0); i < 4096; i += step {
					q := world.Pos{X: at.X + i&15, Y: at.Y + i>>8, Z: at.Z + i>>4&15}
					now, there := r.s.World().Block(q)
					if there {
						cells = append(cells, rollback.Restore{Pos: q, Expected: now, Target: then})
					}
				}
			}
			job := &rollback.Job{Author: timestream.Server, Complete: true}
			job.Add(cells[:min(len(cells), job.Room())]...)
			r.s.StartRollback(job)
			for range 8 {
				r.play(luck.IntN(3))
				p := sections[luck.IntN(len(sections))].Origin()
				p.X, p.Y, p.Z = p.X+luck.Int32N(16), p.Y+luck.Int32N(16), p.Z+luck.Int32N(16)
				block := []world.Block{world.Air, world.Sand}[luck.IntN(2)]
				r.s.rec.Do(edits.Edit{Kind: edits.SetBlock, Pos: p, Block: block})
				r.s.rec.Do(edits.Edit{Kind: edits.AddSupportCheck, Stream: timestream.Server, Pos: p})
				r.s.rec.Do(edits.Edit{Kind: edits.AddSupportCheck, Stream: bob.stream(), Pos: p.Above()})
				r.s.endTransaction("by others")
			}
			if luck.IntN(10) == 0 {
				bob.conn.Close("cut")
				r.play(luck.IntN(5))
				bob.resume(r)
			}
		}
		r.play(400)
		if r.s.Metrics().SectionsResent == 0 {
			t.Error("nothing was sent again")
		}
		ann.agrees()
		bob.agrees()
	}
}
