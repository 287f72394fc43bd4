package render

import (
	"testing"

	"github.com/go-gl/gl/v4.1-core/gl"

	"voxtide/scene"
)

// offer returns n uploads of small meshes.
func offer(n int, quads int) *scene.Scene {
	sc := &scene.Scene{Camera: scene.Camera{View: 64}}
	for i := range n {
		sc.Uploads = append(sc.Uploads, scene.Upload{Mesh: filled([3]int32{int32(i % 64), int32(i / 64), 0}, quads)})
	}
	return sc
}

// filled returns a mesh with a number of quads, all alike.
func filled(key [3]int32, quads int) *scene.Mesh {
	m := &scene.Mesh{Section: key, Open: scene.OpenAll, High: [3]uint8{16, 16, 16}}
	m.Quads = make([]uint32, quads*12)
	m.Cells = make([]uint32, quads*scene.CellWords)
	m.Opaque[1] = scene.Range{Count: uint32(quads)}
	return m
}

func taken(sc *scene.Scene) (n int) {
	for i := range sc.Uploads {
		if sc.Uploads[i].Taken {
			n++
		}
	}
	return n
}

func TestUploadBudget(t *testing.T) {
	onGPU(t, Config{}, func(r *Renderer) {
		const each = 10_000 // quads: 560 kB with their cells
		sc := offer(40, each)
		sc.Uploads[30].Urgent, sc.Uploads[35].Urgent = true, true
		r.Draw(sc, 64, 64)
		if !sc.Uploads[30].Taken || !sc.Uploads[35].Taken || !sc.Uploads[0].Taken {
			t.Fatal("what is urgent, and one more, is always taken")
		}
		bytes := filled([3]int32{}, each).Quads
		if n := taken(sc); n > 2+UploadBytes/(4*len(bytes))+1 {
			t.Errorf("%d taken in one picture", n)
		}
		if r.Stats().Uploaded != taken(sc) {
			t.Errorf("%d taken, and the stats say %d", taken(sc), r.Stats().Uploaded)
		}
		for range 40 {
			r.Draw(sc, 64, 64)
		}
		if n := taken(sc); n != 40 {
			t.Errorf("%d of 40 are there after 41 pictures", n)
		}
		if r.Stats().Known != 40 || r.Stats().Uploaded != 0 {
			t.Errorf("%+v", r.Stats())
		}
	})
}

// settled draws until no memory waits for a fence any more.
func settled(t *testing.T, r *Renderer) {
	sc := &scene.Scene{}
	for range 100 {
		r.Draw(sc, 64, 64)
		gl.Finish()
		if len(r.store.leaving) == 0 {
			return
		}
	}
	t.Fatal("memory never came back")
}

func TestMemoryComesBackBehindItsFence(t *testing.T) {
	onGPU(t, Config{}, func(r *Renderer) {
		sc := offer(10, 100)
		for i := range sc.Uploads {
			sc.Uploads[i].Urgent = true
		}
		r.Draw(sc, 64, 64)
		p := r.store.pages[0]
		if p.quads.used != 1000 || p.slots.used != 10 || p.cells.used != 1000 {
			t.Fatalf("%d quads, %d slots, %d cells are used", p.quads.used, p.slots.used, p.cells.used)
		}
		again := offer(10, 150)
		for i := range again.Uploads {
			again.Uploads[i].Urgent = true
		}
		again.Drops = [][3]int32{{0, 0, 0}, {500, 0, 0}}
		r.store.drop([3]int32{1, 0, 0})
		r.Draw(again, 64, 64)
		if p.quads.used != 2500 {
			t.Errorf("%d quads are used: the old ones may still be drawn", p.quads.used)
		}
		settled(t, r)
		if p.quads.used != 1500 || p.slots.used != 10 {
			t.Errorf("%d quads, %d slots are used", p.quads.used, p.slots.used)
		}
		all := &scene.Scene{}
		for i := range again.Uploads {
			all.Drops = append(all.Drops, again.Uploads[i].Mesh.Section)
		}
		r.Draw(all, 64, 64)
		settled(t, r)
		if p.quads.used+p.models.used+p.cells.used+p.slots.used != 0 || r.Stats().Known != 0 {
			t.Errorf("after all is dropped: %+v, %d known", p, r.Stats().Known)
		}
	})
}

func TestPagesAreAdded(t *testing.T) {
	onGPU(t, Config{}, func(r *Renderer) {
		sc := offer(3, pageQuads/2+1)
		for i := range sc.Uploads {
			sc.Uploads[i].Urgent = true
		}
		r.Draw(sc, 64, 64)
		if r.Stats().Pages != 3 || taken(sc) != 3 {
			t.Errorf("%d pages for three sections of half a page each", r.Stats().Pages)
		}
		big := &scene.Scene{Uploads: []scene.Upload{{Mesh: filled([3]int32{9, 9, 9}, pageQuads+1), Urgent: true}}}
		r.Draw(big, 64, 64)
		if taken(big) != 0 {
			t.Error("what is larger than a page was taken")
		}
	})
}

// TestNoRoom fills the store to its bound: what does not fit is offered again, and the rest is drawn.
func TestNoRoom(t *testing.T) {
	onGPU(t, Config{}, func(r *Renderer) {
		for len(r.store.pages) < MaxPages {
			p := &page{}
			r.store.pages = append(r.store.pages, p) // full from the start, and not of the GPU
		}
		sc := offer(1, 10)
		sc.Uploads[0].Urgent = true
		r.store.take(sc.Uploads, &r.stats)
		if taken(sc) != 0 {
			t.Error("taken without room")
		}
		r.store.pages = nil
		r.store.take(sc.Uploads, &r.stats)
		if taken(sc) != 1 {
			t.Error("not taken with room")
		}
	})
}

func TestSteadyPictureAllocatesNothing(t *testing.T) {
	onGPU(t, Config{Rich: true}, func(r *Renderer) {
		sc := hills(3)
		company(sc)
		text := "Voxtide 60 pictures per second"
		picture := func() {
			sc.Time += 16_667
			sc.Camera.Yaw += 0.004 // past the slack now and then, so that lists are made anew
			sc.Camera.Pos[0] += 0.03
			r.Draw(sc, testWide, testHigh)
			b := r.Batch()
			b.Rect(10, 10, 50, 20, Colour{0, 0, 0, 100})
			b.Shadowed(Regular, 10, 10, 14, Colour{255, 255, 255, 255}, text)
			b.Icon(30, 30, 24, blockGrass)
			r.Finish()
		}
		for range 200 {
			picture()
		}
		sc.Camera.Yaw, sc.Camera.Pos[0] = 0, 0
		if n := testing.AllocsPerRun(60, picture); n > 0 {
			t.Errorf("%v allocations a picture", n)
		}
	})
}
