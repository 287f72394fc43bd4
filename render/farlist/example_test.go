package farlist_test

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"voxtide/render/camera"
	"voxtide/render/farcluster"
	"voxtide/render/farlist"
	"voxtide/render/scene"
)

// Example lists two squares, one ahead of the eye and one behind it.
func Example() {
	view := camera.View{FOV: 1.2, Aspect: 16. / 9}
	square := scene.FarTriangles{Indices: []uint16{0, 1, 2, 2, 1, 3}}
	var vertices []uint32
	for _, c := range [][2]uint32{{0, 0}, {0, 64}, {64, 0}, {64, 64}} {
		vertices = append(vertices, c[0]|c[1]<<16, 0, 0)
	}
	clusters := farcluster.New(vertices, square.Indices)
	var l farlist.List
	l.Begin(view.Frustum(), false)
	for _, z := range []float32{-200, 200} { // the eye looks along -z
		l.Add(farlist.Piece{Place: mgl32.Vec4{0, z}, Base: [3]float32{0, -20, z}, Vertices: vertices, FarTriangles: square, Clusters: &clusters},
			func(low, high [3]float32) bool { return true })
	}
	l.Join()
	for _, b := range l.Batches() {
		fmt.Println(len(b.Places), "places,", len(b.Vertices)/scene.FarVertexWords, "vertices, triangles", b.Indices)
	}
	// Output: 2 places, 4 vertices, triangles [0 1 2 2 1 3]
}
