package recipes

import (
	"strings"

	"voxtide/world"
)

// groups are inputs of which one is as good as another.
var groups = map[string][]world.Item{
	"#logs":   kindsLike(func(k world.KindInfo) bool { return k.Class == world.ClassPillar && strings.HasSuffix(k.Name, "log") }),
	"#planks": kindsLike(func(k world.KindInfo) bool { return strings.HasSuffix(k.Name, "planks") }),
	"#wool":   kindsLike(func(k world.KindInfo) bool { return strings.HasSuffix(k.Name, "_wool") }),
	"#coal":   named("coal charcoal"),
	"#sand":   named("sand red_sand"),
	"#fibre":  named("reed flax"),
	"#cobble": named("cobblestone basalt slate limestone granite"),
	"#glow":   named("glow_cap torch"),
	"#metal":  named("iron_ingot bronze_ingot"),
}

// group returns the items of a group, or the one item that a name without # means.
func group(name string) []world.Item {
	if !strings.HasPrefix(name, "#") {
		return []world.Item{item(name)}
	}
	g := groups[name]
	if len(g) == 0 {
		panic("recipes: no group is named " + name)
	}
	return g
}

func named(names string) (out []world.Item) {
	for name := range strings.FieldsSeq(names) {
		out = append(out, item(name))
	}
	return out
}

func kindsLike(is func(world.KindInfo) bool) (out []world.Item) {
	for k := range world.Kinds {
		if is(world.Kinds[k]) {
			out = append(out, world.ItemOf(world.Kind(k).Block()))
		}
	}
	return out
}
