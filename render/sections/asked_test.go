package sections

import (
	"math"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/render/camera"
	"voxtide/render/glutil"
	"voxtide/render/scene"
)

// drawnPlanes returns which planes of plants a list draws, by their numbers in the page.
func drawnPlanes(l *drawList) map[uint32]bool {
	drawn := map[uint32]bool{}
	d := &l.pages[0].passes[PassModelCutout]
	for i := range d.counts {
		for n := range d.counts[i] / glutil.IndicesPerQuad {
			drawn[uint32(d.bases[i]/4+n)] = true
		}
	}
	return drawn
}

// TestOnePlane: from its distance on a plant has one plane, the one of which the eye sees more; nearer it has both. Whether what is hidden is left out changes nothing
// else, nor whether the eye has turned.
func TestOnePlane(t *testing.T) {
	r := testrand.New(t)
	const from = 20
	both, one, hidden := 0, 0, 0
	for range testrand.Rounds(2) {
		w := newWood(r, 3)
		for range 6 {
			c := scene.Camera{Pos: w.eye, ViewDistance: 60, Pitch: -0.3}
			for w.touched(c.Pos) {
				for k, reach := range [3]float64{12, 6, 12} {
					c.Pos[k] = w.eye[k] + (2*r.Float64()-1)*reach
				}
			}
			plain, hiding, whole := newList(), newList(), newList()
			plain.walk.panorama = nil
			plain.asked.onePlane, hiding.asked.onePlane = from*from, from*from
			for range 4 {
				c.Yaw += r.Float32() * 2
				var v camera.View
				v.Set(&c, 1280, 720)
				for _, l := range [...]*drawList{plain, hiding, whole} {
					l.update(w.store, &v)
				}
				if !hiding.walk.hiding || plain.walk.hiding {
					t.Fatal("what is hidden is left out of the wrong list")
				}
				got, seen, all := drawnPlanes(plain), drawnPlanes(hiding), drawnPlanes(whole)
				for i := range w.store.sections {
					sec := &w.store.sections[i]
					rising, falling := sec.ranges.planes[scene.DiagonalRising], sec.ranges.planes[scene.DiagonalFalling]
					for n := range rising.Count {
						a, b := got[rising.Start+n], got[falling.Start+n]
						if !a && !b {
							if seen[rising.Start+n] || seen[falling.Start+n] {
								t.Fatal("a plant is drawn only where what is hidden is left out")
							}
							continue // out of the frame, with its whole section
						}
						box := &sec.boxes[sec.firstPlane()+int(n)]
						var to [3]float64
						for k := range to {
							to[k] = float64(sec.key[k]*Side) + (float64(box.Low[k])+float64(box.High[k]))/2 - c.Pos[k]
						}
						switch d := math.Hypot(math.Hypot(to[0], to[1]), to[2]); {
						case math.Abs(d-from) < 0.01:
						case d < from:
							if both++; !a || !b {
								t.Fatalf("a plant %v blocks away has one plane", d)
							}
						default:
							if one++; a == b {
								t.Fatalf("a plant %v blocks away has both planes", d)
							}
							// How wide the planes from corner to corner are, as the eye sees them.
							wideRising, wideFalling := math.Abs(to[0]-to[2]), math.Abs(to[0]+to[2])
							if a && wideRising < wideFalling-0.01 || b && wideFalling < wideRising-0.01 {
								t.Fatalf("of a plant at %v the narrow plane is drawn", to)
							}
						}
						for _, q := range [...]uint32{rising.Start + n, falling.Start + n} {
							if want := got[q] && all[q]; seen[q] != want {
								t.Fatalf("a plane at %v is drawn: %v; %v where nothing is left out, %v where both planes are drawn", to, seen[q], got[q], all[q])
							}
							if got[q] && !all[q] {
								hidden++
							}
						}
					}
				}
			}
		}
	}
	t.Logf("%d times a plant had both planes, %d times one; %d planes were hidden", both, one, hidden)
	if both == 0 || one == 0 || hidden == 0 {
		t.Error("some kind was not seen")
	}
}
