// Package light computes the light of a section from the blocks around it: sky light, straight down and with soft edges
// under roofs, and block light of lamps. It is derived, never stored and never sent.
//
// Owner: each worker has a Scratch of its own. Invariant: the light of a cell depends on blocks at most 15 cells away
// and on the heights of columns at most 7 away. A Neighbourhood holds all of them for every cell of the padded section,
// so sections computed apart agree where they overlap. The steady state allocates nothing.
//
// The rules, for cells that are not opaque (an opaque cell is dark, or as bright as the light it emits):
//
//   - sky light straight down: a cell above the top of its column has 15, less one for each cell of water or leaves
//     among the DimDepth above it
//   - sky light from the side: at least that of a neighbour less SkyLightStep
//   - lamp light: what the block gives, and at least that of a neighbour less 1
//   - into a cell of water or leaves one more is lost
package light

import "voxtide/world"

// Full is the brightest light. SkyLightStep is the loss of sky light from cell to cell in the shade, so that it reaches
// 7 cells; BlockLightStep the loss of block light, which reaches 14; DimDepth the number of cells over which water and
// leaves dim.
const (
	Full           = 15
	SkyLightStep   = 2
	BlockLightStep = 1
	DimDepth       = 8
)

// Edge is the length of a padded section: its 16 cells and one of each neighbour on both sides. Cells is the number of
// its cells.
const (
	Edge  = world.SectionSize + 2
	Cells = Edge * Edge * Edge
)

// Neighbourhood is a section and everything that its light depends on. Sections is numbered (dx+1) + 3*(dz+1) +
// 9*(dy+1) for offsets of -1 to 1, so the section itself is number 13; nil is air. Heightmaps is numbered (dx+1) +
// 3*(dz+1); in a nil one nothing is opaque. Y is the height of the section, in sections. Everything is only read, and
// only during the call.
type Neighbourhood struct {
	Sections   [27]*world.Section
	Heightmaps [9]*Heightmap
	Y          int32
}
