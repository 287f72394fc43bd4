package render

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"voxtide/scene"
)

// TestDarkPasses: on slow machines sections without lamps have passes of their own, and leaves far away are filled in,
// but glass is not.
func TestDarkPasses(t *testing.T) {
	one := func(tint, lamp uint32) *scene.Mesh {
		m := &scene.Mesh{Quads: make([]uint32, 4*scene.QuadWords), Cells: []uint32{0xFFFFFFFF, lamp}}
		m.Quads[1] = tint << 24
		m.Cutout[0].Count = 1
		return m
	}
	for _, c := range []struct {
		name       string
		tint, lamp uint32
		plain      bool
		away       int32 // sections
		pass       int
	}{
		{"near", 1, 0, true, 1, passCutoutDark},
		{"far", 1, 0, true, 6, passLeavesFar},
		{"far glass", 0, 0, true, 6, passCutoutDark},
		{"far by a lamp", 1, 9, true, 6, passCutout},
		{"on a GPU", 1, 0, false, 6, passCutout},
	} {
		m := one(c.tint, c.lamp)
		sec := &section{key: [3]int32{0, 0, -c.away}, high: [3]uint8{16, 16, 16}, lamps: lampsOf(m), leaves: leavesOf(m), ranges: rangesOf(m, place{})}
		l := drawList{plain: c.plain, pages: make([]pageDraws, 1)}
		l.init()
		v := &view{reach: 200, fov: defaultFOV, aspect: 1, look: mgl32.Vec3{0, 0, -1}}
		f := v.frustum()
		l.add(sec, v, &f)
		for pass := range passCount {
			if got := len(l.pages[0].pass[pass].counts); got != 0 != (pass == c.pass) {
				t.Errorf("%s: %d draws in pass %d", c.name, got, pass)
			}
		}
	}
}

// TestFarIsDrawnLast: on slow machines far sides have a pass of their own behind that of the near ones, and filled leaves
// go before what they hide.
func TestFarIsDrawnLast(t *testing.T) {
	m := &scene.Mesh{Quads: make([]uint32, 4*scene.QuadWords), Cells: []uint32{0xFFFFFFFF, 0}}
	m.Opaque[1].Count = 1
	v := &view{reach: 200, fov: defaultFOV, aspect: 1, look: mgl32.Vec3{0, 0, -1}}
	f := v.frustum()
	for _, c := range []struct {
		away  int32
		plain bool
		pass  int
	}{{1, true, passOpaqueDark}, {6, true, passOpaqueFar}, {6, false, passOpaque}} {
		l := drawList{plain: c.plain, pages: make([]pageDraws, 1)}
		l.init()
		l.add(&section{key: [3]int32{0, 0, -c.away}, high: [3]uint8{16, 16, 16}, ranges: rangesOf(m, place{})}, v, &f)
		for pass := range passCount {
			if got := len(l.pages[0].pass[pass].counts); got != 0 != (pass == c.pass) {
				t.Errorf("%d sections away: %d draws in pass %d", c.away, got, pass)
			}
		}
	}
	if passOpaqueDark > passOpaqueFar || passLeavesFar > passOpaqueFar {
		t.Error("the far pass comes too early")
	}
}

// TestBuried: from within a block nothing of the world is seen, not even names.
func TestBuried(t *testing.T) {
	onGPU(t, Config{}, func(r *Renderer) {
		sc := hills(3)
		company(sc)
		sc.Camera.Buried, sc.Held.Shown = true, false
		m := shoot(r, sc, nil)
		for i, c := range m.Pix {
			if i&3 != 3 && c > 12 {
				t.Fatalf("byte %d of the picture is %d", i, c)
			}
		}
	})
}
