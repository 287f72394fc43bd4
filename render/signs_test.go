package render

import (
	"bytes"
	"image"
	"testing"

	"voxtide/render/scene"
)

// TestSigns: the text of a sign is drawn on its board for those who stand before it, within its outline, and not for those behind it or
// far away.
func TestSigns(t *testing.T) {
	onGPU(t, Config{ForceFull: true}, func(r *Renderer) {
		sc := hillScene(3)
		sc.Camera.Yaw, sc.Camera.Pitch = 0, 0 // looks to -Z
		look := func(front float32, away float64, text string) image.Rectangle {
			sc.Signs = nil
			without := drawFrame(r, sc, nil)
			p := sc.Camera.Pos
			sc.Signs = []scene.Sign{{Pos: [3]float64{p[0], p[1], p[2] - away}, Front: [3]float32{0, 0, front}, Text: text}}
			with := drawFrame(r, sc, nil)
			var area image.Rectangle
			for y := range testHeight {
				for x := range testWidth {
					i := with.PixOffset(x, y)
					if !bytes.Equal(with.Pix[i:i+4], without.Pix[i:i+4]) {
						area = area.Union(image.Rect(x, y, x+1, y+1))
					}
				}
			}
			return area
		}
		near := look(1, 2, "To the old mill\nmind the wolves of it")
		mid := image.Pt(testWidth/2, testHeight/2)
		if near.Empty() || !mid.In(near.Inset(-4)) {
			t.Fatalf("the text is drawn at %v", near)
		}
		side := float64(testHeight) / 2 / 2 / 0.7 // pixels of a block two blocks away, in a field of view of 1.22
		if w := float64(near.Dx()); w > side*1.05 || w < side*0.5 {
			t.Errorf("the text is %v pixels wide, a block is %.0f", w, side)
		}
		for name, got := range map[string]image.Rectangle{
			"behind": look(-1, 2, "text"), "far": look(1, scene.SignDistance+1, "text"), "at the eye": look(1, 0.05, "text"), "behind the eye": look(1, -2, "text"), "empty": look(1, 2, "\n\n"),
		} {
			if !got.Empty() {
				t.Errorf("%s: drawn at %v", name, got)
			}
		}
		t.Logf("drawn at %v", near)
	})
}
