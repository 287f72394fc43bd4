package sim

import (
	"math/rand/v2"

	"voxtide/edits"
	"voxtide/physics"
	"voxtide/timestream"
	"voxtide/world"
)

// build returns a small world with sand on stilts, slabs, water and ladders, two avatars and the server's stream, all
// from the seed, so that two worlds of the same seed are equal.
func build(seed uint64) *Sim {
	r := rand.New(rand.NewPCG(seed, 2))
	w := world.New()
	floor := world.NewSection(world.Stone)
	land := world.NewSection(world.Air)
	some := []world.Block{world.Stone, world.Sand, world.Sand, world.Gravel, world.StoneSlab, world.Water, world.Ladder, world.TallGrass}
	for range 220 {
		land.Set(r.IntN(world.SectionCells), some[r.IntN(len(some))])
	}
	for x := int32(-1); x <= 1; x++ {
		for z := int32(-1); z <= 1; z++ {
			w.SetSection(world.SectionPos{X: x, Y: -1, Z: z}, floor.Clone())
			w.SetSection(world.SectionPos{X: x, Z: z}, world.NewSection(world.Air))
			w.SetSection(world.SectionPos{X: x, Y: 1, Z: z}, world.NewSection(world.Air))
		}
	}
	w.SetSection(world.SectionPos{}, land)
	w.AddStream(timestream.Server, 0, 1)
	s := &Sim{R: &edits.Recorder{W: w}, Authoritative: true}
	for st := timestream.Stream(1); st <= 2; st++ {
		w.AddStream(st, 0, 1)
		w.AddPlayer(st, world.Player{Name: "p"})
		for _, p := range w.AppendSections(nil) {
			w.SetSubscription(st, world.Subscription{Section: p, Epoch: 1, Confirmed: true})
		}
		e := world.Entity{ID: world.AvatarID(st), Kind: world.KindAvatar, Stream: st}
		for range 50 {
			e.Motion.Pos = world.Vec{r.Int64N(16 * world.Unit), r.Int64N(12 * world.Unit), r.Int64N(16 * world.Unit)}
			if physics.Free(w, &world.EntityKinds[e.Kind], e.Motion.Pos) {
				break
			}
		}
		e.Motion.Keys = world.Keys(r.IntN(int(world.KeysAll)+1)) &^ world.KeyFly
		e.Motion.Yaw = uint16(r.IntN(1 << 16))
		w.AddEntity(e)
	}
	for range 40 { // the support goes away, on behalf of either
		s.R.PutBlock(timestream.Stream(1+r.IntN(2)), world.SectionPos{}.PosAt(r.IntN(world.SectionCells)), world.Air)
	}
	s.R.Commit()
	return s
}

// mass counts blocks that can fall, falling blocks and items of them: law 12 for sand.
func mass(w *world.World) (n int) {
	for i := range world.SectionCells {
		for _, p := range [...]world.SectionPos{{}, {Y: 1}} {
			if b, _ := w.Block(p.PosAt(i)); world.Blocks[b].Falls {
				n++
			}
		}
	}
	for i := range w.StreamCount() {
		st := w.StreamAt(i).Stream
		for _, s := range w.Bodies(st) {
			if e := w.Entity(s); e.Kind == world.KindFallingBlock {
				n++
			} else if e.Kind == world.KindItem && world.Blocks[e.Stack.Block()].Falls {
				n += int(e.Stack.Count)
			}
		}
		if p := w.Player(st); p != nil {
			for _, s := range p.Slots {
				if world.Blocks[s.Block()].Falls {
					n += int(s.Count)
				}
			}
		}
	}
	return n
}

// column is a flat world with an avatar at the origin and a pillar of sand beside, whose foot stands on one block.
func column(height int32) (*Sim, world.Pos) {
	s := build(7)
	w := s.R.W
	for i := range world.SectionCells {
		w.SetBlock(world.SectionPos{}.PosAt(i), world.Air)
	}
	for i := timestream.Stream(0); i <= 2; i++ {
		for len(w.Stream(i).SupportChecks) > 0 {
			w.RemoveSupportCheck(i, w.Stream(i).SupportChecks[0])
		}
	}
	foot := world.Pos{X: 8, Y: 0, Z: 8}
	w.SetBlock(foot, world.Dirt)
	for y := range height {
		w.SetBlock(world.Pos{X: 8, Y: 1 + y, Z: 8}, world.Sand)
	}
	for i := timestream.Stream(1); i <= 2; i++ {
		m := world.Motion{Pos: world.BottomCentre(world.Pos{X: 2 * int32(i), Z: 2})}
		w.SetMotion(w.Find(world.AvatarID(i)), 0, &m)
	}
	return s, foot
}
