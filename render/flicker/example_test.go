package flicker_test

import (
	"fmt"
	"image"

	"voxtide/render/flicker"
	"voxtide/render/scene"
)

// Example measures a scene in which a tile goes from black to white and back, and the rest does not change.
func Example() {
	frame := 0
	m := flicker.Measure(&scene.Camera{}, func() *image.NRGBA {
		frame++
		out := image.NewNRGBA(image.Rect(0, 0, 60, 60))
		for y := 30; y < 60 && frame%2 == 0; y++ {
			for x := range 30 {
				i := out.PixOffset(x, y)
				out.Pix[i], out.Pix[i+1], out.Pix[i+2] = 255, 255, 255
			}
		}
		return out
	})
	fmt.Println(m)
	// Output: flickers by 63.75 on average, 255.00 at (0,30)
}
