package farcut_test

import (
	"fmt"

	"voxtide/render/farcut"
	"voxtide/render/scene"
)

// Example cuts a square of two columns by two, in one of which sections are drawn.
func Example() {
	m := &scene.FarMesh{Width: 32, Right: scene.FarTriangles{Indices: []uint16{0, 1, 2, 2, 1, 3}}}
	for _, c := range [][2]uint32{{0, 0}, {0, 32}, {32, 0}, {32, 32}} {
		m.Vertices = append(m.Vertices, c[0]|c[1]<<16, 0, 0)
	}
	var c farcut.Cutter
	c.Cut(m, []bool{true, false, false, false})
	fmt.Println(len(c.Indices)/3, "triangles;", len(c.Vertices)/scene.FarVertexWords, "vertices")
	c.Cut(m, []bool{true, true, true, true})
	fmt.Println(len(c.Indices)/3, "triangles")
	// Output:
	// 5 triangles; 8 vertices
	// 0 triangles
}
