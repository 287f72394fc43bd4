package terrain

import "voxtide/world"

// eachAround calls f with the 26 sections around p.
func eachAround(p world.SectionPos, f func(world.SectionPos)) {
	for y := p.Y - 1; y <= p.Y+1; y++ {
		for z := p.Z - 1; z <= p.Z+1; z++ {
			for x := p.X - 1; x <= p.X+1; x++ {
				if q := (world.SectionPos{X: x, Y: y, Z: z}); q != p {
					f(q)
				}
			}
		}
	}
}

// eachTouching calls f with the sections whose meshes contain or shade a block: its own section first, then the sections
// that the block touches.
func eachTouching(p world.Pos, f func(world.SectionPos)) {
	f(p.Section())
	lo := world.Pos{X: p.X - 1, Y: p.Y - 1, Z: p.Z - 1}.Section()
	hi := world.Pos{X: p.X + 1, Y: p.Y + 1, Z: p.Z + 1}.Section()
	for y := lo.Y; y <= hi.Y; y++ {
		for z := lo.Z; z <= hi.Z; z++ {
			for x := lo.X; x <= hi.X; x++ {
				if q := (world.SectionPos{X: x, Y: y, Z: z}); q != p.Section() {
					f(q)
				}
			}
		}
	}
}

// absDiff returns how far two coordinates are apart.
func absDiff(a, b int32) int32 { return max(a-b, b-a) }
