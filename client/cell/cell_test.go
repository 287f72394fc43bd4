package cell_test

import (
	"testing"

	"voxtide/client/cell"
	"voxtide/world"
)

// TestAt: a point lies in the cell below its coordinates, on both sides of 0.
func TestAt(t *testing.T) {
	for p, want := range map[[3]float64]world.Pos{
		{0, 0.5, 0.999}:    {},
		{-0.001, -1, -1.5}: {X: -1, Y: -1, Z: -2},
		{16, 31.9, 1e6}:    {X: 16, Y: 31, Z: 1000000},
	} {
		if got := cell.At(p); got != want {
			t.Errorf("%v lies in %v, want %v", p, got, want)
		}
	}
}

// TestWithin: the limit counts from the middle of a cell, on the axis on which it is furthest.
func TestWithin(t *testing.T) {
	c := world.Pos{X: 3, Y: -2, Z: 5}
	for p, want := range map[[3]float64]bool{
		{3.5, -1.5, 5.5}: true,
		{5.5, 0.5, 3.5}:  true,
		{5.6, -1.5, 5.5}: false,
		{3.5, -1.5, 3.4}: false,
	} {
		if got := cell.Within(c, p, 2); got != want {
			t.Errorf("within 2 of %v: %v", p, got)
		}
	}
}
