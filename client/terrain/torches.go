package terrain

import "voxtide/world"

// torchesMax is how many torches of a section are returned.
const torchesMax = 48

// torches returns the cells of a section's torches. They are looked for once for each version of its blocks.
func (g *grid) torches(p world.SectionPos) []world.Pos {
	s := g.sections[p]
	if s == nil || !s.mayGlow {
		return nil
	}
	if s.blocks == s.torchCellsOf {
		return s.torchCells
	}
	s.torchCellsOf, s.torchCells = s.blocks, s.torchCells[:0]
	if !s.blocks.MayContain(func(b world.Block) bool { return b == world.Torch }) {
		return s.torchCells
	}
	for i := range world.SectionCells {
		if s.blocks.Get(i) == world.Torch && len(s.torchCells) < torchesMax {
			s.torchCells = append(s.torchCells, p.PosAt(i))
		}
	}
	return s.torchCells
}
