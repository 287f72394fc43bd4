package market

import (
	"slices"
	"testing"

	"voxtide/world"
)

// TestNear: shops are found up to the distance on each axis, in each direction and across sections, and no farther; the nearest comes first.
func TestNear(t *testing.T) {
	w := world.New()
	const within = 20
	from := world.Pos{X: 7, Y: 30, Z: -9}
	chest, _ := world.BlockNamed("chest")
	offer := world.Offer{Goods: world.StackOf(world.Marble, 3), Price: world.StackOf(world.Dirt, 2), By: 1}
	put := func(p world.Pos) {
		if !w.HasSection(p.Section()) {
			w.SetSection(p.Section(), world.NewSection(world.Air))
		}
		w.SetBlock(p, chest)
		w.SetOffer(p, offer)
	}
	var want []world.Pos
	for axis := range 3 {
		for _, side := range [...]int32{-1, 1} {
			for _, far := range [...]int32{within, within + 1} {
				d := [3]int32{}
				d[axis] = side * far
				p := world.Pos{X: from.X + d[0], Y: from.Y + d[1], Z: from.Z + d[2]}
				if put(p); far == within {
					want = append(want, p)
				}
			}
		}
	}
	nearest := world.Pos{X: from.X + 1, Y: from.Y, Z: from.Z}
	put(nearest)
	got := Near(nil, w, from, within)
	t.Logf("%d of 13 shops are within %d blocks", len(got), within)
	if len(got) != 7 || got[0].At != nearest {
		t.Fatalf("found %v", got)
	}
	for _, p := range want {
		if !slices.ContainsFunc(got, func(s Shop) bool { return s.At == p }) {
			t.Errorf("%v is missing", p)
		}
	}
}
