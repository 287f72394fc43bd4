package host

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"voxtide/recipes"
	"voxtide/world"
	"voxtide/world/worldgen"
)

// walk is what a player with empty hands can come by, and how: by breaking what the land has, by recipes, in ovens.
type walk struct {
	how   map[world.Item]string
	needs map[world.Item][]world.Item // what it is made of, and by
	order []world.Item
}

func (w *walk) has(it world.Item) bool { return w.how[it] != "" }

func (w *walk) add(it world.Item, how string, needs ...world.Item) bool {
	if it == 0 || w.has(it) {
		return false
	}
	w.how[it], w.needs[it] = how, needs
	w.order = append(w.order, it)
	return true
}

// hands returns the empty hand and all tools that are there, the worst first.
func (w *walk) hands() []world.Stack {
	out := []world.Stack{{}}
	for i := range world.Things {
		if it := world.FirstThing + world.Item(i); it.Info().Tool != world.ToolNone && w.has(it) {
			out = append(out, world.Stack{Item: it, Count: 1})
		}
	}
	slices.SortStableFunc(out, func(a, b world.Stack) int { return int(a.Item.Info().Tier) - int(b.Item.Info().Tier) })
	return out
}

// dig breaks blocks of the land, each with every hand and many chances.
func (w *walk) dig(land []world.Block) (more bool) {
	for _, hand := range w.hands() {
		for _, b := range land {
			if b.Info().Hardness < 0 {
				continue
			}
			for roll := range uint64(64) {
				s := b.DropOf(hand, roll*0x9e3779b97f4a7c15)
				by, needs := "by hand", []world.Item(nil)
				if hand.Count > 0 {
					by, needs = "with "+hand.Item.String(), []world.Item{hand.Item}
				}
				more = w.add(s.Item, fmt.Sprintf("%v %s", b, by), needs...) || more
			}
		}
	}
	return more
}

// class returns an item that is placed as a block of a class.
func (w *walk) class(c world.Class) (world.Item, bool) {
	if c == world.ClassPlain {
		return 0, true
	}
	for _, it := range w.order {
		if b := it.Block(); b != world.Air && b.Class() == c {
			return it, true
		}
	}
	return 0, false
}

func (w *walk) craft() (more bool) {
	for i := range recipes.Table {
		r := &recipes.Table[i]
		at, there := w.class(r.Station)
		var needs []world.Item
		var of []string
		for _, g := range r.In {
			k := slices.IndexFunc(g.Items, w.has)
			if there = there && k >= 0; there {
				needs, of = append(needs, g.Items[k]), append(of, fmt.Sprintf("%d %v", g.Count, g.Items[k]))
			}
		}
		if there {
			how := strings.Join(of, " + ")
			if at != 0 {
				needs, how = append(needs, at), how+" at "+at.String()
			}
			more = w.add(r.Out.Item, how, needs...) || more
		}
	}
	return more
}

func (w *walk) smelt() (more bool) {
	fuel := slices.IndexFunc(w.order, func(it world.Item) bool { return it.Info().Fuel > 0 })
	for _, c := range []world.Class{world.ClassCampfire, world.ClassFurnace, world.ClassKiln} {
		at, there := w.class(c)
		for _, it := range slices.Clone(w.order) {
			if s, known := recipes.Smelting(c, it); known && there && fuel >= 0 {
				more = w.add(s.Out, it.String()+" in "+at.String(), it, at) || more
			}
		}
	}
	return more
}

// path appends what leads to an item, and the item, each once.
func (w *walk) path(dst []world.Item, to world.Item) []world.Item {
	if slices.Contains(dst, to) {
		return dst
	}
	for _, n := range w.needs[to] {
		dst = w.path(dst, n)
	}
	return append(dst, to)
}

// TestTiers walks from empty hands to iron tools by what the land around the spawn has, and prints the way. Copper and iron must need a
// tool of the tier below.
func TestTiers(t *testing.T) {
	const reach = 6 // sections to each side of the spawn
	for seed := range uint64(4) {
		g := worldgen.Of(worldgen.Default, seed)
		at := g.Spawn(0).Block().Section()
		seen := map[world.Block]bool{}
		var land []world.Block
		var cells [world.SectionCells]world.Block
		for i := range int32((2*reach + 1) * (2*reach + 1)) {
			for y := int32(world.MinY >> 4); y < 10; y++ {
				g.Section(world.SectionPos{X: at.X - reach + i%(2*reach+1), Y: y, Z: at.Z - reach + i/(2*reach+1)}).Cells(&cells)
				for _, b := range cells {
					if !seen[b] {
						seen[b], land = true, append(land, b)
					}
				}
			}
		}
		slices.Sort(land)
		w := &walk{how: map[world.Item]string{}, needs: map[world.Item][]world.Item{}}
		for more := true; more; {
			more = false
			for w.dig(land) || w.craft() || w.smelt() {
				more = true
			}
		}
		t.Logf("seed %d: %d blocks in the land, %d items can be come by", seed, len(land), len(w.order))
		var all []world.Item
		for _, name := range []string{"flint_pick", "flint_axe", "torch", "chest", "furnace", "oak_door", "bed", "bread", "baked_apple", "copper_pick", "bucket",
			"iron_pick", "iron_axe", "iron_shovel", "iron_knife", "shears", "anvil"} {
			it, known := world.ItemNamed(name)
			if !known || !w.has(it) {
				t.Errorf("seed %d: nothing leads to %s", seed, name)
				continue
			}
			all = w.path(all, it)
		}
		if seed == 0 {
			for i, it := range all {
				t.Logf("%3d %v: %s", i+1, it, w.how[it])
			}
		}
		for of, tool := range map[string]string{"copper_ore": "flint_pick", "iron_ore": "copper_pick", "gold_ore": "iron_pick"} {
			it, _ := world.ItemNamed(of)
			if !strings.Contains(w.how[it], "with "+tool) {
				t.Errorf("seed %d: %s comes by %q", seed, of, w.how[it])
			}
		}
	}
}
