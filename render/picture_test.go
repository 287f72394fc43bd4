package render

import (
	"image"
	"math"
	"testing"

	"voxtide/render/golden"
	"voxtide/scene"
)

// shoot draws a scene, with what f adds to the batch, and reads it back.
func shoot(r *Renderer, sc *scene.Scene, f func(b *Batch)) *image.NRGBA {
	r.Draw(sc, testWide, testHigh)
	if f != nil {
		f(r.Batch())
	}
	r.Finish()
	return r.Shot(testWide, testHigh)
}

// keeps compares a picture with the one in testdata.
func keeps(t *testing.T, r *Renderer, name string, m *image.NRGBA) {
	t.Helper()
	if err := golden.Check("testdata/"+name+".png", m, golden.Usual, r.Driver().String(), *update); err != nil {
		t.Error(err)
	}
}

// company adds one of everything that is no section.
func company(sc *scene.Scene) {
	sc.Bodies = append(sc.Bodies,
		scene.Body{ID: 7, Kind: kindAvatar, Drawn: [3]float64{-2.5, 13, -4.5}, Yaw: 30000, Stride: 1, Pace: 0.8, Name: "Ada", Light: [2]uint8{255, 60}, Block: blockGrass},
		scene.Body{ID: 12, Kind: kindAvatar, Drawn: [3]float64{-0.5, 13, -5.5}, Yaw: 50000, Pitch: -0.4, Arm: 0.5, Name: "Grace", Light: [2]uint8{255, 0}},
		scene.Body{Kind: kindFalling, Block: blockStone, Drawn: [3]float64{1.5, 14, -6.5}, Light: [2]uint8{255, 0}},
		scene.Body{Kind: kindItem, Block: blockPlant, Spin: 1, Drawn: [3]float64{1.5, 13, -3.5}, Light: [2]uint8{255, 0}},
		scene.Body{Kind: 200, Drawn: [3]float64{0, 14, -3}}) // a kind that nobody knows is not drawn
	sc.Targets = append(sc.Targets, scene.Outline{Low: [3]float64{0, 12, -5}, High: [3]float64{1, 13, -4}})
	sc.Cracks = append(sc.Cracks, scene.Crack{Pos: [3]int32{0, 12, -5}, Block: blockGrass, Progress: 0.7})
	sc.Particles = append(sc.Particles, scene.Particle{Pos: [3]float64{0.2, 13.4, -3}, Size: 0.1, Block: blockLamp})
	sc.Held = scene.Held{Shown: true, Block: blockGrass, Light: [2]uint8{255, 0}}
}

func TestPictures(t *testing.T) {
	onGPU(t, Config{Rich: true}, func(r *Renderer) {
		sc := hills(3)
		for _, c := range []struct {
			name  string
			day   float64
			yaw   float32
			pitch float32
		}{{"noon", 0.22, 0.3, -0.25}, {"dusk", 0.49, 3 * math.Pi / 2, 0.05}, {"night", 0.72, 0, -0.2}} {
			sc.Sky.Day, sc.Camera.Yaw, sc.Camera.Pitch = c.day, c.yaw, c.pitch
			keeps(t, r, c.name, shoot(r, sc, nil))
		}
		sc.Sky.Day, sc.Camera.Yaw, sc.Camera.Pitch = 0.2, 0, -0.2
		company(sc)
		keeps(t, r, "company", shoot(r, sc, nil))
		sc.Camera.Submerged, sc.Bodies, sc.Held.Shown = true, nil, false
		keeps(t, r, "submerged", shoot(r, sc, nil))
	})
}

func TestFlatPicture(t *testing.T) {
	onGPU(t, Config{}, func(r *Renderer) {
		p := image.NewNRGBA(image.Rect(0, 0, 12, 12))
		for i := range p.Pix {
			p.Pix[i] = uint8(60 + i*11%180)
		}
		im, err := r.Batch().AddImage(p)
		if err != nil {
			t.Fatal(err)
		}
		r.Clear(Colour{40, 50, 60, 255}, testWide, testHigh)
		b := r.Batch()
		white := Colour{255, 255, 255, 255}
		y := 4
		for _, size := range []int{10, 14, 18, 24} {
			b.Shadowed(Regular, 6, y, size, white, "Regular, 0123456789 äöü")
			b.TextIn(Mono, 250, y, size, Colour{255, 220, 120, 255}, "mono 16.7 ms")
			y += size + 3
		}
		b.Aligned(Medium, Centre, testWide/2, y, 20, white, "in the middle")
		b.Gradient(10, 110, 100, 40, Colour{200, 40, 40, 255}, Colour{40, 40, 200, 120})
		b.Frame(120, 110, 100, 40, 3, white)
		b.Box(230, 110, 100, 40, Patch{Image: im, Edge: 4, Scale: 2}, white)
		b.Picture(340, 110, 36, 36, im, Colour{255, 255, 255, 160})
		b.Line(390, 110, 470, 150, 2, Colour{120, 255, 120, 255})
		for i, block := range []uint16{blockStone, blockGrass, blockLamp, blockPlant, blockSlab} {
			b.Icon(10+i*52, 160, 48, block)
		}
		b.Layer(280, 160, 48, 48, layerLeaves, white)
		before := b.Clip(340, 160, 60, 30)
		b.Rect(330, 150, 200, 200, Colour{255, 0, 255, 255})
		b.Text(345, 170, 16, white, "cut off here")
		b.Unclip(before)
		r.Finish()
		keeps(t, r, "flat", r.Shot(testWide, testHigh))
	})
}

// TestFarFromTheOrigin draws the same scene 20 million blocks away: places are exact there, too.
func TestFarFromTheOrigin(t *testing.T) {
	onGPU(t, Config{}, func(r *Renderer) {
		near := hills(2)
		near.Sky.Day = 0.1
		a := shoot(r, near, nil)
		for i := range near.Uploads {
			r.store.drop(near.Uploads[i].Mesh.Section)
		}
		far := hills(2)
		far.Sky.Day = 0.1
		const away = 1_250_000
		far.Camera.Pos[0] += away * sectionSide
		for i := range far.Uploads {
			far.Uploads[i].Mesh.Section[0] += away
		}
		b := shoot(r, far, nil)
		if n, most := golden.Differ(a, b, 2); n > testWide*testHigh/2000 {
			t.Errorf("%d pixels differ, by up to %d", n, most)
		}
	})
}

// TestNothingIsCulledThatShows compares the picture with one for which nothing was culled but by the frustum.
func TestNothingIsCulledThatShows(t *testing.T) {
	onGPU(t, Config{}, func(r *Renderer) {
		sc := hills(3)
		shoot(r, sc, nil)
		for i := range 12 {
			sc.Camera.Yaw = float32(i) * 0.55
			sc.Camera.Pitch = float32(i%5)*0.3 - 0.7
			fresh := shoot(r, sc, nil)
			r.list.valid = false
			sc.Camera.Yaw -= slackTurn / 2 * 0.9
			sc.Camera.Pos[0] += slackMove * 0.9
			shoot(r, sc, nil) // makes the list for a place near by
			sc.Camera.Yaw += slackTurn / 2 * 0.9
			sc.Camera.Pos[0] -= slackMove * 0.9
			kept := shoot(r, sc, nil)
			if r.Stats().Rebuilt {
				t.Fatal("the list was not kept")
			}
			if n, most := golden.Differ(fresh, kept, 1); n > 0 {
				t.Errorf("view %d: %d pixels differ, by up to %d", i, n, most)
			}
		}
	})
}

// TestScaled draws at half the resolution, with one sample a pixel and with several.
func TestScaled(t *testing.T) {
	for _, rich := range []bool{false, true} {
		var full, half *image.NRGBA
		onGPU(t, Config{Rich: rich}, func(r *Renderer) { full = shoot(r, hills(2), nil) })
		onGPU(t, Config{Rich: rich, Scale: 0.5}, func(r *Renderer) { half = shoot(r, hills(2), nil) })
		if n, _ := golden.Differ(full, half, 60); n > testWide*testHigh/10 {
			t.Errorf("rich %v: %d pixels are quite different", rich, n)
		}
		if n, _ := golden.Differ(full, half, 2); n < testWide*testHigh/20 {
			t.Errorf("rich %v: only %d pixels differ at all: is it drawn smaller?", rich, n)
		}
	}
}

// TestRichAndPlainTakeTurns: the detail changes between two pictures, and each looks as if it had always been so.
func TestRichAndPlainTakeTurns(t *testing.T) {
	var rich, plain *image.NRGBA
	onGPU(t, Config{Rich: true}, func(r *Renderer) { rich = shoot(r, hills(2), nil) })
	onGPU(t, Config{Plain: true}, func(r *Renderer) {
		plain = shoot(r, hills(2), nil)
		for _, c := range []struct {
			cfg  Config
			want *image.NRGBA
		}{{Config{Rich: true}, rich}, {Config{Plain: true}, plain}} {
			if err := r.SetConfig(c.cfg); err != nil {
				t.Fatal(err)
			}
			if n, most := golden.Differ(c.want, shoot(r, hills(2), nil), 2); n > 0 {
				t.Errorf("%+v: %d pixels differ, by up to %d", c.cfg, n, most)
			}
		}
	})
	if n, _ := golden.Differ(rich, plain, 8); n < testWide*testHigh/50 {
		t.Errorf("only %d pixels differ at all", n)
	}
}
