package light

import (
	"encoding/binary"

	"voxtide/world"
)

const size = world.SectionSize

// The grid is the section and its neighbours: a bit x+16 in row (z+16) + gridEdge*(y+16). The padded section lies in
// rows and bits padLow to padHigh-1; light of the sky comes from skyLow to skyHigh-1, and what dims it from DimHeight
// higher; light of lamps comes from lampLow to lampHigh-1.
const (
	gridEdge = 3 * size
	padLow   = size - 1
	padHigh  = 2*size + 1
	skyReach = (Full - 1) / SkyStep
	skyLow   = padLow - skyReach
	skyHigh  = padHigh + skyReach
	lampLow  = padLow - (Full-1)/LampStep
	lampHigh = padHigh + (Full-1)/LampStep
)

// grid is a set of cells.
type grid [gridEdge * gridEdge]uint64

// planes is a level for each cell of the padded section: its bits, the lowest first, each in rows (z+1) + Edge*(y+1)
// with a bit x+1.
type planes [4][Edge * Edge]uint32

// load makes the sets clear and dim from the sections, as far as light may come from and what dims it may lie.
func (s *Scratch) load(lamps bool) {
	low, high, top := skyLow, skyHigh, min(skyHigh+DimHeight, gridEdge)
	if lamps {
		low, high, top = lampLow, lampHigh, gridEdge
	}
	s.dimFrom, s.dimTo = gridEdge, 0
	for y := low; y < top; y++ {
		var any uint64
		for z := low; z < high; z++ {
			n := y/size*9 + z/size*3
			i := y%size*size + z%size
			a, b, c := s.near[n], s.near[n+1], s.near[n+2]
			stops := uint64(a.stops[i]) | uint64(b.stops[i])<<size | uint64(c.stops[i])<<(2*size)
			dims := uint64(a.dims[i]) | uint64(b.dims[i])<<size | uint64(c.dims[i])<<(2*size)
			s.clear[y*gridEdge+z] = ^(stops | dims)
			s.dim[y*gridEdge+z] = dims
			any |= dims
		}
		if any != 0 {
			s.dimFrom, s.dimTo = min(s.dimFrom, y), y+1
		}
	}
}

// spread8 spreads the bits of a byte over the bytes of a word.
var spread8 = func() (t [256]uint64) {
	for i := range t {
		for k := range 8 {
			t[i] |= uint64(i>>k&1) << (8 * k)
		}
	}
	return t
}()

// write writes the levels as bytes.
func write(dst *[Cells]uint8, sky, lamp *planes) {
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
