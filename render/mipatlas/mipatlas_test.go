package mipatlas_test

import (
	"fmt"
	"math"
	"testing"

	"voxtide/render/mipatlas"
)

// levelsOf returns levels whose texels say which they are: level, column, row.
func levelsOf(side int) (out [][]byte) {
	for l := 0; side>>l > 0; l++ {
		var level []byte
		for at := range (side >> l) * (side >> l) {
			level = append(level, byte(l), byte(at%(side>>l)), byte(at/(side>>l)), 255)
		}
		out = append(out, level)
	}
	return out
}

// TestEveryTexel: the point that the package comment gives for the middle of a texel is in that texel, however often the texture is
// repeated, and the whole image is filled.
func TestEveryTexel(t *testing.T) {
	points := 0
	for _, side := range []int{1, 2, 16, 64} {
		levels := levelsOf(side)
		image := mipatlas.Append(nil, levels)
		if len(image) != 4*side*2*side {
			t.Fatalf("side %d: %d bytes", side, len(image))
		}
		for l := range levels {
			n := side >> l
			for at := range n * n {
				for _, repeat := range []float64{-3, -1, 0, 2, 15} {
					u, v := (float64(at%n)+0.5)/float64(n)+repeat, (float64(at/n)+0.5)/float64(n)+repeat
					s := math.Exp2(-float64(l))
					x, y := u*s, 1+s*((v-math.Floor(v))/2-1)
					column, row := int(math.Floor((x-math.Floor(x))*float64(side))), int(math.Floor(y*2*float64(side)))
					got := image[4*(row*side+column):][:3]
					if want := levels[l][4*at:][:3]; [3]byte(got) != [3]byte(want) {
						t.Fatalf("side %d, level %d, texel %d, repeated %v: %v instead of %v", side, l, at, repeat, got, want)
					}
					points++
				}
			}
		}
	}
	t.Logf("%d points", points)
}

func Example() {
	levels := [][]byte{{
		1, 0, 0, 255, 2, 0, 0, 255,
		3, 0, 0, 255, 4, 0, 0, 255,
	}, {9, 0, 0, 255}}
	image := mipatlas.Append(nil, levels)
	for row := range 4 {
		fmt.Println(image[8*row], image[8*row+4])
	}
	// Output:
	// 1 2
	// 3 4
	// 9 9
	// 9 9
}
