package render

import (
	"math"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"voxtide/render/camera"
	"voxtide/render/draw2d"
	"voxtide/render/glutil"
	"voxtide/render/mipatlas"
	"voxtide/render/scene"
)

// blockTextures are the block textures on the GPU: an array texture, and the palette of tints and animations.
type blockTextures struct {
	Textures              // without Layers, which are on the GPU
	array          uint32 // the array texture
	mipAtlas       uint32 // an array texture of the same layers, each with its levels in one image: see package mipatlas; at reduced quality
	bytes          int    // of both
	palette        *paletteUniforms
	paletteUBO     uint32
	seconds        float64 // time of the frame, for the animations
	anisotropyMost float32 // that the driver allows; below 1 for none
	software       bool    // the driver computes on the CPU
	skins          skinSlots
}

func (b *blockTextures) init(d *Driver) {
	b.palette = &paletteUniforms{}
	b.paletteUBO = newUniformBuffer(glutil.BindingPalette)
	b.anisotropyMost, b.software = d.anisotropy, d.Software
}

func (b *blockTextures) free() {
	glutil.DeleteBuffer(&b.paletteUBO)
	glutil.DeleteTexture(&b.array)
	glutil.DeleteTexture(&b.mipAtlas)
}

// set replaces the textures by a copy of t.
func (b *blockTextures) set(t *Textures, reduced bool) error {
	side, levels, err := t.check()
	if err != nil {
		return err
	}
	glutil.DeleteTexture(&b.array)
	gl.GenTextures(1, &b.array)
	b.bind()
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 1)
	var buf []byte
	layers := withFringes(t)
	b.bytes = 0
	for level := range levels {
		buf = buf[:0]
		for _, l := range layers {
			buf = append(buf, l[level]...)
		}
		s := int32(side >> level)
		for range b.skins.layers(t, side) {
			buf = append(buf, make([]byte, s*s*4)...)
		}
		b.bytes += len(buf)
		gl.TexImage3D(gl.TEXTURE_2D_ARRAY, int32(level), gl.RGBA8, s, s, int32(len(t.Layers)+b.skins.layers(t, side)), 0, gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(buf))
	}
	b.skins.begin(t, side)
	b.setMipAtlas(layers, side)
	b.bind()
	gl.TexParameteri(gl.TEXTURE_2D_ARRAY, gl.TEXTURE_MAX_LEVEL, int32(levels-1))
	gl.TexParameteri(gl.TEXTURE_2D_ARRAY, gl.TEXTURE_WRAP_S, gl.REPEAT)
	gl.TexParameteri(gl.TEXTURE_2D_ARRAY, gl.TEXTURE_WRAP_T, gl.REPEAT)
	gl.TexParameteri(gl.TEXTURE_2D_ARRAY, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
	b.setFilter(reduced)
	b.Textures = *t
	b.Textures.Layers = nil
	for i := range b.palette.tints {
		b.palette.tints[i] = [4]float32{1, 1, 1, 1}
	}
	for i, c := range t.Tints[:min(len(t.Tints), len(b.palette.tints))] {
		b.palette.tints[i] = [4]float32{float32(c[0]) / 255, float32(c[1]) / 255, float32(c[2]) / 255, 1}
	}
	b.updateAnimations(true)
	return nil
}

// setMipAtlas replaces the images that hold all levels of a layer.
func (b *blockTextures) setMipAtlas(layers [][][]byte, side int) {
	glutil.DeleteTexture(&b.mipAtlas)
	gl.GenTextures(1, &b.mipAtlas)
	glutil.BindTexture(glutil.UnitMipAtlas, gl.TEXTURE_2D_ARRAY, b.mipAtlas)
	var buf []byte
	for _, l := range layers {
		buf = mipatlas.Append(buf, l)
	}
	b.bytes += len(buf)
	gl.TexImage3D(gl.TEXTURE_2D_ARRAY, 0, gl.RGBA8, int32(side), int32(2*side), int32(len(layers)), 0, gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(buf))
	glutil.SetNearest(gl.TEXTURE_2D_ARRAY)
	gl.TexParameteri(gl.TEXTURE_2D_ARRAY, gl.TEXTURE_WRAP_S, gl.REPEAT)
}

// bind binds the array texture to its unit.
func (b *blockTextures) bind() {
	glutil.BindTexture(glutil.UnitBlocks, gl.TEXTURE_2D_ARRAY, b.array)
}

// reducedMipBias is added to the level of detail at reduced quality, in levels. There a fragment takes one texel of one level;
// where that level is finer than the pixels of the frame, texels are skipped at random.
const reducedMipBias = 0.4

// setFilter sets the filter for textures that are drawn smaller than they are. Texels larger than pixels always have hard
// edges.
func (b *blockTextures) setFilter(reduced bool) {
	b.bind()
	filter, bias, aniso := int32(gl.LINEAR_MIPMAP_LINEAR), float32(0), min(b.anisotropyMost, 4)
	if reduced { // on a slow machine blending levels costs a tenth of a frame, blending texels twice that
		filter, bias, aniso = gl.NEAREST_MIPMAP_NEAREST, reducedMipBias, min(aniso, 1)
	}
	gl.TexParameteri(gl.TEXTURE_2D_ARRAY, gl.TEXTURE_MIN_FILTER, filter)
	gl.TexParameterf(gl.TEXTURE_2D_ARRAY, gl.TEXTURE_LOD_BIAS, bias)
	if aniso > 0 && !b.software { // a software driver would blur near textures with it
		gl.TexParameterf(gl.TEXTURE_2D_ARRAY, textureMaxAnisotropy, aniso)
	}
}

// pixelsPerTexel returns the side in pixels of a texel that is one block ahead of the eye, in a frame of a height in pixels.
func (b *blockTextures) pixelsPerTexel(v *camera.View, height int) float32 {
	return float32(height) / (2 * float32(math.Tan(float64(v.FOV)/2)) * float32(max(b.Side, 16)))
}

// updateAnimations advances the animated textures and uploads the palette if one of them changed.
func (b *blockTextures) updateAnimations(always bool) {
	changed := always
	for _, m := range b.Animations {
		if m.First < 0 || m.First >= MaxLayers || m.Count <= 0 || m.Seconds <= 0 {
			continue
		}
		at := uint8(int(b.seconds/m.Seconds) % m.Count)
		if b.palette.animationFrames[m.First] != at {
			b.palette.animationFrames[m.First] = at
			changed = true
		}
	}
	if changed {
		b.palette.upload(b.paletteUBO)
	}
}

// tint returns a colour of the palette.
func (b *blockTextures) tint(i uint8) [4]uint8 {
	t := &b.palette.tints[i]
	return toBytes(mgl32.Vec3{t[0], t[1], t[2]}, 1)
}

// look returns how a block or a thing looks. What is not in the tables is a full box of the first layer.
func (b *blockTextures) look(block uint16) BlockLook {
	if int(block) < len(b.Blocks) {
		return b.Blocks[block]
	}
	if n := int(block) - scene.FirstThing; n >= 0 && n < len(b.Things) {
		return b.Things[n]
	}
	return BlockLook{High: [3]uint8{16, 16, 16}}
}

// dye returns the tint of a look as the boxes take it: without alpha where it holds everywhere.
func (b *blockTextures) dye(l *BlockLook) [4]uint8 {
	t := b.tint(l.Tint)
	if l.Stained {
		t[3] = 0
	}
	return t
}

// icons returns all blocks as the 2-D batch draws them.
func (b *blockTextures) icons() []draw2d.BlockIcon {
	out := make([]draw2d.BlockIcon, len(b.Blocks))
	for i := range out {
		l := &b.Blocks[i]
		low, high := l.bounds()
		t := b.tint(l.Tint)
		out[i] = draw2d.BlockIcon{Layers: l.Layers, Min: low, Max: high, Tint: draw2d.Colour{R: t[0], G: t[1], B: t[2], A: 255}, Flat: l.Flat}
	}
	return out
}
