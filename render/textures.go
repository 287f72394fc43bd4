package render

import (
	"fmt"
	"image"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"
)

// Bounds of the textures of blocks.
const (
	MaxLayers   = 2048
	MaxSide     = 64
	crackStages = 10
)

// Textures are the pictures of blocks and what is needed to draw one by its number.
type Textures struct {
	Side   int         // of a layer in pixels, a power of two; 0 for 16
	Layers [][][]byte  // of each layer its levels from Side down to 1, as rows of R, G, B, A, the top row first; in an opaque texture alpha is 255 where the tint holds and 128 where it does not
	Moving []Animation // runs of layers that are shown one after the other
	Tints  [][3]uint8  // by tint; what is missing is white, as is the first
	Blocks []BlockLook // by block
	Cracks int         // the first of 10 layers of growing cracks; 0 for none
	Body   *BodyLook   // of players; nil for plain colours
}

// BodyLook are the layers of a player: each covers a whole side of a part of its body.
type BodyLook struct {
	Face, HeadSide, HeadBack, HeadTop, Leg, Hand uint16
	Torso, Arm                                   []uint16 // by shirt, as many of the one as of the other
}

// Animation is a moving picture.
type Animation struct {
	First, Count int     // layers
	Seconds      float64 // that each is shown
}

// BlockLook is how a block looks by itself: falling, lying there, in a hand, as an icon.
type BlockLook struct {
	Layers    [faceCount]uint16 // by face
	Tint      uint8
	Low, High [3]uint8 // its box in 1/16 block
	Flat      bool     // a picture of its first layer instead of a box: plants, torches
	Glow      bool     // it gives light itself
}

// SetTextures takes over the pictures of blocks, which it copies. It may be called again, while no icon is drawn.
func (r *Renderer) SetTextures(t *Textures) error {
	side := t.Side
	if side == 0 {
		side = 16
	}
	if len(t.Layers) == 0 || len(t.Layers) > MaxLayers || side > MaxSide || side&(side-1) != 0 {
		return fmt.Errorf("%w: %d layers of side %d", ErrTextures, len(t.Layers), side)
	}
	levels := 0
	for s := side; s > 0; s /= 2 {
		for i, l := range t.Layers {
			if len(l) <= levels || len(l[levels]) != s*s*4 {
				return fmt.Errorf("%w: level %d of layer %d", ErrTextures, levels, i)
			}
		}
		levels++
	}
	deleteTexture(&r.blocks)
	r.ghosts.version = 0
	gl.GenTextures(1, &r.blocks)
	bindTexture(unitBlocks, gl.TEXTURE_2D_ARRAY, r.blocks)
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 1)
	var buf []byte
	tops := overgrown(t)
	r.textureBytes = 0
	for level := range levels {
		buf = buf[:0]
		for i, l := range t.Layers {
			if top, ok := tops[uint16(i)]; ok && level > 0 {
				buf = append(buf, takeAfter(l[level], t.Layers[top][0], level)...)
				continue
			}
			buf = append(buf, l[level]...)
		}
		r.textureBytes += len(buf)
		s := int32(side >> level)
		gl.TexImage3D(gl.TEXTURE_2D_ARRAY, int32(level), gl.RGBA8, s, s, int32(len(t.Layers)), 0, gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(buf))
	}
	gl.TexParameteri(gl.TEXTURE_2D_ARRAY, gl.TEXTURE_MAX_LEVEL, int32(levels-1))
	gl.TexParameteri(gl.TEXTURE_2D_ARRAY, gl.TEXTURE_WRAP_S, gl.REPEAT)
	gl.TexParameteri(gl.TEXTURE_2D_ARRAY, gl.TEXTURE_WRAP_T, gl.REPEAT)
	gl.TexParameteri(gl.TEXTURE_2D_ARRAY, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
	r.setFilter()
	r.textures = *t
	r.textures.Layers = nil
	for i := range r.palette.tints {
		r.palette.tints[i] = [4]float32{1, 1, 1, 1}
	}
	for i, c := range t.Tints[:min(len(t.Tints), len(r.palette.tints))] {
		r.palette.tints[i] = [4]float32{float32(c[0]) / 255, float32(c[1]) / 255, float32(c[2]) / 255, 1}
	}
	r.movePictures(true)
	return r.check("setting textures")
}

// plainBias is by how many levels slow machines take textures to be further away than they are: they look up one pixel of
// one level, and where that is finer than the picture others are left out at random.
const plainBias = 0.4

// setFilter sets how textures are made smaller: where pixels of a texture are larger than those of the picture they have
// hard edges in any case.
func (r *Renderer) setFilter() {
	bindTexture(unitBlocks, gl.TEXTURE_2D_ARRAY, r.blocks)
	filter, bias, aniso := int32(gl.LINEAR_MIPMAP_LINEAR), float32(0), min(r.driver.anisotropy, 4)
	if r.plain() { // mixing levels costs a tenth of a picture there, mixing pixels twice that
		filter, bias, aniso = gl.NEAREST_MIPMAP_NEAREST, plainBias, min(aniso, 1)
	}
	gl.TexParameteri(gl.TEXTURE_2D_ARRAY, gl.TEXTURE_MIN_FILTER, filter)
	gl.TexParameterf(gl.TEXTURE_2D_ARRAY, gl.TEXTURE_LOD_BIAS, bias)
	if aniso > 0 && !r.driver.Software { // which would blur what is near
		gl.TexParameterf(gl.TEXTURE_2D_ARRAY, textureMaxAnisotropy, aniso)
	}
}

// movePictures advances moving pictures and hands the palette over if one of them changed.
func (r *Renderer) movePictures(always bool) {
	changed := always
	for _, m := range r.textures.Moving {
		if m.First < 0 || m.First >= MaxLayers || m.Count <= 0 || m.Seconds <= 0 {
			continue
		}
		at := uint8(int(r.seconds/m.Seconds) % m.Count)
		if r.palette.pictures[m.First] != at {
			r.palette.pictures[m.First] = at
			changed = true
		}
	}
	if changed {
		setBlock(r.uPal, int(paletteBytes), ptr(r.palette))
	}
}

// tint returns a colour of the palette.
func (r *Renderer) tint(i uint8) [4]uint8 {
	t := &r.palette.tints[i]
	return bytesOf(mgl32.Vec3{t[0], t[1], t[2]}, 1)
}

// look returns how a block looks; that of the first layer for one that is not in the table.
func (r *Renderer) look(block uint16) BlockLook {
	if int(block) < len(r.textures.Blocks) {
		return r.textures.Blocks[block]
	}
	return BlockLook{High: [3]uint8{16, 16, 16}}
}

// Mips returns the levels of a picture of a power of two, each the mean of the one before, weighted by what is seen of
// it: a stand-in for those who have none made by hand.
func Mips(p *image.NRGBA) [][]byte {
	side := p.Rect.Dx()
	level := append([]byte(nil), p.Pix...)
	out := [][]byte{level}
	for s := side / 2; s > 0; s /= 2 {
		next := make([]byte, s*s*4)
		for y := range s {
			for x := range s {
				var sum [4]int
				for _, o := range [4]int{0, 1, 2 * s, 2*s + 1} {
					at := (2*y*2*s + 2*x + o) * 4
					a := int(level[at+3])
					for c := range 3 {
						sum[c] += int(level[at+c]) * a
					}
					sum[3] += a
				}
				at := (y*s + x) * 4
				for c := range 3 {
					next[at+c] = uint8(sum[c] / max(sum[3], 1))
				}
				next[at+3] = uint8(sum[3] / 4)
			}
		}
		level = next
		out = append(out, next)
	}
	return out
}
