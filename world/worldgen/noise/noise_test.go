package noise_test

import (
	"fmt"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/world/worldgen/noise"
)

// Example makes hills a hundred blocks wide.
func Example() {
	hills := noise.NewField(7, 1, 100, 2)
	fmt.Println(hills.At(30, 40) == noise.NewField(7, 1, 100, 2).At(30, 40), noise.Lerp(0, 10, noise.One/2))
	// Output: true 5
}

// TestBounds: noise stays within what it says, and a ramp between 0 and One.
func TestBounds(t *testing.T) {
	r := testrand.New(t)
	f := noise.NewField(r.Uint64(), 1, 90, 3)
	least, most := int64(0), int64(0)
	for range 200000 {
		v := f.At(int64(r.IntN(1<<30)-1<<29), int64(r.IntN(1<<30)-1<<29))
		least, most = min(least, v), max(most, v)
		if s := noise.SmoothRamp(v, -100, 900); s < 0 || s > noise.One {
			t.Fatalf("a ramp of %d at %d", s, v)
		}
	}
	t.Logf("%d to %d", least, most)
	if least < -2*noise.One || most > 2*noise.One || most-least < noise.One {
		t.Error("out of bounds")
	}
}
