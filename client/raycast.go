package client

import (
	"math"

	"voxtide/actions"
	"voxtide/internal/faults"
	"voxtide/physics"
	"voxtide/world"
)

// Reach is how far from the eye a player can act, in blocks. Package actions enforces it.
const Reach = 5

// Hit is a block that a ray hits.
type Hit struct {
	Pos  world.Pos
	Face world.Face  // through which the ray enters
	Aim  actions.Aim // where, in the block's cell
}

// distance returns how far the point that is hit is from another, in blocks.
func (h Hit) distance(from world.Vec) float64 {
	sum := 0.0
	for i, low := range [3]int32{h.Pos.X, h.Pos.Y, h.Pos.Z} {
		d := float64(low) + float64(h.Aim[i])/16 - float64(from[i])/float64(world.Unit)
		sum += d * d
	}
	return math.Sqrt(sum)
}

// Direction returns the direction of a yaw (65536 a turn, clockwise from -Z) and a pitch in degrees, positive up.
func Direction(yaw uint16, pitch float64) [3]float64 {
	turn, up := float64(yaw)/65536*2*math.Pi, pitch/180*math.Pi
	return [3]float64{math.Sin(turn) * math.Cos(up), math.Sin(up), -math.Cos(turn) * math.Cos(up)}
}

// Raycast returns the first block that a ray hits within reach blocks, from a point in a direction of length 1. It passes
// through liquids and sections that are not loaded.
func Raycast(w *world.World, from world.Vec, dir [3]float64, reach float64) (Hit, bool) {
	return raycast(w, from, dir, reach, false)
}

// raycast is Raycast; with water it stops at sources of water, too.
func raycast(w *world.World, from world.Vec, dir [3]float64, reach float64, water bool) (Hit, bool) {
	cell := from.Block()
	at := [3]float64{} // of the eye, in its cell
	for i, low := range [3]int64{int64(cell.X), int64(cell.Y), int64(cell.Z)} {
		at[i] = float64(from[i]-low*world.Unit) / float64(world.Unit)
	}
	var step [3]int32
	var next, every [3]float64 // distance to the next plane of each axis, and between two
	for i, d := range dir {
		switch {
		case d > 0:
			step[i], every[i], next[i] = 1, 1/d, (1-at[i])/d
		case d < 0:
			step[i], every[i], next[i] = -1, -1/d, at[i]/-d
		default:
			every[i], next[i] = math.Inf(1), math.Inf(1)
		}
	}
	off := [3]float64{} // of the cell from the first
	for way := 0.0; way <= reach; {
		if b, there := w.Block(cell); there {
			rel := [3]float64{at[0] - off[0], at[1] - off[1], at[2] - off[2]}
			if water && b == world.Water {
				return Hit{Pos: cell, Aim: actions.Aim{8, 8, 8}}, true
			}
			if h, ok := hitBlock(b, rel, dir, reach); ok {
				h.Pos = cell
				h.seeAim(w, from)
				return h, true
			}
		}
		i := 0
		for j := range next {
			if next[j] < next[i] {
				i = j
			}
		}
		way = next[i]
		next[i] += every[i]
		off[i] += float64(step[i])
		switch i {
		case 0:
			cell.X += step[0]
		case 1:
			cell.Y += step[1]
		default:
			cell.Z += step[2]
		}
	}
	return Hit{}, false
}

// seeAim moves the aim by a sixteenth of a block where rounding has put it behind the edge of another block, which the rules of actions
// would refuse: a block of which a player sees but a sliver can be clicked, too.
func (h *Hit) seeAim(w *world.World, eye world.Vec) {
	if physics.LineOfSight(w, eye, h.Aim.Point(h.Pos), h.Pos) || faults.Active(faults.AimBehindAnEdge) {
		return
	}
	axis := 0
	for lowFace[axis]&^1 != h.Face&^1 {
		axis++
	}
	for n := range 9 {
		a := h.Aim
		u, v := &a[(axis+1)%3], &a[(axis+2)%3]
		if *u, *v = *u+uint8(n%3)-1, *v+uint8(n/3)-1; *u > 16 || *v > 16 {
			continue // below 0 or beyond the cell
		}
		if physics.LineOfSight(w, eye, a.Point(h.Pos), h.Pos) {
			h.Aim = a
			return
		}
	}
}

// hitBlock returns where a ray from a point, relative to a cell, hits one of the boxes of the cell's block.
func hitBlock(b world.Block, from, dir [3]float64, reach float64) (hit Hit, ok bool) {
	best := reach
	for _, box := range b.Outline() {
		near, far, face := 0.0, reach, world.Face(0)
		for i, d := range dir {
			lo, hi := float64(box.Lo[i])/16, float64(box.Hi[i])/16
			if d == 0 {
				if from[i] < lo || from[i] > hi {
					far = -1
				}
				continue
			}
			t0, t1 := (lo-from[i])/d, (hi-from[i])/d
			enter := lowFace[i]
			if t0 > t1 {
				t0, t1, enter = t1, t0, lowFace[i]^1
			}
			if t0 > near {
				near, face = t0, enter
			}
			far = min(far, t1)
		}
		if near > far || near > best || near == 0 && from != ([3]float64{}) && insideBox(from, &box) {
			continue // a miss, behind another box, or the eye is in it
		}
		best, ok = near, true
		hit.Face = face
		for i, d := range dir {
			hit.Aim[i] = uint8(math.Round(16 * max(0, min(1, from[i]+near*d))))
		}
	}
	return hit, ok
}

// lowFace is the face of a box at its low end, by axis; the one at the high end differs in the lowest bit.
var lowFace = [3]world.Face{world.West, world.Down, world.North}

func insideBox(at [3]float64, b *world.Box) bool {
	for i, x := range at {
		if x < float64(b.Lo[i])/16 || x > float64(b.Hi[i])/16 {
			return false
		}
	}
	return true
}

// PlaceAction returns the action that places the held block where a player expects it: in the cell of the hit if its block is
// replaceable, else in front of the hit face.
func (h Hit) PlaceAction(w *world.World) actions.Action {
	a := actions.Action{Kind: actions.Place, Pos: h.Pos, Face: h.Face ^ 1, Aim: h.Aim}
	if b, _ := w.Block(h.Pos); world.Blocks[b].Replaceable {
		for _, f := range [...]world.Face{world.Down, h.Face ^ 1, world.North, world.South, world.West, world.East, world.Up} {
			a.Face = f
			if beside, there := w.Block(h.Pos.Next(f)); there && !world.Blocks[beside].Replaceable {
				break
			}
		}
		return a
	}
	a.Pos = h.Pos.Next(h.Face)
	for i := range a.Aim { // the same point, relative to the neighbour
		switch h.Face {
		case lowFace[i]:
			a.Aim[i] = 16
		case lowFace[i] ^ 1:
			a.Aim[i] = 0
		}
	}
	return a
}

// PlaceHeldAction is PlaceAction for a held block: a slab goes into the cell of another one of its kind, at its open side.
func (h Hit) PlaceHeldAction(w *world.World, held world.Block) actions.Action {
	a := h.PlaceAction(w)
	b, _ := w.Block(h.Pos)
	open := [...]world.Face{world.Up, world.Down}[b.Get(world.PropHalf)&1]
	if actions.MakesWhole(b, held) && h.Face == open {
		a.Pos, a.Aim = h.Pos, h.Aim
	}
	return a
}

// UseAction returns the action that works the hit block, a door for example; false for a block that cannot be worked.
func (h Hit) UseAction(w *world.World) (a actions.Action, usable bool) {
	b, _ := w.Block(h.Pos)
	p, _ := actions.UsedProperty(b)
	return actions.Action{Kind: actions.Use, Pos: h.Pos, Aim: h.Aim, Want: b.Class() == world.ClassBed || b.Get(p) == 0}, actions.Usable(b)
}

// BreakAction returns the StartBreak or FinishBreak action for the hit block.
func (h Hit) BreakAction(k actions.Kind) actions.Action {
	return actions.Action{Kind: k, Pos: h.Pos, Aim: h.Aim}
}

// Teleport returns the action that teleports a player in creative mode to a position in blocks, each coordinate within 2^31.
func Teleport(x, y, z float64) actions.Action {
	a := actions.Action{Kind: actions.Teleport}
	var low [3]float64
	for i, v := range [3]float64{x, y, z} {
		low[i] = math.Floor(v)
		a.Aim[i] = uint8(math.Round((v - low[i]) * 16))
	}
	a.Pos = world.Pos{X: int32(low[0]), Y: int32(low[1]), Z: int32(low[2])}
	return a
}
