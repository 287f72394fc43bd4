package client

import (
	"testing"

	"voxtide/render/scene"
	"voxtide/world"
)

// TestSignsInSight: the text of a sign lies on the front of its board, toward its facing, while it is near and nothing is before it.
func TestSignsInSight(t *testing.T) {
	it, known := world.ItemNamed("oak_sign")
	if !known {
		t.Fatal("no sign")
	}
	seen := 0
	for facing := range 4 {
		for wall := range 2 {
			b := it.Block().With(world.PropFacing, facing).With(world.PropWall, wall)
			p := world.Pos{X: 8, Y: 8, Z: 8}
			front := world.Pos{}.Next(b.Facing())
			see := func(away int32, between world.Block) []scene.Sign {
				w := world.New()
				s := world.NewSection(world.Air)
				w.SetSection(p.Section(), s)
				w.SetBlock(p, b)
				w.SetText(p, "to the mill")
				w.SetBlock(world.Pos{X: p.X + front.X, Y: p.Y, Z: p.Z + front.Z}, between)
				sc := &scene.Scene{}
				eye := world.BottomCentre(world.Pos{X: p.X + away*front.X, Y: p.Y, Z: p.Z + away*front.Z})
				eye[world.AxisY] += world.Unit / 2
				fillSigns(sc, w, eye)
				return sc.Signs
			}
			got := see(3, world.Air)
			if len(got) != 1 || got[0].Text != "to the mill" {
				t.Fatalf("facing %d, wall %d: %+v", facing, wall, got)
			}
			seen++
			out := [...]float64{1. / 16, -6. / 16}[wall] // the front of its model
			along := (got[0].Pos[0]-8.5)*float64(front.X) + (got[0].Pos[2]-8.5)*float64(front.Z)
			if along > out+0.02 || along <= out {
				t.Errorf("facing %d, wall %d: the text is %.3f before the middle, the board ends at %.3f", facing, wall, along, out)
			}
			edge := 0.0 // the front of the outline at which players aim
			for _, box := range b.Outline() {
				for axis, f := range [3]int32{front.X, 0, front.Z} {
					switch {
					case f > 0:
						edge = float64(box.Hi[axis])/16 - 0.5
					case f < 0:
						edge = 0.5 - float64(box.Lo[axis])/16
					}
				}
			}
			if along > edge+0.02 || along < edge-0.1 {
				t.Errorf("facing %d, wall %d: the text is %.3f before the middle, the outline ends at %.3f", facing, wall, along, edge)
			}
			if got := see(3, world.Stone); len(got) != 0 {
				t.Errorf("facing %d, wall %d: it is read through stone", facing, wall)
			}
			if got := see(7, world.Air); wall == 0 && len(got) != 1 {
				t.Errorf("facing %d: %d signs from 7 blocks", facing, len(got))
			}
		}
	}
	t.Logf("%d ways a sign can stand", seen)
}

// TestShopsSayWhatTheySell: what a box offers stands on its front, while it is in sight, and nothing on a box that offers nothing.
func TestShopsSayWhatTheySell(t *testing.T) {
	iron, _ := world.ItemNamed("iron_ingot")
	for _, name := range []string{"chest", "barrel"} {
		b, _ := world.BlockNamed(name)
		p := world.Pos{X: 8, Y: 8, Z: 8}
		front := world.Pos{}.Next(b.Facing())
		w := world.New()
		w.SetSection(p.Section(), world.NewSection(world.Air))
		w.SetBlock(p, b)
		w.SetBoxSlot(p, 0, world.Stack{Item: iron, Count: 9})
		see := func(away int32) []scene.Sign {
			sc := &scene.Scene{}
			eye := world.BottomCentre(world.Pos{X: p.X + away*front.X, Y: p.Y, Z: p.Z + away*front.Z})
			eye[world.AxisY] += world.Unit / 2
			fillSigns(sc, w, eye)
			return sc.Signs
		}
		if got := see(3); len(got) != 0 {
			t.Errorf("%s, no shop: %+v", name, got)
		}
		w.SetOffer(p, world.Offer{Goods: world.Stack{Item: iron, Count: 3}, Price: world.StackOf(world.Planks, 16), By: 1})
		got := see(3)
		if len(got) != 1 || got[0].Text != "3 iron ingot\nfor\n16 planks" {
			t.Fatalf("%s: %+v", name, got)
		}
		if out := (got[0].Pos[2] - 8.5) * float64(front.Z); out <= 0.43 || out > 0.52 { // before the front, not within the box
			t.Errorf("%s: %v before the middle", name, out)
		}
	}
}
