package physics

import (
	"math/rand/v2"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/timestream"
	"voxtide/world"
)

var (
	avatar  = &world.EntityKinds[world.KindAvatar]
	item    = &world.EntityKinds[world.KindItem]
	falling = &world.EntityKinds[world.KindFallingBlock]
)

// random returns a random source whose seed is printed, and the number of rounds.
func random(t testing.TB, n int) (*rand.Rand, int) { return testrand.New(t), testrand.Rounds(n) }

// arena is a world of the sections around a corner, 16 blocks to each side.
type arena struct {
	*world.World
	at    world.Pos // the corner
	solid []world.Block
	set   []world.Pos // the cells that put set
}

func newArena(at world.Pos) *arena {
	a := &arena{World: world.New(), at: at}
	s := at.Section()
	for i := range int32(8) {
		a.SetSection(world.SectionPos{X: s.X - i&1, Y: s.Y - i>>1&1, Z: s.Z - i>>2}, world.NewSection(world.Air))
	}
	for b := range world.BlockCount {
		if world.Block(b).Solid() {
			a.solid = append(a.solid, world.Block(b))
		}
	}
	return a
}

// put sets a block, by its place from the corner.
func (a *arena) put(x, y, z int32, b world.Block) {
	if _, ok := a.SetBlock(world.Pos{X: a.at.X + x, Y: a.at.Y + y, Z: a.at.Z + z}, b); !ok {
		panic("outside the arena")
	}
	a.set = append(a.set, world.Pos{X: a.at.X + x, Y: a.at.Y + y, Z: a.at.Z + z})
}

// clear removes the blocks that were put.
func (a *arena) clear() {
	for _, p := range a.set {
		a.SetBlock(p, world.Air)
	}
	a.set = a.set[:0]
}

// floor lays a floor whose top is at the height of the corner.
func (a *arena) floor(b world.Block) {
	for x := int32(-16); x < 16; x++ {
		for z := int32(-16); z < 16; z++ {
			a.put(x, -1, z, b)
		}
	}
}

// scatter puts up to n solid blocks of any shape within size blocks of the corner.
func (a *arena) scatter(r *rand.Rand, n int, size int32) {
	a.clear()
	for range n {
		b := a.solid[r.IntN(len(a.solid))]
		if r.IntN(3) == 0 {
			b = world.Stone
		}
		a.put(r.Int32N(2*size)-size, r.Int32N(2*size)-size, r.Int32N(2*size)-size, b)
	}
}

// point returns a place from the corner, in 1/1000 block.
func (a *arena) point(x, y, z int64) world.Vec {
	const milli = unit / 1000
	return world.Vec{
		int64(a.at.X)*unit + x*milli, int64(a.at.Y)*unit + y*milli, int64(a.at.Z)*unit + z*milli,
	}
}

// roundSpeeds are speeds that cross 1/16 block in a round number of microseconds.
var roundSpeeds = [...]int64{0, 5000, 10000, 12500, 25000, 50000, 50000, 100000}

// body returns a random motion within size blocks of the corner, often aligned to planes and of round speeds, so that
// ties and events at cuts occur.
func (a *arena) body(r *rand.Rand, k *world.EntityInfo, size int64) world.Motion {
	var m world.Motion
	corner := a.point(0, 0, 0)
	round, tie := r.IntN(3) > 0, r.IntN(3) == 0
	same := roundSpeeds[r.IntN(len(roundSpeeds))]
	for i := range m.Pos {
		low, high := k.HalfWidth, k.HalfWidth
		if i == y {
			low, high = 0, k.Height
		}
		p := r.Int64N(2*size*unit) - size*unit
		how := r.IntN(4)
		if tie {
			how = r.IntN(3)
		}
		switch how {
		case 0:
			p = p/sixteenth*sixteenth + low
		case 1:
			p = p/sixteenth*sixteenth - high
		case 2:
			p = p/unit*unit + low + sixteenth*r.Int64N(2)
		}
		m.Pos[i] = corner[i] + p
		v := r.Int64N(2*world.SpeedMax+1) - world.SpeedMax
		switch {
		case tie || round && r.IntN(3) > 0:
			v = same
		case round:
			v = roundSpeeds[r.IntN(len(roundSpeeds))]
		case r.IntN(3) == 0:
			v /= 20
		}
		if r.IntN(2) == 0 {
			v = -v
		}
		m.Vel[i] = v
	}
	return m
}

// cut returns a random instant in a span, both ends included, often a round one.
func cut(r *rand.Rand, d timestream.Duration) timestream.Duration {
	c := timestream.Duration(r.Int64N(int64(d) + 1))
	if r.IntN(2) == 0 {
		c = c / 1250 * 1250
	}
	return c
}

// kind returns one of the kinds of bodies.
func kind(r *rand.Rand) *world.EntityInfo {
	return []*world.EntityInfo{avatar, avatar, item, falling}[r.IntN(4)]
}

// isSupported asks a world whether it supports a body.
func isSupported(w *world.World, k *world.EntityInfo, pos world.Vec) bool {
	c := blockReader{w: w}
	return c.supports(k, pos)
}
