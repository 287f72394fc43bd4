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
