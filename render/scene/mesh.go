package scene

// Mesh is one section (16^3 blocks) as the renderer draws it: merged quads of the faces of full blocks, models of all other
// blocks, and the light of both. Its maker owns the slices and may reuse them once the renderer has copied them.
// Faces are numbered 0 down (-Y), 1 up (+Y), 2 north (-Z), 3 south (+Z), 4 west (-X), 5 east (+X); FaceNone is none.
//
// A vertex of Quads, QuadWords words; bit 0 is the lowest:
//
//	word 0   0..4 x, 5..9 y, 10..14 z: in blocks within the section, 0 to 16; 15..17 face;
//	         18..28 first texture layer; 29 QuadVaried, 30 QuadAnimated, 31 QuadLowered
//	word 1   0..23 first light cell, as an index into Cells in units of CellWords; 24..31 tint, 0 for none
//	word 2   0..12 section slot, left 0 for the renderer; 13..16 u0, 17..20 v0: the low corner along the two axes of the
//	         face, in blocks; 21..24 width-1 along u, 25..28 height-1 along v; 29..30 corner; 31 QuadGlow;
//	         with QuadSloped the quad is one block, and 21..28 are the depth of the vertex below its y, in 1/32 block
//
// The axes (u, v) of a face both point in the positive direction: (X, Z) of down and up, (X, Y) of north and south,
// (Z, Y) of west and east. Corner is 0 at (low u, low v), 1 at (high u, low v), 2 at (low u, high v), 3 at (high u,
// high v). A quad is 4 vertices in an order such that the triangles of the indices 0,1,2, 2,1,3 run counter-clockwise
// seen from outside: corners 0,1,2,3 of down, south and west, 0,2,1,3 of up, north and east. With a texture whose row 0
// is its top, and repeat, a fragment at (u, v) has the texture coordinates (s, t) = (u, -v) of down, south and west,
// (u, v) of up, (-u, -v) of north and east.
//
// The light cell of the block (du, dv) within a quad of width w is first + du + dv*w. A cell is CellWords words:
//
//	word 0   sky light times ambient occlusion, 0 to 255, of corner 0 in bits 0..7, 1 in 8..15, 2 in 16..23, 3 in 24..31
//	word 1   lamp light times ambient occlusion, the same way
//
// A vertex of Models, ModelWords words, 4 vertices a quad in the order that the same indices need; each quad has one
// light cell of its own, whose corners are the vertices' corners:
//
//	word 0   0..9 x, 10..19 y, 20..29 z: in 1/32 block from a point ModelOffset units below the section's corner, so from
//	         -8 to nearly +24 blocks; 30..31 corner
//	word 1   0..23 light cell, 24..31 tint, as in Quads
//	word 2   0..12 section slot, left 0; 13..15 face, for shading; 16..26 first texture layer;
//	         27 ModelVaried, 28 ModelAnimated, 29 ModelSway, 30 ModelGlow, 31 spare
//	word 3   0..5 s, 6..11 t: texture coordinates in 1/32 of the texture, 0 to 32, t down from the top;
//	         12..15 x, 16..19 y, 20..23 z: of the block in the section, for hashes by block; 24..31 spare
type Mesh struct {
	Section [3]int32 // in sections
	Version uint64   // of the blocks and light that it was made from; counts up, given by the maker

	Quads  []uint32
	Models []uint32
	Cells  []uint32

	Opaque      [MeshFaces]Range // of quads, by face
	Cutout      [MeshFaces]Range // alpha tested: leaves, glass
	Water       Range
	Translucent Range // ice

	ModelOpaque Range            // of quads of Models: boxes; back faces are culled
	ModelCutout Range            // alpha tested and seen from both sides: ladders, doors, panes
	Planes      [Diagonals]Range // likewise: of plants, each of which has a plane in both

	Low, High [3]uint8 // bounds of the quads and models, in blocks within the section; equal if there are none
	Connected uint16   // FacePairBit of each two faces that are joined by blocks that are not opaque
	Solid     Solid    // where it is filled with opaque blocks, or with leaves if it is closed
	Closed    bool     // its cut-outs are leaves, to be drawn without holes wherever it is, and no lamp shines on it
}

// Range is a run of quads: of 4 vertices each, 6 indices each.
type Range struct{ Start, Count uint32 }

// Sizes of the parts of a Mesh in words.
const (
	QuadWords  = 3 // a vertex of Quads
	ModelWords = 4 // a vertex of Models
	CellWords  = 2 // a light cell
)

// MeshFaces is the number of faces; FaceNone in a model vertex marks a quad of no face (a plant).
const (
	MeshFaces = 6
	FaceNone  = 6
)

// Diagonals is the number of planes of a plant: one across its block from the corner of low X and Z, and one from that of low X and high Z.
const (
	DiagonalRising = iota
	DiagonalFalling
	Diagonals
)

// Flags of a vertex of Quads: of word 0, but for QuadGlow of word 2.
const (
	QuadVaried   = 1 << 29 // the texture is one of Variants neighbouring layers, chosen by the block's position
	QuadAnimated = 1 << 30 // the layer is the first frame of an animation
	QuadLowered  = 1 << 31 // the vertex lies LoweredBy below its y: the open surface of water; the only one that may wave
	QuadSloped   = 1 << 29 // of water alone, which never varies: its upper corners lie at different heights
	QuadGlow     = 1 << 31 // the block gives light itself
)

// Flags of word 2 of a vertex of Models.
const (
	ModelVaried   = 1 << 27 // as QuadVaried
	ModelAnimated = 1 << 28 // as QuadAnimated
	ModelSway     = 1 << 29 // the vertex moves in the wind
	ModelGlow     = 1 << 30 // the block gives light itself
)

// VariantCount is the number of layers of a texture that varies by position. LoweredBy is the depth of an open water surface
// below the top of its block, and ModelOffset the offset of model positions, both in 1/32 block.
const (
	VariantCount = 4
	LoweredBy    = 4
	ModelOffset  = 8 * 32
)

// MeshQuadsMax is the largest number of quads in Quads, ModelQuadsMax in Models, and MeshCellsMax the largest number of light
// cells. The index buffer of a draw call, for 65,536 quads, is enough for each.
const (
	MeshQuadsMax  = 6 * 16 * 16 * 16
	ModelQuadsMax = 10 * 16 * 16 * 16
	MeshCellsMax  = ModelQuadsMax // a block is either
)

// ConnectedAll is the Connected of a section in which each face sees each other face.
const ConnectedAll = 1<<15 - 1

// facePairBits holds FacePairBit, by faces.
var facePairBits = func() (t [MeshFaces][MeshFaces]uint16) {
	n := 0
	for a := range MeshFaces {
		for b := a + 1; b < MeshFaces; b++ {
			t[a][b], t[b][a] = 1<<n, 1<<n
			n++
		}
	}
	return t
}()

// FacePairBit returns the bit of Mesh.Connected for two faces, 0 to 5, in either order; 0 for a face and itself.
func FacePairBit(a, b int) uint16 { return facePairBits[a][b] }

// Reset empties a mesh and keeps its slices, for the maker.
func (m *Mesh) Reset() {
	*m = Mesh{Quads: m.Quads[:0], Models: m.Models[:0], Cells: m.Cells[:0]}
}

// Empty reports whether a mesh draws nothing.
func (m *Mesh) Empty() bool { return len(m.Quads) == 0 && len(m.Models) == 0 }
