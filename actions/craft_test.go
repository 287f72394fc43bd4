package actions

import (
	"slices"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/recipes"
	"voxtide/world"
)

// recipe returns the number of a recipe.
func recipe(t *testing.T, name string) recipes.Number {
	t.Helper()
	for i := range recipes.Table {
		if recipes.Table[i].Name == name {
			return recipes.Number(i)
		}
	}
	t.Fatalf("no recipe is named %s", name)
	return 0
}

// hold gives player 1 of stage exactly these stacks.
func hold(t *testing.T, p *world.Player, stacks ...world.Stack) {
	t.Helper()
	p.Slots = [world.InventorySize]world.Stack{}
	copy(p.Slots[:], stacks)
}

func thing(t *testing.T, name string, count uint8) world.Stack {
	t.Helper()
	it, known := world.ItemNamed(name)
	if !known {
		t.Fatalf("no item is named %s", name)
	}
	return world.Stack{Item: it, Count: count}
}

// TestCraft makes torches several times at once: exactly what the recipe takes is gone, and a refusal changes nothing.
func TestCraft(t *testing.T) {
	s := stage(false)
	p := s.W.Player(1)
	hold(t, p, thing(t, "coal", 2), thing(t, "stick", 5), thing(t, "charcoal", 1))
	torch := recipe(t, "torch")
	if n := recipes.Table[torch].Times(p.Slots[:]); n != 3 {
		t.Fatalf("3 coals and 5 sticks give torches %d times", n)
	}
	act(t, s, sec, MissingItems, Action{Kind: Craft, Recipe: torch, Count: 4})
	if p.Slots[0].Count != 2 || p.Slots[1].Count != 5 || p.Slots[2].Count != 1 {
		t.Fatalf("a refusal took something: %v", p.Slots[:4])
	}
	act(t, s, sec, Done, Action{Kind: Craft, Recipe: torch, Count: 3})
	if p.Slots[0] != world.StackOf(world.Torch, 12) || p.Slots[1].Count != 2 || p.Slots[2].Count != 0 {
		t.Fatalf("torches, 3 times: %v", p.Slots[:4])
	}
	full := make([]world.Stack, world.InventorySize)
	for i := range full {
		full[i] = world.StackOf(world.Dirt, world.StackMax)
	}
	full[5], full[6] = thing(t, "coal", 2), thing(t, "stick", 2)
	hold(t, p, full...)
	act(t, s, sec, NoRoom, Action{Kind: Craft, Recipe: torch, Count: 1})
	if p.Slots[5].Count != 2 || p.Slots[6].Count != 2 {
		t.Fatalf("a refusal took something: %v", p.Slots[4:8])
	}
	act(t, s, sec, Done, Action{Kind: Craft, Recipe: torch, Count: 2}) // what it takes makes room
	hold(t, p, thing(t, "flint", 9), thing(t, "stick", 9), thing(t, "cord", 9))
	act(t, s, sec, Done, Action{Kind: Craft, Recipe: recipe(t, "flint_pick"), Count: 4})
	picks := 0
	for _, st := range p.Slots {
		if st == thing(t, "flint_pick", 1) {
			picks++
		}
	}
	if picks != 4 {
		t.Errorf("4 picks in slots of their own: %v", p.Slots[:8])
	}
}

// TestCraftAtAStation: what needs a workbench is refused without one, with another block, and from more than 4 blocks away.
func TestCraftAtAStation(t *testing.T) {
	s := stage(false)
	p := s.W.Player(1)
	hold(t, p, world.StackOf(world.Planks, 40))
	bench, _ := world.BlockNamed("workbench")
	chest := recipe(t, "chest")
	near, far := world.Pos{X: 8, Y: 0, Z: 6}, world.Pos{X: 13, Y: 0, Z: 6}
	a := Action{Kind: Craft, Recipe: chest, Count: 1, Pos: near}
	act(t, s, sec, NoStation, a)
	if got, _ := StationsNear(s.W, 1); got != 0 {
		t.Errorf("stations in an empty room: %b", got)
	}
	s.PutBlock(1, far, bench)
	if got, _ := StationsNear(s.W, 1); got != 0 {
		t.Errorf("stations 7 blocks away: %b", got)
	}
	a.Pos = far
	act(t, s, sec, TooFar, a)
	a.Pos = world.Pos{X: 8, Y: 900, Z: 6}
	act(t, s, sec, NotLoaded, a)
	s.PutBlock(1, near, bench)
	got, at := StationsNear(s.W, 1)
	if !got.Has(world.ClassWorkbench) || got.Has(world.ClassAnvil) || at[0] != near {
		t.Fatalf("beside a workbench: %b at %v", got, at)
	}
	act(t, s, sec, Done, CraftAction(chest, 1, &at))
	if got := p.Slots[1].Item.String(); got != "chest" || p.Slots[0].Count != 32 {
		t.Errorf("a chest of 40 planks: %v", p.Slots[:3])
	}
	if n := testing.AllocsPerRun(10, func() { StationsNear(s.W, 1) }); n > 0 {
		t.Errorf("StationsNear: %v allocations", n)
	}
}

// TestMakeIsCraft: recipes.Make, by which the screens show at once what a press makes, does to any slots what the action does.
func TestMakeIsCraft(t *testing.T) {
	rnd := testrand.New(t)
	all := world.AppendItems(nil)
	made, refused := 0, 0
	for round := range testrand.Rounds(3000) {
		n := recipes.Number(rnd.IntN(len(recipes.Table)))
		r := &recipes.Table[n]
		s := stage(false)
		p := s.W.Player(1)
		hold(t, p)
		for i := range p.Slots {
			switch rnd.IntN(4) {
			case 0:
				g := &r.In[rnd.IntN(len(r.In))]
				it := g.Items[rnd.IntN(len(g.Items))]
				p.Slots[i] = world.Stack{Item: it, Count: 1 + uint8(rnd.IntN(int(it.Info().StackMax)))}
			case 1:
				p.Slots[i] = world.Stack{Item: r.Out.Item, Count: 1 + uint8(rnd.IntN(int(r.Out.Max())))}
			case 2:
				it := all[rnd.IntN(len(all))]
				p.Slots[i] = world.Stack{Item: it, Count: it.Info().StackMax}
			}
		}
		at := world.Pos{X: 6, Y: 1, Z: 4}
		for b := range world.BlockCount {
			if world.Block(b).Class() == r.Station && r.Station != world.ClassPlain {
				s.W.SetBlock(at, world.Block(b))
			}
		}
		times := 1 + rnd.IntN(recipes.TimesMax)
		want := append([]world.Stack(nil), p.Slots[:]...)
		can := r.Make(want, times)
		a := Action{Kind: Craft, Number: 1, At: sec, Recipe: n, Count: uint8(times), Pos: at}
		why := Do(s, 1, sec, &a)
		if can != (why == Done) {
			t.Fatalf("round %d: %s %d times: %v, and Make returns %v", round, r.Name, times, why, can)
		}
		if refused++; can {
			refused--
			made++
			if !slices.Equal(want, p.Slots[:]) {
				t.Fatalf("round %d: %s %d times: %v, and Make says %v", round, r.Name, times, p.Slots, want)
			}
		}
	}
	t.Logf("%d made, %d refused", made, refused)
}
