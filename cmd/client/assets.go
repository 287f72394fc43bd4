package main

import (
	"fmt"
	"image"
	"image/color"

	"voxtide/client/terrain"
	"voxtide/cmd/internal/packs"
	"voxtide/render"
	"voxtide/render/mesh"
	"voxtide/render/textures"
	"voxtide/ui"
	"voxtide/world"
)

// assets are the textures of the game in the forms for the mesher and the renderer.
type assets struct {
	faces *mesh.BlockFaces
	gpu   render.Textures
	all   []textures.Texture
}

// source finds the textures for icons.
func (p *assets) source() textures.Source {
	at := make(map[string]int, len(p.all))
	for i := range p.all {
		at[p.all[i].Name] = i
	}
	return func(name string) (textures.Texture, bool) {
		i, known := at[name]
		if !known {
			return textures.Texture{}, false
		}
		return p.all[i], true
	}
}

// openPacks opens the packs of textures and sounds, and begins to read the player's own.
func (s *app) openPacks() {
	s.packs = packs.Open(s.home)
	s.packs.Prepare = func(pictures map[string]*image.NRGBA) any { return buildAssets(pictures) }
	s.packs.Own(s.options.ResourcePack)
}

// wearPacks follows the packs, and puts on what they give.
func (s *app) wearPacks() {
	var of packs.Session // nil in the menu, and in a world of one's own
	if g := s.session; g != nil && g.host == nil {
		of = g.client
	}
	wear, asks, says := s.packs.Frame(of, s.cmd.Connect, s.options.ServerPacks)
	if says != "" {
		s.log.Warn("resource pack: " + says)
		s.say(says) // in the chat, once there is one
	}
	s.state.Pack = ui.PackQuestion(asks)
	if wear == nil {
		return
	}
	look := wear.Prepared.(*assets)
	if err := s.display.renderer.SetTextures(&look.gpu); err != nil {
		s.log.Warn("the textures of a pack cannot be used", "why", err)
		return
	}
	look.gpu.Layers = nil // the renderer has copied them
	s.assets = look
	s.ui.SetTextures(look.source())
	s.display.sounds.Wear(wear.Sounds)
	if s.session != nil {
		s.session.client.SkinsLost()
	}
	s.log.Info("textures and sounds of packs", "textures", len(wear.Textures), "sounds", len(wear.Sounds))
}

// animationStep is how long each image of an animated texture is shown, in seconds.
const animationStep = 0.12

// buildAssets generates all textures, with the pictures of packs in the place of some.
func buildAssets(pictures map[string]*image.NRGBA) *assets {
	all := textures.Override(textures.All(), pictures)
	pixels, places := textures.Layers(all)
	p := &assets{all: all, faces: terrain.BlockFaces(all), gpu: render.Textures{Side: textures.Size, Tints: terrain.TintColours()}}
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
		p.gpu.Blocks = append(p.gpu.Blocks, p.blockLook(world.Block(b), places))
	}
	for i := range world.Things {
		l := render.BlockLook{Flat: true, Tool: world.Things[i].Tool != world.ToolNone}
		for f := range l.Layers {
			l.Layers[f] = layer("%s", world.Things[i].Texture)
		}
		p.gpu.Things = append(p.gpu.Things, l)
	}
	return p
}

// blockLook returns the look of a block outside the terrain, as an item.
func (p *assets) blockLook(b world.Block, places map[string]textures.LayerRange) render.BlockLook {
	info := b.Info()
	l := render.BlockLook{Glow: info.Light > 0, Tint: terrain.DefaultTint(info.Tint), Stained: info.Tint == world.TintWater, High: [3]uint8{16, 16, 16}}
	at := mesh.IconBlock(b)
	for f := range l.Layers {
		l.Layers[f] = p.faces[at][f].Layer
	}
	if name := mesh.Sprite(b); name != "" {
		l.Flat = true
		for f := range l.Layers {
			l.Layers[f] = uint16(places[name].First)
		}
	}
	for _, part := range mesh.IconParts(b) {
		q := render.LookPart{Mirror: part.Mirror}
		for f, slot := range part.Slots {
			q.Layers[f] = p.faces[at][slot].Layer
		}
		for k := range q.Low {
			q.Low[k], q.High[k] = uint8(part.Box.Lo[k]), uint8(part.Box.Hi[k])
		}
		l.Parts = append(l.Parts, q)
	}
	if boxes := b.Boxes(); len(boxes) > 0 {
		l.Low, l.High = boundsOf(boxes)
	} else if boxes := b.Outline(); len(boxes) > 0 && !l.Flat {
		l.Low, l.High = boundsOf(boxes)
	}
	return l
}

// boundsOf returns the box around some boxes.
func boundsOf(boxes []world.Box) (low, high [3]uint8) {
	low = [3]uint8{16, 16, 16}
	for _, box := range boxes {
		for i := range low {
			low[i], high[i] = min(low[i], uint8(box.Lo[i])), max(high[i], uint8(box.Hi[i]))
		}
	}
	return low, high
}

func pixelBytes(pixels []color.NRGBA) []byte {
	out := make([]byte, 0, 4*len(pixels))
	for _, c := range pixels {
		out = append(out, c.R, c.G, c.B, c.A)
	}
	return out
}
