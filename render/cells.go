package render

import (
	"strings"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"

	"voxtide/scene"
)

// Light cells are read texel by texel: from a buffer, or where the driver lets a buffer hold only few, from a texture
// with rows of cellsWide. What shaders get is the same.

// Cells is where light cells are kept.
type Cells uint8

// The places.
const (
	CellsAuto    Cells = iota // a buffer if a page's cells fit one
	CellsBuffer               // a texture buffer
	CellsTexture              // a texture of two dimensions
)

// String names a place.
func (c Cells) String() string {
	return [...]string{"auto", "buffer", "texture"}[min(c, CellsTexture)]
}

// CellsOf returns the place of a name.
func CellsOf(name string) (Cells, bool) {
	for c := CellsAuto; c <= CellsTexture; c++ {
		if c.String() == name {
			return c, true
		}
	}
	return CellsAuto, false
}

// cellsWide is how wide such a texture is: every driver allows twice that.
const cellsWide = 2048

// chooseCells returns where to keep cells on a driver whose buffers hold so many texels.
func chooseCells(asked Cells, texels int) Cells {
	switch {
	case asked == CellsBuffer || asked == CellsTexture:
		return asked
	case texels < pageCells:
		return CellsTexture
	}
	return CellsBuffer
}

// target is what the texture of cells is bound as.
func (c Cells) target() uint32 {
	if c == CellsTexture {
		return gl.TEXTURE_2D
	}
	return gl.TEXTURE_BUFFER
}

// cellsDeclared and cellsRead are how shaders read cells from a buffer; inTexture has them read a texture instead.
const (
	cellsDeclared = "uniform usamplerBuffer cells;"
	cellsRead     = "texelFetch(cells, "
	cellsTextured = "uniform usampler2D cells;\nuvec4 cellAt(int i) { return texelFetch(cells, ivec2(i & 2047, i >> 11), 0); }"
)

func inTexture(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, cellsRead, "cellAt("), cellsDeclared, cellsTextured)
}

// newCellTexture makes the texture of a page's cells.
func newCellTexture() (texture uint32) {
	gl.GenTextures(1, &texture)
	bindTexture(unitCells, gl.TEXTURE_2D, texture)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RG32UI, cellsWide, pageCells/cellsWide, 0, gl.RG_INTEGER, gl.UNSIGNED_INT, nil)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAX_LEVEL, 0)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
	return texture
}

// writeCells copies cells to a run of the texture: the rest of a row, whole rows, and the beginning of one.
func writeCells(texture uint32, at span, cells []uint32) {
	bindTexture(unitCells, gl.TEXTURE_2D, texture)
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 4)
	for n := int(at.start); len(cells) > 0; {
		x, y := n%cellsWide, n/cellsWide
		count := len(cells) / scene.CellWords
		wide, high := min(cellsWide-x, count), 1
		if x == 0 && count >= cellsWide {
			high = count / cellsWide
		}
		gl.TexSubImage2D(gl.TEXTURE_2D, 0, int32(x), int32(y), int32(wide), int32(high), gl.RG_INTEGER, gl.UNSIGNED_INT, unsafe.Pointer(&cells[0]))
		cells = cells[wide*high*scene.CellWords:]
		n += wide * high
	}
}
