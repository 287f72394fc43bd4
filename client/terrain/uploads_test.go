package terrain

import (
	"testing"

	"voxtide/render/scene"
	"voxtide/world"
)

// TestUnusedMeshesAreFew: of a thousand meshes that the renderer has copied a few are kept for the next ones, and the others by nobody.
func TestUnusedMeshesAreFew(t *testing.T) {
	var u uploads
	for n := range 1000 {
		m := u.newMesh()
		m.Section = [3]int32{int32(n), 0, 0}
		u.offer(m, false)
	}
	for n := range u.list {
		u.list[n].Uploaded = n > 0
	}
	g := newGrid()
	copied, awaited, waits := &section{}, &section{}, &section{}
	g.sections[world.SectionPos{X: 7}], g.awaited[world.SectionPos{X: 8}], g.sections[world.SectionPos{}] = copied, awaited, waits
	u.begin(&g)
	if !copied.copied || !awaited.copied || waits.copied {
		t.Errorf("it is noted that a mesh was copied: %v, of a section that is resent %v, and of one that was not: %v", copied.copied, awaited.copied, waits.copied)
	}
	if len(u.list) != 1 || u.list[0].Mesh.Section != [3]int32{} {
		t.Fatalf("%d meshes wait", len(u.list))
	}
	for _, up := range u.list[1:cap(u.list)] {
		if up != (scene.Upload{}) {
			t.Fatal("a mesh that was copied is still in the list's memory")
		}
	}
	if len(u.free) != freeMax {
		t.Errorf("%d unused meshes", len(u.free))
	}
	for range 10 {
		u.release(&scene.Mesh{})
	}
	kept := u.free[len(u.free)-1]
	if len(u.free) != freeMax || u.newMesh() != kept || len(u.free) != freeMax-1 {
		t.Errorf("%d unused meshes, and the next one is not of them", len(u.free))
	}
}
