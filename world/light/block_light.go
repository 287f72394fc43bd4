package light

import "math/bits"

// findSources lists the cells whose block light can reach the padded section, by level. It reports whether there are
// any.
func (s *Scratch) findSources(a *Neighbourhood) bool {
	for k := range s.sources {
		s.sources[k] = s.sources[k][:0]
	}
	any := false
	for n, e := range s.entries {
		if !e.anyEmits {
			continue
		}
		for i, row := range e.emits {
			for ; row != 0; row &= row - 1 {
				x := bits.TrailingZeros16(row)
				level := int(min(a.Sections[n].Get(i<<4|x).Info().Light, Full))
				x += n % 3 * size
				y, z := i/size+n/9*size, i%size+n/3%3*size
				if (level-1)/BlockLightStep >= distanceOutside(x)+distanceOutside(y)+distanceOutside(z) {
					any = true
					s.sources[level] = append(s.sources[level], int32(y*bitGridEdge+z)<<6|int32(x))
				}
			}
		}
	}
	return any
}

// distanceOutside returns how far a coordinate of the grid is outside the padded section.
func distanceOutside(x int) int { return max(padLow-x, 0, x-padHigh+1) }

// spreadBlockLight floods the light of the sources.
func (s *Scratch) spreadBlockLight() {
	f := &s.flood
	f.begin(blockLightLow, blockLightHigh, BlockLightStep)
	for level := Full; level > 0; level-- {
		f.level(level)
		for _, at := range s.sources[level] {
			f.add(int(at>>6), 1<<(at&63))
		}
		f.spreadLevel(&s.medium, &s.blockLevels)
	}
}
