package sections

import (
	"testing"

	"voxtide/render/scene"
)

// TestRemovedWhileFading: a section that is removed while it fades in leaves nothing behind for the section that gets its
// place.
func TestRemovedWhileFading(t *testing.T) {
	onGPU(t, func(s *Sections) {
		for x := range int32(3) {
			sc := &scene.Scene{Uploads: []scene.Upload{{Mesh: filledMesh([3]int32{x - 9, 0, -1}, 10)}}}
			if x > 0 {
				sc.Unloads = [][3]int32{{x - 10, 0, -1}}
			}
			sc.Time = int64((200 + 0.1*float64(x)) * 1e6)
			frame(s, sc)
		}
		if s.Stats().Fading == 0 {
			t.Error("no section fades in")
		}
		frame(s, &scene.Scene{Time: 201 * 1e6})
		i := s.store.byKey[[3]int32{-7, 0, -1}]
		if sec := &s.store.sections[i]; sec.fadeStamp != 0 || s.Stats().Fading != 0 {
			t.Errorf("stamp %d, %d sections still fade in", sec.fadeStamp, s.Stats().Fading)
		}
	})
}

// TestFadesInBesideFarLand: a section fades in where there was nothing, not where far land stands.
func TestFadesInBesideFarLand(t *testing.T) {
	onGPU(t, func(s *Sections) {
		far := &scene.Far{Draw: []*scene.FarMesh{{Origin: [2]int32{-64, 32}, Width: 32}, {Origin: [2]int32{0, 0}}}}
		fading := 0
		for x := int32(-6); x < 2; x++ {
			for z := range int32(6) {
				before := s.Stats().Fading
				uploads := []scene.Upload{{Mesh: filledMesh([3]int32{x, 0, z}, 10)}}
				frame(s, &scene.Scene{Land: scene.Land{Far: far}, Uploads: uploads, Time: 100 * 1e6})
				stands := (x == -4 || x == -3) && (z == 2 || z == 3)
				if fades := s.Stats().Fading > before; fades == stands {
					t.Errorf("section %d,%d fades in: %v; far land stands there: %v", x, z, fades, stands)
				} else if fades {
					fading++
				}
			}
		}
		if fading != 48-4 {
			t.Errorf("%d sections fade in", fading)
		}
	})
}
