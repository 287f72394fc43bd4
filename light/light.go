// Package light computes the light of a section from the blocks around it: light of the sky, straight down and with
// soft edges under what covers it, and light of lamps. It is derived, never stored and never sent.
//
// Owner: each worker has a Scratch of its own. Invariant: the light of a cell depends on blocks at most 15 cells away
// and on the tops of columns at most 7 away, all of which Around holds for every cell of the padded section; so sections
// computed apart agree where they overlap. In the steady state nothing is allocated.
//
// The rules, for cells that are not opaque (an opaque one is dark, or as bright as the lamp that it is):
//
//   - sky light straight down: a cell above the top of its column has 15, less one for each cell of water or leaves
//     among the DimHeight above it
//   - sky light from the side: at least that of a neighbour less SkyStep
//   - lamp light: what the block gives, and at least that of a neighbour less 1
//   - into a cell of water or leaves one more is lost
package light

import "voxtide/world"

// Full is the brightest light. SkyStep is what light of the sky loses from cell to cell in the shade, so that it
// reaches 7 cells; LampStep what light of lamps loses, which reaches 14; DimHeight over how many cells water and leaves dim.
const (
	Full      = 15
	SkyStep   = 2
	LampStep  = 1
	DimHeight = 8
)

// Edge is the length of a padded section: its 16 cells and one of each neighbour on both sides; Cells how many that is.
const (
	Edge  = world.SectionSize + 2
	Cells = Edge * Edge * Edge
)

// Around is a section and what its light depends on. Sections is numbered (dx+1) + 3*(dz+1) + 9*(dy+1) for offsets of
// -1 to 1, so the section itself is number 13; a nil one is air. Tops is numbered (dx+1) + 3*(dz+1); in nil ones nothing
// stops the light of the sky. Y is the height of the section, in sections. All is read only, and during the call only.
type Around struct {
	Sections [27]*world.Section
	Tops     [9]*Tops
	Y        int32
}

// Scratch is the memory of one worker. Its zero value is ready.
type Scratch struct {
	cache cache
	near  [27]*entry // of the sections of Around

	clear grid // light passes and loses nothing more
	dim   grid // light passes and is dimmed
	sun   grid // above the top of its column
	dims  bool // dim is not empty

	dimFrom, dimTo int // the lowest y of dim, and one beyond the highest

	shades [(skyHigh - skyLow) * (skyHigh - skyLow)]shade
	shaded int               // how many of them there are
	lamps  [Full + 1][]int32 // cells that give light, by level: 64 times the row, and the bit

	flood   flood
	levels  planes // of the sky
	glimmer planes // of lamps
}

// Compute writes the light of a section and of the cells that touch it: sky light in the high four bits, lamp light in
// the low four, by (x+1) + Edge*(z+1) + Edge*Edge*(y+1) for x, y and z of -1 to 16.
func (s *Scratch) Compute(dst *[Cells]uint8, a *Around) {
	s.dims = s.look(a)
	lamps := s.findLamps(a)
	all, any := s.shine(a)
	if !lamps && (!any || all && !s.dims) {
		fill := uint8(0)
		if any {
			fill = Full << 4
		}
		for i := range dst {
			dst[i] = fill
		}
		return
	}
	s.load(lamps)
	s.levels, s.glimmer = planes{}, planes{}
	if any {
		s.spreadSky()
	}
	if lamps {
		s.spreadLamps()
	}
	write(dst, &s.levels, &s.glimmer)
}
