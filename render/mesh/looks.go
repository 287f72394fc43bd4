package mesh

import "voxtide/world"

// A look is what a cell of a padded section is drawn as: a world.Block, or one of a few looks that a block has for a while without
// being another block. Their numbers follow those of the blocks.

// LookCount is the number of looks: every cell of a padded section is smaller.
const LookCount = world.BlockCount + litCount

// litCount is the number of states of ovens, each of which may have fire in it.
const litCount = 8

// litBlocks are the states of ovens in the order of their lit looks.
var litBlocks = func() (out [litCount]world.Block) {
	n := 0
	for b := range world.Block(world.BlockCount) {
		if c := b.Class(); c == world.ClassFurnace || c == world.ClassKiln {
			out[n] = b
			n++
		}
	}
	return out
}()

// Lit returns the look of an oven with fire in it; b itself if it is none.
func Lit(b world.Block) world.Block {
	for i, oven := range litBlocks {
		if oven == b {
			return world.Block(world.BlockCount + i)
		}
	}
	return b
}

// BlockOf returns the block of a look, and whether the look is lit.
func BlockOf(look world.Block) (b world.Block, lit bool) {
	if int(look) >= world.BlockCount && int(look) < LookCount {
		return litBlocks[int(look)-world.BlockCount], true
	}
	return look, false
}

// infoOf returns the row of the block of a look.
func infoOf(look world.Block) *world.BlockInfo {
	b, _ := BlockOf(look)
	return b.Info()
}

// The slots of the textures of a block: its six faces, and two more that the model of a class may use.
const (
	slotMore  = world.FaceCount
	slotOther = world.FaceCount + 1
	SlotCount = world.FaceCount + 2
)

// TextureNames returns the names of the textures of a look by slot; "" for a slot that it does not use.
func TextureNames(look world.Block) (out [SlotCount]string) {
	b, lit := BlockOf(look)
	info := b.Info()
	copy(out[:], info.Faces[:])
	switch name := info.Faces[world.North]; info.Class {
	case world.ClassDoor:
		if b.Get(world.PropHalf) == world.UpperHalf {
			for f := range info.Faces {
				out[f] = swapSuffix(name, "_lower", "_upper")
			}
		}
	case world.ClassPane:
		out[slotMore] = name
		if hasSuffix(name, "glass") {
			out[slotMore] = name + "_pane_edge"
		} else if hasSuffix(name, "glass_pane") {
			out[slotMore] = name + "_edge"
		}
	case world.ClassSign:
		out[slotMore] = swapSuffix(name, "planks", "log_side")
	case world.ClassLever:
		out[slotMore] = "lever_handle"
	case world.ClassCampfire:
		out[slotMore] = "campfire_fire"
	case world.ClassChest:
		out[slotMore] = "gold_block"
	case world.ClassBed:
		out[slotMore], out[slotOther] = "planks", "white_wool"
	}
	if lit {
		for f, name := range info.Faces {
			out[f] = swapSuffix(name, "_front", "_front_lit")
		}
	}
	return out
}

func hasSuffix(s, end string) bool { return len(s) >= len(end) && s[len(s)-len(end):] == end }

// swapSuffix replaces the end of a name; another name stays.
func swapSuffix(s, from, to string) string {
	if !hasSuffix(s, from) {
		return s
	}
	return s[:len(s)-len(from)] + to
}

// glows reports whether a slot of a look is drawn at full brightness.
func glows(look world.Block, slot int) bool {
	b, lit := BlockOf(look)
	switch info := b.Info(); {
	case lit:
		return info.Faces[min(slot, world.FaceCount-1)] == info.Faces[world.North+world.Face(b.Get(world.PropFacing))]
	case info.Class == world.ClassCampfire:
		return slot == int(world.Up) || slot == slotMore
	default:
		return info.Light > 0
	}
}
