package textures

import "image/color"

// Pixels is one painted tile, row by row from the top left, colours not multiplied by alpha.
type Pixels [Size * Size]color.NRGBA

// Tinting selects the pixels that are multiplied by the tint of the block (grass, leaves, water).
type Tinting uint8

// The ways of tinting. TintMasked is for opaque textures: alpha 255 means that the tint applies, MaskPlain that it does not;
// in shader terms mix(vec3(1), tint, clamp(2*a-1, 0, 1)). As the alpha of an opaque texture without tint is 255 and its tint
// is white, the opaque pass may always compute that.
const (
	TintNone Tinting = iota
	TintWhole
	TintMasked
)

// MaskPlain is the alpha of a pixel of a masked texture that takes no tint. It passes an alpha test at one half.
const MaskPlain = 128

// Texture is a painted texture.
type Texture struct {
	Name        string
	Variants    int      // 1 or 4; a block chooses one by its position
	Frames      int      // of its animation; 1 for none
	Layers      []Pixels // Variants*Frames: all frames of the first variant, then of the next
	Tinting     Tinting
	Tiles       bool // continues across its own border
	Cutout      bool // some pixels are see-through; alpha is 0 or 255
	Translucent bool // to be blended; alpha may be anything
	Dense       bool // opaque from afar: leaves, behind whose holes are more leaves
}

// Bounds returns the smallest box that holds every pixel of every layer that is not see-through: from low on, up to but without
// high, x before y. Both are 0 if nothing can be seen.
func (t *Texture) Bounds() (low, high [2]int) {
	low = [2]int{Size, Size}
	for i := range t.Layers {
		for at := range t.Layers[i] {
			if t.Layers[i][at].A == 0 {
				continue
			}
			for k, v := range [2]int{at % Size, at / Size} {
				low[k], high[k] = min(low[k], v), max(high[k], v+1)
			}
		}
	}
	if high[0] == 0 {
		low = high
	}
	return low, high
}

// row is a row of the table: how a texture is painted.
type row struct {
	name     string
	paint    func(*canvas, brush)
	variants int // 0 for 1
	frames   int // 0 for 1
	alpha    uint8
	tinting  Tinting
	untiled  bool // does not tile
	cutout   bool
	dense    bool
}
