package protocol

import (
	"slices"

	"voxtide/internal/wire"
)

// Biomes are the biomes of a section's columns, one for each 4x4 columns, by x/4 + 4*(z/4). The colours of grass,
// leaves and water depend on them. The numbers are worldgen's and mean nothing here.
type Biomes [16]uint8

// appendBiomes writes them:
//
//	kinds    1 byte: how many there are, 1 to 16
//	biomes   that many bytes, in order of first use
//	places   8 bytes, 4 bits a place, the first in the low half; none if there is one kind
func appendBiomes(b []byte, m *Biomes) []byte {
	var kinds [len(m)]uint8
	n := 0
	var places [len(m) / 2]uint8
	for i, v := range m {
		k := slices.Index(kinds[:n], v)
		if k < 0 {
			k = n
			kinds[n] = v
			n++
		}
		places[i/2] |= uint8(k) << (i % 2 * 4)
	}
	b = append(append(b, uint8(n)), kinds[:n]...)
	if n == 1 {
		return b
	}
	return append(b, places[:]...)
}

func readBiomes(r *wire.Reader, m *Biomes) {
	n := int(r.Byte())
	if n < 1 || n > len(m) {
		r.Fail(ErrValue)
		return
	}
	kinds := r.Bytes(n)
	var places []byte
	if n > 1 {
		places = r.Bytes(len(m) / 2)
	}
	if r.Err() != nil {
		return
	}
	for i := range m {
		k := 0
		if n > 1 {
			k = int(places[i/2] >> (i % 2 * 4) & 15)
		}
		if k >= n {
			r.Fail(ErrValue)
			return
		}
		m[i] = kinds[k]
	}
}
