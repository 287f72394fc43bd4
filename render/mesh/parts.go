package mesh

import "voxtide/world"

// Part is a box of a block's model, in 1/16 block, with the slot of the texture of each of its faces.
type Part struct {
	Box    world.Box
	Slots  [world.FaceCount]uint8
	Mirror uint8 // a bit for each face whose texture runs backwards
}

// leaning is a box of a model that stands askew: in 1/32 block, its upper end moved sideways.
type leaning struct {
	lo, hi [3]int
	dx, dz int // by which the upper end is moved
	slot   uint8
}

// ownSlots are the slots of a part whose faces have the block's own textures.
var ownSlots = [world.FaceCount]uint8{0, 1, 2, 3, 4, 5}

// at returns a part with the block's own textures.
func at(x0, y0, z0, x1, y1, z1 int8) Part {
	return Part{Box: world.Box{Lo: [3]int8{x0, y0, z0}, Hi: [3]int8{x1, y1, z1}}, Slots: ownSlots}
}

// in gives all faces of a part one slot.
func (p Part) in(slot uint8) Part {
	for f := range p.Slots {
		p.Slots[f] = slot
	}
	return p
}

// turned returns a part that is made for facing north as it is for another facing, 0 to 3: north, south, west, east. The textures
// of its faces turn with it.
func (p Part) turned(facing int) Part {
	lo, hi := p.Box.Lo, p.Box.Hi
	switch facing {
	case 1: // half a turn
		p.Box.Lo, p.Box.Hi = [3]int8{16 - hi[0], lo[1], 16 - hi[2]}, [3]int8{16 - lo[0], hi[1], 16 - lo[2]}
	case 2: // north becomes west
		p.Box.Lo, p.Box.Hi = [3]int8{lo[2], lo[1], 16 - hi[0]}, [3]int8{hi[2], hi[1], 16 - lo[0]}
	case 3: // north becomes east
		p.Box.Lo, p.Box.Hi = [3]int8{16 - hi[2], lo[1], lo[0]}, [3]int8{16 - lo[2], hi[1], hi[0]}
	}
	return p
}

// Parts returns the boxes that a block is drawn as; none for plants, liquids and air. A full block is one box.
func Parts(b world.Block) []Part {
	info := b.Info()
	facing, wall, on := b.Get(world.PropFacing), b.Get(world.PropWall) == 1, b.Get(world.PropOn) == 1
	turn := func(parts ...Part) []Part {
		for i := range parts {
			parts[i] = parts[i].turned(facing)
		}
		return parts
	}
	switch info.Class {
	case world.ClassPlant, world.ClassLiquid:
		return nil
	case world.ClassTorch:
		if wall {
			return nil // it leans
		}
		return []Part{at(7, 0, 7, 9, 10, 9)}
	case world.ClassSign:
		if wall {
			return turn(at(0, 4, 14, 16, 13, 16))
		}
		return turn(at(0, 7, 7, 16, 16, 9), at(7, 0, 7, 9, 7, 9).in(slotMore))
	case world.ClassLever:
		if wall {
			return turn(at(5, 4, 13, 11, 12, 16))
		}
		return turn(at(5, 0, 4, 11, 3, 12))
	case world.ClassButton:
		deep := int8(2)
		if on {
			deep = 1
		}
		if wall {
			return turn(at(5, 6, 16-deep, 11, 10, 16))
		}
		return turn(at(5, 0, 6, 11, deep, 10))
	case world.ClassPlate:
		if on {
			return []Part{at(2, 0, 2, 14, 1, 14)}
		}
		return []Part{at(1, 0, 1, 15, 1, 15)}
	case world.ClassFence:
		return fenceParts(b.Get(world.PropJoins))
	case world.ClassWall:
		return wallParts(b.Get(world.PropJoins))
	case world.ClassPane:
		return paneParts(b.Get(world.PropJoins))
	case world.ClassDoor, world.ClassTrapdoor:
		return doorParts(b)
	case world.ClassGate:
		return gateParts(b)
	case world.ClassChest:
		return turn(at(1, 0, 1, 15, 14, 15), at(7, 7, 0, 9, 11, 1).in(slotMore))
	case world.ClassCairn:
		return []Part{at(2, 0, 2, 14, 5, 14), at(3, 5, 4, 13, 9, 12), at(5, 9, 5, 12, 12, 11), at(6, 12, 6, 10, 14, 10)}
	case world.ClassCampfire:
		return campfireParts()
	case world.ClassAnvil:
		return turn(at(2, 0, 2, 14, 4, 14), at(5, 4, 4, 11, 10, 12), at(3, 10, 0, 13, 16, 16))
	case world.ClassBed:
		return turn(bedParts(b.Get(world.PropHalf) == world.UpperHalf)...)
	case world.ClassLantern:
		return []Part{at(5, 0, 5, 11, 7, 11), at(6, 7, 6, 10, 9, 10)}
	}
	if info.Class == world.ClassLadder {
		return turn(at(0, 0, 15, 16, 16, 16)) // for icons; the mesh has a plane
	}
	out := make([]Part, 0, 2)
	for _, box := range info.Shape.Boxes() {
		out = append(out, Part{Box: box, Slots: ownSlots})
	}
	return out
}

// Sides that are joined, as bits of PropJoins.
const (
	joinNorth = 1 << iota
	joinSouth
	joinWest
	joinEast
)

// rails adds boxes from a post to the joined sides: between y0 and y1, from lo to hi across, the post from 8-post to 8+post. Two
// opposite sides are one box.
func rails(out []Part, joins int, y0, y1, lo, hi, post int8) []Part {
	span := func(low, high bool) (int8, int8) {
		from, to := 8-post, 8+post
		if low {
			from = 0
		}
		if high {
			to = 16
		}
		return from, to
	}
	if joins&(joinNorth|joinSouth) != 0 {
		from, to := span(joins&joinNorth != 0, joins&joinSouth != 0)
		out = append(out, at(lo, y0, from, hi, y1, to))
	}
	if joins&(joinWest|joinEast) != 0 {
		from, to := span(joins&joinWest != 0, joins&joinEast != 0)
		out = append(out, at(from, y0, lo, to, y1, hi))
	}
	return out
}

// fenceParts returns a post with two rails to each joined side.
func fenceParts(joins int) []Part {
	out := []Part{at(6, 0, 6, 10, 16, 10)}
	out = rails(out, joins, 6, 9, 7, 9, 2)
	return rails(out, joins, 12, 15, 7, 9, 2)
}

// wallParts returns a thick post with lower arms; a straight run of wall has no post.
func wallParts(joins int) []Part {
	if joins == joinNorth|joinSouth || joins == joinWest|joinEast {
		return rails(nil, joins, 0, 14, 5, 11, 4)
	}
	return rails([]Part{at(4, 0, 4, 12, 16, 12)}, joins, 0, 14, 5, 11, 4)
}

// paneParts returns thin sheets to the joined sides; a pane that joins none is a narrow post.
func paneParts(joins int) []Part {
	out := rails(nil, joins, 0, 16, 7, 9, 1)
	if joins == 0 {
		out = []Part{at(7, 0, 7, 9, 16, 9)}
	}
	for i := range out {
		s := &out[i].Slots
		s[world.Down], s[world.Up] = slotMore, slotMore
		if box := &out[i].Box; box.Hi[0]-box.Lo[0] == 2 {
			s[world.North], s[world.South] = slotMore, slotMore
		}
		if box := &out[i].Box; box.Hi[2]-box.Lo[2] == 2 {
			s[world.West], s[world.East] = slotMore, slotMore
		}
	}
	return out
}

// doorParts returns the leaf of a door or a trapdoor where it collides. A door's texture has its handle at the right: on each of its
// two sides it runs so that the handle is away from the hinge.
func doorParts(b world.Block) []Part {
	p := Part{Box: b.Boxes()[0], Slots: ownSlots}
	if b.Class() == world.ClassTrapdoor {
		return []Part{p}
	}
	facing, right := world.North+world.Face(b.Get(world.PropFacing)), b.Get(world.PropHinge) == 1
	hinge := leftOf(facing)
	if right {
		hinge ^= 1
	}
	away := hinge ^ 1 // shut: the side of the cell at which the handle is
	if b.Get(world.PropOpen) == 1 {
		away = facing // the leaf has turned about the hinge into the cell
	}
	for f := world.North; f <= world.East; f++ {
		high := away == world.South || away == world.East
		natural := f == world.South || f == world.West // where a texture's right end lies at the high end of the axis
		if high != natural {
			p.Mirror |= 1 << f
		}
	}
	return []Part{p}
}

// leftOf returns the side at the left of who looks to a side.
func leftOf(f world.Face) world.Face {
	return [...]world.Face{world.North: world.West, world.South: world.East, world.West: world.South, world.East: world.North}[f]
}

// gateParts returns two posts and two leaves, which swing to the gate's facing when it opens.
func gateParts(b world.Block) []Part {
	out := []Part{at(0, 5, 7, 2, 16, 9), at(14, 5, 7, 16, 16, 9)}
	if b.Get(world.PropOpen) == 1 {
		for _, x := range [...]int8{0, 14} {
			out = append(out, at(x, 6, 1, x+2, 9, 7), at(x, 12, 1, x+2, 15, 7), at(x, 9, 1, x+2, 12, 3))
		}
	} else {
		out = append(out, at(2, 6, 7, 14, 9, 9), at(2, 12, 7, 14, 15, 9), at(6, 9, 7, 10, 12, 9))
	}
	for i := range out {
		out[i] = out[i].turned(b.Get(world.PropFacing))
	}
	return out
}

// campfireParts returns two pairs of crossed logs and the embers between them.
func campfireParts() []Part {
	log := func(p Part) Part { return p.in(uint8(world.North)) }
	return []Part{
		log(at(1, 0, 0, 5, 4, 16)), log(at(11, 0, 0, 15, 4, 16)), log(at(0, 3, 1, 16, 7, 5)), log(at(0, 3, 11, 16, 7, 15)),
		at(5, 0, 5, 11, 1, 11).in(uint8(world.Up)),
	}
}

// leans returns the boxes of a block's model that stand askew.
func leans(b world.Block) []leaning {
	facing, wall, on := b.Get(world.PropFacing), b.Get(world.PropWall) == 1, b.Get(world.PropOn) == 1
	switch b.Class() {
	case world.ClassTorch:
		if wall { // its foot at the wall behind it
			return []leaning{turnLeaning(leaning{lo: [3]int{14, 6, 28}, hi: [3]int{18, 26, 32}, dz: -8, slot: uint8(world.North)}, facing)}
		}
	case world.ClassLever:
		l := leaning{lo: [3]int{14, 4, 14}, hi: [3]int{18, 24, 18}, dz: -9, slot: slotMore}
		if wall {
			l = leaning{lo: [3]int{14, 16, 24}, hi: [3]int{18, 28, 28}, dz: -14, slot: slotMore}
			if on {
				l.lo[1], l.hi[1], l.dz = 4, 16, 14
				l.lo[2], l.hi[2] = 10, 14
			}
		} else if on {
			l.dz = 9
		}
		return []leaning{turnLeaning(l, facing)}
	}
	return nil
}

// turnLeaning turns a box that is made for facing north.
func turnLeaning(l leaning, facing int) leaning {
	lo, hi, dx, dz := l.lo, l.hi, l.dx, l.dz
	switch facing {
	case 1:
		l.lo, l.hi = [3]int{32 - hi[0], lo[1], 32 - hi[2]}, [3]int{32 - lo[0], hi[1], 32 - lo[2]}
		l.dx, l.dz = -dx, -dz
	case 2:
		l.lo, l.hi = [3]int{lo[2], lo[1], 32 - hi[0]}, [3]int{hi[2], hi[1], 32 - lo[0]}
		l.dx, l.dz = dz, -dx
	case 3:
		l.lo, l.hi = [3]int{32 - hi[2], lo[1], lo[0]}, [3]int{32 - lo[2], hi[1], hi[0]}
		l.dx, l.dz = -dz, dx
	}
	return l
}

// bedParts returns half a bed whose head lies in the north: legs and a frame of wood, a mattress, a blanket, and at the head a pillow.
func bedParts(head bool) []Part {
	frame := []Part{at(0, 2, 0, 16, 5, 16).in(slotMore)}
	if head {
		return append(frame, at(0, 0, 0, 3, 2, 3).in(slotMore), at(13, 0, 0, 16, 2, 3).in(slotMore), at(0, 5, 0, 16, 9, 7).in(slotOther),
			at(0, 5, 7, 16, 9, 16), at(2, 9, 1, 14, 11, 6).in(slotOther))
	}
	return append(frame, at(0, 0, 13, 3, 2, 16).in(slotMore), at(13, 0, 13, 16, 2, 16).in(slotMore), at(0, 5, 0, 16, 9, 16))
}

// bedIcon returns both halves in one cell.
func bedIcon() []Part {
	return []Part{at(4, 2, 0, 12, 4, 16).in(slotMore), at(4, 4, 0, 12, 6, 5).in(slotOther), at(4, 4, 5, 12, 6, 16), at(5, 6, 1, 11, 7, 4).in(slotOther),
		at(4, 0, 0, 6, 2, 2).in(slotMore), at(10, 0, 0, 12, 2, 2).in(slotMore), at(4, 0, 14, 6, 2, 16).in(slotMore), at(10, 0, 14, 12, 2, 16).in(slotMore)}
}
