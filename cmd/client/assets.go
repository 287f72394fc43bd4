package main

import (
	"fmt"
	"image/color"

	"voxtide/client/terrain"
	"voxtide/render"
	"voxtide/render/mesh"
	"voxtide/render/textures"
	"voxtide/world"
)

// assets are the textures of the game in the forms for the mesher and the renderer.
type assets struct {
	faces *mesh.BlockFaces
	gpu   render.Textures
}

// animationStep is how long each image of an animated texture is shown, in seconds.
const animationStep = 0.12

// buildAssets generates all textures.
func buildAssets() *assets {
	all := textures.All()
	pixels, places := textures.Layers(all)
	p := &assets{faces: terrain.BlockFaces(all), gpu: render.Textures{Side: textures.Size, Tints: terrain.TintColours()}}
	cutout, dense := make([]bool, len(pixels)), make([]bool, len(pixels))
	for i := range all {
		t, at := &all[i], places[all[i].Name]
		for k := range t.Layers {
			cutout[at.First+k], dense[at.First+k] = t.Cutout, t.Dense
		}
		if at.Frames > 1 {
			for v := range at.Variants {
				p.gpu.Animations = append(p.gpu.Animations, render.Animation{First: at.First + v*at.Frames, Count: at.Frames, Seconds: animationStep})
			}
		}
	}
	for i := range pixels {
		levels := [][]byte{pixelBytes(pixels[i][:])}
		smaller := textures.Mips(pixels[i][:], textures.Size, cutout[i])
		if dense[i] {
			textures.CloseHoles(smaller)
		}
		for _, l := range smaller {
			levels = append(levels, pixelBytes(l))
		}
		p.gpu.Layers = append(p.gpu.Layers, levels)
	}
	p.gpu.Cracks = places["crack_0"].First
	layer := func(name string, args ...any) uint16 { return uint16(places[fmt.Sprintf(name, args...)].First) }
	p.gpu.Player = &render.PlayerLook{
		Face: layer("player_face"), HeadSide: layer("player_head_side"), HeadBack: layer("player_head_back"),
		HeadTop: layer("player_head_top"), Leg: layer("player_leg"), Hand: layer("hand"),
	}
	for shirt := range 8 {
		p.gpu.Player.Torso = append(p.gpu.Player.Torso, layer("player_torso_%d", shirt))
		p.gpu.Player.Arm = append(p.gpu.Player.Arm, layer("player_arm_%d", shirt))
	}
	for b := range world.Blocks {
		p.gpu.Blocks = append(p.gpu.Blocks, p.blockLook(world.Block(b)))
	}
	return p
}

// blockLook returns the look of a block outside the terrain, as an item.
func (p *assets) blockLook(b world.Block) render.BlockLook {
	info := &world.Blocks[b]
	l := render.BlockLook{Glow: info.Light > 0, Tint: terrain.DefaultTint(info.Tint), High: [3]uint8{16, 16, 16}}
	for f := range l.Layers {
		l.Layers[f] = p.faces[b][f].Layer
	}
	boxes := b.Boxes()
	l.Flat = len(boxes) == 0 && !info.Liquid
	if len(boxes) > 0 {
		l.Low = [3]uint8{16, 16, 16}
		l.High = [3]uint8{}
		for _, box := range boxes {
			for i := range l.Low {
				l.Low[i], l.High[i] = min(l.Low[i], uint8(box.Lo[i])), max(l.High[i], uint8(box.Hi[i]))
			}
		}
	}
	return l
}

func pixelBytes(pixels []color.NRGBA) []byte {
	out := make([]byte, 0, 4*len(pixels))
	for _, c := range pixels {
		out = append(out, c.R, c.G, c.B, c.A)
	}
	return out
}
