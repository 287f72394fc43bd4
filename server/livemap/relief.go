package livemap

import (
	"sync"

	"voxtide/world"
)

// A relief tile is the land in three dimensions, for the page's view: for each cell of reliefSize by reliefSize, and of a border one
// cell wide, the few spans of blocks that are seen from above or from aside, with air between them under crowns, bridges and roofs.
// What is hidden is not in it: see skyVolume for what counts as seen.

const (
	// reliefSize is the edge of a relief tile in cells, without its border.
	reliefSize = 64
	// reliefRow is the edge with the border.
	reliefRow = reliefSize + 2
	// ReliefScales is the number of scales of relief: in scale f a cell is 1<<f blocks wide.
	ReliefScales = 6
	// runsMax is the number of runs of a column of blocks, farRunsMax that of a wider cell; further ones belong to the last.
	runsMax, farRunsMax = 8, 3
	// runDown is the bottom of a run that goes down to where nobody sees it.
	runDown = -1 << 15
)

// kinds of runs, in the high byte of their colours.
const (
	runSolid uint32 = iota << 24
	runWater
	runThin // a post: narrower than its block
)

// reliefRun is a span of a column that is seen as one. Heights are in half blocks.
type reliefRun struct {
	top, bottom int16  // top is above bottom; runDown for one without end
	face, side  uint32 // kind and colour, red to blue, from above and from aside
}

// runColour puts a kind and a colour together; the lowest two bits of a channel are left out, so that a tile has few colours.
func runColour(kind uint32, c rgb) uint32 {
	for i := range c {
		c[i] = min(max(c[i], 0), 255) &^ 3
	}
	return kind | uint32(c[0])<<16 | uint32(c[1])<<8 | uint32(c[2])
}

func (r *reliefRun) kind() uint32 { return r.face >> 24 << 24 }

func (r *reliefRun) colour() rgb {
	return rgb{int32(r.face >> 16 & 255), int32(r.face >> 8 & 255), int32(r.face & 255)}
}

// sideColour returns the colour of each block from aside, before tinting. It is found as palette is.
var sideColour = sync.OnceValue(func() *[world.BlockCount]rgb {
	out := &[world.BlockCount]rgb{}
	for b := range out {
		if t, ok := textureMean(world.Blocks[b].Faces[world.North]); ok {
			out[b] = t
		}
	}
	return out
})

// thin reports whether a block is drawn as a post.
func thin(b world.Block) bool {
	s := b.Shape()
	return s == world.ShapePost || s >= world.ShapeFence && s < world.ShapePane || s == world.ShapeLantern || s >= world.ShapeTorch && s < world.ShapeLadder
}

// seeThrough reports whether one sees through a cell from aside, as if it were air. Doors and panes close a house.
func seeThrough(b world.Block) bool { return b.Shape() < world.ShapeLiquid || thin(b) }

// clearBlocks holds seeThrough of each block.
var clearBlocks = func() (t [world.BlockCount]bool) {
	for b := range world.Block(world.BlockCount) {
		t[b] = seeThrough(b)
	}
	return t
}()

// heights returns bottom and top of a block in half blocks above its cell's lower side.
func heights(b world.Block) (bottom, top int16) {
	switch s := b.Shape(); s {
	case world.ShapeSlab, world.ShapeCarpet, world.ShapeBed, world.ShapeLid, world.ShapeCampfire:
		return 0, 1
	case world.ShapeSlabTop, world.ShapeLidTop:
		return 1, 2
	default:
		return 0, 2
	}
}
