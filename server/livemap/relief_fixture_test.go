package livemap

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"testing"

	"voxtide/world"
)

// decodeRelief reads a tile as the page does.
func decodeRelief(data []byte) (cells [][]reliefRun, scale uint8, err error) {
	raw, err := unpack(data)
	if err != nil {
		return nil, 0, err
	}
	if len(raw) < 8 || string(raw[:4]) != "vxr1" {
		return nil, 0, errors.New("not a relief tile")
	}
	n := int(raw[6]) | int(raw[7])<<8
	scale = raw[4]
	palette, rest := raw[8:8+4*n], raw[8+4*n:]
	number := func() uint64 {
		v, k := binary.Uvarint(rest)
		if k <= 0 {
			err = errors.New("a number is cut")
			return 0
		}
		rest = rest[k:]
		return v
	}
	colour := func() uint32 {
		i := number()
		if i >= uint64(n) {
			err = fmt.Errorf("colour %d of %d", i, n)
			return 0
		}
		p := palette[i*4:]
		return uint32(p[3])<<24 | uint32(p[0])<<16 | uint32(p[1])<<8 | uint32(p[2])
	}
	before := int64(0)
	for range reliefRow * reliefRow {
		if len(rest) == 0 {
			return nil, 0, errors.New("a cell lacks")
		}
		var runs []reliefRun
		count := int(rest[0])
		rest = rest[1:]
		for i := range count {
			r := reliefRun{bottom: runDown}
			if v := number(); i == 0 {
				before += int64(v>>1) ^ -int64(v&1)
				r.top = int16(before)
			} else {
				r.top = runs[i-1].bottom - int16(v)
			}
			if high := number(); high > 0 {
				r.bottom = r.top - int16(high)
			} else if i < count-1 {
				return nil, 0, errors.New("a run below one without end")
			}
			r.face, r.side = colour(), colour()
			runs = append(runs, r)
		}
		cells = append(cells, runs)
		if err != nil {
			return nil, 0, err
		}
	}
	if len(rest) > 0 {
		err = fmt.Errorf("%d bytes too many", len(rest))
	}
	return cells, scale, err
}

// reliefReference finds by the words of skyVolume what is open, block by block and without its scans.
type reliefReference struct {
	l      *fakeLand
	stacks map[column]*stack
	ground map[[2]int32]int32
}

func (r *reliefReference) at(x, y, z int32) world.Block {
	if y > world.MaxY || y < world.MinY {
		return world.Air
	}
	p := world.Pos{X: x, Y: y, Z: z}
	c := columnOf(p)
	s := r.stacks[c]
	if s == nil {
		made := r.l.stack(c)
		s = &made
		r.stacks[c] = s
	}
	return s[p.Section().Y-world.MinY>>4].Get(p.Index())
}

func (r *reliefReference) groundOf(x, z int32) int32 {
	g, known := r.ground[[2]int32{x, z}]
	if !known {
		for g = world.MaxY; g >= world.MinY && !isOpaque(r.at(x, g, z)); g-- {
		}
		r.ground[[2]int32{x, z}] = g
	}
	return g
}

func (r *reliefReference) sky(x, y, z int32) bool { return y > r.groundOf(x, z) }

func (r *reliefReference) open(x, y, z int32) bool {
	if !clearBlocks[r.at(x, y, z)] {
		return false
	}
	if r.sky(x, y, z) {
		return true
	}
	deep := y <= r.l.gen.Top(x, z)
	for _, d := range [4][2]int32{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		lowest := deep
		for k := int32(1); k <= asideMax; k++ {
			px, pz := x+d[0]*k, z+d[1]*k
			if !clearBlocks[r.at(px, y, pz)] {
				break
			}
			if !r.sky(px, y, pz) {
				lowest = lowest || y <= r.l.gen.Top(px, pz)
				continue
			}
			free := true
			for i := int32(1); i <= slantMax; i++ {
				free = free && r.sky(px+d[0]*i, y+i, pz+d[1]*i)
			}
			if free || !lowest {
				return true
			}
			break
		}
	}
	return false
}

// checkPatch compares open cells, told spans and colours of a patch with the blocks.
func (r *reliefReference) checkPatch(t *testing.T, p *patch, place patchAt) (told int) {
	t.Helper()
	for i := range int32(reliefSize * reliefSize) {
		x, z := i%reliefSize, i/reliefSize
		bx, bz := place.x*reliefSize+x, place.z*reliefSize+z
		runs := p.of(x, z)
		if len(runs) == 0 || len(runs) > runsMax || runs[len(runs)-1].bottom != runDown {
			t.Fatalf("%d,%d: %v", bx, bz, runs)
		}
		for k := range runs {
			if runs[k].top <= runs[k].bottom || k > 0 && runs[k].top > runs[k-1].bottom {
				t.Fatalf("%d,%d: %v", bx, bz, runs)
			}
		}
		told += len(runs)
		if len(runs) == runsMax { // what is below belongs to the last one
			continue
		}
		solid := func(y int32) bool { // the middle of the lower or the upper half is told to be full
			return slices.ContainsFunc(runs, func(r reliefRun) bool {
				return r.kind() != runThin && int32(r.bottom) < 2*y+2 && int32(r.top) > 2*y
			})
		}
		for y := r.groundOf(bx, bz) + 8; y > runDownTo(r, bx, bz); y-- {
			if open := r.open(bx, y, bz); open == solid(y) {
				t.Fatalf("%d %d %d: %v, open %v, but runs %v; ground %d, natural %d", bx, y, bz, r.at(bx, y, bz), open, runs, r.groundOf(bx, bz), r.l.gen.Top(bx, bz))
			}
		}
	}
	return told
}

// runDownTo is the height down to which a column is told: nothing beside or in it is open below.
func runDownTo(r *reliefReference, x, z int32) int32 {
	low := r.groundOf(x, z)
	for y := low; y > low-40; y-- {
		if r.open(x, y, z) {
			low = y
		}
	}
	return low - 1
}
