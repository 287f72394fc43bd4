package server

import (
	"fmt"
	"testing"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/land"
	"voxtide/server/access"
	"voxtide/world"
)

// The land that ann has in these tests: what is below the ground there, or what is above the first layer of blocks on it.
var (
	annsCellar = land.Heights{LowY: -20, TopY: 0}
	annsLoft   = land.Heights{LowY: 1, TopY: 20}
)

// claimForAnn makes land ann's: as a claim, or as a plot that is let to her in land of a town, on which bob is trusted.
func claimForAnn(t *testing.T, r *harness, c access.Claim, asPlot bool) {
	c.Owner = access.Principal{Name: "ann"}
	lists := r.s.admin.Access.Lists
	if !asPlot {
		if err := lists.AddClaim(c); err != nil {
			t.Fatal(err)
		}
		return
	}
	town := access.NewClaim(access.Principal{Name: "town"}, world.Pos{}, access.ClaimRadiusMax)
	town.Trusted = []access.Principal{{Name: "bob"}}
	if err := lists.AddClaim(town); err != nil {
		t.Fatal(err)
	}
	low, high := c.Box()
	plot := access.BoxPlot(low, high)
	plot.Holder = c.Owner
	if err := lists.AddPlot(lists.ClaimAt(low), plot); err != nil {
		t.Fatal(err)
	}
}

// TestClaimsWithHeights lets a stranger do above and below ann's land what could change something on it: nothing of hers changes, what he does works on his
// side, and stops at the border, whether it is a claim or a plot in land where he may build. She has land only at some heights; what lies above and below it is free.
func TestClaimsWithHeights(t *testing.T) {
	named := func(name string) world.Block {
		it, known := world.ItemNamed(name)
		if !known {
			t.Fatal(name)
		}
		return it.Block()
	}
	at := func(x, y, z int32) world.Pos { return world.Pos{X: x, Y: y, Z: z} }
	door, torch, lever := named("oak_door"), named("torch"), named("lever")
	upper := door.With(world.PropHalf, world.UpperHalf)
	type cells map[world.Pos]world.Block
	put := func(b world.Block, cells ...world.Pos) func(r *harness, bob *testClient) {
		return func(r *harness, bob *testClient) {
			r.s.rec.Now = r.s.Now()
			for _, p := range cells {
				r.s.rec.PutBlock(bob.stream(), p, b)
			}
			r.s.endTransaction("test")
		}
	}
	do := func(a actions.Action) func(*harness, *testClient) {
		return func(r *harness, bob *testClient) { bob.do(a, r.s.Now()) }
	}
	ditch := cells{}
	for z := int32(-8); z <= 8; z++ {
		ditch[at(3, -1, z)] = world.Air
	}
	deeds := []struct {
		name  string
		land  land.Heights
		given cells
		deed  func(r *harness, bob *testClient)
		own   cells // what is on his side in the end
		why   actions.Refusal
	}{
		{"place above", annsCellar, nil, do(actions.Action{Kind: actions.Place, Pos: at(2, 0, 0), Face: world.Down, Aim: actions.Aim{8, 0, 8}}), cells{at(2, 0, 0): world.Stone}, actions.Done},
		{"break her ground", annsCellar, nil, do(actions.Action{Kind: actions.FinishBreak, Pos: at(1+1, -1, 0), Aim: actions.Aim{0, 16, 8}}), nil, actions.Claimed},
		{"break below", annsLoft, cells{at(2, 0, 0): world.Planks}, do(actions.Action{Kind: actions.FinishBreak, Pos: at(2, 0, 0), Aim: actions.Aim{0, 8, 8}}), cells{at(2, 0, 0): world.Air}, actions.Done},
		{"break her floor", annsLoft, cells{at(2, 1, 0): world.Planks}, do(actions.Action{Kind: actions.FinishBreak, Pos: at(2, 1, 0), Aim: actions.Aim{0, 8, 8}}), nil, actions.Claimed},
		{"water above a hole", annsCellar, cells{at(3, -1, 1): world.Air, at(3, -2, 1): world.Air}, put(world.Water, at(3, 0, 1)), cells{at(3, 0, 1): world.Water}, actions.Done},
		{"water runs over a ditch", annsCellar, ditch, put(world.Water, at(1, 0, 1)), nil, actions.Done},
		{"sand above a hole", annsCellar, cells{at(3, -1, 1): world.Air, at(3, -2, 1): world.Air}, put(world.Sand, at(3, 0, 1)), cells{at(3, 0, 1): world.Sand}, actions.Done},
		{"sand falls towards a hole", annsCellar, cells{at(3, -1, 1): world.Air, at(3, -2, 1): world.Air}, put(world.Sand, at(3, 9, 1), at(3, 14, 1)), cells{at(3, 0, 1): world.Sand, at(3, 1, 1): world.Sand, at(3, 9, 1): world.Air}, actions.Done},
		{"a lever above her door", annsCellar, cells{at(3, -2, 1): door, at(3, -1, 1): upper, at(2, 0, 1): lever},
			do(actions.Action{Kind: actions.Use, Pos: at(2, 0, 1), Aim: actions.Aim{8, 2, 8}, Want: true}), cells{at(2, 0, 1): lever.With(world.PropOn, 1)}, actions.Done},
		{"dig below her torch", annsLoft, cells{at(2, 0, 1): world.Planks, at(2, 1, 1): torch}, do(actions.Action{Kind: actions.FinishBreak, Pos: at(2, 0, 1), Aim: actions.Aim{0, 8, 8}}), cells{at(2, 0, 1): world.Air}, actions.Done},
		{"dig below her sand", annsLoft, cells{at(2, 0, 1): world.Planks, at(2, 1, 1): world.Sand, at(2, 2, 1): world.Sand}, do(actions.Action{Kind: actions.FinishBreak, Pos: at(2, 0, 1), Aim: actions.Aim{0, 8, 8}}),
			cells{at(2, 0, 1): world.Air}, actions.Done},
		{"open the lower half of a door", annsLoft, cells{at(2, 0, 0): door, at(2, 1, 0): upper}, do(actions.Action{Kind: actions.Use, Pos: at(2, 0, 0), Aim: actions.Aim{0, 8, 8}, Want: true}),
			cells{at(2, 0, 0): door.With(world.PropOpen, 1)}, actions.Done},
	}
	fallen := 0
	for i := range 2 * len(deeds) {
		d, asPlot := deeds[i/2], i%2 == 1
		t.Run(fmt.Sprintf("%s, plot %v", d.name, asPlot), func(t *testing.T) {
			r := newHarness(t, nil)
			bob := r.join("bob")
			r.play(60)
			for p, b := range d.given {
				r.s.rec.Do(edits.Edit{Kind: edits.SetBlock, Pos: p, Block: b})
			}
			r.s.endTransaction("test")
			claimForAnn(t, r, access.Claim{LowX: 2, LowZ: -8, HighX: 15, HighZ: 8, Heights: d.land}, asPlot)
			r.play(5)
			hers := func() (h uint64) {
				for x := int32(2); x < 10; x++ {
					for y := int32(-15); y < 16; y++ {
						for z := int32(-6); z < 8; z++ {
							if d.land.Contain(y) {
								b, _ := r.s.World().Block(at(x, y, z))
								h = h*31 + uint64(b)
							}
						}
					}
				}
				return h
			}
			before := hers()
			d.deed(r, bob)
			r.play(60 * 8)
			if hers() != before {
				t.Error("something on her land changed")
			}
			for p, want := range d.own {
				if got, _ := r.s.World().Block(p); got != want {
					t.Errorf("on his side %v is %v, not %v: %v", p, got, want, bob.why)
				}
				if want == world.Sand {
					fallen++
				}
			}
			if b, _ := r.s.World().Block(at(4, 0, 1)); len(d.given) == len(ditch) && (b == world.Air || !b.RunsOrAir()) {
				t.Errorf("behind the ditch there is %v, and no water", b)
			}
			if got := bob.why[bob.next-1]; got != d.why {
				t.Errorf("it is answered by %v, not %v", got, d.why)
			}
			for i := range r.s.World().EntitySlotCount() {
				if e := r.s.World().Entity(world.EntitySlot(i)); e.Kind == world.KindFallingBlock || e.Kind == world.KindItem {
					t.Errorf("a body is left: %v at %v", world.EntityKinds[e.Kind].Name, e.Motion.Pos.Block())
				}
			}
			bob.agrees()
			if w := bob.dumb.World(); w.Claims().Hash() != r.s.World().Claims().Hash() || w.Claims().Hash() == 0 {
				t.Errorf("the client's book has %v", w.Claims().Claims())
			}
		})
	}
	t.Logf("%d deeds, %d blocks of sand came to rest on a border or on each other", len(deeds), fallen)
}
