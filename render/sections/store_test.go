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

// TestLongFramesCopyMore: who sees few frames a second does not wait for land by as much longer: of a frame copying takes a part of its bytes and of
// its time, whichever ends first, and no more of a pause than of FrameTimeMax.
func TestLongFramesCopyMore(t *testing.T) {
	onGPU(t, func(s *Sections) {
		const offered, each = 400, 2_000
		m := filledMesh([3]int32{}, each)
		size := 4 * (len(m.Quads) + len(m.Cells))
		copied := func(took, perMesh time.Duration) int {
			s.Clear()
			s.FrameTime = took
			var clock time.Time
			s.store.now = func() time.Time { clock = clock.Add(perMesh); return clock }
			sc := offerMeshes(offered, each)
			frame(s, sc)
			return uploadedCount(sc)
		}
		const slow = UploadBudget / 4 // for a mesh
		for _, c := range []struct {
			took, perMesh time.Duration
			want          int
		}{
			{0, 0, (UploadBytes + size - 1) / size},
			{4 * UploadFrame, 0, (4*UploadBytes + size - 1) / size},
			{time.Hour, 0, (InFrame(UploadBytes, FrameTimeMax) + size - 1) / size},
			{0, slow, 4},
			{4 * UploadFrame, slow, 16},
			{time.Hour, slow, 63},
			{0, 2 * UploadBudget, 1},
		} {
			n := copied(c.took, c.perMesh)
			if t.Logf("%d meshes are copied with a frame of %v, at %v each", n, c.took, c.perMesh); n != c.want {
				t.Errorf("%d are right", c.want)
			}
		}
	})
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
