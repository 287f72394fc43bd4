package landscape

import (
	"math/rand/v2"
	"testing"

	"voxtide/internal/testrand"
)

// tilesOf asks a cache for tiles and computes those that are not there; it returns how many.
func tilesOf(t *testing.T, c *TileCache[[2]int32], each func(ask func(x, z int32))) (computed int) {
	t.Helper()
	each(func(x, z int32) {
		v := c.Find(x, z)
		if v == nil {
			v = c.Place(x, z)
			*v = [2]int32{x, z}
			computed++
		}
		if got := c.Find(x, z); got != v || *got != [2]int32{x, z} {
			t.Fatalf("%v is found at %d,%d", *got, x, z)
		}
	})
	return computed
}

// TestTileCache: what is found is what was computed there; a walk does not let the cache grow, a crowd over a wide area does, and then hardly any
// tile is computed twice.
func TestTileCache(t *testing.T) {
	rnd := rand.New(rand.NewPCG(testrand.Seed(t), 4))
	c := NewTileCache[[2]int32](16)
	c.Widen(64)
	walked := tilesOf(t, &c, func(ask func(x, z int32)) {
		for x := int32(-2000); x < 2000; x++ {
			for i := range int32(25 * 9) {
				ask(x+i%15-7, i/15-7)
			}
		}
	})
	if c.Side() != 16 || walked > 4100*15 {
		t.Errorf("a walk computed %d tiles, with a square of %d", walked, c.Side())
	}
	crowd := func(ask func(x, z int32)) {
		for range 40000 {
			x, z := rnd.Int32N(50), rnd.Int32N(50)
			for i := range int32(9) {
				ask(x+i%3, z+i/3)
			}
		}
	}
	first := tilesOf(t, &c, crowd)
	again := tilesOf(t, &c, crowd)
	t.Logf("a walk of 4,000 tiles computed %d, a crowd on 52 by 52 tiles %d, and %d when the square was %d", walked, first, again, c.Side())
	if c.Side() != 64 || first > 52*52+40000 || again > 0 {
		t.Errorf("a crowd computed %d and %d tiles, with a square of %d", first, again, c.Side())
	}
	c.Rest()
	if c.Side() != 16 || c.Find(3, 3) != nil {
		t.Errorf("after a rest the square is %d", c.Side())
	}
	if tilesOf(t, &c, crowd); c.Side() != 64 {
		t.Errorf("after a rest a crowd is given a square of %d", c.Side())
	}
	c = NewTileCache[[2]int32](16)
	if tilesOf(t, &c, crowd); c.Side() != 16 {
		t.Errorf("it grew to %d, and nobody widened it", c.Side())
	}
}
