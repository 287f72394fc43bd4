package tin_test

import (
	"fmt"

	"voxtide/client/tin"
)

// Example makes a surface over a slope with a hill of one corner: the slope needs no corners, the hill has one.
func Example() {
	const side = 9
	heights := make([]float32, side*side)
	for i := range heights {
		heights[i] = float32(i / side)
	}
	n := tin.New(side)
	count := func() (triangles int) {
		n.Build(heights, make([]bool, side*side), 1)
		n.Triangles(func(a, b, c int) { triangles++ })
		return triangles
	}
	fmt.Println(count(), "triangles")
	heights[5+3*side] += 4
	fmt.Println(count(), "triangles with the hill")
	// Output:
	// 2 triangles
	// 10 triangles with the hill
}
