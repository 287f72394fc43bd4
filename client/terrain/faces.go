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
	low, high := map[string][2]int{}, map[string][2]int{}
	for i := range all {
		name := all[i].Name
		tinted[name] = all[i].Tinting != textures.TintNone
		low[name], high[name] = all[i].Bounds()
	}
	looks := &mesh.BlockFaces{}
	for b := range looks {
		block, _ := mesh.BlockOf(world.Block(b))
		for f, name := range mesh.TextureNames(world.Block(b)) {
			p := places[name]
			s := mesh.FaceTexture{Layer: uint16(p.First), Varied: p.Variants > 1, Animated: p.Frames > 1}
			for k := range s.Low {
				s.Low[k], s.High[k] = uint8(low[name][k]), uint8(high[name][k])
			}
			if tinted[name] {
				s.Tint = block.Info().Tint
			}
			looks[b][f] = s
		}
	}
	return looks
}
