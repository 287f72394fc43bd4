package garbage

import (
	"context"
	"fmt"
	"runtime/debug"
	"testing"
)

// percent returns what counts now.
func percent() int {
	p := debug.SetGCPercent(100)
	debug.SetGCPercent(p)
	return p
}

// TestRare: collections are rare until the last one who asked is done, and then as before; who has them rarer keeps that.
func TestRare(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	first := Rare()
	second := Rare()
	if percent() != percentMost {
		t.Errorf("%d", percent())
	}
	if first(); percent() != percentMost {
		t.Errorf("%d though one still asks", percent())
	}
	if second(); percent() != 100 {
		t.Errorf("%d when all are done", percent())
	}
	for _, wish := range []int{-1, 900} {
		debug.SetGCPercent(wish)
		done := Rare()
		if percent() != wish {
			t.Errorf("%d instead of %d", percent(), wish)
		}
		if done(); percent() != wish {
			t.Errorf("%d instead of %d afterwards", percent(), wish)
		}
	}
}

// TestPercentFor: a small heap may grow to five times its size, a large one by 256 MB, and none is collected more often than usual.
func TestPercentFor(t *testing.T) {
	for inUse, want := range map[uint64]int{0: 400, 10 << 20: 400, 64 << 20: 400, 128 << 20: 200, 256 << 20: 100, 4 << 30: 100} {
		if got := percentFor(inUse); got != want {
			t.Errorf("with %d MB in use: %d, want %d", inUse>>20, got, want)
		}
	}
}

// TestBound: a large heap is collected more often, by how large it is; a small change changes nothing, and neither does anything while
// somebody has rare collections, after which the bound counts.
func TestBound(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	defer bound(100)
	for inUse, want := range map[uint64]int{0: 100, 40 << 20: 100, 64 << 20: 62, 80 << 20: 50, 160 << 20: 25, 4 << 30: 25} {
		if got := boundedPercent(inUse); got != want {
			t.Errorf("with %d MB in use: %d, want %d", inUse>>20, got, want)
		}
	}
	for _, at := range []struct{ percent, want int }{{50, 50}, {53, 50}, {47, 50}, {60, 60}, {100, 100}, {97, 100}, {30, 30}, {33, 30}, {36, 36}} {
		if bound(at.percent); percent() != at.want {
			t.Errorf("after %d it is %d, want %d", at.percent, percent(), at.want)
		}
	}
	asUsual := Rare()
	rare := percent()
	if bound(60); percent() != rare || rare < 100 {
		t.Errorf("%d instead of %d while collections are rare", percent(), rare)
	}
	if asUsual(); percent() != 60 {
		t.Errorf("%d after that", percent())
	}
}

// TestBoundEnds: it is as before once the context is done, and never otherwise where the user has a wish.
func TestBoundEnds(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	bound(40)
	if Bound(ctx); percent() != 100 {
		t.Errorf("%d at the end", percent())
	}
	t.Setenv("GOGC", "100")
	Bound(t.Context()) // or it would not return
}

func Example() {
	before := debug.SetGCPercent(100)
	defer debug.SetGCPercent(before)
	asUsual := Rare()
	fmt.Println(percent() > 100)
	asUsual()
	fmt.Println(percent())
	// Output:
	// true
	// 100
}
