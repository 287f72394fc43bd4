package textures_test

import (
	"testing"

	"voxtide/render/textures"
)

// TestBounds: nothing that can be seen lies outside of the bounds, and each of their four edges touches something.
func TestBounds(t *testing.T) {
	smaller := 0
	all := textures.All()
	for i := range all {
		low, high := all[i].Bounds()
		var touches [4]bool
		for _, l := range all[i].Layers {
			for at, c := range l {
				x, y := at%textures.Size, at/textures.Size
				if c.A == 0 {
					continue
				}
				if x < low[0] || y < low[1] || x >= high[0] || y >= high[1] {
					t.Fatalf("%s: %d, %d is outside of %v to %v", all[i].Name, x, y, low, high)
				}
				for e, on := range [4]bool{x == low[0], y == low[1], x == high[0]-1, y == high[1]-1} {
					touches[e] = touches[e] || on
				}
			}
		}
		if touches != [4]bool{true, true, true, true} {
			t.Errorf("%s: %v to %v is too large: %v", all[i].Name, low, high, touches)
		}
		if high[0]-low[0] < textures.Size || high[1]-low[1] < textures.Size {
			smaller++
		}
	}
	if t.Logf("%d textures, %d smaller than a block", len(all), smaller); smaller == 0 {
		t.Error("all fill their block")
	}
	if low, high := (&textures.Texture{Layers: make([]textures.Pixels, 1)}).Bounds(); low != high {
		t.Errorf("nothing has bounds %v to %v", low, high)
	}
}
