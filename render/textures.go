package render

import (
	"errors"
	"fmt"
	"image"

	"github.com/go-gl/mathgl/mgl32"

	"voxtide/render/scene"
)

// ErrTextures is returned by SetTextures, wrapped with the bound that is exceeded.
var ErrTextures = errors.New("render: textures out of bounds")

// Bounds of the block textures.
const (
	MaxLayers       = 2048
	MaxSide         = 64
	crackStageCount = 10
)

// Textures are the textures of blocks, and how each block looks by itself.
type Textures struct {
	Side       int         // of a layer in pixels, a power of two; 0 for 16
	Layers     [][][]byte  // of each layer its levels from Side down to 1, as rows of R, G, B, A, the top row first; in an opaque texture alpha is 255 where the tint holds and 128 where it does not
	Animations []Animation // runs of layers that are shown one after the other
	Tints      [][3]uint8  // by tint; a missing one is white, as is the first
	Blocks     []BlockLook // by block
	Things     []BlockLook // of things that are no blocks, by their number from scene.FirstThing
	Cracks     int         // the first of 10 layers of growing cracks; 0 for none
	Player     *PlayerLook // nil for plain colours
}

// PlayerLook are the layers of a player: each covers a whole side of a limb.
type PlayerLook struct {
	Face, HeadSide, HeadBack, HeadTop, Leg, Hand uint16
	Torso, Arm                                   []uint16 // by shirt; both are equally long
}

// Animation is an animated texture.
type Animation struct {
	First, Count int     // layers
	Seconds      float64 // for which each is shown
}

// BlockLook is how a block looks by itself: falling, as an item on the ground, in a hand, as an icon.
type BlockLook struct {
	Layers    [scene.MeshFaces]uint16 // by face
	Tint      uint8
	Low, High [3]uint8   // its box in 1/16 block
	Parts     []LookPart // the boxes that it consists of; none for the one from Low to High
	Flat      bool       // a sprite of its first layer instead of a box: plants, torches, things
	Tool      bool       // a sprite that a hand holds by its lower left corner
	Glow      bool       // it gives light itself
	Stained   bool       // the tint holds everywhere, whatever the alpha of the texture: water
}

// LookPart is a box of a block.
type LookPart struct {
	Layers    [scene.MeshFaces]uint16
	Low, High [3]uint8 // in 1/16 block
	Mirror    uint8    // a bit for each face whose texture runs backwards
}

// bounds returns the box of a block in blocks.
func (l *BlockLook) bounds() (low, high mgl32.Vec3) { return sixteenths(l.Low), sixteenths(l.High) }

// sixteenths returns a corner in blocks.
func sixteenths(p [3]uint8) mgl32.Vec3 {
	return mgl32.Vec3{float32(p[0]) / 16, float32(p[1]) / 16, float32(p[2]) / 16}
}

// check returns the side of a layer and the number of its levels, or ErrTextures.
func (t *Textures) check() (side, levels int, err error) {
	side = t.Side
	if side == 0 {
		side = 16
	}
	if len(t.Layers) == 0 || len(t.Layers) > MaxLayers || side > MaxSide || side&(side-1) != 0 {
		return 0, 0, fmt.Errorf("%w: %d layers of side %d", ErrTextures, len(t.Layers), side)
	}
	for s := side; s > 0; s /= 2 {
		for i, l := range t.Layers {
			if len(l) <= levels || len(l[levels]) != s*s*4 {
				return 0, 0, fmt.Errorf("%w: level %d of layer %d", ErrTextures, levels, i)
			}
		}
		levels++
	}
	return side, levels, nil
}

// Mips returns the levels of an image whose side is a power of two: each is the mean of the level before, weighted by alpha.
// It serves callers that make no levels by hand.
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
