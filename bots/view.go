package bots

import (
	"math/rand/v2"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/physics"
	"voxtide/timestream"
	"voxtide/world"
)

// view is what a bot sees: what its own client shows.
type view struct {
	w    *world.World
	self world.Entity
	bag  *world.Player
}

// look fills the view; false while there is no body of one's own.
func (v *view) look(c *client.Client) bool {
	w := c.World()
	if w == nil {
		return false
	}
	slot := w.Find(world.AvatarID(c.Stream()))
	v.w, v.bag = w, w.Player(c.Stream())
	if slot == world.NoSlot || v.bag == nil {
		return false
	}
	v.self = *w.Entity(slot)
	return true
}

func (v *view) has(f world.Flags) bool { return v.self.Motion.Flags&f != 0 }
func (v *view) feet() world.Pos        { return v.self.Motion.Pos.Block() }

// block returns what is shown in a cell; bedrock where nothing has come, which nobody can use.
func (v *view) block(p world.Pos) world.Block {
	b, there := v.w.Block(p)
	if !there {
		return world.Bedrock
	}
	return b
}

// far tells whether a place is more than some blocks away, on X or Z.
func (v *view) far(p world.Pos, blocks int32) bool {
	at := v.feet()
	return at.X-p.X > blocks || p.X-at.X > blocks || at.Z-p.Z > blocks || p.Z-at.Z > blocks
}

// towards returns the heading, of 64, that leads best to a place.
func (v *view) towards(to world.Pos) uint16 {
	at := v.feet()
	dx, dz := int64(to.X-at.X), int64(to.Z-at.Z)
	best, yaw := int64(-1)<<62, uint16(0)
	for i := range 64 {
		x, z := physics.Direction(uint16(i << 10))
		if s := x*dx + z*dz; s > best {
			best, yaw = s, uint16(i<<10)
		}
	}
	return yaw
}

// plain tells whether bots build with a block and dig it: it stays where it is and takes nothing along.
func plain(b world.Block) bool {
	i := b.Info()
	return b.Full() && !i.Falls && !i.Rooted && !i.Liquid && i.Hardness >= 0
}

// reach is how far bots reach, in 1/1024 block: a little less than they may.
const reach = 5*1024 - 64

// faceAim is the middle of each face of a cell.
var faceAim = [world.Faces]actions.Aim{
	world.Down: {8, 0, 8}, world.Up: {8, 16, 8}, world.North: {8, 8, 0}, world.South: {8, 8, 16},
	world.West: {0, 8, 8}, world.East: {16, 8, 8},
}

// aim finds a face of a cell whose middle can be seen from the eye, from a face of chance on.
func (v *view) aim(p world.Pos, r *rand.Rand) (actions.Aim, bool) {
	eye := physics.Eye(&v.self.Motion)
	if !physics.Within(eye, p, reach) {
		return actions.Aim{}, false
	}
	from := r.IntN(world.Faces)
	for i := range world.Faces {
		a := faceAim[(i+from)%world.Faces]
		if physics.Sight(v.w, eye, a.Point(p), p) {
			return a, true
		}
	}
	return actions.Aim{}, false
}

// place returns the action that puts what is held into a cell; false where that does not look possible.
func (v *view) place(p world.Pos, r *rand.Rand) (a actions.Action, ok bool) {
	if !plain(v.bag.Held().Block) {
		return a, false
	}
	return v.put(p, r)
}

// put does the same with whatever is held.
func (v *view) put(p world.Pos, r *rand.Rand) (a actions.Action, ok bool) {
	held, b := v.bag.Held(), v.block(p)
	if held.Count == 0 || !world.Blocks[b].Replaceable || b == held.Block || world.Blocks[b].Rooted {
		return a, false
	}
	from := r.IntN(world.Faces)
	for i := range world.Faces {
		f := world.Face((i + from) % world.Faces)
		if against, there := v.w.Block(p.Next(f)); !there || world.Blocks[against].Replaceable {
			continue
		}
		aim, ok := v.aim(p, r)
		return actions.Action{Kind: actions.Place, Pos: p, Face: f, Aim: aim}, ok
	}
	return a, false
}

// take returns the action that breaks a block, or begins to; false where that does not look possible. What would bring down
// sand or a flower is left alone: these change cells that nobody aimed at.
func (v *view) take(p world.Pos, r *rand.Rand) (a actions.Action, ok bool) {
	b, above := v.block(p), v.block(p.Above())
	if !plain(b) || world.Blocks[b].Hardness > 2*timestream.Second || world.Blocks[above].Falls || world.Blocks[above].Rooted {
		return a, false
	}
	aim, ok := v.aim(p, r)
	kind := actions.Dig
	if v.has(world.Creative) {
		kind = actions.Dug
	}
	return actions.Action{Kind: kind, Pos: p, Aim: aim}, ok
}

// holdPlain returns the slot of a hotbar from which one can build, the n-th of them; false if there is none.
func (v *view) holdPlain(n int) (slot uint8, ok bool) {
	var slots []uint8
	for i := range world.HotbarSlots {
		if s := v.bag.Slots[i]; s.Count > 0 && plain(s.Block) {
			slots = append(slots, uint8(i))
		}
	}
	if len(slots) == 0 {
		return 0, false
	}
	return slots[n%len(slots)], true
}
