package gen2

import (
	"testing"

	"voxtide/world"
	"voxtide/world/worldgen/landscape"
)

// TestGroundIsSound checks every block of large areas: no falling block hangs, water has floors and walls, plants stand
// on ground, ores are at their depths.
func TestGroundIsSound(t *testing.T) {
	depth := map[world.Block]*ore{}
	for i := range ores {
		depth[ores[i].block] = &ores[i]
	}
	var count [world.BlockCount]int
	areas(t, 3, []uint64{0, 3}, func(t *testing.T, a *area) {
		bad := 0
		a.each(func(p world.Pos, b world.Block) {
			count[b]++
			if why := unsound(a, p, b, depth); why != "" {
				if bad++; bad < 5 {
					t.Errorf("seed %d: %v at %v: %s", a.g.seed, b, p, why)
				}
			}
		})
		for i := range a.side * a.side {
			if b := a.blocks[i]; b != world.Bedrock {
				t.Fatalf("%v at the bottom", b)
			}
		}
	})
	for _, b := range []world.Block{
		world.Bedrock, world.Dirt, world.Grass, world.Sand, world.RedSand, world.Gravel, world.Clay, world.Sandstone,
		world.Snow, world.Ice, world.Water, world.Log, world.BirchLog, world.PineLog, world.Leaves, world.BirchLeaves,
		world.PineLeaves, world.TallGrass, world.Fern, world.RedFlower, world.YellowFlower, world.Mushroom, world.CoalOre,
		world.IronOre, world.GoldOre, world.Obsidian, world.Basalt, world.Marble, world.MossyCobblestone, world.Cactus,
		named("copper_ore"), named("tin_ore"), lava, flax, berries, reed, blueFlower, whiteFlower,
	} {
		if count[b] == 0 {
			t.Errorf("no %v anywhere", b)
		}
	}
}

// unsound returns the fault of a block, "" for none.
func unsound(a *area, p world.Pos, b world.Block, depth map[world.Block]*ore) string {
	below := a.at(p.Below())
	switch {
	case world.Blocks[b].Falls && !below.Solid():
		return "hangs over " + below.String()
	case b == world.Water:
		for _, f := range []world.Face{world.Down, world.North, world.South, world.West, world.East} {
			if n := a.at(p.Next(f)); n != world.Water && n != world.Ice && !n.Full() {
				return "water beside " + n.String()
			}
		}
		if p.Y > landscape.SeaLevel {
			return "above the sea"
		}
	case b == lava:
		if p.Y > lavaTop {
			return "above the caves of lava"
		}
		if below != lava && !below.Full() || a.at(p.Above()) == world.Water {
			return "lava over " + below.String()
		}
	case b == world.Ice && below != world.Water && !below.Full():
		return "ice on " + below.String()
	case b.Shape() == world.ShapeCross && below != world.Grass && below != world.Sand:
		return "grows on " + below.String()
	}
	ore := depth[b]
	soil := b == world.Dirt || b == world.Clay || b == world.Gravel // boulders stand on the ground, too
	if ore != nil && !soil && (p.Y < ore.low || p.Y > ore.high) {
		return "at a wrong depth"
	}
	return ""
}

// TestTreesStandWhole draws each tree alone over all its sections and compares with the terrain: all of it must be there,
// except where ground, water or another tree is; and there is no part of a tree where none was drawn.
func TestTreesStandWhole(t *testing.T) {
	var stood [treeKinds]int
	areas(t, 4, []uint64{0}, func(t *testing.T, a *area) {
		drawn := make([]bool, len(a.blocks))
		for i := range a.side * a.side / 256 {
			n := a.side / 16
			tx, tz := a.x0>>4+i%n, a.z0>>4+i/n
			for _, tr := range a.g.tile(tx, tz).trees {
				stood[tr.kind]++
				wholeTree(t, a, &tr, drawn)
			}
		}
		edge := int32(treeWide + 1)
		a.each(func(p world.Pos, b world.Block) {
			inside := p.X >= a.x0+edge && p.X < a.x0+a.side-edge && p.Z >= a.z0+edge && p.Z < a.z0+a.side-edge
			wood := leafy[b] || b == world.Log || b == world.BirchLog || b == world.PineLog || b == world.Cactus
			if wood && inside && !drawn[a.index(p.X, p.Y, p.Z)] {
				t.Fatalf("seed %d: %v at %v belongs to no tree", a.g.seed, b, p)
			}
		})
	})
	for k, n := range stood {
		if shapes[k].high > treeHigh {
			t.Errorf("kind %d is higher than treeHigh", k)
		}
		if n == 0 {
			t.Errorf("no tree of kind %d anywhere", k)
		}
	}
}

// wholeTree compares one tree.
func wholeTree(t *testing.T, a *area, tr *tree, drawn []bool) {
	const reach = treeWide + 4
	foot := world.Pos{X: tr.x, Y: tr.y, Z: tr.z}
	var cells [world.SectionCells]world.Block
	base := world.Air
	for sy := (tr.y - reach) >> 4; sy <= (tr.y+treeHigh+4)>>4; sy++ {
		for sz := (tr.z - reach) >> 4; sz <= (tr.z+reach)>>4; sz++ {
			for sx := (tr.x - reach) >> 4; sx <= (tr.x+reach)>>4; sx++ {
				at := world.SectionPos{X: sx, Y: sy, Z: sz}
				clear(cells[:])
				c := canvas{origin: at.Origin(), cells: &cells}
				shapes[tr.kind].draw(&c, tr)
				for i, want := range cells {
					p := at.PosAt(i)
					if want == world.Air {
						continue
					}
					if p == foot {
						base = want
					}
					if p.X-tr.x > treeWide || tr.x-p.X > treeWide || p.Z-tr.z > treeWide || tr.z-p.Z > treeWide || p.Y-tr.y > shapes[tr.kind].high || tr.y-p.Y > treeDeep {
						t.Fatalf("kind %d reaches %v from %v", tr.kind, p, foot)
					}
					if !a.holds(p) {
						continue
					}
					drawn[a.index(p.X, p.Y, p.Z)] = true
					got := a.at(p)
					ground := p.Y <= max(int32(a.g.column(p.X, p.Z).top), landscape.SeaLevel)
					if got != want && !ground && (leafy[got] && !leafy[want] || !leafy[got] && !wooden(got)) {
						t.Fatalf("seed %d: tree of kind %d at %v: at %v is %v, not %v", a.g.seed, tr.kind, foot, p, got, want)
					}
				}
			}
		}
	}
	if !a.holds(foot) {
		return
	}
	if got := a.at(foot); got != base || base == world.Air || leafy[base] {
		t.Fatalf("seed %d: tree of kind %d at %v begins with %v", a.g.seed, tr.kind, foot, got)
	}
	if ground := a.at(foot.Below()); !tr.kind.growsOn(ground) {
		t.Fatalf("seed %d: tree of kind %d at %v stands on %v", a.g.seed, tr.kind, foot, ground)
	}
}

func wooden(b world.Block) bool {
	return b == world.Log || b == world.BirchLog || b == world.PineLog || b == world.MossyCobblestone || b == world.Cactus
}
