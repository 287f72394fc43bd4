package sections

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"voxtide/internal/testrand"
	"voxtide/render/camera"
	"voxtide/render/scene"
)

// TestUnlitPasses: at reduced quality sections without lamps have passes of their own, and far leaves are drawn without holes,
// but glass is not.
func TestUnlitPasses(t *testing.T) {
	one := func(tint, lamp uint32) *scene.Mesh {
		m := &scene.Mesh{Quads: make([]uint32, 4*scene.QuadWords), Cells: []uint32{0xFFFFFFFF, lamp}}
		m.Quads[1] = tint << 24
		m.Cutout[0].Count = 1
		return m
	}
	for _, c := range []struct {
		name       string
		tint, lamp uint32
		reduced    bool
		away       int32 // sections
		pass       int
	}{
		{"near", 1, 0, true, 1, PassCutoutUnlit},
		{"far", 1, 0, true, 6, PassLeavesFar},
		{"far glass", 0, 0, true, 6, PassCutoutUnlit},
		{"far by a lamp", 1, 9, true, 6, PassCutout},
		{"on a GPU", 1, 0, false, 6, PassCutout},
	} {
		m := one(c.tint, c.lamp)
		sec := &section{key: [3]int32{0, 0, -c.away}, max: [3]uint8{16, 16, 16}, lampLit: hasLampLight(m), leavesOnly: hasOnlyLeaves(m), ranges: rangesInPage(m, allocation{})}
		l := drawList{reduced: c.reduced, pages: make([]pageDraws, 1)}
		v := &camera.View{ViewDistance: 200, FOV: 1.22, Aspect: 1, Forward: mgl32.Vec3{0, 0, -1}}
		f := v.Frustum()
		l.addSection(sec, v, &f)
		for pass := range passCount {
			if got := len(l.pages[0].passes[pass].counts); got != 0 != (pass == c.pass) {
				t.Errorf("%s: %d draws in pass %d", c.name, got, pass)
			}
		}
	}
}

// TestFarIsDrawnLast: at reduced quality far faces have a pass of their own after the pass of near faces, and far leaves are
// drawn before the faces that they hide.
func TestFarIsDrawnLast(t *testing.T) {
	m := &scene.Mesh{Quads: make([]uint32, 4*scene.QuadWords), Cells: []uint32{0xFFFFFFFF, 0}}
	m.Opaque[1].Count = 1
	v := &camera.View{ViewDistance: 200, FOV: 1.22, Aspect: 1, Forward: mgl32.Vec3{0, 0, -1}}
	f := v.Frustum()
	for _, c := range []struct {
		away    int32
		reduced bool
		pass    int
	}{{1, true, PassOpaqueUnlit}, {6, true, PassOpaqueFar}, {6, false, PassOpaque}} {
		l := drawList{reduced: c.reduced, pages: make([]pageDraws, 1)}
		l.addSection(&section{key: [3]int32{0, 0, -c.away}, max: [3]uint8{16, 16, 16}, ranges: rangesInPage(m, allocation{})}, v, &f)
		for pass := range passCount {
			if got := len(l.pages[0].passes[pass].counts); got != 0 != (pass == c.pass) {
				t.Errorf("%d sections away: %d draws in pass %d", c.away, got, pass)
			}
		}
	}
	if PassOpaqueUnlit > PassOpaqueFar || PassLeavesFar > PassOpaqueFar {
		t.Error("the far pass comes too early")
	}
}

// TestPlantsEndFirst: at reduced quality plants end where other models do not, whether what is hidden is asked or not.
func TestPlantsEndFirst(t *testing.T) {
	m := &scene.Mesh{Models: make([]uint32, 3*4*scene.ModelWords), ModelCutout: scene.Range{Count: 1}}
	for d := range m.Planes {
		m.Planes[d] = scene.Range{Start: uint32(1 + d), Count: 1}
	}
	v := &camera.View{ViewDistance: 200, FOV: 1.22, Aspect: 1, Forward: mgl32.Vec3{0, 0, -1}}
	f := v.Frustum()
	for _, c := range []struct {
		away    int32
		reduced bool
		want    int
	}{{1, true, 3}, {6, true, 1}, {6, false, 3}} {
		sec := &section{key: [3]int32{0, 0, -c.away}, max: [3]uint8{16, 16, 16}, ranges: rangesInPage(m, allocation{})}
		sec.findBoxes(m)
		l := drawList{reduced: c.reduced, pages: make([]pageDraws, 1)}
		if l.addSection(sec, v, &f); l.quads != c.want {
			t.Errorf("%d sections away, reduced %v: %d models instead of %d", c.away, c.reduced, l.quads, c.want)
		}
		if l.asked.choose(sec, nil, 0, c.want == 3); len(l.asked.quads) != c.want {
			t.Errorf("%d sections away, reduced %v: %d models are asked about instead of %d", c.away, c.reduced, len(l.asked.quads), c.want)
		}
	}
}

// TestFacingFaces: no face of a box that may turn towards the eye is missing.
func TestFacingFaces(t *testing.T) {
	r := testrand.New(t)
	for range testrand.Rounds(3000) {
		var low, high [3]float32
		for a := range low {
			low[a] = r.Float32()*60 - 30
			high[a] = low[a] + r.Float32()*16
		}
		set := facingFaces(&low, &high)
		for face, axis := range scene.FaceAxis {
			plane := low[axis] + r.Float32()*(high[axis]-low[axis])
			facing := face&1 == 0 && plane > 0 || face&1 == 1 && plane < 0
			if facing && set&(1<<face) == 0 {
				t.Fatalf("face %d of a box %v to %v may be seen", face, low, high)
			}
		}
	}
}
