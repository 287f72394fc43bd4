package actions

import (
	"testing"

	"voxtide/timestream"
	"voxtide/world"
)

func item(t *testing.T, name string) world.Item {
	it, known := world.ItemNamed(name)
	if !known {
		t.Fatal("there is no " + name)
	}
	return it
}

// TestTools breaks blocks with tools: a better one is faster to the microsecond, wears by one, is gone at its end, and what needs a
// better one gives nothing.
func TestTools(t *testing.T) {
	cell := world.Pos{X: 8, Y: 0, Z: 6}
	broken, gone, nothing := 0, 0, 0
	for _, c := range []struct {
		tool  string
		block world.Block
		speed timestream.Duration
		drops string
	}{
		{"", world.Stone, 100, "cobblestone"}, {"flint_pick", world.Stone, 160, "cobblestone"}, {"tideglass_pick", world.Stone, 656, "cobblestone"},
		{"flint_axe", world.Stone, 100, "cobblestone"}, {"copper_axe", world.Log, 256, "log"}, {"iron_shovel", world.Dirt, 410, "dirt"},
		{"", world.IronOre, 100, ""}, {"flint_pick", world.IronOre, 160, ""}, {"copper_pick", world.IronOre, 256, "iron_ore"},
		{"iron_axe", world.GoldOre, 100, ""}, {"iron_pick", world.CoalOre, 410, "coal"}, {"flint_shovel", world.Clay, 160, "clay_ball"},
		{"shears", world.Leaves, 410, "leaves"},
	} {
		s := stage(false)
		var held world.Stack
		if c.tool != "" {
			held = world.Stack{Item: item(t, c.tool), Count: 1}
			held.Wear = held.Item.Info().WearMax - 2
		}
		for k := range world.InventorySize {
			s.PutInventorySlot(1, k, world.Stack{})
		}
		s.PutInventorySlot(1, 0, held)
		for n := range 2 {
			s.PutBlock(1, cell, c.block)
			s.Commit()
			from := sec.Add(timestream.Duration(n) * 20 * timestream.Second)
			if why := Do(s, 1, from, &Action{Kind: StartBreak, Number: uint64(n), At: from, Pos: cell, Aim: Aim{8, 8, 8}}); why != Done {
				t.Fatalf("%+v: %v", c, why)
			}
			takes := c.block.Info().Hardness * 100 / c.speed
			for _, short := range []timestream.Duration{1, 0} {
				want := Done
				if short > 0 {
					want = TooSoon
				}
				at := from.Add(takes - short)
				if why := Do(s, 1, at, &Action{Kind: FinishBreak, Number: uint64(n), At: at, Pos: cell, Aim: Aim{8, 8, 8}}); why != want {
					t.Errorf("%+v, %d us early: %v", c, short, why)
				}
			}
			broken++
			p := s.W.Player(1)
			if now := p.Slots[0]; held.Count > 0 && (n == 0 && (now.Item != held.Item || now.Wear != held.Wear+1) || n == 1 && now.Item == held.Item) {
				t.Errorf("%+v: after %d blocks the hand holds %+v", c, n+1, now)
			} else if held.Count > 0 && n == 1 {
				gone++
			}
			has := 0
			for _, st := range p.Slots {
				if st.Count > 0 && st.Item != held.Item {
					has++
					if st.Item.String() != c.drops {
						t.Errorf("%+v gave %v", c, st.Item)
					}
				}
			}
			if (has > 0) != (c.drops != "") {
				t.Errorf("%+v gave %d stacks", c, has)
			}
			if c.drops == "" {
				nothing++
			}
			if held.Count > 0 && n == 0 {
				held = p.Slots[0]
				held.Wear--
			}
		}
	}
	t.Logf("%d blocks broken, %d tools worn out, %d times nothing dropped", broken, gone, nothing)
}

// TestYields: what a block gives now and then comes about as often as its row says, and MayDrop knows all of it.
func TestYields(t *testing.T) {
	for _, c := range []struct {
		block world.Block
		item  string
		oneIn int
	}{{world.Gravel, "flint", 8}, {world.TallGrass, "flax", 5}, {world.Leaves, "apple", 16}} {
		n, it := 0, item(t, c.item)
		for i := range 8000 {
			st := c.block.DropOf(world.Stack{}, world.Roll(3, uint64(i), world.Pos{X: 5, Z: int32(i % 7)}))
			if st.Item == it {
				n++
			}
			if st.Count > 0 && !c.block.MayDrop(st.Item) {
				t.Fatalf("%v gave %v", c.block, st)
			}
		}
		if want := 8000 / c.oneIn; n < want*8/10 || n > want*12/10 {
			t.Errorf("%v gave %s %d of 8000 times", c.block, c.item, n)
		}
	}
}
