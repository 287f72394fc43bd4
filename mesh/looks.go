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
	row     uint64 // its bits in the rows of a section: see rowOpaque and the others
	sample  uint32 // its bits in a light sample: whether light and the corners of its neighbours pass
	opaque  bool
	model   bool // drawn as a model
	pass    pass // of a full block that is no model
	shape   world.Shape
	liquid  bool
	covers  uint8 // a bit for each face that it covers fully, though it is not opaque
	lets    uint32
	cutouts bool // a model of the cutout pass
}

// translucent are the blocks that are seen through in part.
var translucent = [world.BlockCount]bool{world.Ice: true}

// kinds is what meshing asks, by block.
var kinds = func() (out [world.BlockCount]kind) {
	for b := range out {
		info := &world.Blocks[b]
		k := &out[b]
		k.opaque, k.liquid, k.shape = info.Opaque, info.Liquid, info.Shape
		leaf := info.Tint == world.TintLeaves
		switch {
		case info.Opaque:
			k.row = rowOpaque
		case info.Shape == world.ShapeFull || info.Shape == world.ShapeLiquid:
			k.row = rowClear
			k.pass = passCutout
			if info.Liquid {
				k.pass = passWater
			} else if translucent[b] {
				k.pass = passTranslucent
			}
		case info.Shape != world.ShapeEmpty:
			k.row = rowModel
			k.model = true
			k.covers = models[info.Shape].covers
			k.cutouts = models[info.Shape].cutout
		}
		if !info.Opaque {
			k.lets = sampleLight
			k.sample = sampleOpen
			if !leaf {
				k.sample |= sampleFree
			}
		}
	}
	return out
}()
