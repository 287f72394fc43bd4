// Package skin is how a player looks: a picture of 64 by 64 pixels in 16 tiles, its bounded form for the network, and its name, a hash.
//
// Job: Parse and Pack, for a PNG of the player's own; Unpack, for what comes from others. Owner: none; all values.
//
// Invariants: nothing that comes over the network is decompressed: the packed form is a palette and indexes of fixed width, so a form of
// n bytes costs n steps, and its length follows from its first byte. Each picture has one packed form; Unpack refuses any other.
package skin

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
)

// Sizes of a skin, in pixels.
const (
	Side     = 64 // of the picture
	TileSide = 16
	Tiles    = 16 // of a picture, by rows
	pixels   = Side * Side
)

// Bounds, in bytes.
const (
	FileMax = 256 << 10          // of a PNG that is read
	PackMax = 1 + 3*256 + pixels // of a packed skin
)

// ErrSkin says that bytes are no skin. The text says why.
var ErrSkin = errors.New("skin")

// ID is the name of a skin: a hash of its packed form. The zero value stands for none.
type ID [16]byte

// IDOf returns the name of a packed skin, the zero value of an empty one.
func IDOf(packed []byte) (id ID) {
	if len(packed) > 0 {
		sum := sha256.Sum256(packed)
		copy(id[:], sum[:])
	}
	return id
}

// Parse reads a PNG of 64 by 64 pixels. Errors: ErrSkin.
func Parse(file []byte) (*image.NRGBA, error) {
	if len(file) > FileMax {
		return nil, fmt.Errorf("%w: the file has more than %d bytes", ErrSkin, FileMax)
	}
	c, err := png.DecodeConfig(bytes.NewReader(file))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: this is no PNG: %w", ErrSkin, err)
	case c.Width != Side || c.Height != Side:
		return nil, fmt.Errorf("%w: it is %d by %d pixels, not %d by %d", ErrSkin, c.Width, c.Height, Side, Side)
	}
	m, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSkin, err)
	}
	out := image.NewNRGBA(image.Rect(0, 0, Side, Side))
	for y := range Side {
		for x := range Side {
			out.SetNRGBA(x, y, color.NRGBAModel.Convert(m.At(m.Bounds().Min.X+x, m.Bounds().Min.Y+y)).(color.NRGBA))
		}
	}
	return out, nil
}

// Pack returns the packed form of a picture. Bodies are opaque, so what is transparent is drawn over black; of a picture with more than 256
// colours the lowest bits are left out, until it has 256.
//
//	colours - 1 (a byte) | colours: red, green, blue | indexes of the pixels by rows: 1, 2, 4 or 8 bits each, the first in the lowest bits
func Pack(p *image.NRGBA) []byte {
	for drop := range 8 {
		if b := pack(p, uint(drop)); b != nil {
			return b
		}
	}
	return nil // 8 colours at most are left before that
}

// pack packs a picture without the lowest bits of its colours; nil if there are more than 256.
func pack(p *image.NRGBA, drop uint) []byte {
	index := map[[3]uint8]int{}
	var palette [][3]uint8
	var at [pixels]int
	for i := range at {
		c := p.NRGBAAt(p.Rect.Min.X+i%Side, p.Rect.Min.Y+i/Side)
		var rgb [3]uint8
		for k, v := range [3]uint8{c.R, c.G, c.B} {
			rgb[k] = uint8(int(v)*int(c.A)/255) >> drop << drop
		}
		n, known := index[rgb]
		if !known {
			if len(palette) == 256 {
				return nil
			}
			n = len(palette)
			index[rgb], palette = n, append(palette, rgb)
		}
		at[i] = n
	}
	b := []byte{uint8(len(palette) - 1)}
	for _, c := range palette {
		b = append(b, c[:]...)
	}
	bits := widthOf(len(palette))
	for i := 0; i < pixels; i += 8 / bits {
		v := 0
		for k := range 8 / bits {
			v |= at[i+k] << (k * bits)
		}
		b = append(b, uint8(v))
	}
	return b
}

// widthOf returns the bits of an index into a number of colours.
func widthOf(colours int) int {
	bits := 1
	for 1<<bits < colours {
		bits *= 2
	}
	return bits
}

// Unpack returns the pixels of a packed skin: rows of red, green, blue and alpha, which is 255. Errors: ErrSkin.
func Unpack(b []byte) ([]byte, error) {
	if len(b) == 0 {
		return nil, fmt.Errorf("%w: empty", ErrSkin)
	}
	colours := int(b[0]) + 1
	bits := widthOf(colours)
	if want := 1 + 3*colours + pixels*bits/8; len(b) != want {
		return nil, fmt.Errorf("%w: %d bytes for %d colours, not %d", ErrSkin, len(b), colours, want)
	}
	palette, rest := b[1:1+3*colours], b[1+3*colours:]
	out := make([]byte, 0, 4*pixels)
	next := 0 // colours that have appeared
	seen := map[[3]uint8]bool{}
	for i := range pixels {
		n := int(rest[i*bits/8]) >> (i * bits % 8) & (1<<bits - 1)
		if n > next || n >= colours {
			return nil, fmt.Errorf("%w: colour %d is not the next of the palette", ErrSkin, n)
		}
		c := [3]uint8(palette[3*n:])
		if n == next {
			if next++; seen[c] {
				return nil, fmt.Errorf("%w: a colour stands twice in the palette", ErrSkin)
			}
			seen[c] = true
		}
		out = append(out, c[0], c[1], c[2], 255)
	}
	if next != colours {
		return nil, fmt.Errorf("%w: %d colours of %d are used", ErrSkin, next, colours)
	}
	return out, nil
}

// Image returns the picture of pixels that Unpack returned.
func Image(pix []byte) *image.NRGBA {
	return &image.NRGBA{Pix: pix, Stride: 4 * Side, Rect: image.Rect(0, 0, Side, Side)}
}

// Tile returns a copy of a tile of pixels, which Unpack returned.
func Tile(pix []byte, n int) *image.NRGBA {
	out := image.NewNRGBA(image.Rect(0, 0, TileSide, TileSide))
	x, y := n%4*TileSide, n/4*TileSide
	for row := range TileSide {
		from := ((y+row)*Side + x) * 4
		copy(out.Pix[row*out.Stride:], pix[from:from+4*TileSide])
	}
	return out
}
