package terrain

import (
	"voxtide/render/mesh"
	"voxtide/render/textures"
	"voxtide/world"
)

// BlockFaces returns the texture layers of each slot of every look, and which of them take a tint.
func BlockFaces(all []textures.Texture) *mesh.BlockFaces {
	_, places := textures.Layers(all)
	tinted := map[string]bool{}
	for i := range all {
		tinted[all[i].Name] = all[i].Tinting != textures.TintNone
	}
	looks := &mesh.BlockFaces{}
	for b := range looks {
		block, _ := mesh.BlockOf(world.Block(b))
		for f, name := range mesh.TextureNames(world.Block(b)) {
			p := places[name]
			s := mesh.FaceTexture{Layer: uint16(p.First), Varied: p.Variants > 1, Animated: p.Frames > 1}
			if tinted[name] {
				s.Tint = block.Info().Tint
			}
			looks[b][f] = s
		}
	}
	return looks
}
