package world

// stateInfo makes the row of state i of a kind.
func stateInfo(k Kind, i int) BlockInfo {
	row := &Kinds[k]
	info := BlockInfo{
		Name: stateName(k, i), Kind: k, Class: row.Class, Shape: stateShape(row, i), Opaque: row.opaque, Light: row.Light,
		Replaceable: row.replaceable, Hardness: row.Hardness, Tool: row.Tool, Tier: row.Tier, Falls: row.Class == ClassFalling,
		Liquid: row.Class == ClassLiquid || row.Class == ClassLava, Harm: row.Harm, Climbable: row.Class == ClassLadder, Sound: row.Sound, Tint: row.Tint, Faces: row.Faces,
	}
	get := func(p Property) int { v, _ := row.Class.value(i, p); return v }
	switch row.Class {
	case ClassPlant, ClassCarpet, ClassPlate, ClassLantern:
		info.NeedsFloor = true
	case ClassTorch, ClassSign, ClassLever, ClassButton:
		info.NeedsFloor = get(PropWall) == 0
	case ClassSlab:
		info.Opaque = get(PropHalf) == BothHalves && row.opaque
	case ClassPillar:
		info.Faces = turnToAxis(row.Faces, get(PropAxis))
	case ClassChest, ClassBarrel, ClassFurnace, ClassKiln, ClassAnvil:
		info.Faces = turnToFacing(row.Faces, get(PropFacing))
	}
	return info
}

// turnToAxis returns the faces of a pillar that lies along an axis: 0 y, 1 x, 2 z.
func turnToAxis(f [FaceCount]string, axis int) [FaceCount]string {
	end, side := f[Up], f[North]
	switch axis {
	case 1:
		return [FaceCount]string{side, side, side, side, end, end}
	case 2:
		return [FaceCount]string{side, side, end, end, side, side}
	}
	return f
}

// turnToFacing returns the faces of a block whose front, in the table at North, looks to another side.
func turnToFacing(f [FaceCount]string, facing int) [FaceCount]string {
	front, side := f[North], f[South]
	for s := North; s <= East; s++ {
		f[s] = side
	}
	f[North+Face(facing)] = front
	return f
}

// stateShape returns the shape of state i of a kind.
func stateShape(row *KindInfo, i int) Shape {
	get := func(p Property) Shape { v, _ := row.Class.value(i, p); return Shape(v) }
	facing, wall := get(PropFacing), get(PropWall) == 1
	switch row.Class {
	case ClassStairs:
		return ShapeStairsNorth + facing + get(PropHalf)*(ShapeStairsUpperNorth-ShapeStairsNorth)
	case ClassSlab:
		return [...]Shape{ShapeSlab, ShapeSlabTop, ShapeFull}[get(PropHalf)]
	case ClassTorch:
		if wall {
			return ShapeTorchNorth + facing
		}
		return ShapeTorch
	case ClassLadder:
		return ShapeLadder + facing
	case ClassSign:
		if wall {
			return ShapeSignNorth + facing
		}
		return ShapeSign + facing>>1
	case ClassFence:
		return ShapeFence + get(PropJoins)
	case ClassWall:
		return ShapeWall + get(PropJoins)
	case ClassPane:
		return ShapePane + get(PropJoins)
	case ClassDoor:
		return ShapeDoorNorth + doorSide(facing, get(PropOpen) == 1, get(PropHinge) == 1)
	case ClassTrapdoor:
		if get(PropOpen) == 1 {
			return ShapeDoorNorth + facing ^ 1
		}
		return [...]Shape{ShapeLid, ShapeLidTop}[get(PropHalf)]
	case ClassGate:
		return [...]Shape{ShapeGateNorth, ShapeGateOpenNorth}[get(PropOpen)] + facing>>1
	case ClassPlate:
		return ShapePlate
	case ClassLever, ClassButton:
		if wall {
			return ShapeKnobNorth + facing
		}
		return ShapeKnob
	}
	if row.shape != ShapeEmpty || !row.solid {
		return row.shape
	}
	return ShapeFull
}

// doorSide returns the side of the cell, counted as a facing, at which a door's leaf stands: shut at the side behind its facing,
// open at the side of its hinge.
func doorSide(facing Shape, open, right bool) Shape {
	if !open {
		return facing ^ 1
	}
	left := [...]Shape{2, 3, 1, 0}[facing] // who looks north has west at the left
	if right {
		return left ^ 1
	}
	return left
}
