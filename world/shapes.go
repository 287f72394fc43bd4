package world

// Box is a box within a block, in 1/16 block: Lo to Hi, 0 to 16, on X, Y, Z.
type Box struct{ Lo, Hi [3]int8 }

// Shape is a set of boxes that bodies collide with, and a hint how the block is drawn.
type Shape uint8

// The shapes. Those after ShapeEmpty up to ShapeLiquid have no boxes: bodies pass through.
const (
	ShapeEmpty  Shape = iota
	ShapeCross        // a plant: two crossed planes
	ShapeTorch        // a stick in the middle of the floor
	ShapeLadder       // a thin plane at a wall
	ShapeLiquid
	ShapeFull
	ShapeSlab
	ShapeSlabTop
	ShapeStairsNorth // the high half lies in the north
	ShapeStairsSouth
	ShapeStairsWest
	ShapeStairsEast
	ShapeCarpet
	ShapePost
	ShapeCactus
	ShapeCount
)

var shapeBoxes = [ShapeCount][]Box{
	ShapeFull:        {{Hi: [3]int8{16, 16, 16}}},
	ShapeSlab:        {{Hi: [3]int8{16, 8, 16}}},
	ShapeSlabTop:     {{Lo: [3]int8{0, 8, 0}, Hi: [3]int8{16, 16, 16}}},
	ShapeStairsNorth: {{Hi: [3]int8{16, 8, 16}}, {Lo: [3]int8{0, 8, 0}, Hi: [3]int8{16, 16, 8}}},
	ShapeStairsSouth: {{Hi: [3]int8{16, 8, 16}}, {Lo: [3]int8{0, 8, 8}, Hi: [3]int8{16, 16, 16}}},
	ShapeStairsWest:  {{Hi: [3]int8{16, 8, 16}}, {Lo: [3]int8{0, 8, 0}, Hi: [3]int8{8, 16, 16}}},
	ShapeStairsEast:  {{Hi: [3]int8{16, 8, 16}}, {Lo: [3]int8{8, 8, 0}, Hi: [3]int8{16, 16, 16}}},
	ShapeCarpet:      {{Hi: [3]int8{16, 1, 16}}},
	ShapePost:        {{Lo: [3]int8{6, 0, 6}, Hi: [3]int8{10, 16, 10}}},
	ShapeCactus:      {{Lo: [3]int8{1, 0, 1}, Hi: [3]int8{15, 16, 15}}},
}

// shapeOf is the Shape column of Blocks, close together for collision.
var shapeOf = func() (t [BlockCount]Shape) {
	for b := range Blocks {
		t[b] = Blocks[b].Shape
	}
	return t
}()

// Shape returns the shape of a block; empty for an id that does not exist.
func (b Block) Shape() Shape {
	if int(b) >= BlockCount {
		return ShapeEmpty
	}
	return shapeOf[b]
}

// Boxes returns the boxes of a block that bodies collide with. Read them only.
func (b Block) Boxes() []Box { return shapeBoxes[b.Shape()] }

// Boxes returns the boxes of a shape. Read them only.
func (s Shape) Boxes() []Box { return shapeBoxes[s] }

// Solid tells whether bodies collide with the block: whether it has boxes.
func (b Block) Solid() bool { return b.Shape() >= ShapeFull }

// Full tells whether the block is solid over its whole cell.
func (b Block) Full() bool { return b.Shape() == ShapeFull }

// outlines are the boxes of shapes that bodies pass through and that can be pointed at all the same.
var outlines = [ShapeCount][]Box{
	ShapeCross:  {{Lo: [3]int8{2, 0, 2}, Hi: [3]int8{14, 13, 14}}},
	ShapeTorch:  {{Lo: [3]int8{6, 0, 6}, Hi: [3]int8{10, 10, 10}}},
	ShapeLadder: {{Hi: [3]int8{16, 16, 16}}},
}

// Outline returns the boxes by which a player points at a block: those that bodies collide with or, for a plant, a torch
// or a ladder, what it looks like; none for air and liquids. Read them only.
func (b Block) Outline() []Box {
	s := b.Shape()
	if s < ShapeFull {
		return outlines[s]
	}
	return shapeBoxes[s]
}
