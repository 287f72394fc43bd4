package main

import (
	"fmt"
	"image/color"

	"voxtide/client"
	"voxtide/mesh"
	"voxtide/render"
	"voxtide/textures"
	"voxtide/world"
)

// pictures are the textures of the game as the mesher and the renderer want them.
type pictures struct {
	looks *mesh.Looks
	gpu   render.Textures
}

// movingFor is how long each picture of an animated texture is shown, in seconds.
const movingFor = 0.12

// paint makes all textures.
func paint() *pictures {
	all := textures.All()
	pixels, places := textures.Layers(all)
	p := &pictures{looks: client.Looks(all), gpu: render.Textures{Side: textures.Size, Tints: client.TintColours()}}
	cutout, dense := make([]bool, len(pixels)), make([]bool, len(pixels))
	for i := range all {
		t, at := &all[i], places[all[i].Name]
		for k := range t.Layers {
			cutout[at.First+k], dense[at.First+k] = t.Cutout, t.Dense
		}
		if at.Frames > 1 {
			for v := range at.Variants {
				p.gpu.Moving = append(p.gpu.Moving, render.Animation{First: at.First + v*at.Frames, Count: at.Frames, Seconds: movingFor})
			}
		}
	}
	for i := range pixels {
		levels := [][]byte{bytesOf(pixels[i][:])}
		smaller := textures.Mips(pixels[i][:], textures.Size, cutout[i])
		if dense[i] {
			textures.Close(smaller)
		}
		for _, l := range smaller {
			levels = append(levels, bytesOf(l))
		}
		p.gpu.Layers = append(p.gpu.Layers, levels)
	}
	p.gpu.Cracks = places["crack_0"].First
	layer := func(name string, args ...any) uint16 { return uint16(places[fmt.Sprintf(name, args...)].First) }
	p.gpu.Body = &render.BodyLook{
		Face: layer("player_face"), HeadSide: layer("player_head_side"), HeadBack: layer("player_head_back"),
		HeadTop: layer("player_head_top"), Leg: layer("player_leg"), Hand: layer("hand"),
	}
	for shirt := range 8 {
		p.gpu.Body.Torso = append(p.gpu.Body.Torso, layer("player_torso_%d", shirt))
		p.gpu.Body.Arm = append(p.gpu.Body.Arm, layer("player_arm_%d", shirt))
	}
	for b := range world.Blocks {
		p.gpu.Blocks = append(p.gpu.Blocks, p.block(world.Block(b)))
	}
	return p
}

// block returns how a block looks by itself.
func (p *pictures) block(b world.Block) render.BlockLook {
	info := &world.Blocks[b]
	l := render.BlockLook{Glow: info.Light > 0, Tint: client.PlainTint(info.Tint), High: [3]uint8{16, 16, 16}}
	for f := range l.Layers {
		l.Layers[f] = p.looks[b][f].Layer
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

func bytesOf(pixels []color.NRGBA) []byte {
	out := make([]byte, 0, 4*len(pixels))
	for _, c := range pixels {
		out = append(out, c.R, c.G, c.B, c.A)
	}
	return out
}
