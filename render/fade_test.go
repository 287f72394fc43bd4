package render

import (
	"testing"

	"voxtide/render/golden"
	"voxtide/scene"
)

// timed draws a scene at a time in seconds and returns how many pixels differ from those of another picture.
func timed(r *Renderer, sc *scene.Scene, seconds float64) func(other float64) int {
	sc.Time = int64(seconds * 1e6)
	a := shoot(r, sc, nil)
	return func(other float64) int {
		sc.Time = int64(other * 1e6)
		n, _ := golden.Differ(a, shoot(r, sc, nil), 2)
		return n
	}
}

// TestSectionsComeOutOfTheHaze: sections that come are first as the fog is, then as they are, and stay so when the byte of
// their slots has come round; what the player builds himself is there at once.
func TestSectionsComeOutOfTheHaze(t *testing.T) {
	onGPU(t, Config{}, func(r *Renderer) {
		const begin = 100.0
		sc := hills(2)
		for i := range sc.Uploads {
			sc.Uploads[i].Urgent = false
		}
		var late []*scene.Mesh
		empty := shoot(r, &scene.Scene{Camera: sc.Camera, Sky: sc.Sky, Time: begin * 1e6}, nil)
		for n := range 1000 { // an upload a picture, at the same time
			sc.Time = begin * 1e6
			r.Draw(sc, testWide, testHigh)
			if left := notTaken(sc); left == 0 {
				break
			} else if n == 999 {
				t.Fatalf("%d meshes were never taken", left)
			}
		}
		if n, _ := golden.Differ(empty, shoot(r, sc, nil), 24); n > testWide*testHigh/100 {
			t.Errorf("%d pixels of land are seen in the picture in which it comes", n)
		}
		if n := timed(r, sc, begin+0.1)(begin + 0.25); n < testWide*testHigh/4 {
			t.Errorf("only %d pixels change while it comes", n)
		}
		for _, later := range []float64{0.45, 0.6, 255. / fadeTicks, 255./fadeTicks + 0.1, 16.1} {
			if n := timed(r, sc, begin+0.4)(begin + later); n != 0 {
				t.Errorf("%d pixels differ after %v s", n, later)
			}
		}
		if len(r.store.fading) != 0 {
			t.Errorf("%d sections still come", len(r.store.fading))
		}

		// A section that goes while it comes leaves nothing behind for the one that gets its place.
		k := maker{hillCell, hillLight}
		for x := range int32(3) {
			late = append(late, k.mesh([3]int32{x - 9, 0, -1}))
			sc.Uploads = []scene.Upload{{Mesh: late[x]}}
			sc.Drops = nil
			if x > 0 {
				sc.Drops = [][3]int32{{x - 10, 0, -1}}
			}
			sc.Time = int64((200 + 0.1*float64(x)) * 1e6)
			r.Draw(sc, testWide, testHigh)
		}
		sc.Drops, sc.Uploads = nil, nil
		sc.Time = 201 * 1e6
		r.Draw(sc, testWide, testHigh)
		i := r.store.byKey[[3]int32{-7, 0, -1}]
		if s := &r.store.sections[i]; s.born != 0 || len(r.store.fading) != 0 {
			t.Errorf("born %d, %d still come", s.born, len(r.store.fading))
		}

		own := hills(2)
		for i := range own.Uploads {
			r.store.drop(own.Uploads[i].Mesh.Section)
		}
		own.Time = 300 * 1e6
		if n := timed(r, own, 300)(301); n != 0 {
			t.Errorf("%d pixels of what the player builds come later", n)
		}
	})
}

func notTaken(sc *scene.Scene) (n int) {
	for i := range sc.Uploads {
		if !sc.Uploads[i].Taken {
			n++
		}
	}
	return n
}
