package mesh

import (
	"voxtide/render/scene"
	"voxtide/world"
)

// FaceTexture is the texture of one face of a block.
type FaceTexture struct {
	Layer    uint16     // first texture layer, below 2048
	Varied   bool       // the layer is the first of scene.VariantCount variants
	Animated bool       // the layer is the first frame of an animation
	Tint     world.Tint // of this face; another face of the block may have another
	Low      [2]uint8   // the box of the texture that holds all that can be seen of it: from Low on, up to High, x before y
	High     [2]uint8   // from the top left, in 1/16 of the texture; all 0 for the whole
}

// BlockFaces holds the textures of all looks, by look and slot. The client makes it from TextureNames and its textures.
type BlockFaces [LookCount][SlotCount]FaceTexture

// Tints holds the tint of each column of a section, 1 to 255 (0 for none), by kind and by x + 16*z. Faces are merged
// only where their tints are equal, so biomes should blend in few steps. The row of world.TintNone is ignored.
type Tints [world.TintCount][world.SectionSize * world.SectionSize]uint8

// A key is everything that faces must have in common to be merged into one quad: the bits of word 0 of its vertices above
// the face, and below them the tint and whether the block glows.
const (
	keyTint  = 0xff
	keyGlow  = 1 << 8
	keyWord0 = 0xfffc0000
)

// faceStyle is a FaceTexture as the mesher uses it: the key without the tint, the kind of tint, and the box that holds all that can
// be seen, in 1/32 of the texture.
type faceStyle struct {
	key       uint32
	tint      world.Tint
	low, high [2]uint8
}

// faceStyles returns the styles of all faces.
func faceStyles(l *BlockFaces) (out [LookCount][SlotCount]faceStyle) {
	for b := range l {
		for f, s := range l[b] {
			k := uint32(s.Layer&2047) << 18
			if s.Varied {
				k |= scene.QuadVaried
			}
			if s.Animated {
				k |= scene.QuadAnimated
			}
			if glows(world.Block(b), f) {
				k |= keyGlow
			}
			st := faceStyle{key: k, tint: s.Tint % world.TintCount, high: [2]uint8{unit, unit}}
			if s.High != [2]uint8{} {
				st.low, st.high = [2]uint8{2 * s.Low[0], 2 * s.Low[1]}, [2]uint8{2 * s.High[0], 2 * s.High[1]}
			}
			out[b][f] = st
		}
	}
	return out
}

// pass is the pass of the renderer that draws a full block.
type pass uint8

const (
	passOpaque pass = iota
	passCutout
	passWater
	passTranslucent
	passCount
)

// blockKind holds the properties of a block that meshing needs.
type blockKind struct {
	opaque      bool
	liquid      bool
	model       bool // drawn as a model
	cutoutModel bool // a model of the cutout pass
	pass        pass // of a full block that is no model
	shape       world.Shape
	modelOf     uint8 // the number of its model
	covers      uint8 // a bit for each face that a model covers fully
}

// translucent reports whether a full block is blended: ice and coloured glass.
func translucent(b world.Block) bool { return b == world.Ice || hasSuffix(b.Info().Name, "_glass") }

// blockKinds holds the kind of each look.
var blockKinds = func() (out [LookCount]blockKind) {
	for look := range out {
		b, _ := BlockOf(world.Block(look))
		info := b.Info()
		k := &out[look]
		k.opaque, k.liquid, k.shape = info.Opaque, info.Liquid && !info.Opaque, info.Shape
		switch {
		case info.Opaque:
			k.pass = passOpaque
		case info.Liquid:
			k.pass = passWater
		case info.Shape == world.ShapeFull && translucent(b):
			k.pass = passTranslucent
		case info.Shape == world.ShapeFull:
			k.pass = passCutout
		case info.Shape != world.ShapeEmpty:
			k.model, k.modelOf = true, modelOf[b]
			k.covers = models[k.modelOf].covers
			k.cutoutModel = models[k.modelOf].cutout
		}
	}
	return out
}()

// tableBlocks is the length of the tables that are read for each cell: a power of two, so that an index with blockMask needs no
// check.
const (
	tableBlocks = 4096
	blockMask   = tableBlocks - 1
)

var _ [tableBlocks - LookCount]struct{} // the looks fit
