package render

import (
	"errors"
	"fmt"
	"image"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"voxtide/render/golden"
	"voxtide/scene"
	"voxtide/shaders"
)

// ways are all ways to draw sections.
func ways() (out []Config) {
	for p := PathMulti; p < pathCount; p++ {
		for _, c := range []Cells{CellsBuffer, CellsTexture} {
			out = append(out, Config{Path: p, Cells: c, Rich: true})
		}
	}
	return out
}

// TestPathsAgree draws the same by all ways to draw sections, at the start of a page and behind other sections, and compares
// each with the pictures that are kept.
func TestPathsAgree(t *testing.T) {
	var first *image.NRGBA
	for i, cfg := range ways() {
		onGPU(t, cfg, func(r *Renderer) {
			if d := r.Driver(); d.Path != cfg.Path || d.Cells != cfg.Cells {
				t.Fatalf("%v and %v instead of %v and %v", d.Path, d.Cells, cfg.Path, cfg.Cells)
			}
			other := hills(3)
			if i > 0 {
				for k := range other.Uploads {
					other.Uploads[k].Mesh.Section[0] += 40
				}
				r.Draw(other, testWide, testHigh)
			}
			sc := hills(3)
			sc.Camera.Yaw, sc.Camera.Pitch = 0.3, -0.25
			got := shoot(r, sc, nil)
			keeps(t, r, "noon", got)
			sc.Sky.Day, sc.Camera.Yaw, sc.Camera.Pitch = 0.2, 0, -0.2
			company(sc)
			keeps(t, r, "company", shoot(r, sc, nil))
			if first == nil {
				first = got
			}
			if n, most := golden.Differ(first, got, 1); n > 0 {
				t.Errorf("%v, %v: %d pixels differ, by up to %d", cfg.Path, cfg.Cells, n, most)
			}
		})
	}
}

// TestManyCells fills a texture of cells over many rows: each section has the light that it was given.
func TestManyCells(t *testing.T) {
	lit := func(r *Renderer) *image.NRGBA {
		sc := &scene.Scene{Camera: scene.Camera{Pos: [3]float64{8, 8, 24}, View: 64}}
		for i := range int32(24) { // somewhere else, so that what is seen lies far on in the texture, in the middle of a row
			sc.Uploads = append(sc.Uploads, scene.Upload{Mesh: filled([3]int32{40 + i, 0, 0}, 1000), Urgent: true})
		}
		k := maker{func(x, y, z int) cell {
			if x >= 0 && x < 16 && y >= 0 && y < 16 && z >= 0 && z < 16 {
				return cell{pass: passOpaque + 1, layer: layerStone}
			}
			return cell{}
		}, func(x, y, z int) (uint8, uint8) { return uint8(x * 16), uint8(y * 16) }}
		sc.Uploads = append(sc.Uploads, scene.Upload{Mesh: k.mesh([3]int32{}), Urgent: true})
		return shoot(r, sc, nil)
	}
	var buffer, texture *image.NRGBA
	onGPU(t, Config{Cells: CellsBuffer}, func(r *Renderer) { buffer = lit(r) })
	onGPU(t, Config{Cells: CellsTexture}, func(r *Renderer) { texture = lit(r) })
	if n, most := golden.Differ(buffer, texture, 0); n > 0 {
		t.Errorf("%d pixels differ, by up to %d", n, most)
	}
	if a, b := buffer.NRGBAAt(testWide/2-130, testHigh/2), buffer.NRGBAAt(testWide/2+130, testHigh/2); int(b.B)-int(a.B) < 20 {
		t.Errorf("light does not grow along x: %v, %v", a, b)
	}
}

// TestCellsFollowTheDriver: small texture buffers choose a texture, and no shader reads cells from a buffer then.
func TestCellsFollowTheDriver(t *testing.T) {
	for _, c := range []struct {
		asked  Cells
		texels int
		want   Cells
	}{
		{CellsAuto, 65536, CellsTexture}, {CellsAuto, pageCells - 1, CellsTexture}, {CellsAuto, pageCells, CellsBuffer},
		{CellsAuto, 1 << 27, CellsBuffer}, {CellsBuffer, 65536, CellsBuffer}, {CellsTexture, 1 << 27, CellsTexture},
	} {
		if got := chooseCells(c.asked, c.texels); got != c.want {
			t.Errorf("%v with %d texels: %v", c.asked, c.texels, got)
		}
	}
	changed := 0
	for _, name := range shaders.Names() {
		v, f, err := shaders.Source(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{v, f} {
			out := inTexture(text)
			if strings.Contains(out, "usamplerBuffer") || strings.Contains(out, cellsRead) && !strings.Contains(out, cellsTextured) {
				t.Errorf("%s still reads cells from a buffer", name)
			}
			if strings.Contains(text, "cells") != (out != text) {
				t.Errorf("%s reads cells in a way that cannot be replaced", name)
			}
			if out != text {
				changed++
			}
		}
	}
	if changed < 3 {
		t.Errorf("only %d stages read cells", changed)
	}
}

// TestChoosePath: the first that is right and not slow; none that is right is an error.
func TestChoosePath(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		right       []Path
		multi, loop time.Duration
		want        Path
	}{
		{[]Path{PathMulti, PathLoop, PathOffset}, ms, ms, PathMulti},
		{[]Path{PathMulti, PathLoop, PathOffset}, 5 * ms, ms, PathLoop},
		{[]Path{PathMulti}, 5 * ms, ms, PathMulti},
		{[]Path{PathMulti, PathOffset}, 9 * ms, ms, PathMulti},
		{[]Path{PathLoop, PathOffset}, ms, ms, PathLoop},
		{[]Path{PathOffset}, ms, ms, PathOffset},
		{nil, ms, ms, PathAuto},
	} {
		got, err := choosePath(func(p Path) bool { return slices.Contains(c.right, p) }, func(p Path) time.Duration {
			if p == PathMulti {
				return c.multi
			}
			return c.loop
		})
		if got != c.want || errors.Is(err, ErrDriver) != (c.right == nil) {
			t.Errorf("%v are right, %v and %v: %v, %v", c.right, c.multi, c.loop, got, err)
		}
	}
	for p := PathAuto; p < pathCount; p++ {
		if q, ok := PathOf(p.String()); !ok || q != p {
			t.Errorf("%v by name is %v", p, q)
		}
	}
	for c := CellsAuto; c <= CellsTexture; c++ {
		if q, ok := CellsOf(c.String()); !ok || q != c {
			t.Errorf("%v by name is %v", c, q)
		}
	}
	if _, ok := PathOf("what"); ok {
		t.Error("a path of no name")
	}
	if _, ok := CellsOf("what"); ok {
		t.Error("cells of no name")
	}
}

// TestSelfTestCanFail: squares that come out in other colours are seen.
func TestSelfTestCanFail(t *testing.T) {
	onGPU(t, Config{}, func(r *Renderer) {
		x := newPathTest(r)
		defer x.free()
		for p := PathMulti; p < pathCount; p++ {
			if !x.run(p) {
				t.Errorf("%v is wrong here", p)
			}
		}
		x.runs.bases[7], x.runs.bases[8] = x.runs.bases[8], x.runs.bases[7]
		x.runs.bases[9] = x.runs.bases[8]
		for p := PathMulti; p < pathCount; p++ {
			if x.run(p) {
				t.Errorf("%v draws nine twice, and passes", p)
			}
		}
	})
}

// TestPathChangesLive draws by one way after the other with one renderer.
func TestPathChangesLive(t *testing.T) {
	onGPU(t, Config{}, func(r *Renderer) {
		want := shoot(r, hills(2), nil)
		for p := PathMulti; p < pathCount; p++ {
			if err := r.SetConfig(Config{Path: p}); err != nil {
				t.Fatal(err)
			}
			if n, most := golden.Differ(want, shoot(r, hills(2), nil), 1); n > 0 || r.Driver().Path != p {
				t.Errorf("%v (asked for %v): %d pixels differ, by up to %d", r.Driver().Path, p, n, most)
			}
		}
	})
}

// BenchmarkPaths times pictures by each way.
func BenchmarkPaths(b *testing.B) {
	for _, cfg := range ways() {
		b.Run(fmt.Sprintf("%v-%v", cfg.Path, cfg.Cells), func(b *testing.B) {
			onGPU(b, cfg, func(r *Renderer) {
				sc := hills(4)
				sc.Camera.Yaw = math.Pi / 4
				r.Draw(sc, testWide, testHigh)
				b.ResetTimer()
				for range b.N {
					r.Draw(sc, testWide, testHigh)
					r.Finish()
					r.Wait()
				}
			})
		})
	}
}
