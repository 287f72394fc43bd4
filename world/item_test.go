package world

import (
	"strings"
	"testing"

	"voxtide/internal/wire"
)

// TestItems: every item has a name, finds itself by it, and a stack of it survives the wire.
func TestItems(t *testing.T) {
	all := AppendItems(nil)
	tools := 0
	for _, it := range all {
		i := it.Info()
		if got, known := ItemNamed(i.Name); !known || got != it {
			t.Errorf("%v is found as %v", it, got)
		}
		if i.Places != Air && ItemOf(i.Places) != it || i.Places == Air && it < FirstThing {
			t.Errorf("%v places %v", it, i.Places)
		}
		if i.StackMax == 0 || i.StackMax > StackMax || i.WearMax > 0 && i.StackMax != 1 || i.Places == Air && i.Texture == "" {
			t.Errorf("%v: %+v", it, i)
		}
		s := Stack{Item: it, Count: i.StackMax}
		if i.WearMax > 0 {
			tools++
			s.Wear = i.WearMax - 1
		}
		r := wire.NewReader(AppendStack(nil, s))
		if got := ReadStack(&r); got != s || r.End() != nil || !s.Valid() {
			t.Errorf("%+v is read as %+v", s, got)
		}
		s.Count++
		r = wire.NewReader(AppendStack(nil, s))
		if ReadStack(&r); r.Err() == nil || s.Valid() {
			t.Errorf("%+v is read", s)
		}
	}
	t.Logf("%d items, %d of them tools, %d kinds of blocks", len(all), tools, len(Kinds))
	if len(all) < 350 || tools < 16 {
		t.Error("too few")
	}
}

// TestThingNumbers pins the numbers of things, which worlds hold: new ones are added at the end.
func TestThingNumbers(t *testing.T) {
	const want = "stick cord flint coal charcoal clay_ball brick copper_ingot tin_ingot iron_ingot gold_ingot bronze_ingot tideglass wheat bread apple " +
		"berries paper book bucket water_bucket shears flint_pick copper_pick iron_pick tideglass_pick flint_axe copper_axe iron_axe tideglass_axe " +
		"flint_shovel copper_shovel iron_shovel tideglass_shovel flint_knife copper_knife iron_knife tideglass_knife white_dye light_gray_dye " +
		"gray_dye black_dye brown_dye red_dye orange_dye yellow_dye lime_dye green_dye cyan_dye light_blue_dye blue_dye purple_dye magenta_dye pink_dye meat roast"
	for i, name := range strings.Fields(want) {
		if it, _ := ItemNamed(name); it != FirstThing+Item(i) {
			t.Errorf("%s is %d, not %d", name, it, FirstThing+Item(i))
		}
	}
}
