package light

import (
	"encoding/binary"

	"voxtide/world"
)

const size = world.SectionSize

// The grid is the section and its neighbours: bit x+16 in row (z+16) + bitGridEdge*(y+16). The padded section is in
// rows and bits padLow to padHigh-1. Sky light comes from skyLow to skyHigh-1, and cells that dim it are up to DimDepth
// higher; block light comes from blockLightLow to blockLightHigh-1.
const (
	bitGridEdge    = 3 * size
	padLow         = size - 1
	padHigh        = 2*size + 1
	skyReach       = (Full - 1) / SkyLightStep
	skyLow         = padLow - skyReach
	skyHigh        = padHigh + skyReach
	blockLightLow  = padLow - (Full-1)/BlockLightStep
	blockLightHigh = padHigh + (Full-1)/BlockLightStep
)

// bitGrid is a set of cells.
type bitGrid [bitGridEdge * bitGridEdge]uint64

// planes hold a level for each cell of the padded section: one plane for each bit of the level, the lowest first, with
// bit x+1 in row (z+1) + Edge*(y+1).
type planes [4][Edge * Edge]uint32

// spread8 spreads the bits of a byte over the bytes of a word.
var spread8 = func() (t [256]uint64) {
	for i := range t {
		for k := range 8 {
			t[i] |= uint64(i>>k&1) << (8 * k)
		}
	}
	return t
}()

// writeLevels writes the levels as bytes.
func writeLevels(dst *[Cells]uint8, sky, lamp *planes) {
	for r := range Edge * Edge {
		out := dst[r*Edge:][:Edge]
		var w [3]uint64
		for k := range 4 {
			a, b := sky[k][r], lamp[k][r]
			w[0] |= spread8[a&255]<<(4+k) | spread8[b&255]<<k
			w[1] |= spread8[a>>8&255]<<(4+k) | spread8[b>>8&255]<<k
			w[2] |= spread8[a>>16&3]<<(4+k) | spread8[b>>16&3]<<k
		}
		binary.LittleEndian.PutUint64(out, w[0])
		binary.LittleEndian.PutUint64(out[8:], w[1])
		binary.LittleEndian.PutUint16(out[16:], uint16(w[2]))
	}
}
