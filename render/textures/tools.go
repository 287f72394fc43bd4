package textures

// Tools: one art for each class, in the material of each tier.

// toolClass is a kind of tool: digits are steps of the tier's material, letters of its handle.
type toolClass struct {
	name string
	art  [Size]string
}

// tiers are the materials of tools.
var tiers = [...]struct {
	name string
	head ramp
	rod  ramp // of its handle
	bind ramp // of what binds head and handle, letter 'x' and 'y'
}{
	{"flint", rGray, rWood, rStraw},
	{"copper", rCopper, rWood, rHide},
	{"iron", rSteel, rBark, rBrown},
	{"tideglass", rTide, rBirchWood, rGold},
}

// toolRows returns the rows of all tools.
func toolRows() (out []row) {
	for _, t := range tiers {
		for _, k := range toolClasses {
			inks := twoRamps(t.head, t.rod)
			inks['x'], inks['y'] = t.bind.step(3), t.bind.step(1)
			out = append(out, row{name: t.name + "_" + k.name, paint: tool(t.name, k, inks), untiled: true, cutout: true})
		}
	}
	for _, s := range looseTools {
		out = append(out, s.row())
	}
	return out
}

// tool returns the painter of a tool. Flint has a chipped edge, tideglass a gleam.
func tool(tier string, k toolClass, inks map[byte]ink) func(*canvas, brush) {
	return func(c *canvas, _ brush) {
		c.drawArt(k.art, inks)
		for y, line := range k.art {
			for x := range len(line) {
				if line[x] < '1' || line[x] > '5' {
					continue
				}
				switch {
				case tier == "flint" && line[x] <= '2' && (x+2*y)%3 == 0:
					c.set(x, y, inks[line[x]].lighter(2))
				case tier == "copper" && (x*5+y*3)%11 == 0 && line[x] < '4':
					c.set(x, y, rPatina.step(2))
				case tier == "tideglass" && (x+y)%5 == 0 && line[x] >= '3':
					c.set(x, y, rTide.step(4))
				}
			}
		}
	}
}

var toolClasses = []toolClass{
	{"pick", [Size]string{
		"................", "....3444........", "..34455554x.....", "..2.22344xyx....", ".......xyx455...", ".......cxy244...",
		"......cdb..2445.", ".....cdb....345.", "....cdb.....245.", "...cdb......245.", "..cdb.......24..", ".cdb........34..",
		"cdb.........2...", "db..............", "................", "................"}},
	{"axe", [Size]string{
		"................", ".......344......", ".....3445554....", "....344555xyc...", "...3445444yxdb..", "...234444xydb...",
		"....23344cdb....", ".....2233db.....", ".......cd2......", "......cdb.......", ".....cdb........", "....cdb.........",
		"...cdb..........", "..cdb...........", "..db............", "................"}},
	{"shovel", [Size]string{
		"................", "..........3444..", ".........345554.", "........3455554.", "........4455543.", "........4454432.",
		".........xy322..", "........cyx.....", ".......cdb......", "......cdb.......", ".....cdb........", "....cdb.........",
		"..ccdb..........", "..cdb...........", "..bb............", "................"}},
	{"knife", [Size]string{
		"................", "................", "............44..", "...........455..", "..........4554..", ".........4553...",
		"........4553....", ".......4553.....", "......3543......", ".....xyy2.......", "....cxy.........", "...cdb..........",
		"..cdb...........", "..bb............", "................", "................"}},
	{"spear", [Size]string{
		"............3445", "...........34554", "...........45543", "..........x4432.", ".........xyy2...", "........cxy.....",
		".......cdb......", "......cdb.......", ".....cdb........", "....cdb.........", "...cdb..........", "..cdb...........",
		".cdb............", "cdb.............", "db..............", "................"}},
	{"hammer", [Size]string{
		"................", "......34........", "....344554......", "...34455555x....", "...2344555xyx...", "....23445xyx44..",
		".....234cxy45543", "......2cdb234432", "......cdb..2332.", ".....cdb....22..", "....cdb.........", "...cdb..........",
		"..cdb...........", ".cdb............", ".bb.............", "................"}},
}

var looseTools = []sprite{
	{"bow", rWood, rWool, [Size]string{
		"................", "......34443.....", "....3443..2e....", "...34......ed...", "..34......e.....", "..4......e......",
		".34.....e.......", ".4.....e........", ".43...e.........", "..4..e..........", "..32e...........", "..2e............",
		"...d............", "................", "................", "................"}},
	{"arrow", rWood, rSteel, [Size]string{
		"................", "............ddd.", "...........cded.", "............4dc.", "...........43b..", "..........43....",
		".........43.....", "........43......", ".......43.......", "......43........", ".....43.........", "..e.43..........",
		".ede3...........", ".dedc...........", "..dc............", "................"}},
	{"shears", rSteel, rBark, [Size]string{
		"................", "..4.........4...", "..54.......45...", "..454.....454...", "...454...453....", "....454.453.....",
		".....45453......", "......453.......", ".....43.34......", "...ccb...ccb....", "..c..cb.c..cb...", "..c...b.c...b...",
		"..cb.cb.cb.cb...", "...cbb...cbb....", "................", "................"}},
	{"fishing_rod", rWood, rWool, [Size]string{
		"................", ".............34.", "............43d.", "...........43.d.", "..........43..d.", ".........43...d.",
		"........43....d.", ".......43.....d.", "......43......d.", ".....43.......d.", "....43.......ed.", "...432.......c..",
		"..432...........", ".432............", ".32.............", "................"}},
}
