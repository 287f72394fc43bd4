package server

import (
	"testing"

	"voxtide/actions"
	"voxtide/server/access"
	"voxtide/timestream"
	"voxtide/world"
)

// TestClaimsKeepOut lets a stranger do to what is on ann's land all that a player can do, from beside it: nothing of hers changes. What he
// does on his side of the border works there, and stops at it.
func TestClaimsKeepOut(t *testing.T) {
	named := func(name string) world.Block {
		it, known := world.ItemNamed(name)
		if !known {
			t.Fatal(name)
		}
		return it.Block()
	}
	// Ann's land begins at X 2; the stranger stands at X 0. Beside the border on his side is X 1.
	const border = 2
	at := func(x, y, z int32) world.Pos { return world.Pos{X: x, Y: y, Z: z} }
	door, chest, sign, lever, torch := named("oak_door"), named("chest"), named("oak_sign"), named("lever"), named("torch")
	set := func(p world.Pos, b world.Block) func(r *harness) {
		return func(r *harness) { r.s.rec.PutBlock(timestream.Server, p, b) }
	}
	do := func(a actions.Action) func(*harness, *testClient) {
		return func(r *harness, bob *testClient) {
			bob.do(a, r.s.Now())
		}
	}
	deeds := []struct {
		name  string
		given []func(r *harness)
		deed  func(r *harness, bob *testClient)
		own   world.Pos // a cell on the stranger's side that changes
	}{
		{"place", nil, do(actions.Action{Kind: actions.Place, Pos: at(2, 0, 0), Face: world.Down, Aim: actions.Aim{8, 0, 8}}), world.Pos{}},
		{"break", []func(*harness){set(at(2, 0, 0), named("planks"))}, do(actions.Action{Kind: actions.FinishBreak, Pos: at(2, 0, 0), Aim: actions.Aim{0, 8, 8}}), world.Pos{}},
		{"open a door", []func(*harness){set(at(2, 1, 0), door.With(world.PropHalf, world.UpperHalf)), set(at(2, 0, 0), door)},
			do(actions.Action{Kind: actions.Use, Pos: at(2, 0, 0), Aim: actions.Aim{0, 8, 8}, Want: true}), world.Pos{}},
		{"switch a lever", []func(*harness){set(at(2, 0, 0), lever)}, do(actions.Action{Kind: actions.Use, Pos: at(2, 0, 0), Aim: actions.Aim{8, 2, 8}, Want: true}), world.Pos{}},
		{"put into a chest", []func(*harness){set(at(2, 0, 0), chest)}, do(actions.Action{Kind: actions.BoxMove, Pos: at(2, 0, 0), Count: 1, Want: true}), world.Pos{}},
		{"write a sign", []func(*harness){set(at(2, 0, 0), sign)}, do(actions.Action{Kind: actions.WriteSign, Pos: at(2, 0, 0), Text: "mine"}), world.Pos{}},
		{"a lever beside the border", []func(*harness){set(at(2, 1, 1), door.With(world.PropHalf, world.UpperHalf)), set(at(2, 0, 1), door), set(at(1, 0, 1), lever)},
			do(actions.Action{Kind: actions.Use, Pos: at(1, 0, 1), Aim: actions.Aim{8, 2, 8}, Want: true}), at(1, 0, 1)},
		{"dig what a torch hangs at", []func(*harness){set(at(1, 0, 1), named("planks")), set(at(2, 0, 1), torch.With(world.PropWall, 1).With(world.PropFacing, facingValue(t, torch, world.East)))},
			do(actions.Action{Kind: actions.FinishBreak, Pos: at(1, 0, 1), Aim: actions.Aim{0, 8, 8}}), at(1, 0, 1)},
		{"water beside the border", nil, func(r *harness, bob *testClient) {
			r.s.rec.Now = r.s.Now()
			r.s.rec.PutBlock(bob.stream(), at(1, 0, 1), world.Water)
			r.s.endTransaction("test")
		}, at(1, 0, 1)},
	}
	for i := range 2 * len(deeds) {
		d, asPlot := deeds[i/2], i%2 == 1
		r := newHarness(t, nil)
		bob := r.join("bob")
		r.play(60)
		claimForAnn(t, r, access.Claim{LowX: border, LowZ: -8, HighX: 15, HighZ: 8}, asPlot)
		r.play(5)
		for _, g := range d.given {
			g(r)
		}
		r.s.endTransaction("test")
		r.play(5)
		hers := func() (h uint64) {
			for x := int32(border); x < 10; x++ {
				for y := int32(-1); y < 4; y++ {
					for z := int32(-6); z < 8; z++ {
						b, _ := r.s.World().Block(at(x, y, z))
						h = h*31 + uint64(b)
						if e := r.s.World().BlockEntityAt(at(x, y, z)); e != nil {
							h = h*31 + 1
						}
					}
				}
			}
			return h
		}
		own, _ := r.s.World().Block(d.own)
		before := hers()
		d.deed(r, bob)
		r.play(200)
		if now := hers(); now != before {
			t.Errorf("%s: something on her land changed", d.name)
		}
		if now, _ := r.s.World().Block(d.own); d.own != (world.Pos{}) && now == own {
			t.Errorf("%s: nothing happened on his side: %v", d.name, bob.why)
		}
		if d.own == (world.Pos{}) && bob.why[bob.next-1] != actions.Claimed {
			t.Errorf("%s: %v", d.name, bob.why)
		}
		bob.agrees()
		if w := bob.dumb.World(); len(w.Claims().Claims()) != 1+i%2 || w.Claims().Hash() != r.s.World().Claims().Hash() {
			t.Errorf("%s: the client's book has %v", d.name, w.Claims().Claims())
		}
	}
	t.Logf("%d deeds, each at a claim and at a plot", len(deeds))
}

// facingValue returns the value of a block's property of facing that looks along a face.
func facingValue(t *testing.T, b world.Block, f world.Face) int {
	for i := range 4 {
		if b.With(world.PropFacing, i).Facing() == f {
			return i
		}
	}
	t.Fatal("no such facing")
	return 0
}
