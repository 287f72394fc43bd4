package sections

import (
	"testing"
	"time"

	"github.com/go-gl/gl/v4.1-core/gl"

	"voxtide/render/scene"
)

// offerMeshes returns n uploads of small meshes.
func offerMeshes(n int, quads int) *scene.Scene {
	sc := &scene.Scene{Camera: scene.Camera{ViewDistance: 64}}
	for i := range n {
		sc.Uploads = append(sc.Uploads, scene.Upload{Mesh: filledMesh([3]int32{int32(i % 64), int32(i / 64), 0}, quads)})
	}
	return sc
}

// filledMesh returns a mesh with a number of equal quads.
func filledMesh(key [3]int32, quads int) *scene.Mesh {
	m := &scene.Mesh{Section: key, Connected: scene.ConnectedAll, High: [3]uint8{16, 16, 16}}
	m.Quads = make([]uint32, quads*12)
	m.Cells = make([]uint32, quads*scene.CellWords)
	m.Opaque[1] = scene.Range{Count: uint32(quads)}
	return m
}

func uploadedCount(sc *scene.Scene) (n int) {
	for i := range sc.Uploads {
		if sc.Uploads[i].Uploaded {
			n++
		}
	}
	return n
}

// TestUploadBudget: a frame copies all urgent meshes, and of the others as many as the budget allows.
func TestUploadBudget(t *testing.T) {
	onGPU(t, func(s *Sections) {
		const each = 10_000 // quads: 560 kB with their cells
		sc := offerMeshes(40, each)
		sc.Uploads[30].Urgent, sc.Uploads[35].Urgent = true, true
		frame(s, sc)
		if !sc.Uploads[30].Uploaded || !sc.Uploads[35].Uploaded || !sc.Uploads[0].Uploaded {
			t.Fatal("urgent meshes, and one more, are always uploaded")
		}
		bytes := filledMesh([3]int32{}, each).Quads
		if n := uploadedCount(sc); n > 2+UploadBytes/(4*len(bytes))+1 {
			t.Errorf("%d uploaded in one frame", n)
		}
		if s.Stats().Meshes != uploadedCount(sc) {
			t.Errorf("%d uploaded, and the stats say %d", uploadedCount(sc), s.Stats().Meshes)
		}
		for range 40 {
			frame(s, sc)
		}
		if n := uploadedCount(sc); n != 40 {
			t.Errorf("%d of 40 are uploaded after 41 frames", n)
		}
		if s.Stats().Loaded != 40 || s.Stats().Meshes != 0 {
			t.Errorf("%+v", s.Stats())
		}
	})
}

// TestLongFramesCopyMore: who sees few frames a second does not wait for land by as much longer. By the bytes alone four frames copy 20 of these meshes; four that take as long as
// counts have time for all of them. A busy machine may take that time away: one try of several is enough, as no try can succeed by the budget of short frames.
func TestLongFramesCopyMore(t *testing.T) {
	onGPU(t, func(s *Sections) {
		const each, frames = 10_000, 4
		bound := frames * (UploadBytes/(4*len(filledMesh([3]int32{}, each).Quads)) + 1)
		copied := func(took time.Duration) int {
			s.Clear()
			s.FrameTime = took
			sc := offerMeshes(40, each)
			for range frames {
				frame(s, sc)
			}
			return uploadedCount(sc)
		}
		if n := copied(0); n > bound {
			t.Errorf("%d meshes are copied by short frames, %d at most are right", n, bound)
		}
		most := 0
		for range 10 {
			most = max(most, copied(10*FrameTimeMax))
		}
		if t.Logf("%d meshes are copied by %d long frames, %d at most by short ones", most, frames, bound); most <= bound {
			t.Error("long frames copy no more than short ones")
		}
	})
	if short, long := InFrame(16, 0), InFrame(16, time.Hour); short != 16 || long != 250 {
		t.Errorf("of what is 16 with a short frame %d are done with one of no time, and %d after an hour", short, long)
	}
}

// waitReclaimed goes through frames until all memory behind fences is reclaimed.
func waitReclaimed(t *testing.T, s *Sections) {
	sc := &scene.Scene{}
	for range 100 {
		frame(s, sc)
		gl.Finish()
		if len(s.store.retired) == 0 {
			return
		}
	}
	t.Fatal("memory was never reclaimed")
}

// TestMemoryIsReclaimedAfterItsFence: the memory of a removed section is free only after the fence of the last frame that may
// read it.
func TestMemoryIsReclaimedAfterItsFence(t *testing.T) {
	onGPU(t, func(s *Sections) {
		sc := offerMeshes(10, 100)
		for i := range sc.Uploads {
			sc.Uploads[i].Urgent = true
		}
		frame(s, sc)
		p := s.store.pages[0]
		if p.quads.used != 1000 || p.slots.used != 10 || p.cells.used != 1000 {
			t.Fatalf("%d quads, %d slots, %d cells are used", p.quads.used, p.slots.used, p.cells.used)
		}
		again := offerMeshes(10, 150)
		for i := range again.Uploads {
			again.Uploads[i].Urgent = true
		}
		again.Unloads = [][3]int32{{0, 0, 0}, {500, 0, 0}}
		s.store.remove([3]int32{1, 0, 0})
		frame(s, again)
		if p.quads.used != 2500 {
			t.Errorf("%d quads are used: frames in flight may read the old ones", p.quads.used)
		}
		waitReclaimed(t, s)
		if p.quads.used != 1500 || p.slots.used != 10 {
			t.Errorf("%d quads, %d slots are used", p.quads.used, p.slots.used)
		}
		all := &scene.Scene{}
		for i := range again.Uploads {
			all.Unloads = append(all.Unloads, again.Uploads[i].Mesh.Section)
		}
		frame(s, all)
		waitReclaimed(t, s)
		if p.quads.used+p.models.used+p.cells.used+p.slots.used != 0 || s.Stats().Loaded != 0 {
			t.Errorf("without sections: %+v, %d loaded", p, s.Stats().Loaded)
		}
	})
}

// TestPagesAreAdded: sections that do not fit into a page get another page.
func TestPagesAreAdded(t *testing.T) {
	onGPU(t, func(s *Sections) {
		sc := offerMeshes(3, pageQuads/2+1)
		for i := range sc.Uploads {
			sc.Uploads[i].Urgent = true
		}
		frame(s, sc)
		if s.Stats().Pages != 3 || uploadedCount(sc) != 3 {
			t.Errorf("%d pages for three sections of half a page each", s.Stats().Pages)
		}
		big := &scene.Scene{Uploads: []scene.Upload{{Mesh: filledMesh([3]int32{9, 9, 9}, pageQuads+1), Urgent: true}}}
		frame(s, big)
		if uploadedCount(big) != 0 {
			t.Error("a mesh larger than a page was uploaded")
		}
	})
}

// TestStoreFull fills the store to its bound: a mesh without room is not uploaded until there is room.
func TestStoreFull(t *testing.T) {
	onGPU(t, func(s *Sections) {
		for len(s.store.pages) < MaxPages {
			p := &sectionPage{}
			s.store.pages = append(s.store.pages, p) // full from the start, and not of the GPU
		}
		sc := offerMeshes(1, 10)
		sc.Uploads[0].Urgent = true
		s.store.upload(sc.Uploads, nil, 0)
		if uploadedCount(sc) != 0 {
			t.Error("uploaded without room")
		}
		s.store.pages = nil
		s.store.upload(sc.Uploads, nil, 0)
		if uploadedCount(sc) != 1 {
			t.Error("not uploaded with room")
		}
	})
}
