package scene

// Far is the land beyond the sections.
type Far struct {
	Load []*FarMesh // those that may be drawn, the most urgent first: the renderer copies a few of them in a frame, and forgets all others
	Draw []*FarMesh // those of them that are drawn, all Loaded

	// DrawVersion counts up with each change of Draw, or of which triangles of those meshes are hidden.
	DrawVersion uint64

	// Edge closes the gap between sections and far land: walls where the last covered columns end. A change of it is another mesh.
	Edge *FarMesh

	// Covered are the columns of sections that are drawn: there far land is not. CoveredVersion counts up with each change.
	Covered        *Columns
	CoveredVersion uint64
}

// Stands reports whether land is drawn at a place, x and z in blocks, or would be without sections there.
func (f *Far) Stands(x, z int32) bool {
	if f == nil {
		return false
	}
	for _, m := range f.Draw {
		if dx, dz := x-m.Origin[0], z-m.Origin[1]; dx >= 0 && dz >= 0 && dx < m.Width && dz < m.Width {
			return true
		}
	}
	return false
}

// Columns is a set of columns of sections, none of which are CoveredSide apart: 1 for each that is in it, by x & 255 | (z & 255) << 8.
type Columns [CoveredSide * CoveredSide]uint8

// CoveredSide is the width of a set of columns.
const CoveredSide = 256

func columnIndex(x, z int32) int32 { return x&(CoveredSide-1) | z&(CoveredSide-1)<<8 }

// At reports whether a column is in the set.
func (c *Columns) At(x, z int32) bool { return c[columnIndex(x, z)] != 0 }

// Set puts a column into the set or takes it out, and reports whether that changes the set.
func (c *Columns) Set(x, z int32, in bool) (changed bool) {
	value := uint8(0)
	if in {
		value = 1
	}
	of := &c[columnIndex(x, z)]
	changed = *of != value
	*of = value
	return changed
}

// FarMesh is a piece of far land. Its maker changes nothing of it but what is Hidden; the renderer sets Loaded.
//
// A vertex is FarVertexWords words; bit 0 is the lowest:
//
//	word 0   0..15 x, 16..31 z: in blocks from Origin
//	word 1   0..15 y in FarHeightUnits from the world's y of 0, signed; 16..23 flags: FarOwnColour, FarOwnWater, FarOwnSunk; 24..31 are 0
//	word 2   red, green, blue, and brightness of the face: with FarOwnColour; else the colour is that of the texture
//
// Three indices are a triangle, counter-clockwise seen from outside.
type FarMesh struct {
	Origin    [2]int32 // of the corner, x and z in blocks
	Width     int32    // of the texture, in blocks; 0: it has none
	Low, High int16    // bounds of y, in blocks
	Vertices  []uint32
	FarTriangles
	Right  FarTriangles // the same land as right triangles, which columns are cut out of: borders of columns cut their sides at whole blocks
	Pixels []uint8      // FarPixels x FarPixels of red, green, blue, and FarLand or FarWater
	Loaded bool
	Hidden []uint64 // bits by triangle of Indices: it need not be drawn, as a neighbour that is drawn has the same edge; nil: none is
}

// Hide notes that a triangle is hidden, by its number among Indices.
func (m *FarMesh) Hide(triangle int32) {
	if m.Hidden == nil {
		m.Hidden = make([]uint64, (len(m.Indices)/3+63)/64)
	}
	m.Hidden[triangle/64] |= 1 << (triangle % 64)
}

// Hides reports whether a triangle is hidden.
func (m *FarMesh) Hides(triangle int32) bool {
	return int(triangle/64) < len(m.Hidden) && m.Hidden[triangle/64]>>(triangle%64)&1 != 0
}

// FarTriangles are triangles of a FarMesh's vertices.
type FarTriangles struct {
	Indices []uint16
	Own     int // how many of the last indices belong to triangles with FarOwnColour, as none of the others do
}

// Parts of a FarMesh.
const (
	FarVertexWords = 3
	FarHeightUnits = 8 // a block
	FarOwnColour   = 1 << 16
	FarOwnWater    = 1 << 17 // with FarOwnColour: it looks like water
	FarOwnSunk     = 1 << 18 // with FarOwnColour: it is seen through water, and paler by night as that is
	FarPixels      = 64
	FarLand        = 255
	FarWater       = 0
)
