package terrain

import "voxtide/world"

// Ground returns the top of the ground at a place that lies below a height, and low where none does that is higher or nothing is known; all as y in blocks. Ground is eight opaque
// blocks one on another (below an overhang of fewer there may be a cave), or those down to low.
func (v *View) Ground(x, z, below, low int32) int32 { return v.grid.ground(x, z, below, low) }

// groundLayers is how many opaque blocks one on another are ground.
const groundLayers = 8

func (g *grid) ground(x, z, below, low int32) int32 {
	low = max(low, world.MinY)
	i, layers := int(x&15|z&15<<4), int32(0)
	for y := min(below, world.MaxY+1) - 1; y >= low; {
		s := g.sections[world.SectionPos{X: x >> 4, Y: y >> 4, Z: z >> 4}]
		if s == nil {
			return low
		}
		for bottom := max(y&^15, low); y >= bottom; y-- {
			if !s.blocks.Get(i | int(y&15)<<8).Info().Opaque {
				layers = 0
			} else if layers++; layers == groundLayers {
				return y + groundLayers
			}
		}
	}
	return low + layers
}
