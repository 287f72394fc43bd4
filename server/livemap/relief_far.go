package livemap

import (
	"cmp"
	"runtime"
	"slices"
	"strings"

	"voxtide/world"
	"voxtide/world/worldgen/landscape"
)

// Cells that are wider than a block show the column of their blocks that is higher than three quarters of them, in the mean of the
// colours: towers and trees are seen from afar, and neither grow. Where something was built scales 1 and 2 look at patches; where
// nothing was, the surfaces of columns say where crowns are. The farther scales are as those of flat tiles are.

// isLeaves holds whether a block is the crown of a tree.
var isLeaves = func() (t [world.BlockCount]bool) {
	for b := range world.Block(world.BlockCount) {
		t[b] = strings.HasSuffix(b.Kind().String(), "leaves")
	}
	return t
}()

// crownHigh is how many blocks of a crown are shown where no patch is looked at.
const crownHigh = 3

// reliefSampler finds the runs of wide cells.
type reliefSampler struct {
	near    nearView // scales 1 and 2: one column more on each side
	patches [16]*patch
	columns []cellColumn
	runs    []reliefRun
	far     [reliefRow * reliefRow][]reliefRun // of changed land, scales 3 and above
}

// cellColumn is a column of blocks of a cell.
type cellColumn struct {
	top  int16
	face uint32
	x, z int32 // in blocks from the tile's corner
}

// middle fills the cell from the columns in s.columns: the runs of one of them, in the mean colour.
func (s *reliefSampler) middle(runsOf func(c *cellColumn) []reliefRun) []reliefRun {
	slices.SortFunc(s.columns, func(a, b cellColumn) int {
		return cmp.Or(cmp.Compare(a.top, b.top), cmp.Compare(a.z, b.z), cmp.Compare(a.x, b.x))
	})
	c := &s.columns[len(s.columns)*3/4]
	runs := runsOf(c)
	if len(runs) == 0 {
		return nil
	}
	s.runs = s.runs[:0]
	for _, r := range runs {
		if r.kind() != runThin || len(runs) == 1 {
			s.runs = append(s.runs, r)
		}
	}
	if len(s.runs) > farRunsMax {
		s.runs = s.runs[:farRunsMax]
	}
	s.runs[len(s.runs)-1].bottom = runDown
	var sum rgb
	n := int32(0)
	for i := range s.columns {
		if o := (&reliefRun{face: s.columns[i].face}); o.kind() == s.runs[0].kind() {
			k := o.colour()
			sum, n = rgb{sum[0] + k[0], sum[1] + k[1], sum[2] + k[2]}, n+1
		}
	}
	if n > 0 {
		s.runs[0].face = runColour(s.runs[0].kind(), rgb{sum[0] / n, sum[1] / n, sum[2] / n})
	}
	return s.runs
}

// glance returns the runs of a column of blocks of which the view from above is known alone.
func (s *reliefSampler) glance(b *surfaceReader, x0, z0 int32, c *cellColumn) []reliefRun {
	x, z := c.x+16, c.z+16
	t := s.near.at(x, z)
	out := []reliefRun{{top: c.top, bottom: runDown, face: c.face, side: c.face}}
	switch {
	case c.face>>24<<24 == runWater:
		out[0].side = runColour(runWater, s.near.tint(x, z, world.TintWater))
	case isLeaves[t.Cover]:
		if floor := int16(min(b.gen.Top(x0+c.x, z0+c.z), int32(t.Ground)-crownHigh))*2 + 2; floor < c.top-2*crownHigh {
			out[0].bottom = c.top - 2*crownHigh
			floorColour := runColour(runSolid, biomeColours[t.Biome])
			out = append(out, reliefRun{floor, runDown, floorColour, floorColour})
		}
		out[0].side = runColour(runSolid, s.near.sideColour(x, z, t.Cover))
	case t.Cover != world.Air:
		out[0].side = runColour(runSolid, s.near.sideColour(x, z, t.Cover))
	}
	return out
}

// glanceColumn returns the height and colour of a column of blocks from above.
func (s *reliefSampler) glanceColumn(bx, bz int32) cellColumn {
	x, z := bx+16, bz+16
	t := s.near.at(x, z)
	c := cellColumn{top: t.Ground*2 + 2, x: bx, z: bz}
	ground := rgb{}
	if t.Cover != world.Air {
		ground = s.near.colour(x, z, t.Cover)
	}
	switch {
	case t.Block == world.Water:
		c.top = t.Y*2 + 2
		c.face = runColour(runWater, underWater(ground, s.near.tint(x, z, world.TintWater), int32(t.Y-t.Ground)))
	case t.Block != t.Cover:
		c.face = runColour(runSolid, blend(ground, s.near.colour(x, z, t.Block), palette()[t.Block].opacity))
	default:
		c.face = runColour(runSolid, ground)
	}
	return c
}

// renderMiddle draws a tile of scale 1 or 2.
func (r *reliefView) renderMiddle(b *surfaceReader, t Tile) error {
	s := &r.sampler
	x0, z0 := t.origin()
	side := int32(1) << t.Scale // in patches
	s.near.x0, s.near.z0, s.near.side = x0-16, z0-16, side*reliefSize/16+2
	from := column{s.near.x0 >> 4, s.near.z0 >> 4}
	to := column{from.x + s.near.side - 1, from.z + s.near.side - 1}
	kept, err := b.storedColumns(from, to)
	if err != nil {
		return err
	}
	changed := map[patchAt]bool{}
	for c := range kept {
		changed[patchAt{c.x >> 2, c.z >> 2}] = true
	}
	if t.At == 0 {
		for _, c := range b.ground.pendingColumns(from, to) {
			changed[patchAt{c.x >> 2, c.z >> 2}] = true
		}
	}
	for i := range s.near.side * s.near.side {
		c := column{from.x + i%s.near.side, from.z + i/s.near.side}
		if s.near.surfaces[i], err = b.surface(c, t.At, kept[c]); err != nil {
			return err
		}
		runtime.Gosched()
	}
	for i := range side * side {
		at := patchAt{x0/reliefSize + i%side, z0/reliefSize + i/side}
		if s.patches[i] = nil; changed[at] {
			if s.patches[i], err = r.patch(b, at, t.At); err != nil {
				return err
			}
		}
	}
	wide := int32(1) << t.Scale
	var before int16
	for i := range int32(reliefRow * reliefRow) {
		cx, cz := (i%reliefRow-1)*wide, (i/reliefRow-1)*wide
		s.columns = s.columns[:0]
		for k := range wide * wide {
			bx, bz := cx+k%wide, cz+k/wide
			if p, x, z := s.patchOf(side, bx, bz); p == nil {
				s.columns = append(s.columns, s.glanceColumn(bx, bz))
			} else if runs := p.of(x, z); len(runs) > 0 {
				s.columns = append(s.columns, cellColumn{runs[0].top, runs[0].face, bx, bz})
			}
		}
		if len(s.columns) == 0 {
			before = r.encoder.cell(nil, before)
			continue
		}
		before = r.encoder.cell(s.middle(func(c *cellColumn) []reliefRun {
			if p, x, z := s.patchOf(side, c.x, c.z); p != nil {
				return p.of(x, z)
			}
			return s.glance(b, x0, z0, c)
		}), before)
	}
	return nil
}

// patchOf returns the patch that a block of a tile is looked at in, nil if in none, and its place there. Beyond the tile the border of a patch has to do.
func (s *reliefSampler) patchOf(side, bx, bz int32) (p *patch, x, z int32) {
	edge := side * reliefSize
	bx, bz = min(max(bx, -1), edge), min(max(bz, -1), edge)
	px, pz := min(max(bx, 0), edge-1)/reliefSize, min(max(bz, 0), edge-1)/reliefSize
	return s.patches[px+pz*side], bx - px*reliefSize, bz - pz*reliefSize
}

// renderFar draws a tile of the other scales, with as many changed columns as a drawing may read. more says that some were left out.
func (r *reliefView) renderFar(b *surfaceReader, t Tile) (more bool, err error) {
	s := &r.sampler
	x0, z0 := t.origin()
	wide := int32(1) << t.Scale
	clear(s.far[:])
	from := column{(x0 - wide) >> 4, (z0 - wide) >> 4}
	to := column{(x0 + wide*(reliefSize+1) - 1) >> 4, (z0 + wide*(reliefSize+1) - 1) >> 4}
	kept, err := b.storedColumns(from, to)
	if err != nil {
		return false, err
	}
	if t.At == 0 {
		for _, c := range b.ground.pendingColumns(from, to) {
			if !kept[c] {
				kept[c] = false // the store may not have it yet
			}
		}
	}
	list := make([]column, 0, len(kept))
	for c := range kept {
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b column) int { return cmp.Or(cmp.Compare(a.z, b.z), cmp.Compare(a.x, b.x)) })
	budget := columnReadsMax
	if t.At != 0 {
		budget = pastColumnReadsMax
	}
	for _, c := range list {
		if !b.isCached(c, t.At) {
			if budget--; budget < 0 {
				more = t.At == 0 && len(list) <= surfacesMax
				continue
			}
			runtime.Gosched()
		}
		p, err := b.surface(c, t.At, kept[c])
		if err != nil {
			return false, err
		}
		s.addFar(b, p, c, x0, z0, t.Scale)
	}
	var before int16
	for i := range s.far {
		if s.far[i] != nil {
			before = r.encoder.cell(s.far[i], before)
			continue
		}
		x, z := x0+(int32(i%reliefRow)-1)*wide, z0+(int32(i/reliefRow)-1)*wide
		d := b.gen.DistantSurface(x+wide/2, z+wide/2)
		before = r.encoder.cell([]reliefRun{distantRun(&d)}, before)
		if i&1023 == 0 {
			runtime.Gosched()
		}
	}
	return more, nil
}

// distantRun returns the run of a sample of the land as generated.
func distantRun(d *landscape.SurfaceColumn) reliefRun {
	c := runColour(runSolid, biomeColours[d.Biome])
	side := runColour(runSolid, blend(biomeColours[d.Biome], sideColour()[world.Stone], 100))
	switch d.Block {
	case world.Water:
		c = runColour(runWater, underWater(palette()[d.Cover].colour, tintOf(d.Biome, world.TintWater), int32(d.Y-d.Ground)))
		side = c
	case world.Ice:
		c = runColour(runSolid, palette()[world.Ice].colour)
	}
	return reliefRun{max(d.Y, d.Ground)*2 + 2, runDown, c, side}
}

// addFar enters a changed column into the cells of a far tile; of two in one cell the higher one is shown.
func (s *reliefSampler) addFar(b *surfaceReader, p *surface, c column, x0, z0 int32, scale uint8) {
	v := &s.near
	v.side = 3
	for i := range 9 {
		v.surfaces[i] = p
	}
	wide := min(int32(1)<<scale, 16)
	for i := range (16 / wide) * (16 / wide) {
		bx, bz := i%(16/wide)*wide, i/(16/wide)*wide
		s.columns = s.columns[:0]
		for k := range wide * wide {
			s.columns = append(s.columns, s.glanceColumn(bx+k%wide, bz+k/wide))
		}
		runs := s.middle(func(o *cellColumn) []reliefRun { return s.glance(b, c.x<<4, c.z<<4, o) })
		cx, cz := (c.x<<4+bx-x0)>>scale+1, (c.z<<4+bz-z0)>>scale+1
		if cx < 0 || cz < 0 || cx >= reliefRow || cz >= reliefRow {
			continue
		}
		if to := &s.far[cz*reliefRow+cx]; *to == nil || (*to)[0].top < runs[0].top {
			*to = slices.Clone(runs)
		}
	}
}
