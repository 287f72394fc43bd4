package scene

// The faces of a block, by number, as Mesh numbers them. The tables are only read.

// FaceNormals holds the step out of each face.
var FaceNormals = [MeshFaces][3]int32{{0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}, {-1, 0, 0}, {1, 0, 0}}

// FaceAxis holds the axis of each face: 0 for x, 1 for y, 2 for z.
var FaceAxis = [MeshFaces]int{1, 1, 2, 2, 0, 0}

// FaceCorners holds the corners of each face of a box in the order that the indices of a quad need; a 1 picks the high side
// of an axis. As in Mesh.
var FaceCorners = [MeshFaces][4][3]uint8{
	{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 1}},
	{{0, 1, 0}, {0, 1, 1}, {1, 1, 0}, {1, 1, 1}},
	{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0}},
	{{0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}},
	{{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 1, 1}},
	{{1, 0, 0}, {1, 1, 0}, {1, 0, 1}, {1, 1, 1}},
}

// FaceTexAxes holds the axes that the texture coordinates S and T of each face follow, and whether they run backwards.
var FaceTexAxes = [MeshFaces]struct {
	S, T         int
	FlipS, FlipT bool
}{{0, 2, false, true}, {0, 2, false, false}, {0, 1, true, true}, {0, 1, false, true}, {2, 1, false, true}, {2, 1, true, true}}
