package recipes

import (
	"slices"
	"testing"

	"voxtide/world"
)

// TestTable checks each recipe by itself: known items, ingredients that do not share an item, and nothing that is made of itself.
func TestTable(t *testing.T) {
	names := map[string]bool{}
	stations := map[world.Class]int{}
	for i := range Table {
		r := &Table[i]
		if names[r.Name] {
			t.Errorf("two recipes are named %q", r.Name)
		}
		names[r.Name] = true
		stations[r.Station]++
		if !r.Out.Item.Known() || r.Out.Count == 0 || r.Out.Count > world.StackMax || len(r.In) == 0 || len(r.In) > 3 {
			t.Errorf("%s: %+v", r.Name, r)
		}
		if r.Station != world.ClassPlain && !slices.Contains(StationClasses[:], r.Station) {
			t.Errorf("%s is made at %v", r.Name, r.Station)
		}
		seen := map[world.Item]bool{r.Out.Item: true}
		for _, g := range r.In {
			if g.Count == 0 || len(g.Items) == 0 {
				t.Errorf("%s takes nothing", r.Name)
			}
			for _, it := range g.Items {
				if seen[it] || it.Info().WearMax > 0 {
					t.Errorf("%s takes %v twice, of itself, or worn", r.Name, it)
				}
				seen[it] = true
			}
		}
	}
	t.Logf("%d recipes, by station %v, %d in ovens", len(Table), stations, len(ovenTable))
	if len(Table) < 250 || len(ovenTable) < 30 {
		t.Error("too few")
	}
}

// TestNothingComesOfNothing makes everything from what the land gives, each by recipes and ovens, and sees what can never be made.
// No way round through the table gives more than was taken: what is made again of what was made of it is never more.
func TestNothingComesOfNothing(t *testing.T) {
	for i := range Table {
		for k := range Table {
			a, b := &Table[i], &Table[k]
			if len(a.In) == 1 && len(b.In) == 1 && b.In[0].Takes(a.Out.Item) && a.In[0].Takes(b.Out.Item) &&
				int(a.Out.Count)*int(b.Out.Count) > int(a.In[0].Count)*int(b.In[0].Count) {
				t.Errorf("%s and %s give more than they take", a.Name, b.Name)
			}
		}
	}
	known := map[world.Item]bool{}
	for _, name := range []string{"log", "birch_log", "pine_log", "willow_log", "acacia_log", "kapok_log", "reed", "flax", "flint", "coal", "cobblestone", "sand",
		"red_sand", "gravel", "clay", "basalt", "marble", "slate", "limestone", "granite", "copper_ore", "tin_ore", "iron_ore", "gold_ore", "obsidian", "wheat",
		"berries", "tall_grass", "red_flower", "yellow_flower", "blue_flower", "white_flower", "mushroom", "cactus", "pumpkin", "meat", "snow", "grass_slab"} {
		known[item(name)] = true
	}
	given := len(known)
	for more := true; more; {
		more = false
		for i := range Table {
			r := &Table[i]
			all := !known[r.Out.Item]
			for _, g := range r.In {
				all = all && slices.ContainsFunc(g.Items, func(it world.Item) bool { return known[it] })
			}
			if all {
				known[r.Out.Item], more = true, true
			}
		}
		for _, s := range ovenTable {
			if known[s.In] && !known[s.Out] {
				known[s.Out], more = true, true
			}
		}
	}
	for i := range Table {
		if !known[Table[i].Out.Item] {
			t.Errorf("%s can never be made", Table[i].Name)
		}
	}
	for k := range world.Kinds {
		i := &world.Kinds[k]
		if _, cut := cuts[i.Class]; cut && !known[world.ItemOf(world.Kind(k).Block())] {
			t.Errorf("no recipe gives %s", i.Name)
		}
	}
	t.Logf("%d items of %d that the land gives", len(known), given)
}

// TestTimes counts what slots give, over several slots and items of a group.
func TestTimes(t *testing.T) {
	var slots [world.InventorySize]world.Stack
	at := slices.IndexFunc(Table, func(r Recipe) bool { return r.Name == "chest" })
	if at < 0 || Table[at].Times(slots[:]) != 0 {
		t.Fatal("a chest of nothing")
	}
	slots[3], slots[30] = world.StackOf(world.Planks, 7), world.StackOf(world.BirchPlanks, 10)
	if n := Table[at].Times(slots[:]); n != 2 {
		t.Errorf("17 planks give %d chests", n)
	}
	if got := AppendMakeable(nil, slots[:], 0); slices.Contains(got, Number(at)) || len(got) == 0 {
		t.Errorf("without a station: %v", got)
	}
	near := Stations(0).With(world.ClassWorkbench)
	buf := AppendMakeable(nil, slots[:], near)
	if !slices.Contains(buf, Number(at)) {
		t.Error("at the workbench no chest")
	}
	if n := testing.AllocsPerRun(20, func() { buf = AppendMakeable(buf[:0], slots[:], near) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
	t.Logf("%d can be made of 17 planks", len(buf))
}
