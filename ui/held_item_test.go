package ui

import (
	"strings"
	"testing"

	"voxtide/world"
)

// TestBlockNames: every block has a name for people.
func TestBlockNames(t *testing.T) {
	for b := range world.BlockCount {
		if n := BlockName(uint16(b)); strings.ContainsAny(n, "_") || n[0] < 'A' || n[0] > 'Z' {
			t.Errorf("%q", n)
		}
	}
	for b, want := range map[world.Block]string{world.StoneStairsWest: "Stone stairs", world.PlankSlabTop: "Plank slab", world.TallGrass: "Tall grass"} {
		if got := BlockName(uint16(b)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
