package light

// flood spreads levels from bright to dark, a set of cells at a time: the cells of a level are its sources, the clear
// neighbours of cells that are a step brighter and the dim neighbours of cells that are a step and one brighter, less
// those that are brighter already.
type flood struct {
	low, high int // of the rows that take part, in y and z
	step      int
	now       int // the level being spread

	reached grid    // cells of this level and brighter ones
	fresh   [4]grid // cells of a level, by level modulo 4
	from    [4]int  // the lowest y of fresh that is not empty
	to      [4]int  // exclusive
	bits    uint64  // of the cells that take part
}

// begin empties the flood for levels that lose a step of 1 or 2 from cell to cell, in some rows and as many bits.
func (f *flood) begin(low, high, step int) {
	f.low, f.high, f.step = low, high, step
	f.bits = (1<<(high-low) - 1) << low
	f.reached, f.fresh = grid{}, [4]grid{}
	f.from, f.to = [4]int{gridEdge, gridEdge, gridEdge, gridEdge}, [4]int{}
}

// level begins a level, one below that before.
func (f *flood) level(level int) {
	f.now = level
	k := level & 3
	for y := f.from[k]; y < f.to[k]; y++ {
		clear(f.fresh[k][y*gridEdge:][:gridEdge])
	}
	f.from[k], f.to[k] = gridEdge, 0
}

// add makes cells of a row sources of the level.
func (f *flood) add(r int, cells uint64) {
	if cells &= f.bits &^ f.reached[r]; cells != 0 {
		k := f.now & 3
		f.fresh[k][r] |= cells
		f.widen(k, r/gridEdge)
	}
}

func (f *flood) widen(k, y int) {
	f.from[k] = min(f.from[k], y)
	f.to[k] = max(f.to[k], y+1)
}

// spread spreads to the level from brighter ones and notes it in the planes.
func (f *flood) spread(s *Scratch, out *planes) {
	k, a, b := f.now&3, (f.now+f.step)&3, (f.now+f.step+1)&3
	now, bright, brighter := &f.fresh[k], &f.fresh[a], &f.fresh[b]
	from, to := min(f.from[k], f.from[a]-1), max(f.to[k], f.to[a]+1)
	if s.dims {
		from, to = min(from, f.from[b]-1), max(to, f.to[b]+1)
	}
	from, to = max(from, f.low), min(to, f.high)
	for y := from; y < to; y++ {
		var any uint64
		for r := y*gridEdge + f.low; r < y*gridEdge+f.high; r++ {
			v := now[r] | bright.beside(r)&s.clear[r]
			if s.dims {
				v |= brighter.beside(r) & s.dim[r]
			}
			v &= f.bits &^ f.reached[r]
			now[r] = v
			f.reached[r] |= v
			any |= v
		}
		if any != 0 {
			f.widen(k, y)
			f.note(y, out)
		}
	}
}

// beside returns the cells of a row that touch cells of the set; the row is none at the border of the grid.
func (g *grid) beside(r int) uint64 {
	return g[r]<<1 | g[r]>>1 | g[r-1] | g[r+1] | g[r-gridEdge] | g[r+gridEdge]
}

// note writes the level of the cells that have it, as far as they lie in the padded section.
func (f *flood) note(y int, out *planes) {
	if y < padLow || y >= padHigh {
		return
	}
	for z := padLow; z < padHigh; z++ {
		v := uint32(f.fresh[f.now&3][y*gridEdge+z]>>padLow) & (1<<Edge - 1)
		if v == 0 {
			continue
		}
		for k := range out {
			if f.now>>k&1 != 0 {
				out[k][(y-padLow)*Edge+z-padLow] |= v
			}
		}
	}
}
