package garbage

import (
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
