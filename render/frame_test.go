package render

import (
	"image"
	"math"
	"testing"

	"voxtide/render/camera"
	"voxtide/render/draw2d"
	"voxtide/render/golden"
	"voxtide/render/scene"
	"voxtide/render/sections"
)

// drawFrame draws a scene, with everything that f adds to the batch, and reads the frame.
func drawFrame(r *Renderer, sc *scene.Scene, f func(b *draw2d.Batch)) *image.NRGBA {
	r.Draw(sc, testWidth, testHeight)
	if f != nil {
		f(r.Batch())
	}
	r.Finish()
	return r.Screenshot(testWidth, testHeight)
}

// compareGolden compares a frame with the golden file of a name. The files are of a software driver: a graphics card filters textures and
// covers the edges of leaves in its own way.
func compareGolden(t *testing.T, r *Renderer, name string, m *image.NRGBA) {
	t.Helper()
	tolerance := golden.DefaultTolerance
	if !r.Driver().Software {
		tolerance.Share = 0.03
	}
	if err := golden.Check("testdata/"+name+".png", m, tolerance, r.Driver().String(), *update); err != nil {
		t.Error(err)
	}
}

// addCompany adds one of everything that is drawn besides sections.
func addCompany(sc *scene.Scene) {
	sc.Entities = append(sc.Entities,
		scene.Entity{ID: 7, Kind: scene.EntityAvatar, Drawn: [3]float64{-2.5, 13, -4.5}, Yaw: 30000, WalkPhase: 1, WalkAmount: 0.8, Name: "Ada", Light: [2]uint8{255, 60}, Block: blockGrass},
		scene.Entity{ID: 12, Kind: scene.EntityAvatar, Drawn: [3]float64{-0.5, 13, -5.5}, Yaw: 50000, Pitch: -0.4, ArmSwing: 0.5, Name: "Grace", Light: [2]uint8{255, 0}},
		scene.Entity{Kind: scene.EntityFallingBlock, Block: blockStone, Drawn: [3]float64{1.5, 14, -6.5}, Light: [2]uint8{255, 0}},
		scene.Entity{Kind: scene.EntityItem, Block: blockPlant, Spin: 1, Drawn: [3]float64{1.5, 13, -3.5}, Light: [2]uint8{255, 0}},
		scene.Entity{Kind: 200, Drawn: [3]float64{0, 14, -3}}) // an unknown kind is not drawn
	sc.Outlines = append(sc.Outlines, scene.Outline{Low: [3]float64{0, 12, -5}, High: [3]float64{1, 13, -4}})
	sc.Cracks = append(sc.Cracks, scene.Crack{Pos: [3]int32{0, 12, -5}, Block: blockGrass, Progress: 0.7})
	sc.Particles = append(sc.Particles, scene.Particle{Pos: [3]float64{0.2, 13.4, -3}, Size: 0.1, Block: blockLamp})
	sc.HeldItem = scene.HeldItem{Shown: true, Block: blockGrass, Light: [2]uint8{255, 0}}
}

// TestGoldenFrames compares frames of hills at several times of day with the golden files.
func TestGoldenFrames(t *testing.T) {
	onGPU(t, Config{ForceFull: true}, func(r *Renderer) {
		sc := hillScene(3)
		for _, c := range []struct {
			name  string
			day   float64
			yaw   float32
			pitch float32
		}{{"noon", 0.22, 0.3, -0.25}, {"dusk", 0.49, 3 * math.Pi / 2, 0.05}, {"night", 0.72, 0, -0.2}} {
			sc.Sky.TimeOfDay, sc.Camera.Yaw, sc.Camera.Pitch = c.day, c.yaw, c.pitch
			compareGolden(t, r, c.name, drawFrame(r, sc, nil))
		}
		sc.Sky.TimeOfDay, sc.Camera.Yaw, sc.Camera.Pitch = 0.2, 0, -0.2
		addCompany(sc)
		compareGolden(t, r, "company", drawFrame(r, sc, nil))
		sc.Camera.Submerged, sc.Entities, sc.HeldItem.Shown = true, nil, false
		compareGolden(t, r, "submerged", drawFrame(r, sc, nil))
	})
}

// TestGoldenMenu compares a frame of everything that the batch draws with the golden file.
func TestGoldenMenu(t *testing.T) {
	onGPU(t, Config{}, func(r *Renderer) {
		p := image.NewNRGBA(image.Rect(0, 0, 12, 12))
		for i := range p.Pix {
			p.Pix[i] = uint8(60 + i*11%180)
		}
		im, err := r.Batch().AddImage(p)
		if err != nil {
			t.Fatal(err)
		}
		r.Clear(rgba(40, 50, 60, 255), testWidth, testHeight)
		b := r.Batch()
		white := rgba(255, 255, 255, 255)
		y := 4
		for _, size := range []int{10, 14, 18, 24} {
			b.ShadowedText(draw2d.Regular, 6, y, size, white, "Regular, 0123456789 äöü")
			b.FontText(draw2d.Mono, 250, y, size, rgba(255, 220, 120, 255), "mono 16.7 ms")
			y += size + 3
		}
		b.FontText(draw2d.Medium, testWidth/2-b.MeasureText(draw2d.Medium, 20, "in the middle")/2, y, 20, white, "in the middle")
		b.Gradient(10, 110, 100, 40, rgba(200, 40, 40, 255), rgba(40, 40, 200, 120))
		b.Border(120, 110, 100, 40, 3, white)
		b.NinePatch(230, 110, 100, 40, draw2d.NinePatch{Image: im, Edge: 4, Scale: 2}, white)
		b.Image(340, 110, 36, 36, im, rgba(255, 255, 255, 160))
		b.Line(390, 110, 470, 150, 2, rgba(120, 255, 120, 255))
		for i, block := range []uint16{blockStone, blockGrass, blockLamp, blockPlant, blockSlab} {
			b.Icon(10+i*52, 160, 48, block)
		}
		b.BlockTexture(280, 160, 48, 48, layerLeaves, white)
		before := b.Clip(340, 160, 60, 30)
		b.Rect(330, 150, 200, 200, rgba(255, 0, 255, 255))
		b.Text(345, 170, 16, white, "cut off here")
		b.Unclip(before)
		r.Finish()
		compareGolden(t, r, "flat", r.Screenshot(testWidth, testHeight))
	})
}

// TestFarFromTheOrigin draws the same scene 20 million blocks away: positions are exact there, too. Without clouds, which are others there.
func TestFarFromTheOrigin(t *testing.T) {
	onGPU(t, Config{ForceReduced: true}, func(r *Renderer) {
		near := hillScene(2)
		near.Sky.TimeOfDay = 0.1
		a := drawFrame(r, near, nil)
		r.UnloadSections()
		far := hillScene(2)
		far.Sky.TimeOfDay = 0.1
		const away = 1_250_000
		far.Camera.Pos[0] += away * sections.Side
		for i := range far.Uploads {
			far.Uploads[i].Mesh.Section[0] += away
		}
		b := drawFrame(r, far, nil)
		if n, most := golden.CountDifferent(a, b, 2); n > testWidth*testHeight/2000 {
			t.Errorf("%d pixels differ, by up to %d", n, most)
		}
	})
}

// TestHiddenIsLookedForFromTheEye: where what is hidden is left out, a list holds for turns within its slack, and for no other place.
func TestHiddenIsLookedForFromTheEye(t *testing.T) {
	onGPU(t, Config{ForceReduced: true}, func(r *Renderer) {
		sc := hillScene(3)
		drawFrame(r, sc, nil)
		sc.Camera.Yaw += camera.SlackTurn / 2 * 0.9
		drawFrame(r, sc, nil)
		if r.Stats().ListRebuilt {
			t.Error("the list was not kept in a small turn")
		}
		sc.Camera.Pos[0] += 0.01
		drawFrame(r, sc, nil)
		if !r.Stats().ListRebuilt {
			t.Error("the list was kept in another place")
		}
	})
}

// TestCullingHidesNothingVisible compares a frame with a new draw list and a frame from the same place with a list that was
// built nearby.
func TestCullingHidesNothingVisible(t *testing.T) {
	onGPU(t, Config{DrawHidden: true}, func(r *Renderer) {
		sc := hillScene(3)
		drawFrame(r, sc, nil)
		for i := range 12 {
			sc.Camera.Yaw = float32(i) * 0.55
			sc.Camera.Pitch = float32(i%5)*0.3 - 0.7
			fresh := drawFrame(r, sc, nil)
			r.sections.Invalidate()
			sc.Camera.Yaw -= camera.SlackTurn / 2 * 0.9
			sc.Camera.Pos[0] += camera.SlackMove * 0.9
			drawFrame(r, sc, nil) // builds the list for a place nearby
			sc.Camera.Yaw += camera.SlackTurn / 2 * 0.9
			sc.Camera.Pos[0] -= camera.SlackMove * 0.9
			kept := drawFrame(r, sc, nil)
			if r.Stats().ListRebuilt {
				t.Fatal("the list was not kept")
			}
			if n, most := golden.CountDifferent(fresh, kept, 1); n > 0 {
				t.Errorf("view %d: %d pixels differ, by up to %d", i, n, most)
			}
		}
	})
}

// TestResolutionScale draws at half the resolution, with one sample a pixel and with several.
func TestResolutionScale(t *testing.T) {
	for _, forceFull := range []bool{false, true} {
		var full, half *image.NRGBA
		onGPU(t, Config{ForceFull: forceFull}, func(r *Renderer) { full = drawFrame(r, hillScene(2), nil) })
		onGPU(t, Config{ForceFull: forceFull, ResolutionScale: 0.5}, func(r *Renderer) { half = drawFrame(r, hillScene(2), nil) })
		if n, _ := golden.CountDifferent(full, half, 60); n > testWidth*testHeight/10 {
			t.Errorf("full quality %v: %d pixels are quite different", forceFull, n)
		}
		if n, _ := golden.CountDifferent(full, half, 2); n < testWidth*testHeight/20 {
			t.Errorf("full quality %v: only %d pixels differ at all: is it drawn smaller?", forceFull, n)
		}
	}
}

// TestQualityChangesWhileRunning: the quality changes between two frames, and each looks as if it had always been so.
func TestQualityChangesWhileRunning(t *testing.T) {
	var full, reduced *image.NRGBA
	onGPU(t, Config{ForceFull: true}, func(r *Renderer) { full = drawFrame(r, hillScene(2), nil) })
	onGPU(t, Config{ForceReduced: true}, func(r *Renderer) {
		reduced = drawFrame(r, hillScene(2), nil)
		for _, c := range []struct {
			cfg  Config
			want *image.NRGBA
		}{{Config{ForceFull: true}, full}, {Config{ForceReduced: true}, reduced}} {
			if err := r.SetConfig(c.cfg); err != nil {
				t.Fatal(err)
			}
			if n, most := golden.CountDifferent(c.want, drawFrame(r, hillScene(2), nil), 2); n > 0 {
				t.Errorf("%+v: %d pixels differ, by up to %d", c.cfg, n, most)
			}
		}
	})
	if n, _ := golden.CountDifferent(full, reduced, 8); n < testWidth*testHeight/50 {
		t.Errorf("only %d pixels differ at all", n)
	}
}

// TestInsideBlock: from inside a block nothing of the world is seen, not even names.
func TestInsideBlock(t *testing.T) {
	onGPU(t, Config{}, func(r *Renderer) {
		sc := hillScene(3)
		addCompany(sc)
		sc.Camera.InsideBlock, sc.HeldItem.Shown = true, false
		m := drawFrame(r, sc, nil)
		for i, c := range m.Pix {
			if i&3 != 3 && c > 12 {
				t.Fatalf("byte %d of the frame is %d", i, c)
			}
		}
	})
}

// TestUnchangedSceneAllocatesNothing: a frame of a scene that does not change allocates nothing, however the camera moves.
func TestUnchangedSceneAllocatesNothing(t *testing.T) {
	onGPU(t, Config{ForceFull: true}, func(r *Renderer) {
		sc := hillScene(3)
		addCompany(sc)
		text := "Voxtide 60 frames per second"
		frame := func() {
			sc.Time += 16_667
			sc.Camera.Yaw += 0.004 // past the slack now and then, so that lists are rebuilt
			sc.Camera.Pos[0] += 0.03
			r.Draw(sc, testWidth, testHeight)
			b := r.Batch()
			b.Rect(10, 10, 50, 20, rgba(0, 0, 0, 100))
			b.ShadowedText(draw2d.Regular, 10, 10, 14, rgba(255, 255, 255, 255), text)
			b.Icon(30, 30, 24, blockGrass)
			r.Finish()
		}
		for range 200 {
			frame()
		}
		sc.Camera.Yaw, sc.Camera.Pos[0] = 0, 0
		if n := testing.AllocsPerRun(60, frame); n > 0 {
			t.Errorf("%v allocations a frame", n)
		}
	})
}
