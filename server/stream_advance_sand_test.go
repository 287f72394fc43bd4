package server

import (
	"testing"

	"voxtide/actions"
	"voxtide/timestream"
	"voxtide/world"
)

// TestSandPump puts sand 10 times a second for 12 s into the same cell, two above a torch. Falling blocks cannot be overtaken, so each
// successful placement costs at most 10 edits and the number of entities stays bounded.
func TestSandPump(t *testing.T) {
	r := newHarness(t, nil)
	ann, bob := r.join("ann"), r.join("bob")
	r.play(60)
	pillar := world.Pos{X: 1, Z: 3}
	torch := world.Pos{X: 2, Z: 3}
	putBlocks(r, world.Stone, pillar, pillar.Above(), pillar.Above().Above())
	putBlocks(r, world.Torch, torch)
	cell := torch.Above().Above()
	ann.do(actions.Action{Kind: actions.SelectSlot, Slot: 1}, r.s.Now())
	r.play(10)
	before, begun := r.s.Edits(), len(ann.why)
	places, bodies := 0, 0
	for range 120 {
		ann.do(actions.Action{Kind: actions.Place, Pos: cell, Face: world.West, Aim: actions.Aim{8, 8, 0}}, r.s.Now())
		places++
		for range 6 {
			r.play(1)
			bodies = max(bodies, r.s.World().EntityCount()-2)
		}
	}
	r.play(120)
	edits := int(r.s.Edits() - before)
	done := places - (len(ann.why) - begun)
	reasons := map[actions.Refusal]int{}
	for _, why := range ann.why {
		reasons[why]++
	}
	t.Logf("%d of %d placements, %d edits, at most %d bodies; refused %v", done, places, edits, bodies, reasons)
	if done < 20 || edits-(places-done) > 10*done || bodies > 8 || reasons[actions.FallingInTheWay] == 0 {
		t.Errorf("%d edits for %d placements, %d bodies", edits, done, bodies)
	}
	ann.agrees()
	bob.agrees()
}

// TestLooseIsPaidFor breaks the foot of one high column of sand after the other, 10 times a second: the blocks that come loose are
// bounded by what a player may set free in a second of stream time, and the rest is refused with its own reason.
func TestLooseIsPaidFor(t *testing.T) {
	r := newHarness(t, func(c *Config) { c.View = 2; c.ViewY = 4 })
	ann := r.join("ann")
	r.play(120)
	const high = 40
	var feet []world.Pos
	for i := range int32(6) {
		feet = append(feet, [...]world.Pos{{X: -2, Z: 3}, {X: 0, Z: 3}, {X: 2, Z: 3}, {X: -3, Z: 1}, {X: 3, Z: 1}, {X: -3, Z: -2}}[i%6])
	}
	for _, foot := range feet {
		for y := range int32(high) {
			putBlocks(r, world.Sand, world.Pos{X: foot.X, Y: y + 1, Z: foot.Z})
		}
		putBlocks(r, world.Stone, foot)
	}
	r.play(30)
	loose, falling, begin := 0, 0, r.s.Now()
	r.s.cfg.Observer = entityObserver{spawned: func(e *world.Entity) {
		if e.Kind == world.KindFallingBlock {
			loose++
		}
	}}
	const seconds = 10
	for k := range seconds * 10 {
		foot := feet[k%len(feet)]
		ann.do(actions.Action{Kind: actions.FinishBreak, Pos: foot, Aim: actions.Aim{8, 8, 0}}, r.s.Now())
		for range 6 {
			r.play(1)
			falling = max(falling, r.s.World().EntityCount()-1)
		}
	}
	reasons := map[actions.Refusal]int{}
	for _, why := range ann.why {
		reasons[why]++
	}
	span := int(r.s.Now().Sub(begin) / timestream.Second)
	t.Logf("%d blocks came loose in %d s, at most %d at once; refused %v", loose, span, falling, reasons)
	if loose < high || loose > 40*(span+1)+2*high || reasons[actions.TooMuchFreed] == 0 {
		t.Errorf("%d blocks came loose in %d s, refused %v", loose, span, reasons)
	}
	ann.agrees()
}
