package client

import (
	"voxtide/mesh"
	"voxtide/textures"
	"voxtide/world"
)

// Looks returns how every block looks, for meshes: the texture layers of each side, and which sides take a tint.
func Looks(all []textures.Texture) *mesh.Looks {
	_, places := textures.Layers(all)
	tinted := map[string]bool{}
	for i := range all {
		tinted[all[i].Name] = all[i].Tinting != textures.TintNone
	}
	looks := &mesh.Looks{}
	for b := range looks {
		info := &world.Blocks[b]
		for f, name := range info.Faces {
			p := places[name]
			s := mesh.Side{Layer: uint16(p.First), Varied: p.Variants > 1, Animated: p.Frames > 1}
			if tinted[name] {
				s.Tint = info.Tint
			}
			looks[b][f] = s
		}
	}
	return looks
}
