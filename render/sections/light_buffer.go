package sections

import (
	"strings"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"

	"voxtide/render/glutil"
	"voxtide/render/scene"
)

// LightStorage is where the light cells of sections are kept on the GPU. Shaders read them texel by texel: from a texture
// buffer, or, where the driver lets a texture buffer hold only few texels, from a texture of two dimensions. The frame is
// the same.
type LightStorage uint8

// The storages.
const (
	LightStorageAuto    LightStorage = iota // a texture buffer if the cells of a page fit into one
	LightStorageBuffer                      // a texture buffer
	LightStorageTexture                     // a texture of two dimensions
)

// String returns the name of a storage.
func (c LightStorage) String() string {
	return [...]string{"auto", "buffer", "texture"}[min(c, LightStorageTexture)]
}

// ParseLightStorage returns the storage of a name, and whether there is one.
func ParseLightStorage(name string) (LightStorage, bool) {
	for c := LightStorageAuto; c <= LightStorageTexture; c++ {
		if c.String() == name {
			return c, true
		}
	}
	return LightStorageAuto, false
}

// pageCells is the number of light cells in a page: woods and meadows have 35 to 41 in a hundred of the bytes of their quads.
const pageCells = PageBytes / 2 / cellBytes

const cellBytes = scene.CellWords * 4

// lightTextureWidth is the width of a texture of light cells: every driver allows twice that.
const lightTextureWidth = 2048

// ChooseLightStorage returns the storage to use on a driver whose texture buffers hold a number of texels.
func ChooseLightStorage(asked LightStorage, texels int) LightStorage {
	switch {
	case asked == LightStorageBuffer || asked == LightStorageTexture:
		return asked
	case texels < pageCells:
		return LightStorageTexture
	}
	return LightStorageBuffer
}

// textureTarget returns the target that the texture of light cells is bound to.
func (c LightStorage) textureTarget() uint32 {
	if c == LightStorageTexture {
		return gl.TEXTURE_2D
	}
	return gl.TEXTURE_BUFFER
}

// Shaders are written with bufferDeclaration and bufferFetch; fetchFromTexture replaces both by textureDeclaration.
const (
	bufferDeclaration  = "uniform usamplerBuffer cells;"
	bufferFetch        = "texelFetch(cells, "
	textureDeclaration = "uniform usampler2D cells;\nuvec4 cellAt(int i) { return texelFetch(cells, ivec2(i & 2047, i >> 11), 0); }"
)

// RewriteShader returns the function that adapts the text of a shader to the storage, nil if there is nothing to adapt.
func (c LightStorage) RewriteShader() func(text string) string {
	if c == LightStorageTexture {
		return fetchFromTexture
	}
	return nil
}

// fetchFromTexture makes a shader read light cells from a texture of two dimensions.
func fetchFromTexture(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, bufferFetch, "cellAt("), bufferDeclaration, textureDeclaration)
}

// newLightTexture makes the texture of a page's light cells.
func newLightTexture() (texture uint32) {
	gl.GenTextures(1, &texture)
	glutil.BindTexture(glutil.UnitLightCells, gl.TEXTURE_2D, texture)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RG32UI, lightTextureWidth, pageCells/lightTextureWidth, 0, gl.RG_INTEGER, gl.UNSIGNED_INT, nil)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAX_LEVEL, 0)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
	return texture
}

// writeLightTexture copies light cells to a run of the texture: the rest of a row, whole rows, and the start of a row.
func writeLightTexture(texture uint32, at extent, cells []uint32) {
	glutil.BindTexture(glutil.UnitLightCells, gl.TEXTURE_2D, texture)
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 4)
	for n := int(at.start); len(cells) > 0; {
		x, y := n%lightTextureWidth, n/lightTextureWidth
		count := len(cells) / scene.CellWords
		wide, high := min(lightTextureWidth-x, count), 1
		if x == 0 && count >= lightTextureWidth {
			high = count / lightTextureWidth
		}
		gl.TexSubImage2D(gl.TEXTURE_2D, 0, int32(x), int32(y), int32(wide), int32(high), gl.RG_INTEGER, gl.UNSIGNED_INT, unsafe.Pointer(&cells[0]))
		cells = cells[wide*high*scene.CellWords:]
		n += wide * high
	}
}
