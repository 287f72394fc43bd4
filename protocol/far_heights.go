package protocol

import (
	"voxtide/internal/wire"
	"voxtide/world"
)

// A tile is FarCells cells wide; FarSide is how many corners these have along a side.
const (
	FarCells = 64
	FarSide  = FarCells + 1
)

// Heights are told by what they differ from the plane through the three corners before: land is smooth, so most differ by 0 or 1.
//
//	1 to 190     the difference, zigzag
//	191          it follows as uvarint
//	192 to 254   1 to 63 times 0; a run is as long as it can be
const (
	heightEscape = 191
	heightZeros  = 192
	zerosMax     = 63
)

// farHeightMin is below the lowest block: there is none.
const farHeightMin = world.MinY - 1

// planeAt returns the height at a corner of the plane through the corners before it.
func planeAt(h *[FarSide * FarSide]int16, i int) int32 {
	x, z := i%FarSide, i/FarSide
	switch {
	case x > 0 && z > 0:
		return int32(h[i-1]) + int32(h[i-FarSide]) - int32(h[i-FarSide-1])
	case x > 0:
		return int32(h[i-1])
	case z > 0:
		return int32(h[i-FarSide])
	}
	return 0
}

func appendHeights(b []byte, h *[FarSide * FarSide]int16) []byte {
	zeros := 0
	end := func() {
		if zeros > 0 {
			b = append(b, uint8(heightZeros-1+zeros))
		}
		zeros = 0
	}
	for i := range h {
		d := int32(h[i]) - planeAt(h, i)
		if d == 0 {
			if zeros++; zeros == zerosMax {
				end()
			}
			continue
		}
		end()
		if z := uint32(d<<1 ^ d>>31); z < heightEscape {
			b = append(b, uint8(z))
		} else {
			b = wire.AppendUvarint(append(b, heightEscape), uint64(z))
		}
	}
	end()
	return b
}

func readHeights(r *wire.Reader, h *[FarSide * FarSide]int16) {
	zeros, before := 0, zerosMax // that are left, and the length of the run before if it has just ended
	for i := range h {
		d := int32(0)
		if zeros == 0 {
			switch c := r.Byte(); {
			case r.Err() != nil:
				return
			case c >= heightZeros && c < heightZeros+zerosMax && before == zerosMax:
				zeros = int(c-heightZeros) + 1
				before = zeros
			case c == heightEscape:
				z := r.Uvarint16()
				if z < heightEscape {
					r.Fail(ErrValue)
				}
				d, before = int32(z>>1)^-int32(z&1), zerosMax
			case c > 0 && c < heightEscape:
				d, before = int32(c>>1)^-int32(c&1), zerosMax
			default:
				r.Fail(ErrValue)
			}
		}
		zeros = max(zeros-1, 0)
		y := planeAt(h, i) + d
		if y < farHeightMin || y > world.MaxY {
			r.Fail(ErrValue)
		}
		if r.Err() != nil {
			return
		}
		h[i] = int16(y)
	}
	if zeros > 0 {
		r.Fail(ErrValue)
	}
}
