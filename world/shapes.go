package world

// Box is a box within a block, in 1/16 block: Lo to Hi, 0 to 16, on X, Y, Z.
type Box struct{ Lo, Hi [3]int8 }

// Shape is a set of boxes that bodies collide with, and a hint for drawing the block.
type Shape uint8

// The shapes. Those before ShapeFull have no boxes: bodies pass through. Where a shape has a row for each facing they follow each
// other in the order north, south, west, east; where it joins, 16 rows by the sides that it joins.
const (
	ShapeEmpty      Shape = iota
	ShapeCross            // a plant: two crossed planes
	ShapeTorch            // a stick in the middle of the floor
	ShapeTorchNorth       // a stick at the wall in the south, facing north
	_
	_
	_
	ShapeLadder // a thin plane at the wall in the south, facing north
	_
	_
	_
	ShapeSign       // a board on a post, that looks north or south
	ShapeSignAcross // the same, west or east
	ShapeSignNorth  // a board at the wall in the south
	_
	_
	_
	ShapeKnob      // a lever or button on the floor
	ShapeKnobNorth // at the wall in the south
	_
	_
	_
	ShapePlate
	ShapeGateOpenNorth // an open gate across the z axis, then across the x axis
	_
	ShapeLiquid
	ShapeFull
	ShapeSlab
	ShapeSlabTop
	ShapeStairsNorth // the high half is in the north
	ShapeStairsSouth
	ShapeStairsWest
	ShapeStairsEast
	ShapeStairsUpperNorth // hung upside down
	_
	_
	_
	ShapeCarpet
	ShapePost
	ShapeCactus
	ShapeDoorNorth // a leaf at the north side of the cell
	_
	_
	_
	ShapeLid
	ShapeLidTop
	ShapeGateNorth // across the z axis, then across the x axis
	_
	ShapeChest
	ShapeCampfire
	ShapeLantern
	ShapeAnvil
	ShapeBed
	ShapeFence
	ShapeWall  = ShapeFence + 16
	ShapePane  = ShapeWall + 16
	ShapeCount = ShapePane + 16
)

// shapeBoxes holds the boxes of the solid shapes.
var shapeBoxes = func() (t [ShapeCount][]Box) {
	t[ShapeFull] = boxes(b6(0, 0, 0, 16, 16, 16))
	t[ShapeSlab] = boxes(b6(0, 0, 0, 16, 8, 16))
	t[ShapeSlabTop] = boxes(b6(0, 8, 0, 16, 16, 16))
	for f := range Shape(4) {
		half := sideBox(int(f), 8)
		half.Lo[1], half.Hi[1] = 8, 16
		t[ShapeStairsNorth+f] = boxes(b6(0, 0, 0, 16, 8, 16), half)
		half.Lo[1], half.Hi[1] = 0, 8
		t[ShapeStairsUpperNorth+f] = boxes(b6(0, 8, 0, 16, 16, 16), half)
		t[ShapeDoorNorth+f] = boxes(sideBox(int(f), 3))
	}
	t[ShapeCarpet] = boxes(b6(0, 0, 0, 16, 1, 16))
	t[ShapePost] = boxes(b6(6, 0, 6, 10, 16, 10))
	t[ShapeCactus] = boxes(b6(1, 0, 1, 15, 16, 15))
	t[ShapeLid] = boxes(b6(0, 0, 0, 16, 3, 16))
	t[ShapeLidTop] = boxes(b6(0, 13, 0, 16, 16, 16))
	t[ShapeGateNorth] = boxes(b6(0, 0, 6, 16, 16, 10))
	t[ShapeGateNorth+1] = boxes(b6(6, 0, 0, 10, 16, 16))
	t[ShapeChest] = boxes(b6(1, 0, 1, 15, 14, 15))
	t[ShapeCampfire] = boxes(b6(0, 0, 0, 16, 7, 16))
	t[ShapeLantern] = boxes(b6(5, 0, 5, 11, 9, 11))
	t[ShapeBed] = boxes(b6(0, 0, 0, 16, 9, 16))
	t[ShapeAnvil] = boxes(b6(2, 0, 2, 14, 16, 14))
	for joins := range Shape(16) {
		t[ShapeFence+joins] = joinBoxes(joins, 6, 7)
		t[ShapeWall+joins] = joinBoxes(joins, 4, 5)
		t[ShapePane+joins] = joinBoxes(joins, 7, 7)
	}
	return t
}()

// outlines are the boxes at which a player can aim, for shapes that bodies pass through.
var outlines = func() (t [ShapeCount][]Box) {
	t[ShapeCross] = boxes(b6(2, 0, 2, 14, 13, 14))
	t[ShapeTorch] = boxes(b6(6, 0, 6, 10, 10, 10))
	t[ShapeSign] = boxes(b6(0, 0, 6, 16, 16, 10))
	t[ShapeSignAcross] = boxes(b6(6, 0, 0, 10, 16, 16))
	t[ShapeKnob] = boxes(b6(5, 0, 5, 11, 6, 11))
	t[ShapePlate] = boxes(b6(1, 0, 1, 15, 1, 15))
	t[ShapeGateOpenNorth] = boxes(b6(0, 0, 4, 16, 16, 12))
	t[ShapeGateOpenNorth+1] = boxes(b6(4, 0, 0, 12, 16, 16))
	for f := range 4 {
		behind := f ^ 1
		torch, knob := sideBox(behind, 6), sideBox(behind, 4)
		across := [...]int{0, 2}[behind>>1] // the axis along the wall
		torch.Lo[across], torch.Hi[across] = 5, 11
		torch.Lo[1], torch.Hi[1] = 3, 13
		knob.Lo[across], knob.Hi[across] = 5, 11
		knob.Lo[1], knob.Hi[1] = 4, 12
		board := sideBox(behind, 2)
		board.Lo[1], board.Hi[1] = 4, 13
		t[ShapeTorchNorth+Shape(f)], t[ShapeKnobNorth+Shape(f)] = boxes(torch), boxes(knob)
		t[ShapeLadder+Shape(f)], t[ShapeSignNorth+Shape(f)] = boxes(sideBox(behind, 3)), boxes(board)
	}
	return t
}()

func boxes(b ...Box) []Box { return b }

func b6(x0, y0, z0, x1, y1, z1 int8) Box { return Box{[3]int8{x0, y0, z0}, [3]int8{x1, y1, z1}} }

// sideBox returns the slice of a cell at a side, counted as a facing, that is so thick.
func sideBox(side int, thick int8) Box {
	b := b6(0, 0, 0, 16, 16, 16)
	axis := [...]int{2, 0}[side>>1]
	if side&1 == 0 {
		b.Hi[axis] = thick
	} else {
		b.Lo[axis] = 16 - thick
	}
	return b
}

// joinBoxes returns the boxes of a post, from lo to 16-lo across, with arms, from arm to 16-arm across, to the sides of joins. An arm
// and the one opposite are one box with the post where they are as thick.
func joinBoxes(joins Shape, lo, arm int8) []Box {
	out := boxes(b6(lo, 0, lo, 16-lo, 16, 16-lo))
	for side := range 4 {
		if joins>>side&1 == 0 {
			continue
		}
		b := sideBox(side, lo)
		across := [...]int{0, 2}[side>>1]
		b.Lo[across], b.Hi[across] = arm, 16-arm
		out = append(out, b)
	}
	return out
}

// Boxes returns the boxes of a shape. Read them only.
func (s Shape) Boxes() []Box { return shapeBoxes[s] }
