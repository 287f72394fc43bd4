package textures

// The woods: each family has its own bark, grain, boards, door and trapdoor. To add a wood, add a row to woods.

// woodFamily is a kind of wood.
type woodFamily struct {
	name      string
	prefix    string // of the textures of logs, planks and leaves; none for oak, which had them first
	old       bool   // table has its logs, planks and leaves
	bark      ramp
	wood      ramp
	leaf      ramp
	side      func(*canvas, brush) // the bark
	planks    func(*canvas, brush)
	grain     func(*canvas, brush) // the wood under the bark
	leaves    func(*canvas, brush)
	door      func(c *canvas, upper bool)
	hatch     func(*canvas) // a trapdoor, on its boards
	sapling   [Size]string
	hatchOpen bool // the trapdoor has holes
}

// woods returns all families of wood.
func woods() []woodFamily {
	return []woodFamily{
		{name: "oak", old: true, bark: rBark, wood: rWood, side: logSide, planks: planks(rWood), grain: waveGrain,
			door: oakDoor, hatch: oakHatch, hatchOpen: true, sapling: roundSapling},
		{name: "birch", prefix: "birch_", old: true, bark: rBirchBark, wood: rBirchWood, side: birchSide, planks: laths,
			grain: fleckGrain, door: birchDoor, hatch: birchHatch, sapling: slimSapling},
		{name: "pine", prefix: "pine_", old: true, bark: rPineBark, wood: rPineWood, side: pineSide, planks: uprightBoards,
			grain: knotGrain, door: pineDoor, hatch: pineHatch, sapling: coneSapling},
		{name: "willow", prefix: "willow_", bark: rWillowBark, wood: rWillowWood, leaf: rWillowLeaf, side: willowSide,
			planks: parquet, grain: twistGrain, leaves: foliage(rWillowLeaf, strands, 5, 4, -58),
			door: willowDoor, hatch: willowHatch, hatchOpen: true, sapling: weepingSapling},
		{name: "acacia", prefix: "acacia_", bark: rAcaciaBark, wood: rAcaciaWood, leaf: rAcaciaLeaf, side: acaciaSide,
			planks: chevrons, grain: bandGrain, leaves: foliage(rAcaciaLeaf, leaflets, 7, 7, -52),
			door: acaciaDoor, hatch: acaciaHatch, hatchOpen: true, sapling: flatSapling},
		{name: "kapok", prefix: "kapok_", bark: rKapokBark, wood: rKapokWood, leaf: rKapokLeaf, side: kapokSide,
			planks: broadBoards, grain: poreGrain, leaves: foliage(rKapokLeaf, stars, 4, 4, -66),
			door: kapokDoor, hatch: kapokHatch, sapling: starSapling},
	}
}

// woodRows returns the rows of all families of wood.
func woodRows() (out []row) {
	for _, w := range woods() {
		if !w.old {
			out = append(out,
				row{name: w.prefix + "log_top", paint: logTop(w.bark, w.wood), untiled: true},
				row{name: w.prefix + "log_side", paint: w.side},
				row{name: w.prefix + "planks", paint: w.planks},
				row{name: w.prefix + "leaves", paint: w.leaves, variants: 4, tinting: TintWhole, cutout: true, dense: true})
		}
		door := func(upper bool) func(*canvas, brush) {
			return func(c *canvas, _ brush) { w.door(c, upper) }
		}
		hatch := func(c *canvas, _ brush) {
			w.planks(c, brush{seed: seedOf(w.prefix + "planks")})
			w.hatch(c)
		}
		out = append(out,
			row{name: w.name + "_stripped_log_top", paint: logTop(w.wood, w.wood), untiled: true},
			row{name: w.name + "_stripped_log_side", paint: w.grain},
			row{name: w.name + "_door_lower", paint: door(false), untiled: true},
			row{name: w.name + "_door_upper", paint: door(true), untiled: true, cutout: true},
			row{name: w.name + "_trapdoor", paint: hatch, untiled: true, cutout: w.hatchOpen},
			row{name: w.name + "_sapling", paint: artPainter(w.sapling, saplingInks(w)), untiled: true, cutout: true},
			row{name: w.name + "_door_item", paint: doorItem(w), untiled: true, cutout: true},
			row{name: w.name + "_sign_item", paint: signItem(w), untiled: true, cutout: true})
	}
	return out
}

// Shapes of leaves, as those in plants.go.
var (
	strands = [...][]string{ // of a willow: they hang
		{"4.", "3.", "32", "2.", "21"},
		{".4", ".3", "23", "2.", "1."},
		{"3", "4", "3", "2", "1"},
		{"43", "32", "2.", "1."},
	}
	leaflets = [...][]string{ // of an acacia: tiny and in layers
		{"4343"},
		{"34.4", ".2.2"},
		{"43"},
		{"343", ".1."},
	}
	stars = [...][]string{ // of a kapok: seven fingers
		{"..4..", "4.3.4", ".333.", "23232", ".1.1."},
		{".4.3", "4333", ".23.", "2..1"},
		{"4..4.", ".333.", "33233", ".2.1."},
		{"..43", "4332", ".221", "2..1"},
	}
)

// saplingInks are the inks of a sapling: digits are greens, letters its stem.
func saplingInks(w woodFamily) map[byte]ink {
	green := map[string]ramp{"willow": rMoss, "acacia": rLime, "kapok": rTeal, "birch": rLime, "pine": rTeal}[w.name]
	if green == 0 {
		green = rGreen
	}
	out := map[byte]ink{'a': w.bark.step(1), 'b': w.bark.step(2), 'c': w.bark.step(3)}
	for n := range rampSteps {
		out[byte('1'+n)] = green.step(n)
	}
	return out
}

// doorItem returns the painter of a door as a thing: both halves at half their size.
func doorItem(w woodFamily) func(*canvas, brush) {
	return func(c *canvas, _ brush) {
		for half, top := range [2]int{8, 0} {
			var part canvas
			w.door(&part, half == 1)
			for y := range Size / 2 {
				for x := range Size / 2 {
					i := part.at(2*x+x&1, 2*y+y&1)
					if i == 0 {
						i = rGlass.step(2)
					}
					c.set(4+x, top+y, i)
				}
			}
		}
	}
}

// signItem returns the painter of a sign as a thing: a board with lines on a post.
func signItem(w woodFamily) func(*canvas, brush) {
	return func(c *canvas, b brush) {
		var boards canvas
		w.planks(&boards, brush{seed: seedOf(w.prefix + "planks")})
		for y := range 8 {
			for x := range 14 {
				c.set(1+x, 2+y, boards.at(x, y))
			}
		}
		for x := range 14 {
			c.set(1+x, 2, w.wood.step(4))
			c.set(1+x, 9, w.wood.step(0))
		}
		for y := 2; y < 10; y++ {
			c.set(1, y, w.wood.step(3))
			c.set(14, y, w.wood.step(0))
		}
		c.line(3, 5, 1, 0, 9, rCoal.step(1))
		c.line(3, 7, 1, 0, 6, rCoal.step(1))
		for y := 10; y < Size; y++ {
			c.set(7, y, w.bark.step(2))
			c.set(8, y, w.bark.step(1))
		}
	}
}
