package render

import (
	"image"
	"slices"
	"testing"

	"voxtide/chance"
	"voxtide/render/golden"
	"voxtide/scene"
)

// icy is a heap of translucent blocks of three colours in one section, before grass.
func icy(x, y, z int) cell {
	h := uint32(x*7+y*13+z*29) * 0x9E3779B1
	switch {
	case y == 0:
		return cell{pass: passOpaque + 1, layer: layerGrass}
	case x < 1 || y < 1 || z < 1 || x > 14 || y > 9 || z > 14 || (x+z)%3 != 0 || h>>30 != 0:
		return cell{}
	}
	return cell{pass: passTranslucent + 1, layer: []uint32{layerIce, layerWater, layerIce}[h>>20%3]}
}

// shuffled returns a mesh with its translucent quads in another order.
func shuffled(m *scene.Mesh, order []int) *scene.Mesh {
	const words = 4 * scene.QuadWords
	out := *m
	out.Quads = slices.Clone(m.Quads)
	for to, from := range order {
		a, b := (int(m.Translucent.Start)+to)*words, (int(m.Translucent.Start)+from)*words
		copy(out.Quads[a:a+words], m.Quads[b:b+words])
	}
	return &out
}

// TestPanesAreInOrder: the picture of translucent sides does not depend on the order in which the mesh has them; that of sides
// which are not put in order does.
func TestPanesAreInOrder(t *testing.T) {
	rnd := chance.Source(t)
	m := maker{at: icy}.mesh([3]int32{})
	n := int(m.Translucent.Count)
	if n < 100 || n > panesMax {
		t.Fatalf("%d translucent sides", n)
	}
	draw := func(r *Renderer, m *scene.Mesh, eye int, sort bool) *image.NRGBA {
		sc := &scene.Scene{Camera: scene.Camera{View: 64}, Sky: scene.Sky{Day: 0.22}}
		sc.Camera.Pos = [...][3]float64{{8, 6, -6}, {8, 6, 22}, {-6, 7, 8}, {22, 5, 8}, {8.5, 20, 8.5}}[eye]
		sc.Camera.Yaw = [...]float32{3.14, 0, 1.57, -1.57, 0.3}[eye]
		if eye == 4 {
			sc.Camera.Pitch = -1.5
		}
		sc.Uploads = []scene.Upload{{Mesh: m, Urgent: true}}
		r.store.drop(m.Section)
		r.store.take(sc.Uploads, &r.stats)
		if !sort {
			i := r.store.byKey[m.Section]
			r.store.sections[i].panes = nil
		}
		return shoot(r, sc, nil)
	}
	onGPU(t, Config{}, func(r *Renderer) {
		matters := 0
		for eye := range 5 {
			want := draw(r, m, eye, true)
			loose := draw(r, m, eye, false)
			for range 3 {
				other := shuffled(m, rnd.Perm(n))
				if d, most := golden.Differ(want, draw(r, other, eye, true), 0); d > 0 {
					t.Errorf("from %d: %d pixels depend on the order of the mesh, by up to %d", eye, d, most)
				}
				if d, _ := golden.Differ(loose, draw(r, other, eye, false), 8); d > 200 {
					matters++
				}
			}
		}
		if matters < 10 {
			t.Errorf("the order matters in %d of 15 pictures: this shows nothing", matters)
		}
	})
}

// TestPanesFarFirst: each pane that is listed is at most as far as the one before, and those turned away are left out.
func TestPanesFarFirst(t *testing.T) {
	m := maker{at: icy}.mesh([3]int32{})
	sec := &section{key: [3]int32{}, panes: panesOf(nil, m)}
	sec.ranges.translucent = m.Translucent
	v := &view{origin: [3]int32{8, 6, -7}, eye: [3]float32{0.5, 0.5, 0.5}}
	l := &drawList{pages: make([]pageDraws, 1)}
	l.init()
	l.translucent(sec, v)
	bases := l.pages[0].pass[passTranslucent].bases
	if len(bases) == 0 || len(bases) >= int(m.Translucent.Count) {
		t.Fatalf("%d of %d are listed", len(bases), m.Translucent.Count)
	}
	last := float32(1e9)
	for _, b := range bases {
		p := sec.panes[uint32(b/4)-m.Translucent.Start]
		far := float32(0)
		for a := range p.mid {
			d := p.mid[a] - float32(v.origin[a]) - v.eye[a]
			far += d * d
		}
		if far > last {
			t.Fatalf("%v is %v away, behind one of %v", p, far, last)
		}
		if last = far; p.face == 3 {
			t.Fatalf("%v looks away", p)
		}
	}
	flat := maker{at: func(x, y, z int) cell {
		if y == 3 && x >= 0 && z >= 0 && x < 16 && z < 16 {
			return cell{pass: passTranslucent + 1, layer: layerIce}
		}
		return cell{pass: b2i(y < 3) * (passOpaque + 1), layer: layerStone}
	}}.mesh([3]int32{})
	if n := len(panesOf(nil, flat)); n != 4*16+256 { // its edges look out of the section here
		t.Errorf("%d panes of a lake", n)
	}
	flat.Translucent = scene.Range{Start: flat.Translucent.Start, Count: 256}
	if n := len(panesOf(sec.panes, flat)); n != 0 {
		t.Errorf("%d panes in one plane", n)
	}
}
