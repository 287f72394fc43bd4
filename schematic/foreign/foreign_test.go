package foreign

import (
	"fmt"
	"strings"
	"testing"

	"voxtide/world"
)

// TestEveryStateComesBack: each state of each block of ours, written by name and read again, is the same; and most have a name in Minecraft.
func TestEveryStateComesBack(t *testing.T) {
	theirs, luanti := 0, 0
	var tr Translator
	for n := range world.BlockCount {
		b := world.Block(n)
		s := MinecraftName(b)
		if back := tr.Minecraft(ParseState(s.String())); back.Block != b {
			t.Errorf("%v is written as %v and read as %v", b, s, back.Block)
		}
		if strings.HasPrefix(s.Name, "minecraft:") {
			theirs++
		}
		name, param2 := LuantiName(b)
		if back := tr.Luanti(name, param2); back.Block != b {
			t.Errorf("%v is written as %s %d and read as %v", b, name, param2, back.Block)
		}
		if !strings.HasPrefix(name, own) {
			luanti++
		}
	}
	t.Logf("of %d states %d have a name in Minecraft, %d in Luanti", world.BlockCount, theirs, luanti)
	if theirs < 900 || luanti < 150 || len(tr.Report()) > 0 {
		t.Errorf("too few, or replaced: %v", tr.Report().Lines())
	}
}

// TestNearest: what we lack becomes something of its shape and about its colour.
func TestNearest(t *testing.T) {
	var tr Translator
	for name, want := range map[string]func(world.Block) bool{
		"minecraft:crimson_stairs[facing=west,half=top]": func(b world.Block) bool {
			return b.Class() == world.ClassStairs && b.Facing() == world.West && b.Get(world.PropHalf) == world.UpperHalf
		},
		"minecraft:deepslate_brick_slab[type=double]": func(b world.Block) bool {
			return b.Class() == world.ClassSlab && b.Get(world.PropHalf) == world.BothHalves
		},
		"minecraft:dark_oak_log[axis=z]": func(b world.Block) bool { return b.Class() == world.ClassPillar && b.Get(world.PropAxis) == 2 },
		"minecraft:diorite":              func(b world.Block) bool { c, _ := colourOf(b); return b.Full() && min(c[0], c[1], c[2]) > 150 },
		"minecraft:blackstone":           func(b world.Block) bool { c, _ := colourOf(b); return b.Full() && max(c[0], c[1], c[2]) < 90 },
		"minecraft:lime_terracotta":      func(b world.Block) bool { c, _ := colourOf(b); return b.Full() && c[1] > c[0] && c[1] > c[2] },
		"minecraft:diamond_block":        func(b world.Block) bool { c, _ := colourOf(b); return b.Full() && c[2] > c[0] },
		"minecraft:powered_rail":         func(b world.Block) bool { return b == world.Air },
		"minecraft:cherry_door[half=upper]": func(b world.Block) bool {
			return b.Class() == world.ClassDoor && b.Get(world.PropHalf) == world.UpperHalf
		},
		"minecraft:oak_wall_sign[facing=south]": func(b world.Block) bool {
			return b.Class() == world.ClassSign && b.Get(world.PropWall) == 1 && b.Facing() == world.South
		},
		"minecraft:water[level=3]":    func(b world.Block) bool { return b.Class() == world.ClassLiquid && b.Get(world.PropLevel) == 5 },
		"some_mod:quite_unknown":      func(b world.Block) bool { return b.Full() },
		"minecraft:warped_fence_gate": func(b world.Block) bool { return b.Class() == world.ClassGate },
	} {
		f := tr.Minecraft(ParseState(name))
		f.Count(3)
		if !want(f.Block) {
			t.Errorf("%s becomes %v", name, f.Block)
		}
		t.Logf("%s -> %v", name, f.Block)
	}
	for name, want := range map[string]world.Class{"stairs:stair_desert_stone": world.ClassStairs, "moreblocks:slab_acacia_wood": world.ClassSlab, "mcl_core:stone": world.ClassPlain, "ethereal:sakura_log": world.ClassPillar} {
		f := tr.Luanti(name, 2)
		if f.Block.Class() != want {
			t.Errorf("%s becomes %v", name, f.Block)
		}
	}
	r := tr.Report()
	if len(r) < 9 || r[0].Cells != 3 || len(r.Lines()) < 9 {
		t.Errorf("%v", r.Lines())
	}
}

// TestTablesAreOneToOne: no two blocks of ours are written under one name.
func TestTablesAreOneToOne(t *testing.T) {
	for _, table := range []map[string]string{toMinecraft, toLuanti} {
		by := map[string]string{}
		for ours, theirs := range table {
			if o := by[theirs]; o != "" {
				t.Errorf("%s and %s are both %s", o, ours, theirs)
			}
			by[theirs] = ours
		}
	}
}

func FuzzNames(f *testing.F) {
	f.Add("minecraft:oak_stairs[facing=east,half=top]", uint8(3))
	f.Add("voxtide:plank_stairs[facing=east]", uint8(0))
	f.Fuzz(func(t *testing.T, name string, param2 uint8) {
		var tr Translator
		a, b := tr.Minecraft(ParseState(name)), tr.Luanti(name, param2)
		a.Count(1)
		b.Count(1)
		if int(a.Block) >= world.BlockCount || int(b.Block) >= world.BlockCount || len(tr.Report().Lines()) > linesMax+2 {
			t.Fatal(a, b)
		}
	})
}

func Example() {
	var t Translator
	f := t.Minecraft(ParseState("minecraft:oak_stairs[facing=east,half=top]"))
	fmt.Println(f.Block, MinecraftName(f.Block))
	// Output: plank_stairs[facing=east,half=upper] minecraft:oak_stairs[facing=east,half=top]
}
