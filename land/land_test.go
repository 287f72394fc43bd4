package land

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"voxtide/internal/testrand"
)

// TestBook adds and removes claims at random: the owner of a column is that of the claim that a look through all gives, and the hash is
// that of the set.
func TestBook(t *testing.T) {
	seed := testrand.Seed(t)
	r := rand.New(rand.NewPCG(seed, 1))
	var b Book
	set := map[Claim]bool{}
	looks, owned, layered, inPlots := 0, 0, 0, 0
	for range 2000 {
		x, z := r.Int32N(400)-200, r.Int32N(400)-200
		c := Claim{LowX: x, LowZ: z, HighX: x + r.Int32N(70), HighZ: z + r.Int32N(70), Owner: 1 + r.Uint32N(5)}
		if r.IntN(2) == 0 {
			c.LowY = r.Int32N(40) - 20
			c.TopY = c.LowY + 1 + r.Int32N(20)
		}
		c.Plot = r.IntN(3) == 0
		overlaps := false
		for o := range set {
			overlaps = overlaps || o.Plot == c.Plot && o.Owner != c.Owner && o.LowX <= c.HighX && c.LowX <= o.HighX && o.LowZ <= c.HighZ && c.LowZ <= o.HighZ && meet(c, o)
		}
		switch {
		case r.IntN(3) == 0 && len(set) > 0:
			c = b.Claims()[r.IntN(len(set))]
			if !b.Remove(c) || b.Remove(c) {
				t.Fatalf("%+v cannot be removed once", c)
			}
			delete(set, c)
		case !overlaps && !set[c]:
			if !b.Add(c) || b.Add(c) {
				t.Fatalf("%+v cannot be added once", c)
			}
			set[c] = true
		}
		var again Book
		for c := range set {
			again.Add(c)
		}
		if again.Hash() != b.Hash() || len(set) == 0 && b.Hash() != 0 {
			t.Fatal("the hash depends on the way")
		}
		x, z = r.Int32N(480)-240, r.Int32N(480)-240
		y := r.Int32N(50) - 25
		if len(set) > 0 && r.IntN(2) == 0 { // at the border of one
			c = b.Claims()[r.IntN(len(set))]
			x, z, y = c.LowX+r.Int32N(c.HighX-c.LowX+1), c.LowZ+r.Int32N(c.HighZ-c.LowZ+1), []int32{c.LowY - 1, c.TopY - 1}[r.IntN(2)]
		}
		want, above := uint32(0), uint32(0)
		plot, plotAbove := false, false
		for o := range set {
			if x < o.LowX || x > o.HighX || z < o.LowZ || z > o.HighZ {
				continue
			}
			if at(o, y) && (o.Plot || !plot) {
				want, plot = o.Owner, o.Plot
			}
			if at(o, y+1) && (o.Plot || !plotAbove) {
				above, plotAbove = o.Owner, o.Plot
			}
		}
		if looks++; want != 0 {
			owned++
		}
		if want != above {
			layered++
		}
		if plot {
			inPlots++
		}
		if got := b.OwnerAt(x, y, z); got != want || b.Apart(x, y, z, x+1, y, z) != (want != b.OwnerAt(x+1, y, z)) || b.Apart(x, y, z, x, y+1, z) != (want != above) {
			t.Fatalf("%d,%d,%d belongs to %d, not %d, and above it to %d", x, y, z, got, want, above)
		}
	}
	if t.Logf("%d looks, %d at owned land, %d in plots, %d at a border above", looks, owned, inPlots, layered); owned < 100 || layered < 100 || inPlots < 100 {
		t.Error("too little was owned")
	}
	if (&Book{}).Add(Claim{Owner: 1, HighX: WidthMax}) || (&Book{}).Add(Claim{}) || (&Book{}).Add(Claim{Owner: 1, Heights: Heights{3, 3}}) || (&Book{}).Add(Claim{Owner: 1, Heights: Heights{3, 2}}) {
		t.Error("what is no claim was added")
	}
}

// at reports whether a claim has a height, cell by cell.
func at(c Claim, y int32) bool { return c.LowY == 0 && c.TopY == 0 || c.LowY <= y && y < c.TopY }

// meet reports whether two claims have a height in common.
func meet(a, b Claim) bool {
	for y := int32(-30); y < 50; y++ {
		if at(a, y) && at(b, y) {
			return true
		}
	}
	return false
}

func ExampleBook() {
	var b Book
	b.Add(Claim{LowX: 10, LowZ: 10, HighX: 19, HighZ: 19, Owner: 7})
	b.Add(Claim{LowX: 40, LowZ: 10, HighX: 49, HighZ: 19, Heights: Heights{LowY: -20, TopY: 5}, Owner: 8}) // a cellar
	fmt.Println(b.OwnerAt(10, 70, 19), b.OwnerAt(9, 70, 19), b.Apart(9, 70, 12, 10, 70, 12), b.Apart(12, 70, 12, 13, 70, 12))
	fmt.Println(b.OwnerAt(40, 4, 10), b.OwnerAt(40, 5, 10), b.Apart(40, 4, 10, 40, 5, 10))
	// Output:
	// 7 0 true false
	// 8 0 true
}

func ExampleBook_plot() {
	var b Book
	b.Add(Claim{HighX: 20, HighZ: 20, Owner: 7})
	b.Add(Claim{LowX: 5, LowZ: 5, HighX: 8, HighZ: 8, Heights: Heights{LowY: 60, TopY: 64}, Owner: 9, Plot: true}) // a shop in it
	fmt.Println(b.OwnerAt(6, 60, 6), b.OwnerAt(6, 64, 6), b.Apart(6, 63, 6, 6, 64, 6))
	// Output: 9 7 true
}
