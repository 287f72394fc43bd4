package render

import (
	"image/color"
	"testing"

	"voxtide/render/golden"
	"voxtide/scene"
)

// haunt adds ghosts to hills: a wall that would come, with a slab and a plant on it, and steps of the ground that would go,
// seen one behind the other.
func haunt(sc *scene.Scene) {
	sc.GhostsVersion++
	add := func(x, y, z int32, block uint16) {
		sc.Ghosts = append(sc.Ghosts, scene.Ghost{Pos: [3]int32{x, y, z}, Block: block})
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
				if hillCell(int(x), int(y), int(z)).pass == passOpaque+1 && hillCell(int(x), int(y+1), int(z)).pass != passOpaque+1 {
					add(x, y, z, blockAir)
				}
			}
		}
	}
	add(1_000_000_000, 8, 0, blockStone)
}

// TestGhosts draws what a rollback would set: it differs by shape, lies over what is there, and is as it was when it is
// made anew from another place.
func TestGhosts(t *testing.T) {
	onGPU(t, Config{Rich: true}, func(r *Renderer) {
		sc := hills(3)
		sc.Camera.Pitch = -0.2
		without := shoot(r, sc, nil)
		haunt(sc)
		m := shoot(r, sc, nil)
		keeps(t, r, "ghosts", m)
		if n, _ := golden.Differ(without, m, 10); n < testWide*testHigh/20 {
			t.Errorf("only %d pixels show ghosts", n)
		}
		r.ghosts.anchor[0] += ghostStray + 1
		if n, most := golden.Differ(m, shoot(r, sc, nil), 1); n > 0 || r.ghosts.anchor != r.view.origin {
			t.Errorf("made anew, %d pixels differ, by up to %d", n, most)
		}
		sc.Ghosts = nil
		if n, _ := golden.Differ(without, shoot(r, sc, nil), 0); n > 0 {
			t.Errorf("%d pixels are left of ghosts that went", n)
		}
	})
}

// TestGhostSides counts sides: none between neighbours that fill their blocks, all of what does not, and no more than the
// bound.
func TestGhostSides(t *testing.T) {
	onGPU(t, Config{}, func(r *Renderer) {
		for _, c := range []struct {
			name  string
			cells []scene.Ghost
			want  int
		}{
			{"one", []scene.Ghost{{Block: blockStone}}, 6},
			{"two of a kind", []scene.Ghost{{Block: blockStone}, {Pos: [3]int32{0, 1, 0}, Block: blockStone}}, 10},
			{"one comes, one goes", []scene.Ghost{{Block: blockStone}, {Pos: [3]int32{0, 1, 0}}}, 10},
			{"a slab on a block", []scene.Ghost{{Block: blockStone}, {Pos: [3]int32{0, 1, 0}, Block: blockSlab}}, 12},
			{"out of sight", []scene.Ghost{{Pos: [3]int32{-1 << 31, 0, 0}}, {Pos: [3]int32{1<<31 - 1, 0, 0}}}, 0},
			{"too many", make([]scene.Ghost, ghostsMax+9), 0},
		} {
			for i := ghostsMax - 1; i < len(c.cells); i++ { // the last one drawn, and those that are not
				c.cells[i] = scene.Ghost{Pos: [3]int32{int32(4 * i), 0, 0}, Block: blockStone}
			}
			sc := &scene.Scene{Camera: scene.Camera{Pos: [3]float64{4 * ghostsMax, 0, 9}, View: 64}, Ghosts: c.cells, GhostsVersion: 1}
			if len(c.cells) > ghostsMax {
				c.want = 6
			} else {
				sc.Camera.Pos = [3]float64{0, 0, 9}
			}
			r.ghosts.version = 0
			r.Draw(sc, 64, 64)
			if r.ghosts.quads != c.want {
				t.Errorf("%s: %d sides, want %d", c.name, r.ghosts.quads, c.want)
			}
		}
	})
}

// TestGhostsWithoutColours: what comes and what goes differ in brightness and shape, not in colour alone. A side of one that
// goes has a line through its middle, one that comes has none.
func TestGhostsWithoutColours(t *testing.T) {
	grey := func(c color.NRGBA) int { return (299*int(c.R) + 587*int(c.G) + 114*int(c.B)) / 1000 }
	onGPU(t, Config{Plain: true}, func(r *Renderer) {
		for _, c := range []struct {
			name    string
			block   uint16
			crossed bool
		}{{"comes", blockLamp, false}, {"goes", blockAir, true}} {
			sc := &scene.Scene{Sky: scene.Sky{Day: 0.72}, Camera: scene.Camera{Pos: [3]float64{0.5, 0.5, 2}, View: 64},
				Ghosts: []scene.Ghost{{Block: c.block}}, GhostsVersion: 1}
			r.ghosts.version = 0
			m := shoot(r, sc, nil)
			mid, beside := grey(m.NRGBAAt(testWide/2, testHigh/2)), grey(m.NRGBAAt(testWide/2+testHigh/5, testHigh/2))
			if (mid-beside > 40) != c.crossed {
				t.Errorf("what %s: %d in the middle, %d beside it", c.name, mid, beside)
			}
		}
	})
}

func TestSteadyGhostsAllocateNothing(t *testing.T) {
	onGPU(t, Config{Rich: true}, func(r *Renderer) {
		sc := hills(2)
		haunt(sc)
		picture := func() {
			sc.Camera.Yaw += 0.004
			r.Draw(sc, testWide, testHigh)
			r.Finish()
		}
		for range 50 {
			picture()
		}
		if n := testing.AllocsPerRun(60, picture); n > 0 {
			t.Errorf("%v allocations a picture", n)
		}
	})
}
