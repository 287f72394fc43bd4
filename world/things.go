package world

import "voxtide/timestream"

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
	thing("magenta_dye"), thing("pink_dye"), thing("meat").feeds(2), thing("roast").feeds(6),
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
