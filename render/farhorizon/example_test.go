package farhorizon_test

import (
	"fmt"

	"voxtide/render/farcluster"
	"voxtide/render/farhorizon"
	"voxtide/render/scene"
)

// Example looks from 100 blocks away at a wall 50 blocks high, behind which land falls to a lower one.
func Example() {
	corner := func(x, y, z uint32) []uint32 { return []uint32{x | z<<16, y * scene.FarHeightUnits, 0} }
	m := &scene.FarMesh{FarTriangles: scene.FarTriangles{Indices: []uint16{0, 2, 1, 1, 2, 3, 0, 4, 2, 2, 4, 6, 4, 6, 5, 5, 6, 7}}}
	for _, z := range []uint32{200, 100} { // away from the eye, which is at z = 300
		for _, x := range []uint32{40, 0} {
			m.Vertices = append(m.Vertices, corner(x, 50-(200-z)/5, z)...)
			m.Vertices = append(m.Vertices, corner(x, 0, z)...)
		}
	}
	var h farhorizon.Horizon
	h.Begin()
	h.Add(m, [3]float32{-20, -10, -300}, []farcluster.Run{{First: 0, Count: 18}})
	h.Find()
	left, _ := h.Left(nil, 0)
	fmt.Println(left)
	// Output: [0 2 1 1 2 3]
}
