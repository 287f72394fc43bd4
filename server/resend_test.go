package server

import (
	"testing"

	"voxtide/actions"
	"voxtide/chance"
	"voxtide/edits"
	"voxtide/timestream"
	"voxtide/world"
)

// TestManyChangesAreSentAsSections: of a section in which much is set back, who sees it from afar gets the section anew and
// no edits, who is beside it gets the edits and goes on walking; both end with what the server has. A section of which little
// is set back is told edit by edit.
func TestManyChangesAreSentAsSections(t *testing.T) {
	r := newRig(t, func(c *Config) { c.View, c.ViewY = 4, 2 })
	ann, bob := r.join("ann"), r.join("bob")
	r.play(120)
	told := map[string]map[world.SectionPos]int{"ann": {}, "bob": {}}
	for _, h := range r.hands {
		h.dumb.Saw = func(p world.SectionPos, _ uint32, _ uint64, whole bool, _ world.Block, _ world.Pos) {
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
	var cells []Back
	fill := func(p world.SectionPos, n int32) {
		for i := range n {
			at := p.Origin()
			cells = append(cells, Back{Pos: world.Pos{X: at.X + i&15, Y: at.Y + i>>8, Z: at.Z + i>>4&15}, Now: world.Air, Then: world.Planks})
		}
	}
	fill(much, 4096)
	fill(little, backWhole-1)
	fill(near, 300)
	ann.do(actions.Action{Kind: actions.Controls, Keys: world.KeyForward}, r.s.Now())
	r.play(5)
	job := &Rollback{Author: ann.stream(), Last: true}
	job.Add(cells...)
	r.s.Roll(job)
	for range 30 {
		at := ann.avatar().Motion.Pos
		r.play(1)
		if ann.avatar().Motion.Flags&world.Still != 0 || ann.avatar().Motion.Pos == at {
			t.Fatal("ann stands still")
		}
	}
	r.play(60)
	if !job.Finished() || job.Done != len(cells) {
		t.Fatalf("%d of %d set", job.Done, len(cells))
	}
	for name, got := range told {
		if got[much] != 1<<16 || got[little] != backWhole-1 || got[near] != 300 {
			t.Errorf("%s: of what changed much %#x, little %#x, beside %#x", name, got[much], got[little], got[near])
		}
	}
	if n := r.s.Metrics().Resent; n != 2 {
		t.Errorf("%d sections sent anew", n)
	}
	ann.agrees()
	bob.agrees()
}

// TestResentAmongOthersDoings: rollbacks of whole sections while others dig and let sand fall in them, one of whom loses the
// connection now and then: all agree in the end, in pending checks too.
func TestResentAmongOthersDoings(t *testing.T) {
	luck := chance.Source(t)
	rounds := 2
	if testing.Short() { // under the race detector
		rounds = 1
	}
	for range chance.Rounds(rounds) {
		r := newRig(t, func(c *Config) { c.View, c.ViewY, c.BulkCredit = 3, 1, 1+luck.IntN(8) })
		ann, bob := r.join("ann"), r.join("bob")
		r.play(200)
		sections := []world.SectionPos{{X: 2}, {X: 2, Y: -1}, {X: -2}, {X: -2, Y: -1}, {Z: 2}, {}}
		for range 15 {
			var cells []Back
			for _, p := range sections[luck.IntN(3):] {
				at, step := p.Origin(), 1+luck.Int32N(3)
				then := []world.Block{world.Air, world.Sand, world.Planks}[luck.IntN(3)]
				for i := int32(0); i < 4096; i += step {
					q := world.Pos{X: at.X + i&15, Y: at.Y + i>>8, Z: at.Z + i>>4&15}
					now, there := r.s.World().Block(q)
					if there {
						cells = append(cells, Back{Pos: q, Now: now, Then: then})
					}
				}
			}
			job := &Rollback{Author: timestream.Server, Last: true}
			job.Add(cells[:min(len(cells), job.Wants())]...)
			r.s.Roll(job)
			for range 8 {
				r.play(luck.IntN(3))
				p := sections[luck.IntN(len(sections))].Origin()
				p.X, p.Y, p.Z = p.X+luck.Int32N(16), p.Y+luck.Int32N(16), p.Z+luck.Int32N(16)
				block := []world.Block{world.Air, world.Sand}[luck.IntN(2)]
				r.s.rec.Do(edits.Edit{Kind: edits.SetBlock, Pos: p, Block: block})
				r.s.rec.Do(edits.Edit{Kind: edits.AddCheck, Stream: timestream.Server, Pos: p})
				r.s.rec.Do(edits.Edit{Kind: edits.AddCheck, Stream: bob.stream(), Pos: p.Above()})
				r.s.transaction("by others")
			}
			if luck.IntN(10) == 0 {
				bob.conn.Close("cut")
				r.play(luck.IntN(5))
				bob.resume(r)
			}
		}
		r.play(400)
		if r.s.Metrics().Resent == 0 {
			t.Error("nothing was sent anew")
		}
		ann.agrees()
		bob.agrees()
	}
}
