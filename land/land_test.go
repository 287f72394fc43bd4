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
	looks, owned := 0, 0
	for range 2000 {
		x, z := r.Int32N(400)-200, r.Int32N(400)-200
		c := Claim{x, z, x + r.Int32N(70), z + r.Int32N(70), 1 + r.Uint32N(5)}
		overlaps := false
		for o := range set {
			overlaps = overlaps || o.Owner != c.Owner && o.LowX <= c.HighX && c.LowX <= o.HighX && o.LowZ <= c.HighZ && c.LowZ <= o.HighZ
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
		want := uint32(0)
		for o := range set {
			if x >= o.LowX && x <= o.HighX && z >= o.LowZ && z <= o.HighZ {
				want = o.Owner
			}
		}
		if looks++; want != 0 {
			owned++
		}
		if got := b.OwnerAt(x, z); got != want || b.Apart(x, z, x+1, z) != (want != b.OwnerAt(x+1, z)) {
			t.Fatalf("%d,%d belongs to %d, not %d", x, z, got, want)
		}
	}
	if t.Logf("%d looks, %d at owned land", looks, owned); owned < 100 {
		t.Error("too little was owned")
	}
	if (&Book{}).Add(Claim{Owner: 1, HighX: WidthMax}) || (&Book{}).Add(Claim{}) {
		t.Error("what is no claim was added")
	}
}

func ExampleBook() {
	var b Book
	b.Add(Claim{LowX: 10, LowZ: 10, HighX: 19, HighZ: 19, Owner: 7})
	fmt.Println(b.OwnerAt(10, 19), b.OwnerAt(9, 19), b.Apart(9, 12, 10, 12), b.Apart(12, 12, 13, 12))
	// Output: 7 0 true false
}
