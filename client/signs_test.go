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
