package terrain

import (
	"voxtide/world"
	"voxtide/world/light"
	"voxtide/world/worldgen/landscape"
)

// grid holds the loaded sections and their columns.
type grid struct {
	sections map[world.SectionPos]*section
	// awaited are sections that were unloaded and are being resent: the renderer keeps their meshes until they come.
	awaited map[world.SectionPos]*section
	columns map[[2]int32]*column // by X and Z of their sections
}

func newGrid() grid {
	return grid{sections: map[world.SectionPos]*section{}, awaited: map[world.SectionPos]*section{}, columns: map[[2]int32]*column{}}
}

// column returns the column of a section, nil if nothing of it is loaded.
func (g *grid) column(p world.SectionPos) *column { return g.columns[[2]int32{p.X, p.Z}] }

// emptyHeightmap is the heightmap of a column in which nothing stops light.
var emptyHeightmap = func() (h light.Heightmap) {
	h.Reset()
	return h
}()

// heightmapOf computes the heightmap of a column from the blocks.
func (g *grid) heightmapOf(key [2]int32) light.Heightmap {
	h := emptyHeightmap
	for y := int32(world.MaxY >> 4); y >= world.MinY>>4; y-- {
		if s := g.sections[world.SectionPos{X: key[0], Y: y, Z: key[1]}]; s != nil && h.AddBelow(y, s.blocks) {
			break
		}
	}
	return h
}

// around fills in the blocks of the 27 sections around p, and the heightmaps of the 9 columns.
func (g *grid) around(p world.SectionPos, into *light.Neighbourhood) {
	into.Y = p.Y
	i := 0
	for y := p.Y - 1; y <= p.Y+1; y++ {
		for z := p.Z - 1; z <= p.Z+1; z++ {
			for x := p.X - 1; x <= p.X+1; x++ {
				if n := g.sections[world.SectionPos{X: x, Y: y, Z: z}]; n != nil {
					into.Sections[i] = n.blocks
				}
				i++
			}
		}
	}
	i = 0
	for z := p.Z - 1; z <= p.Z+1; z++ {
		for x := p.X - 1; x <= p.X+1; x++ {
			if c := g.columns[[2]int32{x, z}]; c != nil {
				into.Heightmaps[i] = c.heightmap
			}
			i++
		}
	}
}

// biomeAt returns the name of the biome at a block, empty where no section is loaded.
func (g *grid) biomeAt(p world.Pos) string {
	s := g.sections[p.Section()]
	if s == nil {
		return ""
	}
	return landscape.Biome(s.biomes[p.X&15/4+p.Z&15/4*4]).String()
}
