package ui

import (
	"strings"
	"testing"

	"voxtide/world"
)

// TestItemNames: every item has a name for people.
func TestItemNames(t *testing.T) {
	for _, it := range world.AppendItems(nil) {
		if n := ItemName(uint16(it)); strings.ContainsAny(n, "_") || n[0] < 'A' || n[0] > 'Z' {
			t.Errorf("%q", n)
		}
	}
	for b, want := range map[world.Block]string{world.StoneStairsWest: "Stone stairs", world.PlankSlabTop: "Plank slab", world.TallGrass: "Tall grass"} {
		if got := ItemName(uint16(world.ItemOf(b))); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
