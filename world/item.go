package world

import "voxtide/timestream"

// Item is what a stack is of: a kind of block, or a thing that is no block. The number of a kind of block is that of its usual state,
// below FirstThing, so that what translates blocks translates items; things are numbered from FirstThing, in the order of Things.
type Item uint16

// FirstThing is the first item that is no block.
const FirstThing Item = 4096

// StackMax is the greatest count of any stack.
const StackMax = 64

// ItemInfo is everything that the rules and the screens need to know of an item.
type ItemInfo struct {
	Name     string // for saving and commands; never changes
	StackMax uint8  // the greatest count of a stack of it
	Places   Block  // the usual state of the block that it places; Air for none
	Tool     ToolClass
	Tier     uint8               // of a tool: 1 flint, 2 copper, 3 iron, 4 tideglass
	WearMax  uint16              // a tool is gone at this wear; 0 for what does not wear
	Food     uint8               // what eating it gives, in half drumsticks of 20; 0 for what cannot be eaten. What is eaten places no block
	Fuel     timestream.Duration // how long one of it burns; 0 for what does not
	Texture  string              // of its icon, for a thing
}

// items is the table of all items, made once from Kinds and Things.
var items = func() (t struct {
	infos  [int(FirstThing) + len(Things)]ItemInfo
	byName map[string]Item
}) {
	t.byName = map[string]Item{}
	for k := 1; k < len(Kinds); k++ {
		b := Kind(k).Block()
		t.infos[b] = ItemInfo{Name: Kinds[k].Name, StackMax: StackMax, Places: b, Fuel: fuelOf(Kind(k))}
		t.byName[Kinds[k].Name] = Item(b)
	}
	for i := range Things {
		it := FirstThing + Item(i)
		t.infos[it] = Things[i]
		if _, twice := t.byName[Things[i].Name]; twice {
			panic("world: two items are named " + Things[i].Name)
		}
		t.byName[Things[i].Name] = it
	}
	return t
}()

// ItemOf returns the item of a block: that of its kind.
func ItemOf(b Block) Item { return Item(b.Kind().Block()) }

// ItemNamed returns the item with a name.
func ItemNamed(name string) (Item, bool) {
	if it, known := items.byName[name]; known {
		return it, true
	}
	if b, known := BlockNamed(name); known && b != Air { // names of before
		return ItemOf(b), true
	}
	return 0, false
}

// AppendItems appends all items, blocks first.
func AppendItems(dst []Item) []Item {
	for it := range items.infos {
		if items.infos[it].Name != "" {
			dst = append(dst, Item(it))
		}
	}
	return dst
}

// Known reports whether there is such an item.
func (it Item) Known() bool { return int(it) < len(items.infos) && items.infos[it].Name != "" }

// Info returns the row of an item; an empty one for none.
func (it Item) Info() *ItemInfo {
	if int(it) >= len(items.infos) {
		return &items.infos[0]
	}
	return &items.infos[it]
}

// String returns the name of an item.
func (it Item) String() string { return it.Info().Name }

// Block returns the usual state of the block that the item places; Air for none.
func (it Item) Block() Block { return it.Info().Places }

// Stack is a number of one kind of item in a slot of an inventory. The zero value is an empty slot.
type Stack struct {
	Item  Item
	Count uint8  // 0 to the item's StackMax
	Wear  uint16 // of a tool, 0 to less than its WearMax
}

// StackOf returns a stack of the item of a block; of air an empty one.
func StackOf(b Block, count uint8) Stack {
	if b == Air {
		return Stack{}
	}
	return Stack{Item: ItemOf(b)}.With(count)
}

// Block returns the usual state of the block that the stack's item places; Air for none.
func (s Stack) Block() Block { return s.Item.Block() }

// With returns a stack of the same item with another count.
func (s Stack) With(count uint8) Stack {
	if count == 0 {
		return Stack{}
	}
	s.Count = count
	return s
}

// Max returns the greatest count of a stack of the same item.
func (s Stack) Max() uint8 { return s.Item.Info().StackMax }

// Joins reports whether two stacks are of one item that may lie in one slot: of what wears each piece has a slot of its own.
func (s Stack) Joins(other Stack) bool {
	return s.Item == other.Item && s.Wear == other.Wear && s.Max() > 1
}

// Valid reports whether there may be such a stack.
func (s Stack) Valid() bool {
	if s.Count == 0 {
		return s == Stack{}
	}
	i := s.Item.Info()
	return s.Item.Known() && s.Count <= i.StackMax && (s.Wear == 0 || s.Wear < i.WearMax)
}

// Things is the table of the items that are no blocks, by number from FirstThing. Read it only. To add one, add a row at the end, and
// its texture.
var Things = [...]ItemInfo{
	thing("stick").burns(5), thing("cord"), thing("flint"), thing("coal").burns(80), thing("charcoal").burns(80), thing("clay_ball"), thing("brick"),
	thing("copper_ingot"), thing("tin_ingot"), thing("iron_ingot"), thing("gold_ingot"), thing("bronze_ingot"), thing("tideglass"),
	thing("wheat"), thing("bread").feeds(5), thing("apple").feeds(3), thing("berries").feeds(2), thing("paper"), thing("book").burns(10),
	single("bucket"), single("water_bucket"), tool("shears", ToolShears, 3, 256),
	tool("flint_pick", ToolPick, 1, 64), tool("copper_pick", ToolPick, 2, 128), tool("iron_pick", ToolPick, 3, 256), tool("tideglass_pick", ToolPick, 4, 512),
	tool("flint_axe", ToolAxe, 1, 64), tool("copper_axe", ToolAxe, 2, 128), tool("iron_axe", ToolAxe, 3, 256), tool("tideglass_axe", ToolAxe, 4, 512),
	tool("flint_shovel", ToolShovel, 1, 64), tool("copper_shovel", ToolShovel, 2, 128), tool("iron_shovel", ToolShovel, 3, 256),
	tool("tideglass_shovel", ToolShovel, 4, 512),
	tool("flint_knife", ToolKnife, 1, 64), tool("copper_knife", ToolKnife, 2, 128), tool("iron_knife", ToolKnife, 3, 256), tool("tideglass_knife", ToolKnife, 4, 512),
	thing("white_dye"), thing("light_gray_dye"), thing("gray_dye"), thing("black_dye"), thing("brown_dye"), thing("red_dye"), thing("orange_dye"),
	thing("yellow_dye"), thing("lime_dye"), thing("green_dye"), thing("cyan_dye"), thing("light_blue_dye"), thing("blue_dye"), thing("purple_dye"),
	thing("magenta_dye"), thing("pink_dye"), thing("meat").feeds(2), thing("roast").feeds(6), thing("baked_apple").feeds(5), thing("roast_mushrooms").feeds(4),
}

// thing returns a row of a thing that lies in stacks.
func thing(name string) ItemInfo { return ItemInfo{Name: name, StackMax: StackMax, Texture: name} }

// single returns a row of a thing of which each has a slot of its own.
func single(name string) ItemInfo { return ItemInfo{Name: name, StackMax: 1, Texture: name} }

func tool(name string, c ToolClass, tier uint8, wear uint16) ItemInfo {
	i := single(name)
	i.Tool, i.Tier, i.WearMax = c, tier, wear
	return i
}

func (i ItemInfo) burns(seconds int64) ItemInfo {
	i.Fuel = timestream.Duration(seconds) * timestream.Second
	return i
}

func (i ItemInfo) feeds(n uint8) ItemInfo { i.Food = n; return i }

// fuelOf returns how long a block burns.
func fuelOf(k Kind) timestream.Duration {
	info := &Kinds[k]
	switch {
	case info.Name == "coal_block":
		return 800 * timestream.Second
	case info.Class == ClassPillar && info.Group == GroupWood:
		return 15 * timestream.Second
	case info.Group == GroupWood, info.Tool == ToolAxe && info.Group == GroupDevices:
		return 10 * timestream.Second
	case info.Class == ClassPlant:
		return 2 * timestream.Second
	}
	return 0
}

// TakeItems takes n items out of stacks that fit, from the last one on, so that a hand keeps what it holds as long as it can. It reports whether there were as
// many; after false the stacks are of no use.
func TakeItems(from []Stack, n int, fits func(Stack) bool) bool {
	for i := len(from) - 1; i >= 0 && n > 0; i-- {
		if s := from[i]; s.Count > 0 && fits(s) {
			k := min(n, int(s.Count))
			from[i] = s.With(s.Count - uint8(k))
			n -= k
		}
	}
	return n <= 0
}

// StowItems puts n items like a stack into stacks: onto those that they join, then into empty ones. It reports whether all found room; after false the stacks are
// of no use.
func StowItems(into []Stack, like Stack, n int) bool {
	most := int(like.Max())
	for _, empty := range [...]bool{false, true} {
		for i := 0; i < len(into) && n > 0; i++ {
			s := into[i]
			if empty != (s.Count == 0) || !empty && !s.Joins(like) || int(s.Count) >= most {
				continue
			}
			k := min(n, most-int(s.Count))
			into[i] = like.With(s.Count + uint8(k))
			n -= k
		}
	}
	return n <= 0
}
