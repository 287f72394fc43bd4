package render

import (
	"image"

	"github.com/go-gl/gl/v4.1-core/gl"
)

// Screenshot reads the window's framebuffer of width by height pixels, after Finish and before the swap.
func (r *Renderer) Screenshot(width, height int) *image.NRGBA {
	out := image.NewNRGBA(image.Rect(0, 0, width, height))
	if width <= 0 || height <= 0 {
		return out
	}
	gl.PixelStorei(gl.PACK_ALIGNMENT, 1)
	gl.ReadBuffer(gl.BACK)
	gl.ReadPixels(0, 0, int32(width), int32(height), gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(out.Pix))
	row := make([]byte, out.Stride)
	for y := range height / 2 {
		a, b := out.Pix[y*out.Stride:(y+1)*out.Stride], out.Pix[(height-1-y)*out.Stride:(height-y)*out.Stride]
		copy(row, a)
		copy(a, b)
		copy(b, row)
	}
	for i := 3; i < len(out.Pix); i += 4 {
		out.Pix[i] = 255
	}
	return out
}
