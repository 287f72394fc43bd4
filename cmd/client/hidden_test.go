package main

import (
	"context"
	"io"
	"math"
	"math/bits"
	"runtime"
	"testing"

	"voxtide/client/benchscene"
	"voxtide/client/far"
	"voxtide/client/terrain"
	"voxtide/internal/testrand"
	"voxtide/render"
	"voxtide/render/scene"
	"voxtide/window"
	"voxtide/world"
)

// pinholesPerFrame is how many pixels of a frame may differ. Where merged quads meet at a T-junction, the driver's rounding leaves a pixel
// open now and then, and through it one sees what is behind, or the sky where that is left out: one pixel in some thousand frames.
const pinholesPerFrame = 2

// pixelsThatDiffer returns the number of pixels in which two frames differ.
func pixelsThatDiffer(a, b []byte) (n int) {
	for i := 0; i+3 < len(a); i += 4 {
		if [4]byte(a[i:]) != [4]byte(b[i:]) {
			n++
		}
	}
	return n
}

// farLandOf is how far land is drawn beyond the view in the scenes of TestHiddenLandIsLeftOut, in blocks.
var farLandOf = map[string]int{"plains": 1024, "forest": 1024, "coast": 1024}

// framesToSettle is how many frames it takes until far land and its wall are those of the eye.
const framesToSettle = 4

// touchesModel reports whether a slab, or another block that is no full one, is nearer to the eye than a player's can be: where the near plane cuts one, or from within it,
// one sees through faces that are not drawn, since the block covers them.
func touchesModel(b *bench, at benchscene.CameraPose) bool {
	const near = 0.25
	for n := range 27 {
		p := at
		for k, step := range [3]int{n%3 - 1, n/3%3 - 1, n/9 - 1} {
			p.Pos[k] += float64(step) * near
		}
		if i := b.terrain.Block(blockOf(p)).Info(); i.Shape != world.ShapeEmpty && !i.Opaque && !i.Liquid {
			return true
		}
	}
	return false
}

// seamsPerFrame is how many pixels of a frame may be others without the skirts between edges that fit: along such an edge a skirt is as near as the land in front of it, and the driver takes either.
const seamsPerFrame = 12

// hideSkirts hides the triangles of far land that are given for each mesh, and returns those that were hidden.
func hideSkirts(f *scene.Far, hidden map[*scene.FarMesh][]uint64) map[*scene.FarMesh][]uint64 {
	before := map[*scene.FarMesh][]uint64{}
	if f == nil {
		return before
	}
	for _, m := range f.Draw {
		before[m] = m.Hidden
		m.Hidden = hidden[m]
	}
	f.DrawVersion++
	return before
}

// drawSky returns the frame without any land, of a scene with far land.
func drawSky(b *bench) []byte {
	f := b.current.Far
	drawn := f.Draw
	f.Draw = nil
	w, h := b.display.draw(&b.current, benchFOV, 0)
	f.Draw = drawn
	b.display.renderer.Finish()
	return b.display.renderer.Screenshot(w, h).Pix
}

// TestHiddenLandIsLeftOut: from random cameras in scenes of bench the frame is the same, pixel by pixel, whether land that is hidden is
// handed to the driver or not; and a good part of it is not. Nowhere one sees the sky where a skirt is left out between edges that fit.
func TestHiddenLandIsLeftOut(t *testing.T) {
	needDisplay(t)
	runtime.LockOSThread() // the window's
	r := testrand.New(t)
	look := buildAssets(nil)
	for _, of := range []struct {
		name string
		lod  int // distance of levels of detail
	}{{"plains", 0}, {"forest", 0}, {"ruins", 0}, {"city", 0}, {"caves", 0}, {"coast", 0}, {"forest", 32}} {
		name := of.name
		s, _ := benchscene.Find(name)
		b := &bench{params: &benchParams{view: 80, lodDistance: of.lod, farLand: farLandOf[name], workers: 2}, ctx: context.Background(), scene: &s, stderr: io.Discard, out: &benchScene{}}
		var err error
		if b.display, err = openDisplay(window.Config{Width: 480, Height: 270, Hidden: true}, look); err != nil {
			t.Fatal(err)
		}
		b.terrain = terrain.NewStandalone(look.faces, b.params.workers)
		if err := b.display.renderer.SetConfig(render.Config{ForceReduced: true}); err != nil {
			t.Fatal(err)
		}
		detail := b.display.terrainDetail(of.lod)
		if !detail.PlainLeaves || detail.LODDistance != of.lod {
			t.Fatalf("a plain machine has the detail %+v", detail)
		}
		b.terrain.SetDetail(detail)
		b.beginFar()
		at := s.Phases[0].Path(0, 0)
		b.home = sectionOf(at)
		b.loader = benchscene.NewLoader(&s, b.viewSections(), b.home)
		if err := b.loadTerrain(at); err != nil {
			t.Fatal(err)
		}
		frames, without, with, pinholes, seams, skirtsHidden := 0, 0, 0, 0, 0, 0
		for tries := 0; frames < testrand.Rounds(40) && tries < 10000; tries++ {
			c := at
			for k, reach := range [3]float64{40, 20, 40} {
				c.Pos[k] += (2*r.Float64() - 1) * reach
			}
			if b.terrain.Block(blockOf(c)).Info().Opaque || touchesModel(b, c) {
				continue
			}
			frames++
			sc := &b.current
			sc.Camera = scene.Camera{Pos: c.Pos, Yaw: r.Float32() * 2 * math.Pi, Pitch: (2*r.Float32() - 1) * 1.4, DarkAdaptation: s.Dark, Reach: float32(farLandOf[name]), Submerged: b.terrain.Block(blockOf(c)).Info().Liquid}
			sc.Sky.TimeOfDay = s.Day
			for n := 0; n < framesToSettle || b.far.Waiting() || !b.terrain.Meshed(); n++ { // with a hole in far land one would see under what is behind it
				b.terrain.Frame(sc)
				columns, version := b.terrain.Covered()
				b.far.Frame(sc, far.Covered{Columns: columns, Version: version, Ground: b.terrain})
				b.display.draw(sc, benchFOV, float64(b.params.view))
			}
			if (sc.OnePlane > 0) != (of.lod > 0) {
				t.Fatalf("plants have one plane from %v blocks on", sc.OnePlane)
			}
			draw := func(all bool) ([]byte, int) {
				if err := b.display.renderer.SetConfig(render.Config{ForceReduced: true, DrawHidden: all}); err != nil {
					t.Fatal(err)
				}
				w, h := b.display.draw(sc, benchFOV, float64(b.params.view))
				b.display.renderer.Finish()
				return b.display.renderer.Screenshot(w, h).Pix, b.display.renderer.Stats().Quads
			}
			compare := func(got, want []byte, part, all int) {
				with, without = with+all, without+part
				n := pixelsThatDiffer(got, want)
				if n > pinholesPerFrame {
					t.Fatalf("%s: from %v, yaw %v, pitch %v, %d pixels of the frame are not the same", name, c.Pos, sc.Camera.Yaw, sc.Camera.Pitch, n)
				}
				pinholes += n
			}
			skirts := hideSkirts(sc.Far, nil)
			for _, words := range skirts {
				for _, w := range words {
					skirtsHidden += bits.OnesCount64(w)
				}
			}
			want, all := draw(true)
			got, part := draw(false)
			compare(got, want, part, all)
			if frames%4 == 0 { // and after turns at one place, which keep what is hidden
				for range 1 + r.IntN(3) {
					sc.Camera.Yaw += 0.6
					got, part = draw(false)
				}
				want, all = draw(true)
				compare(got, want, part, all)
			}
			if hideSkirts(sc.Far, skirts); sc.Far != nil {
				joined, _ := draw(false)
				sky := drawSky(b)
				n := pixelsThatDiffer(got, joined)
				seams += n
				for i := 0; i < len(sky); i += 4 {
					if [3]byte(joined[i:]) == [3]byte(sky[i:]) && [3]byte(got[i:]) != [3]byte(sky[i:]) {
						t.Fatalf("%s: from %v, yaw %v, pitch %v, one sees the sky through pixel %d, where a skirt is left out", name, c.Pos, sc.Camera.Yaw, sc.Camera.Pitch, i/4)
					}
				}
				if n > seamsPerFrame {
					t.Fatalf("%s: from %v, yaw %v, pitch %v, %d pixels of the frame are others without skirts", name, c.Pos, sc.Camera.Yaw, sc.Camera.Pitch, n)
				}
			}
		}
		t.Logf("%s, levels from %d: %d cameras: %d of %d quads are handed to the driver; %d pinholes; %d pixels are others without %d triangles of skirts", name, of.lod, frames, without, with, pinholes, seams, skirtsHidden)
		if farLandOf[name] > 0 && skirtsHidden == 0 {
			t.Errorf("%s: no skirt was left out", name)
		}
		if pinholes > 1+frames/50 {
			t.Errorf("%s: %d pixels are not the same", name, pinholes)
		}
		if without > with*9/10 {
			t.Errorf("%s: hardly anything is left out", name)
		}
		b.loader.Close()
		b.far.Close()
		b.terrain.Close()
		b.display.close()
	}
}
