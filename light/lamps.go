package light

import "math/bits"

// findLamps notes the cells that give light which can reach the padded section, by level. It tells whether there are any.
func (s *Scratch) findLamps(a *Around) bool {
	for k := range s.lamps {
		s.lamps[k] = s.lamps[k][:0]
	}
	any := false
	for n, e := range s.near {
		if !e.anyGives {
			continue
		}
		for i, row := range e.gives {
			for ; row != 0; row &= row - 1 {
				x := bits.TrailingZeros16(row)
				level := int(min(a.Sections[n].Get(i<<4|x).Info().Light, Full))
				x += n % 3 * size
				y, z := i/size+n/9*size, i%size+n/3%3*size
				if (level-1)/LampStep >= outside(x)+outside(y)+outside(z) {
					any = true
					s.lamps[level] = append(s.lamps[level], int32(y*gridEdge+z)<<6|int32(x))
				}
			}
		}
	}
	return any
}

// outside returns how far a coordinate of the grid lies outside of the padded section.
func outside(x int) int { return max(padLow-x, 0, x-padHigh+1) }

// spreadLamps floods the light of lamps.
func (s *Scratch) spreadLamps() {
	f := &s.flood
	f.begin(lampLow, lampHigh, LampStep)
	for level := Full; level > 0; level-- {
		f.level(level)
		for _, at := range s.lamps[level] {
			f.add(int(at>>6), 1<<(at&63))
		}
		f.spread(s, &s.glimmer)
	}
}
