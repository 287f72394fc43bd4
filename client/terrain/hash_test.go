package terrain

import (
	"testing"

	"voxtide/render/scene"
)

// TestMeshHash: a change of any part of a mesh, or of any light value, changes the hash.
func TestMeshHash(t *testing.T) {
	mesh := func(change func(m *scene.Mesh)) hash {
		m := &scene.Mesh{Quads: make([]uint32, 37), Models: make([]uint32, 16), Cells: make([]uint32, 6)}
		change(m)
		return hashMesh(m)
	}
	had := map[hash]string{}
	add := func(name string, d hash) {
		if other, ok := had[d]; ok {
			t.Errorf("%s has the hash of %s", name, other)
		}
		had[d] = name
	}
	add("a mesh", mesh(func(*scene.Mesh) {}))
	for i := range 37 {
		add("another quad", mesh(func(m *scene.Mesh) { m.Quads[i] = 1 }))
		add("no models and another quad", mesh(func(m *scene.Mesh) { m.Quads[i], m.Models = 1, nil }))
		add("no models, no light and another quad", mesh(func(m *scene.Mesh) { m.Quads[i], m.Models, m.Cells = 1, nil, nil }))
	}
	add("a quad less", mesh(func(m *scene.Mesh) { m.Quads = m.Quads[:36] }))
	add("another model", mesh(func(m *scene.Mesh) { m.Models[15] = 1 << 31 }))
	add("other light", mesh(func(m *scene.Mesh) { m.Cells[5] = 1 }))
	add("another range", mesh(func(m *scene.Mesh) { m.Cutout[5].Count = 1 }))
	for d := range scene.Diagonals {
		add("other planes", mesh(func(m *scene.Mesh) { m.Planes[d].Count = 1 }))
	}
	add("another box", mesh(func(m *scene.Mesh) { m.High[0] = 1 }))
	add("other faces seen", mesh(func(m *scene.Mesh) { m.Connected = 1 }))
	add("closed", mesh(func(m *scene.Mesh) { m.Closed = true }))
	add("buried", mesh(func(m *scene.Mesh) { m.Solid.Buried = true }))
	for i := range scene.SolidColumns {
		var columns [scene.SolidColumns]uint32
		columns[i] = 1
		add("another opaque block", mesh(func(m *scene.Mesh) { m.Solid.SetColumns(&columns) }))
	}
	for i := range 45 {
		light := make([]uint8, 45)
		light[i] = 1
		var d hash
		d.addBytes(light)
		add("light", d)
	}
}
