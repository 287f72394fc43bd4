package gen3

import (
	"voxtide/world"
	"voxtide/world/worldgen/noise"
)

// caves holds the noises that decide where caves are: tunnels where two noises are near zero together, caverns where
// a third is high. The noises are computed at every fourth block and interpolated between, always in the same order, so that a
// single cell gets the same answer as within its section.
type caves struct {
	left, right, room uint64
	mouth             noise.Field
	region, wet       noise.Field // of what caves are like
}

const (
	caveFloor  = world.MinY + 7 // no cave is lower
	mouthShare = 1100           // above it the noise of cave mouths lets caves reach the surface
	caveStep   = 4
	lavaTop    = world.MinY + 13 // caves are full of lava up to here
	caveSide   = 16/caveStep + 1
)

// caveSample holds the three noises at a point, in 1/4096.
type caveSample struct{ left, right, room int64 }

func newCaves(seed uint64) caves {
	return caves{
		left: noise.Hash64(seed ^ 0x1eaf), right: noise.Hash64(seed ^ 0x2eaf), room: noise.Hash64(seed ^ 0x3eaf),
		mouth: noise.NewField(seed, 20, 90, 1), region: noise.NewField(seed, 21, 230, 2), wet: noise.NewField(seed, 22, 260, 1),
	}
}

// at computes the noises at a lattice point.
func (c *caves) at(x, y, z int64) caveSample {
	u, v, w := x*65536/74, y*65536/50, z*65536/74
	r := caveSample{left: noise.In3(c.left, u+9000, v+40000, w+50000), right: noise.In3(c.right, u+30000, v+20000, w+10000)}
	r.room = noise.In3(c.room, x*65536/96+20000, y*65536/46+30000, z*65536/96+40000)
	// Caverns grow with the depth and end above the sea.
	r.room -= noise.SmoothRamp(y, -90, 40) * 1500 >> 12
	return r
}

// tunnelWidth is how near to zero both noises of a tunnel must be; above roomShare the third noise makes a cavern.
// Below lensShare, which happens only high up, the rock is marble.
const (
	tunnelWidth = 340
	roomShare   = 1500
	lensShare   = -3500
)

// isOpen reports whether interpolated noises make a cave.
func (s *caveSample) isOpen() bool {
	return s.room > roomShare || s.left*s.left+s.right*s.right < tunnelWidth*tunnelWidth
}

// interpolate interpolates between two samples, f in quarters.
func interpolate(a, b *caveSample, f int64) caveSample {
	return caveSample{a.left + (b.left-a.left)*f>>2, a.right + (b.right-a.right)*f>>2, a.room + (b.room-a.room)*f>>2}
}
