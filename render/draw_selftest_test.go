package render

import (
	"testing"

	"voxtide/render/sections"
)

// TestSelfTestCanFail: the self-test sees a square that does not come out in its colour.
func TestSelfTestCanFail(t *testing.T) {
	onGPU(t, Config{}, func(r *Renderer) {
		x := r.newSelfTest()
		defer x.free()
		for p := sections.DrawPathMulti; p < sections.DrawPathCount; p++ {
			if !x.drawsRight(p) {
				t.Errorf("%v is wrong here", p)
			}
		}
		x.runs = sections.Runs{}
		for i := range uint32(selfTestSide * selfTestSide) {
			if i == 9 {
				i = 7 // drawn twice, and 9 not at all
			}
			x.runs.Add(i, 1)
		}
		for p := sections.DrawPathMulti; p < sections.DrawPathCount; p++ {
			if x.drawsRight(p) {
				t.Errorf("%v leaves out a square, and passes", p)
			}
		}
	})
}
