package terrain_test

import (
	"testing"

	"voxtide/render/mesh"
	"voxtide/render/textures"
	"voxtide/world"
)

// TestFaces: each texture that a look of a block names has a painter, the textures of a tinted block can take a tint, and nobody sees
// through a block that hides what is behind it.
func TestFaces(t *testing.T) {
	used := map[string]bool{}
	for look := range world.Block(mesh.LookCount) {
		b, _ := mesh.BlockOf(look)
		info := b.Info()
		takes := false
		for slot, name := range mesh.TextureNames(look) {
			if name == "" {
				if info.Shape != world.ShapeEmpty && slot < world.FaceCount {
					t.Errorf("%s has no texture on face %d", info.Name, slot)
				}
				continue
			}
			used[name] = true
			x, ok := textures.Find(name)
			if !ok {
				t.Errorf("%s: no painter for %q; add a row to package textures", info.Name, name)
				continue
			}
			tintable := x.Tinting != textures.TintNone
			takes = takes || tintable
			if info.Opaque && (x.Cutout || x.Translucent) {
				t.Errorf("%s hides the blocks behind it, but one sees through %q", info.Name, name)
			}
			if tintable && info.Tint == world.TintNone {
				t.Errorf("%s has no tint, but %q is grey without one", info.Name, name)
			}
		}
		if takes != (info.Tint != world.TintNone) {
			t.Errorf("%s has tint %d, but none of its textures takes one", info.Name, info.Tint)
		}
		if name := mesh.Sprite(b); name != "" {
			if x, ok := textures.Find(name); !ok || !x.Cutout {
				t.Errorf("%s is shown as %q, which is no sprite", info.Name, name)
			}
		} else if b != world.Air && len(mesh.IconParts(b)) == 0 {
			t.Errorf("%s has neither a sprite nor boxes to be shown as", info.Name)
		}
	}
	for _, thing := range world.Things {
		if x, ok := textures.Find(thing.Texture); !ok || !x.Cutout {
			t.Errorf("%s is shown as %q, which is no sprite", thing.Name, thing.Texture)
		}
	}
	t.Logf("%d kinds in %d looks with %d textures", len(world.Kinds), mesh.LookCount, len(used))
}
