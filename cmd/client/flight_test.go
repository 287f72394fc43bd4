package main

import (
	"context"
	"flag"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"os"
	"runtime"
	"testing"
	"time"

	"voxtide/client/benchscene"
	"voxtide/client/terrain"
	"voxtide/internal/testrand"
	"voxtide/protocol"
	"voxtide/render"
	"voxtide/window"
	"voxtide/world"
	"voxtide/world/worldgen"
	"voxtide/world/worldgen/landscape"
)

var strip = flag.String("strip", "", "a PNG to which TestFlight writes pictures of its flight, one row after the other")

// Of the flight of TestFlight, in blocks.
const (
	flightLong = 2048
	flightStep = 16
	flightView = 112
	flightFar  = 2048
	flightOver = 26 // the highest ground nearby
	stripEvery = 4  // steps
	stripWide  = 4  // pictures in a row
)

// What TestFlight allows, in parts of the pixels of a frame. Land that comes nearer is drawn more finely, so some of it changes with a step.
const (
	popMost  = 0.12 // in any step: 0.095 where the face of a mountain ahead comes as near as the view distance, which is most of the frame
	popMean  = 0.01 // of all steps
	holeMost = 8    // pixels that look like the sky far below the horizon in a frame: up to five pinholes, where triangles of unequal size meet
	holeFar  = 1000 // blocks
)

// TestFlight flies two kilometres over generated land, low, with land to two kilometres, and looks at a part of it, a step after the other. No sky is seen far below the
// horizon, which would be a hole or a seam; and of what is seen from a place hardly anything changes with the step that follows, when the
// land is drawn for the next place: that is what pops up.
func TestFlight(t *testing.T) {
	needDisplay(t)
	runtime.LockOSThread() // the window's
	r := testrand.New(t)
	s, _ := benchscene.Find("far")
	b := &bench{params: &benchParams{view: flightView, farLand: flightFar, workers: 2}, ctx: context.Background(), scene: &s, stderr: io.Discard, out: &benchScene{}}
	var err error
	if b.display, err = openDisplay(window.Config{Width: 480, Height: 270, Hidden: true}, buildAssets(nil)); err != nil {
		t.Fatal(err)
	}
	defer b.display.close()
	if err := b.display.renderer.SetConfig(render.Config{ForceReduced: true, NoClouds: true}); err != nil {
		t.Fatal(err)
	}
	b.terrain = terrain.NewStandalone(buildAssets(nil).faces, b.params.workers)
	defer b.terrain.Close()
	b.beginFar()
	defer b.far.Close()
	ground := worldgen.New(benchscene.Land)
	const yaw = 30.0
	dx, dz := math.Sin(yaw/180*math.Pi), -math.Cos(yaw/180*math.Pi)
	pose := func(along float64) benchscene.CameraPose {
		height := 0.0
		for _, d := range [...]float64{-96, -48, 0, 48, 96} { // a mean of what is highest around, so that it rises and falls evenly
			top := int32(landscape.SeaLevel)
			for k := -64.0; k <= 64; k += 16 {
				top = max(top, ground.Top(int32(along*dx+(d+k)*dx), int32(along*dz+(d+k)*dz)))
			}
			height += float64(top) / 5
		}
		return benchscene.CameraPose{Pos: [3]float64{along * dx, height + flightOver, along * dz}, Yaw: yaw, Pitch: -10}
	}
	shot := func(p benchscene.CameraPose, view float64) *image.NRGBA {
		sc := &b.current
		sc.Camera.Pos, sc.Camera.Yaw, sc.Camera.Pitch, sc.Camera.Reach = p.Pos, float32(p.Yaw/180*math.Pi), float32(p.Pitch/180*math.Pi), protocol.FarReachMax
		w, h := b.display.draw(sc, benchFOV, view)
		b.display.renderer.Finish()
		return b.display.renderer.Screenshot(w, h)
	}
	b.home = sectionOf(pose(0))
	b.loader = benchscene.NewLoader(&s, b.viewSections(), b.home)
	defer func() { b.loader.Close() }()
	from, steps := 0, flightLong/flightStep
	if part := testrand.Rounds(8); *strip == "" && part < steps { // all of it for the strip, or with more rounds
		from, steps = r.IntN(steps-part), part
	}
	var pictures []*image.NRGBA
	sum, worst, worstAt, holes := 0.0, 0.0, 0, 0
	for n := from; n < from+steps; n++ {
		here, next := pose(float64(n*flightStep)), pose(float64((n+1)*flightStep))
		settle(t, b, here)
		got := shot(here, flightView)
		far := b.current.Far
		b.current.Far = nil
		sky := shot(here, 0)
		b.current.Far = far
		plain := image.NewNRGBA(got.Bounds())
		copy(plain.Pix, got.Pix)
		if k := skyBelow(got, sky, &here); k > holeMost {
			t.Errorf("step %d: %d pixels of sky far below the horizon", n, k)
		} else {
			holes += k
		}
		if n%stripEvery == 0 && *strip != "" {
			pictures = append(pictures, got)
		}
		settle(t, b, next)
		pop := changed(plain, shot(here, flightView))
		if sum += pop; pop > worst {
			worst, worstAt = pop, n
		}
	}
	t.Logf("%d steps of %d blocks from step %d on: %.2f %% of the pixels change with a step, %.2f at most, in step %d; %d pixels like the sky below the horizon", steps, flightStep, from,
		100*sum/float64(steps), 100*worst, worstAt, holes)
	if worst > popMost || *strip != "" && sum/float64(steps) > popMean {
		t.Error("land pops up")
	}
	if *strip != "" {
		if err := writeStrip(*strip, pictures); err != nil {
			t.Fatal(err)
		}
	}
}

// settle draws frames at a place until all that is seen from there has been loaded and meshed.
func settle(t *testing.T, b *bench, at benchscene.CameraPose) {
	home, missing := sectionOf(at), true
	for begin := time.Now(); missing || !b.terrain.Meshed() || b.far.Waiting(); {
		if time.Since(begin) > terrainTimeout {
			t.Fatal("the land was not loaded in time")
		}
		if err := b.frame(at); err != nil {
			t.Fatal(err)
		}
		missing = false
		for _, o := range benchscene.SectionOffsets(b.viewSections()) {
			p := world.SectionPos{X: home.X + o.X, Y: home.Y + o.Y, Z: home.Z + o.Z}
			missing = missing || p.Origin().InHeight() && b.terrain.Section(p) == nil
		}
	}
	for range 6 { // by then all columns have been looked at, whether they are drawn whole
		if err := b.frame(at); err != nil {
			t.Fatal(err)
		}
	}
}

// skyBelow returns the number of pixels of a frame that look like the sky alone, two degrees and more below where land of holeFar blocks away is seen.
func skyBelow(got, sky *image.NRGBA, from *benchscene.CameraPose) (n int) {
	b := got.Bounds()
	focal := float64(b.Dy()) / 2 / math.Tan(benchFOV/2*math.Pi/180)
	down := math.Atan((from.Pos[1]-float64(landscape.SeaLevel))/holeFar) + (2+from.Pitch)*math.Pi/180
	for y := b.Dy()/2 + int(focal*math.Tan(down)); y < b.Dy(); y++ {
		for x := range b.Dx() {
			if difference(got, sky, x, y) <= 2 {
				n++
				if *strip != "" { // to be looked at
					got.SetNRGBA(x, y, color.NRGBA{R: 255, B: 255, A: 255})
				}
			}
		}
	}
	return n
}

// changed returns the part of the pixels that clearly differ in two frames.
func changed(a, b *image.NRGBA) float64 {
	n := 0
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			if difference(a, b, x, y) > 24 {
				n++
			}
		}
	}
	return float64(n) / float64(a.Bounds().Dx()*a.Bounds().Dy())
}

// difference returns by how much two frames differ in a pixel, in the channel in which they differ most.
func difference(a, b *image.NRGBA, x, y int) (most int) {
	i := a.PixOffset(x, y)
	for k := range 3 {
		d := int(a.Pix[i+k]) - int(b.Pix[i+k])
		most = max(most, d, -d)
	}
	return most
}

// writeStrip writes pictures in rows.
func writeStrip(path string, pictures []*image.NRGBA) error {
	w, h := pictures[0].Bounds().Dx(), pictures[0].Bounds().Dy()
	all := image.NewNRGBA(image.Rect(0, 0, w*stripWide, h*((len(pictures)+stripWide-1)/stripWide)))
	for i, p := range pictures {
		draw.Draw(all, image.Rect(0, 0, w, h).Add(image.Pt(i%stripWide*w, i/stripWide*h)), p, image.Point{}, draw.Src)
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return png.Encode(f, all)
}
