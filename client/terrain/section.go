package terrain

import (
	"math"
	"time"

	"voxtide/protocol"
	"voxtide/render/mesh"
	"voxtide/render/scene"
	"voxtide/world"
	"voxtide/world/light"
)

// neighboursAll is the number of sections around a section. A section is meshed only while all of them are loaded or lie
// outside the world's height.
const neighboursAll = 26

// section is a loaded section and the state of its mesh.
type section struct {
	blocks        *world.Section // as they are shown; replaced, never changed
	blocksBefore  *world.Section // as they were shown before the edits of this frame, while these are applied
	lights        []lightBlock   // the blocks that give light, if lightsKnown
	lightsKnown   bool
	mayGlow       bool           // it may hold a block that gives light
	mayHaveLeaves bool           // likewise leaves
	torchCells    []world.Pos    // the torches of torchCellsOf
	torchCellsOf  *world.Section // the blocks that torchCells were looked for in
	biomes        protocol.Biomes
	neighbours    int        // sections around it that are loaded or lie outside the world's height, of neighboursAll
	version       uint64     // of the last change that its mesh depends on
	shapeVersion  uint64     // of the last change that was not of light alone
	editVersion   uint64     // of the last change of a block in it or touching it
	shownVersion  uint64     // of the mesh that the renderer was last offered or that is held for it, or would have been if it had differed
	meshHash      hash       // of the mesh that the renderer was last offered or that is held for it
	lightHash     hash       // of the light that this mesh was built from
	pending       bool       // it is in queue.pending
	inFlight      bool       // a worker has it
	lod           mesh.Level // of its mesh that was last built; the coarsest before that, for a section that comes between two borders is coarse
	drawn         bool       // its last mesh draws something
	meshed        bool       // a mesh of it was built since it came
	offered       bool       // the renderer was offered a mesh of it, which is not held
	copied        bool       // the renderer has copied a mesh of it, and draws something where drawn says so
	hidden        bool       // it was meshed coarse to nothing, and may draw something in full: a lone flower, a small cave
}

// setBlocks keeps the blocks of a section as they are now; workers read them while the section changes.
func (s *section) setBlocks(b *world.Section) {
	s.blocks = b.CloneOnWrite() // most sections are never changed
	s.mayHaveLeaves = b.MayContain(func(b world.Block) bool { return b.Info().Class == world.ClassLeaves })
	s.mayGlow = b.MayContain(func(b world.Block) bool { return world.Blocks[b].Light > 0 })
	s.lights, s.lightsKnown = s.lights[:0], false
}

// drawsNothing reports whether the shown mesh was built of the present blocks and draws nothing, whatever light falls on it.
func (s *section) drawsNothing() bool { return s.shownVersion >= s.shapeVersion && !s.drawn }

// followsLOD reports whether the mesh of the section may be another one at another level of detail.
func (s *section) followsLOD() bool { return s.drawn || s.hidden }

// outdated reports whether the section can be meshed and something that its mesh depends on has changed.
func (s *section) outdated() bool {
	return s.neighbours == neighboursAll && s.version != s.shownVersion
}

// editWaits reports whether an edit is not shown in the section yet, which can be meshed.
func (s *section) editWaits() bool {
	return s.neighbours == neighboursAll && s.editVersion > s.shownVersion
}

// lightBlock is a block that gives light.
type lightBlock struct {
	cell  uint16 // index in its section
	emits uint8  // light level
}

// lightList returns the blocks of a section that give light.
func (s *section) lightList() []lightBlock {
	if !s.lightsKnown {
		s.lightsKnown = true
		for i := range world.SectionCells {
			if level := min(world.Blocks[s.blocks.Get(i)].Light, light.Full); level > 0 {
				s.lights = append(s.lights, lightBlock{uint16(i), uint8(level)})
			}
		}
	}
	return s.lights
}

// column is the state that the sections above each other share.
type column struct {
	sectionCount    int              // loaded sections in it
	heightmap       *light.Heightmap // replaced, never changed
	heightmapBefore *light.Heightmap // before the edits of this frame, while these are applied; nil if it has not changed
	heightmapStale  bool             // it must be rebuilt from the blocks
	tints           *mesh.Tints      // nil until they are needed
	low, high       int32            // of the heightmap spanOf
	spanOf          *light.Heightmap
	held            heldMeshes
}

// span returns the lowest and the highest of a column's heights.
func (c *column) span() (low, high int32) {
	if c.spanOf != c.heightmap {
		c.spanOf, c.low, c.high = c.heightmap, math.MaxInt32, math.MinInt32
		for _, y := range c.heightmap {
			c.low, c.high = min(c.low, int32(y)), max(c.high, int32(y))
		}
	}
	return c.low, c.high
}

// surface returns the layers of sections, from one to another, in which the ground of a column is and what stands on it. Of a column of which no
// ground has come the first is below the world, and above the last.
func (c *column) surface() (from, to int32) {
	low, high := c.span()
	return low >> 4, high>>4 + 1
}

// heldMeshes are the meshes that a column holds: see hold.
type heldMeshes struct {
	meshes []*scene.Mesh // none of a section twice
	since  time.Time     // when the last section came to them
}
