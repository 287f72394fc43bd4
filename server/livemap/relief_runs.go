package livemap

import "voxtide/world"

// patch is the runs of each column of blocks of a square of reliefSize blocks, with its border. It never changes once it is returned.
type patch struct {
	first [reliefRow*reliefRow + 1]uint32 // where the runs of a column begin
	runs  []reliefRun                     // from above
}

// of returns the runs of a column, from above; x and z count from -1 to reliefSize.
func (p *patch) of(x, z int32) []reliefRun {
	i := (z+1)*reliefRow + x + 1
	return p.runs[p.first[i]:p.first[i+1]]
}

func (p *patch) bytes() int { return len(p.first)*4 + cap(p.runs)*12 + entryBytes }

// touches reports whether a cell, or one beside it, is open; x and z count from 0 to reliefSize-1.
func (p *patch) touches(x, y, z int32) bool {
	return p.open(x, y, z) || p.open(x, y+1, z) || p.open(x, y-1, z) || p.open(x-1, y, z) || p.open(x+1, y, z) || p.open(x, y, z-1) || p.open(x, y, z+1)
}

func (p *patch) open(x, y, z int32) bool {
	for _, r := range p.of(x, z) {
		if int32(r.top) < y*2+2 { // a slab leaves some of its cell open
			return true
		}
		if int32(r.bottom) <= y*2 {
			return false
		}
	}
	return len(p.of(x, z)) == 0
}

// makePatch finds the runs of a volume whose open cells are known.
func (v *skyVolume) makePatch() *patch {
	p := &patch{runs: make([]reliefRun, 0, reliefRow*reliefRow*3/2)}
	for i := range int32(reliefRow * reliefRow) {
		p.first[i] = uint32(len(p.runs))
		p.runs = v.appendRuns(p.runs, 15+i%reliefRow, 15+i/reliefRow)
	}
	p.first[reliefRow*reliefRow] = uint32(len(p.runs))
	return p
}

// exposed reports whether a cell borders on an open one.
func (v *skyVolume) exposed(x, y, z int32) bool {
	return v.isOpen(x, y+1, z) || v.isOpen(x-1, y, z) || v.isOpen(x+1, y, z) || v.isOpen(x, y, z-1) || v.isOpen(x, y, z+1) || v.isOpen(x, y-1, z)
}

// appendRuns appends the runs of a column.
func (v *skyVolume) appendRuns(out []reliefRun, x, z int32) []reliefRun {
	begin := len(out)
	col := z*volumeRow + x
	end := int32(min(v.lowest[col], v.lowest[col-1], v.lowest[col+1], v.lowest[col-volumeRow], v.lowest[col+volumeRow])) - 1
	var last, cover world.Block // of the run that goes on; the plant above
	for y := v.top - 1; y >= max(end, v.low); y-- {
		i := v.index(x, y, z)
		b := v.cells[i]
		if v.open[i] {
			if last != world.Air {
				out[len(out)-1].bottom = max(out[len(out)-1].bottom, int16(y+1)*2)
				last = world.Air
			}
			if cover = world.Air; b != world.Air && len(out)-begin < runsMax-1 && thin(b) {
				c := runColour(runThin, v.near.colour(x, z, b))
				out = append(out, reliefRun{int16(y)*2 + 2, int16(y) * 2, c, c})
			} else if b != world.Air {
				cover = b
			}
			continue
		}
		if last != world.Air && (b == last || b == world.Air || !v.exposed(x, y, z)) {
			continue
		}
		if len(out)-begin == runsMax {
			break
		}
		if b == world.Air { // a hidden hollow under nothing: only at the rim of what was read
			b = world.Stone
		}
		if last != world.Air {
			out[len(out)-1].bottom = int16(y+1) * 2
		}
		low, high := heights(b)
		run := reliefRun{top: int16(y)*2 + high, bottom: runDown}
		if low > 0 {
			run.bottom = int16(y)*2 + low // a slab that hangs at the ceiling, unless the run goes on
		}
		run.face, run.side = v.colours(x, y, z, b, cover)
		out = append(out, run)
		last, cover = b, world.Air
	}
	if len(out) > begin {
		out[len(out)-1].bottom = runDown
	}
	return out
}

// colours returns the colours of a block with a plant on it.
func (v *skyVolume) colours(x, y, z int32, b, cover world.Block) (face, side uint32) {
	if b == world.Water {
		depth, s := int32(6), v.surfaceAt(x, z)
		bed := sideColour()[world.Sand]
		if int32(s.Y) == y {
			depth, bed = int32(s.Y-s.Ground), v.near.colour(x, z, s.Cover)
		}
		tint := v.near.tint(x, z, world.TintWater)
		return runColour(runWater, underWater(bed, tint, depth)), runColour(runWater, underWater(bed, tint, 6))
	}
	top := v.near.colour(x, z, b)
	if cover != world.Air {
		top = blend(top, v.near.colour(x, z, cover), palette()[cover].opacity)
	}
	return runColour(runSolid, top), runColour(runSolid, v.near.sideColour(x, z, b))
}

// sideColour returns the colour of a block from aside.
func (v *nearView) sideColour(x, z int32, b world.Block) rgb {
	c, t := sideColour()[b], world.Blocks[b].Tint
	switch {
	case t == world.TintNone:
		return c
	case world.Blocks[b].Faces[world.North] == world.Blocks[b].Faces[world.Up]:
		return tintedColour(c, v.tint(x, z, t))
	}
	return blend(sideColour()[world.Dirt], v.colour(x, z, b), 140) // turf hangs over its edge
}
