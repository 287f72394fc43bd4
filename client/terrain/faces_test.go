package terrain_test

import (
	"testing"

	"voxtide/render/textures"
	"voxtide/world"
)

// TestFaces: each face of each block has a texture, and the textures of a tinted block can take a tint.
func TestFaces(t *testing.T) {
	tintable := func(tinting textures.Tinting) bool { return tinting != textures.TintNone }
	for b, info := range world.Blocks {
		takes := false
		for f, name := range info.Faces {
			if name == "" {
				if info.Shape != world.ShapeEmpty {
					t.Errorf("%s has no texture on face %d", info.Name, f)
				}
				continue
			}
			x, ok := textures.Find(name)
			if !ok {
				t.Errorf("%s: no painter for %q; add a row to textures/table.go", world.Block(b), name)
				continue
			}
			takes = takes || tintable(x.Tinting)
			if info.Opaque && (x.Cutout || x.Translucent) {
				t.Errorf("%s hides the blocks behind it, but one sees through %q", info.Name, name)
			}
			if tintable(x.Tinting) && info.Tint == world.TintNone {
				t.Errorf("%s has no tint, but %q is grey without one", info.Name, name)
			}
		}
		if takes != (info.Tint != world.TintNone) {
			t.Errorf("%s has tint %d, but none of its textures takes one", info.Name, info.Tint)
		}
	}
}
