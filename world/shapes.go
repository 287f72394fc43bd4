package world

// Box is a box within a block, in 1/16 block: Lo to Hi, 0 to 16, on X, Y, Z.
type Box struct{ Lo, Hi [3]int8 }

// Shape is a set of boxes that bodies collide with, and a hint for drawing the block.
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
	ShapeStairsNorth // the high half is in the north
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

// Boxes returns the boxes of a shape. Read them only.
func (s Shape) Boxes() []Box { return shapeBoxes[s] }

// outlines are the boxes at which a player can aim, for shapes that bodies pass through.
var outlines = [ShapeCount][]Box{
	ShapeCross:  {{Lo: [3]int8{2, 0, 2}, Hi: [3]int8{14, 13, 14}}},
	ShapeTorch:  {{Lo: [3]int8{6, 0, 6}, Hi: [3]int8{10, 10, 10}}},
	ShapeLadder: {{Hi: [3]int8{16, 16, 16}}},
}
