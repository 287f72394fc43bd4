// Package flicker measures how much a scene flickers under a slowly moving camera.
//
// While the camera moves by less than a pixel from frame to frame, a pixel changes gradually. A pixel that goes back and
// forth instead flickers; its second difference in time says how much. It is measured over frames between which the camera
// turns and moves as little as that of a player who looks around slowly.
//
// Data flow: Measure moves the camera, has each frame drawn, and compares the brightness of three frames at a time. Owner: the goroutine that draws.
package flicker

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"voxtide/render/scene"
)

const (
	frames = 16
	turn   = 0.04  // degrees: a sixth of a pixel where 270 pixels show 70 degrees
	step   = 0.005 // blocks
	tile   = 30    // pixels: the side of a tile
)

// Map is the flicker of a scene, in levels of brightness, 0 to 255.
type Map struct {
	Mean  float64     // of all pixels
	Worst float64     // mean of the tile that flickers most
	At    image.Point // its corner, in pixels

	wide, high int
	perPixel   []float32 // row by row
}

// Measure moves a camera and has frames drawn of what it sees then, and leaves the camera as it was. draw returns a frame; all are of one size.
func Measure(camera *scene.Camera, draw func() *image.NRGBA) *Map {
	out := &Map{}
	var last [3][]float32
	begin := *camera
	for i := range frames {
		by := float64(i)
		*camera = begin
		camera.Yaw += float32(by * turn / 180 * math.Pi)
		camera.Pos[0] += by * step * math.Cos(float64(begin.Yaw))
		camera.Pos[2] += by * step * math.Sin(float64(begin.Yaw))
		m := draw()
		last[0], last[1], last[2] = last[1], last[2], brightness(m)
		if out.perPixel == nil {
			out.wide, out.high = m.Rect.Dx(), m.Rect.Dy()
			out.perPixel = make([]float32, out.wide*out.high)
		}
		if i < 2 {
			continue
		}
		for p := range out.perPixel {
			d := last[0][p] - 2*last[1][p] + last[2][p]
			out.perPixel[p] += max(d, -d) / (2 * (frames - 2))
		}
	}
	*camera = begin
	out.sum()
	return out
}

// sum computes the mean and the worst tile.
func (f *Map) sum() {
	all := 0.0
	for y := 0; y < f.high; y += tile {
		for x := 0; x < f.wide; x += tile {
			sum, n := 0.0, 0
			for v := y; v < min(y+tile, f.high); v++ {
				for u := x; u < min(x+tile, f.wide); u++ {
					sum += float64(f.perPixel[v*f.wide+u])
					n++
				}
			}
			if all += sum; sum/float64(n) > f.Worst {
				f.Worst, f.At = sum/float64(n), image.Pt(x, y)
			}
		}
	}
	f.Mean = all / float64(len(f.perPixel))
}

func (f *Map) String() string {
	return fmt.Sprintf("flickers by %.2f on average, %.2f at %v", f.Mean, f.Worst, f.At)
}

// Image returns a picture of it: white is 16 levels.
func (f *Map) Image() image.Image {
	m := image.NewGray(image.Rect(0, 0, f.wide, f.high))
	for i, v := range f.perPixel {
		m.SetGray(i%f.wide, i/f.wide, color.Gray{Y: uint8(min(255, v*16))})
	}
	return m
}

// brightness returns the brightness of each pixel.
func brightness(m *image.NRGBA) []float32 {
	out := make([]float32, m.Rect.Dx()*m.Rect.Dy())
	for i := range out {
		p := m.Pix[4*i:]
		out[i] = 0.3*float32(p[0]) + 0.59*float32(p[1]) + 0.11*float32(p[2])
	}
	return out
}
