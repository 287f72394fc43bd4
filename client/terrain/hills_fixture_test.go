package terrain

import "voxtide/world"

// hills is a terrain with something to see: stone with a grass top in steps, lamps and tall grass on it.
func hills(p world.SectionPos) *world.Section {
	var cells [world.SectionCells]world.Block
	for i := range cells {
		at := p.PosAt(i)
		top := (at.X*at.X/9+at.Z*5/3)%5 - 2
		switch {
		case at.Y < top:
			cells[i] = world.Stone
		case at.Y == top:
			cells[i] = world.Grass
		case at.Y == top+1 && at.X%7 == 3 && at.Z%5 == 2:
			cells[i] = world.Lamp
		case at.Y == top+1 && at.X%5 == 1 && at.Z%3 == 1:
			cells[i] = world.TallGrass
		}
	}
	return world.SectionOf(&cells)
}
