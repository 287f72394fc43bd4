package mesh

import (
	"voxtide/scene"
	"voxtide/world"
)

// Side is how one side of a block looks.
type Side struct {
	Layer    uint16     // first texture layer, below 2048
	Varied   bool       // it is one of scene.Variants neighbouring layers
	Animated bool       // the layer is the first picture of several
	Tint     world.Tint // of this side, which may have none where others have
}

// Looks is how every block looks, by block and face. The client makes it from world.Blocks and its textures.
type Looks [world.BlockCount][world.Faces]Side

// Tints holds the tint of each column of a section, 1 to 255 (0 for none), by kind and by x + 16*z. Sides are merged
// only where they are equal, so biomes should blend in few steps. The row of world.TintNone is ignored.
type Tints [world.TintCount][world.SectionSize * world.SectionSize]uint8

// A key is what sides must have in common to be one quad: the bits of word 0 of its vertices above the face, and
// below them the tint and whether the block glows.
const (
	keyTint  = 0xff
	keyGlow  = 1 << 8
	keyWord0 = 0xfffc0000
)

// style is a Side as the mesher wants it: the key without the tint.
type style struct {
	key  uint32
	tint world.Tint
}

// styles makes the styles of looks.
func styles(l *Looks) (out [world.BlockCount][world.Faces]style) {
	for b := range l {
		for f, s := range l[b] {
			k := uint32(s.Layer&2047) << 18
			if s.Varied {
				k |= scene.QuadVaried
			}
			if s.Animated {
				k |= scene.QuadAnimated
			}
			if world.Blocks[b].Light > 0 {
				k |= keyGlow
			}
			out[b][f] = style{k, s.Tint % world.TintCount}
		}
	}
	return out
}

// pass is the part of the picture that a full block is drawn in.
type pass uint8

const (
	passOpaque pass = iota
	passCutout
	passWater
	passTranslucent
	passes
)

// kind is what meshing asks of a block.
type kind struct {
	opaque  bool
	liquid  bool
	model   bool // drawn as a model
	cutouts bool // a model of the cutout pass
	pass    pass // of a full block that is no model
	shape   world.Shape
	covers  uint8 // a bit for each face that it covers fully, though it is not opaque
}

// translucent are the blocks that are seen through in part.
var translucent = [world.BlockCount]bool{world.Ice: true}

// kinds is what meshing asks, by block.
var kinds = func() (out [world.BlockCount]kind) {
	for b := range out {
		info := &world.Blocks[b]
		k := &out[b]
		k.opaque, k.liquid, k.shape = info.Opaque, info.Liquid, info.Shape
		switch {
		case info.Opaque:
			k.pass = passOpaque
		case info.Liquid:
			k.pass = passWater
		case translucent[b]:
			k.pass = passTranslucent
		case info.Shape == world.ShapeFull:
			k.pass = passCutout
		case info.Shape != world.ShapeEmpty:
			k.model = true
			k.covers = models[info.Shape].covers
			k.cutouts = models[info.Shape].cutout
		}
	}
	return out
}()

// The tables that are read for each cell have a row for each value of a byte, so that looking up needs no check.
const byteBlocks = 256

var _ [byteBlocks - world.BlockCount]struct{} // the blocks fit

// rowBits holds the sets of a row that a block is in, by block.
var rowBits = func() (out [byteBlocks]uint64) {
	for b, k := range kinds {
		switch {
		case k.opaque:
			out[b] = rowOpaque
		case k.model:
			out[b] = rowModel
		case world.Blocks[b].Shape != world.ShapeEmpty:
			out[b] = rowClear
		}
	}
	return out
}()

// sampling holds the part of the light that a sample takes and what it has besides, by block.
var sampling = func() (out [byteBlocks]struct{ lets, has uint32 }) {
	for b, k := range kinds {
		if !k.opaque {
			out[b].lets, out[b].has = sampleLight, sampleOpen
			if world.Blocks[b].Tint != world.TintLeaves {
				out[b].has |= sampleFree
			}
		}
	}
	return out
}()
