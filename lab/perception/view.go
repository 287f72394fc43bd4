// Package perception is what a simulated player knows: what its own client shows, and what can be reached and built from there.
//
// Owner: the simulated player; a View is filled before each frame and is valid until the client's next one. Invariant: nothing here
// asks the server or draws at random.
package perception

import (
	"voxtide/actions"
	"voxtide/physics"
	"voxtide/timestream"
	"voxtide/world"
)

// View is what one client shows of its world.
type View struct {
	World  *world.World
	Stream timestream.Stream // of the player
	Self   world.Entity      // the player's avatar as shown last
	Player *world.Player     // the player's inventory
}

// Update fills the view from a client's world, and reports whether the player's avatar is there.
func (v *View) Update(w *world.World, player timestream.Stream) bool {
	if w == nil {
		return false
	}
	v.World, v.Stream = w, player
	slot := w.Find(world.AvatarID(player))
	v.Player = w.Player(player)
	if slot == world.NoEntity || v.Player == nil {
		return false
	}
	v.Self = *w.Entity(slot)
	return true
}

// Has reports whether the avatar's motion has one of some flags.
func (v *View) Has(f world.Flags) bool { return v.Self.Motion.Flags&f != 0 }

// Feet returns the cell in which the avatar stands.
func (v *View) Feet() world.Pos { return v.Self.Motion.Pos.Block() }

// Block returns the block shown in a cell, air where no section has come.
func (v *View) Block(p world.Pos) world.Block { b, _ := v.World.BlockAt(p, v.Self.At); return b }

// Wet reports whether the avatar stands in a liquid.
func (v *View) Wet() bool { return world.Blocks[v.Block(v.Feet())].Liquid }

// Far reports whether the avatar is more than some blocks from a place, along X or Z.
func (v *View) Far(from world.Vec, blocks int64) bool {
	for _, i := range [...]int{world.AxisX, world.AxisZ} {
		if d := (v.Self.Motion.Pos[i] - from[i]) / (world.Unit / 16); d > blocks*16 || d < -blocks*16 {
			return true
		}
	}
	return false
}

// Towards returns the yaw, out of 64, that leads most directly to a place.
func (v *View) Towards(to world.Vec) uint16 {
	dx := (to[world.AxisX] - v.Self.Motion.Pos[world.AxisX]) >> 20
	dz := (to[world.AxisZ] - v.Self.Motion.Pos[world.AxisZ]) >> 20
	best, yaw := int64(-1)<<62, uint16(0)
	for i := range 64 {
		x, z := physics.HeadingVector(uint16(i << 10))
		if s := x*dx + z*dz; s > best {
			best, yaw = s, uint16(i<<10)
		}
	}
	return yaw
}

// Reach is how far simulated players reach, in 1/1024 block: slightly less than the rules allow.
const Reach = 5*1024 - 64

// faceCentres is the centre of each face of a cell.
var faceCentres = [world.FaceCount]actions.Aim{
	world.Down: {8, 0, 8}, world.Up: {8, 16, 8}, world.North: {8, 8, 0}, world.South: {8, 8, 16},
	world.West: {0, 8, 8}, world.East: {16, 8, 8},
}

// Aim returns the centre of a face of a cell that is in sight and in reach. It tries the faces from a given one on, so that
// players who begin at random do not all take the same face.
func (v *View) Aim(p world.Pos, from int) (actions.Aim, bool) {
	eye := physics.EyePos(&v.Self.Motion)
	if !physics.WithinReach(eye, p, Reach) {
		return actions.Aim{}, false
	}
	for i := range world.FaceCount {
		a := faceCentres[(i+from)%world.FaceCount]
		if physics.LineOfSight(v.World, eye, a.Point(p), p) {
			return a, true
		}
	}
	return actions.Aim{}, false
}

// Support returns a face of an empty cell behind which there is a block to build against, tried from a given face on.
func (v *View) Support(p world.Pos, from int) (world.Face, bool) {
	for i := range world.FaceCount {
		f := world.Face((i + from) % world.FaceCount)
		if b, there := v.World.Block(p.Next(f)); there && !world.Blocks[b].Replaceable {
			return f, true
		}
	}
	return 0, false
}

// Blocked reports whether an entity that blocks placement stands in a cell, or a falling block is in it.
func (v *View) Blocked(p world.Pos) bool {
	full := world.Stone.Boxes()
	for i := range v.World.StreamCount() {
		for _, s := range v.World.Awake(v.World.StreamAt(i).Stream) {
			e := v.World.Entity(s)
			if !world.EntityKinds[e.Kind].BlocksPlacement && e.Kind != world.KindFallingBlock {
				continue
			}
			if lo, hi := e.Box(); world.OverlapsBlock(lo, hi, p, full) {
				return true
			}
		}
	}
	return false
}
