package render

import (
	"image/color"
	"testing"

	"voxtide/render/golden"
	"voxtide/render/scene"
	"voxtide/render/sections"
)

// addPreview adds a preview to hills: a wall that would be set, with a slab and a plant on it, and, seen behind each other,
// steps of the ground that would be cleared.
func addPreview(sc *scene.Scene) {
	sc.PreviewVersion++
	add := func(x, y, z int32, block uint16) {
		sc.Preview = append(sc.Preview, scene.PreviewBlock{Pos: [3]int32{x, y, z}, Block: block})
	}
	for x := int32(-6); x < -1; x++ {
		for y := int32(13); y < 16; y++ {
			add(x, y, -8, blockGrass)
		}
	}
	add(-5, 16, -8, blockSlab)
	add(-3, 16, -8, blockPlant)
	for x := int32(-2); x < 4; x++ {
		for z := int32(-7); z < -1; z++ {
			for y := int32(3); y < 20; y++ {
				if hillCell(int(x), int(y), int(z)).pass == sections.PassOpaque+1 && hillCell(int(x), int(y+1), int(z)).pass != sections.PassOpaque+1 {
					add(x, y, z, blockAir)
				}
			}
		}
	}
	add(1_000_000_000, 8, 0, blockStone)
}

// TestPreview: the preview of a rollback is drawn over the world, and looks the same when it is rebuilt for another anchor.
func TestPreview(t *testing.T) {
	onGPU(t, Config{ForceFull: true}, func(r *Renderer) {
		sc := hillScene(3)
		sc.Camera.Pitch = -0.2
		without := drawFrame(r, sc, nil)
		addPreview(sc)
		m := drawFrame(r, sc, nil)
		compareGolden(t, r, "ghosts", m)
		if n, _ := golden.CountDifferent(without, m, 10); n < testWidth*testHeight/20 {
			t.Errorf("only %d pixels show the preview", n)
		}
		r.preview.anchor[0] += previewAnchorDrift + 1
		if n, most := golden.CountDifferent(m, drawFrame(r, sc, nil), 1); n > 0 || r.preview.anchor != r.state.camera.Origin {
			t.Errorf("rebuilt, %d pixels differ, by up to %d", n, most)
		}
		sc.Preview = nil
		if n, _ := golden.CountDifferent(without, drawFrame(r, sc, nil), 0); n > 0 {
			t.Errorf("%d pixels of an ended preview are left", n)
		}
	})
}

// TestPreviewFaces counts faces: none between neighbours that fill their cells, all faces of other blocks, and at most the
// bound.
func TestPreviewFaces(t *testing.T) {
	onGPU(t, Config{}, func(r *Renderer) {
		for _, c := range []struct {
			name  string
			cells []scene.PreviewBlock
			want  int
		}{
			{"one", []scene.PreviewBlock{{Block: blockStone}}, 6},
			{"two of a kind", []scene.PreviewBlock{{Block: blockStone}, {Pos: [3]int32{0, 1, 0}, Block: blockStone}}, 10},
			{"one comes, one goes", []scene.PreviewBlock{{Block: blockStone}, {Pos: [3]int32{0, 1, 0}}}, 10},
			{"a slab on a block", []scene.PreviewBlock{{Block: blockStone}, {Pos: [3]int32{0, 1, 0}, Block: blockSlab}}, 12},
			{"out of sight", []scene.PreviewBlock{{Pos: [3]int32{-1 << 31, 0, 0}}, {Pos: [3]int32{1<<31 - 1, 0, 0}}}, 0},
			{"too many", make([]scene.PreviewBlock, previewMax+9), 0},
		} {
			for i := previewMax - 1; i < len(c.cells); i++ { // the last block that is drawn, and the blocks beyond the bound
				c.cells[i] = scene.PreviewBlock{Pos: [3]int32{int32(4 * i), 0, 0}, Block: blockStone}
			}
			sc := &scene.Scene{Camera: scene.Camera{Pos: [3]float64{4 * previewMax, 0, 9}, ViewDistance: 64}, Preview: c.cells, PreviewVersion: 1}
			if len(c.cells) > previewMax {
				c.want = 6
			} else {
				sc.Camera.Pos = [3]float64{0, 0, 9}
			}
			r.preview.version = 0
			r.Draw(sc, 64, 64)
			if r.preview.quads != c.want {
				t.Errorf("%s: %d sides, want %d", c.name, r.preview.quads, c.want)
			}
		}
	})
}

// TestPreviewColoursForColourBlind: blocks that would be set and cleared differ in brightness and shape, not in colour alone. A
// face of a block that would be cleared has a line through its middle.
func TestPreviewColoursForColourBlind(t *testing.T) {
	grey := func(c color.NRGBA) int { return (299*int(c.R) + 587*int(c.G) + 114*int(c.B)) / 1000 }
	onGPU(t, Config{ForceReduced: true}, func(r *Renderer) {
		for _, c := range []struct {
			name    string
			block   uint16
			crossed bool
		}{{"comes", blockLamp, false}, {"goes", blockAir, true}} {
			sc := &scene.Scene{Sky: scene.Sky{TimeOfDay: 0.72}, Camera: scene.Camera{Pos: [3]float64{0.5, 0.5, 2}, ViewDistance: 64},
				Preview: []scene.PreviewBlock{{Block: c.block}}, PreviewVersion: 1}
			r.preview.version = 0
			m := drawFrame(r, sc, nil)
			mid, beside := grey(m.NRGBAAt(testWidth/2, testHeight/2)), grey(m.NRGBAAt(testWidth/2+testHeight/5, testHeight/2))
			if (mid-beside > 40) != c.crossed {
				t.Errorf("what %s: %d in the middle, %d beside it", c.name, mid, beside)
			}
		}
	})
}

// TestUnchangedPreviewAllocatesNothing: a preview that does not change allocates nothing.
func TestUnchangedPreviewAllocatesNothing(t *testing.T) {
	onGPU(t, Config{ForceFull: true}, func(r *Renderer) {
		sc := hillScene(2)
		addPreview(sc)
		frame := func() {
			sc.Camera.Yaw += 0.004
			r.Draw(sc, testWidth, testHeight)
			r.Finish()
		}
		for range 50 {
			frame()
		}
		if n := testing.AllocsPerRun(60, frame); n > 0 {
			t.Errorf("%v allocations a frame", n)
		}
	})
}
