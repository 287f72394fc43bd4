package light

// flood spreads levels from bright to dark, a set of cells at a time. The cells of a level are its sources, the clear
// neighbours of cells one step brighter and the dim neighbours of cells one step and one brighter, except cells that
// are brighter already.
type flood struct {
	low, high int // of the rows that take part, in y and z
	step      int
	current   int // the level being spread

	reached bitGrid    // cells of this level and brighter ones
	fresh   [4]bitGrid // cells of a level, by level modulo 4
	from    [4]int     // the lowest y of fresh that is not empty
	to      [4]int     // exclusive
	bits    uint64     // of the cells that take part
}

// medium is the set of cells that light passes.
type medium struct {
	clear  bitGrid // light passes without extra loss
	dim    bitGrid // light passes and is dimmed
	anyDim bool    // dim has a cell
}

// begin empties the flood for levels that lose a step of 1 or 2 from cell to cell, in rows and bits from low to high.
func (f *flood) begin(low, high, step int) {
	f.low, f.high, f.step = low, high, step
	f.bits = (1<<(high-low) - 1) << low
	f.reached, f.fresh = bitGrid{}, [4]bitGrid{}
	f.from, f.to = [4]int{bitGridEdge, bitGridEdge, bitGridEdge, bitGridEdge}, [4]int{}
}

// level begins a level, which is one below the last.
func (f *flood) level(level int) {
	f.current = level
	k := level & 3
	for y := f.from[k]; y < f.to[k]; y++ {
		clear(f.fresh[k][y*bitGridEdge:][:bitGridEdge])
	}
	f.from[k], f.to[k] = bitGridEdge, 0
}

// add makes cells of a row sources of the level.
func (f *flood) add(r int, cells uint64) {
	if cells &= f.bits &^ f.reached[r]; cells != 0 {
		k := f.current & 3
		f.fresh[k][r] |= cells
		f.widen(k, r/bitGridEdge)
	}
}

func (f *flood) widen(k, y int) {
	f.from[k] = min(f.from[k], y)
	f.to[k] = max(f.to[k], y+1)
}

// spreadLevel spreads to the level from brighter ones and writes it to the planes.
func (f *flood) spreadLevel(m *medium, out *planes) {
	k, a, b := f.current&3, (f.current+f.step)&3, (f.current+f.step+1)&3
	now, bright, brighter := &f.fresh[k], &f.fresh[a], &f.fresh[b]
	from, to := min(f.from[k], f.from[a]-1), max(f.to[k], f.to[a]+1)
	if m.anyDim {
		from, to = min(from, f.from[b]-1), max(to, f.to[b]+1)
	}
	from, to = max(from, f.low), min(to, f.high)
	for y := from; y < to; y++ {
		var any uint64
		for r := y*bitGridEdge + f.low; r < y*bitGridEdge+f.high; r++ {
			v := now[r] | bright.neighbours(r)&m.clear[r]
			if m.anyDim {
				v |= brighter.neighbours(r) & m.dim[r]
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

// neighbours returns the cells of a row that touch cells of the set; the row must not be at the border of the grid.
func (g *bitGrid) neighbours(r int) uint64 {
	return g[r]<<1 | g[r]>>1 | g[r-1] | g[r+1] | g[r-bitGridEdge] | g[r+bitGridEdge]
}

// note writes the level of its cells in the padded section to the planes.
func (f *flood) note(y int, out *planes) {
	if y < padLow || y >= padHigh {
		return
	}
	for z := padLow; z < padHigh; z++ {
		v := uint32(f.fresh[f.current&3][y*bitGridEdge+z]>>padLow) & (1<<Edge - 1)
		if v == 0 {
			continue
		}
		for k := range out {
			if f.current>>k&1 != 0 {
				out[k][(y-padLow)*Edge+z-padLow] |= v
			}
		}
	}
}
