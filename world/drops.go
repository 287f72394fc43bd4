package world

import "voxtide/timestream"

// speeds are the speeds of tools by tier, in percent of the hand's: each tier is 1.6 times as fast as the one before.
var speeds = [...]int64{100, 160, 256, 410, 656}

// fits reports whether a tool is made for a block. A knife cuts what shears cut, but keeps nothing of it.
func (i *ItemInfo) fits(b *BlockInfo) bool {
	return i.Tool != ToolNone && (i.Tool == b.Tool || i.Tool == ToolKnife && b.Tool == ToolShears)
}

// BreakTime returns how long it takes to break a block with what is in the hand: its hardness by the speed of a tool that is made for
// it. It is negative for what cannot be broken.
func (b Block) BreakTime(held Stack) timestream.Duration {
	info, tool := b.Info(), held.Item.Info()
	if info.Hardness <= 0 || held.Count == 0 || !tool.fits(info) {
		return info.Hardness
	}
	return info.Hardness * 100 / timestream.Duration(speeds[min(int(tool.Tier), len(speeds)-1)])
}

// Worn returns what is in the hand after it broke a block: a tool wears by one if the block is hard, and is gone at its end.
func (s Stack) Worn(b Block) Stack {
	if most := s.Item.Info().WearMax; s.Count == 0 || most == 0 || b.Info().Hardness <= 0 {
		return s
	} else if s.Wear++; s.Wear >= most {
		return Stack{}
	}
	return s
}

// yield is what breaking a kind of block gives instead of the block's own drop: Count of Item, once in OneIn.
type yield struct {
	kind, item   string
	count, oneIn uint8
	by           ToolClass // with such a tool alone
}

// yields is read from the top: the first row that comes true counts.
var yields = append([]yield{
	{"gravel", "flint", 1, 8, ToolNone},
	{"coal_ore", "coal", 1, 1, ToolNone},
	{"clay", "clay_ball", 4, 1, ToolNone},
	{"tall_grass", "flax", 1, 5, ToolNone}, {"tall_grass", "wheat", 1, 8, ToolNone}, {"tall_grass", "reed", 1, 10, ToolNone},
	{"fern", "flax", 1, 4, ToolNone},
	{"berries_bush", "berries", 2, 1, ToolNone},
	{"leaves", "apple", 1, 16, ToolNone},
}, leafYields()...)

func leafYields() (out []yield) {
	for _, w := range woods {
		name := w.prefix + "leaves"
		out = append(out, yield{name, name, 1, 1, ToolShears}, yield{name, w.name + "_sapling", 1, 8, ToolNone}, yield{name, "stick", 1, 6, ToolNone})
	}
	return out
}

// yieldsOf holds the yields of each kind of block.
var yieldsOf = func() map[Kind][]yieldItem {
	out := map[Kind][]yieldItem{}
	for _, y := range yields {
		k, known := KindNamed(y.kind)
		it, there := ItemNamed(y.item)
		if !known || !there {
			panic("world: yields name " + y.kind + " or " + y.item)
		}
		out[k] = append(out[k], yieldItem{Stack{Item: it, Count: y.count}, y.oneIn, y.by})
	}
	return out
}()

type yieldItem struct {
	stack Stack
	oneIn uint8
	by    ToolClass
}

// DropOf returns what breaking a block with what is in the hand gives; roll is the chance that both sides know: a hash of the stream, the
// number of the action and the cell. An empty stack is nothing.
func (b Block) DropOf(held Stack, roll uint64) Stack {
	info, tool := b.Info(), held.Item.Info()
	if info.Tier > 0 && (held.Count == 0 || !tool.fits(info) || tool.Tier < info.Tier) {
		return Stack{}
	}
	for _, y := range yieldsOf[info.Kind] {
		if y.by != ToolNone && (held.Count == 0 || tool.Tool != y.by) {
			continue
		}
		if roll = mix(roll, 1); roll%uint64(y.oneIn) == 0 {
			return y.stack
		}
	}
	return StackOf(info.Drops, b.Items())
}

// Items returns how many items a block in a cell stands for: two slabs are two.
func (b Block) Items() uint8 {
	if b.Class() == ClassSlab && b.Get(PropHalf) == BothHalves {
		return 2
	}
	return 1
}

// MayDrop reports whether breaking a block can give an item.
func (b Block) MayDrop(it Item) bool {
	if b != Air && ItemOf(b.Info().Drops) == it {
		return true
	}
	for _, y := range yieldsOf[b.Kind()] {
		if y.stack.Item == it {
			return true
		}
	}
	return false
}

// Roll returns the chance of an action at a cell.
func Roll(s timestream.Stream, action uint64, p Pos) uint64 {
	return mix(mix(uint64(s)+11, action), PosHash(p))
}
