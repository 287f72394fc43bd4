package main

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"voxtide/render/scene"
)

// While the camera moves by less than a pixel from frame to frame, a pixel changes gradually. A pixel that goes back and
// forth instead flickers; its second difference in time says how much. It is measured over frames between which the camera
// turns and moves as little as that of a player who looks around slowly.
const (
	flickerFrames = 16
	flickerTurn   = 0.04  // degrees: a sixth of a pixel where 270 pixels show 70 degrees
	flickerStep   = 0.005 // blocks
	flickerTile   = 30    // pixels: the side of a tile
)

// flicker is the flicker of a scene, in levels of brightness, 0 to 255.
type flicker struct {
	wide, high int
	perPixel   []float32 // row by row
	mean       float64
	worst      float64 // mean of a tile
	at         image.Point
}

// flicker renders frames of a scene with a moving camera and compares them.
func (s *display) flicker(sc *scene.Scene, fov, view float64) flicker {
	var out flicker
	var last [3][]float32
	begin := sc.Camera
	for i := range flickerFrames {
		by := float64(i)
		sc.Camera = begin
		sc.Camera.Yaw += float32(by * flickerTurn / 180 * math.Pi)
		sc.Camera.Pos[0] += by * flickerStep * math.Cos(float64(begin.Yaw))
		sc.Camera.Pos[2] += by * flickerStep * math.Sin(float64(begin.Yaw))
		w, h := s.draw(sc, fov, view)
		s.renderer.Finish()
		last[0], last[1], last[2] = last[1], last[2], brightness(s.renderer.Screenshot(w, h))
		if out.perPixel == nil {
			out.wide, out.high, out.perPixel = w, h, make([]float32, w*h)
		}
		if i < 2 {
			continue
		}
		for p := range out.perPixel {
			d := last[0][p] - 2*last[1][p] + last[2][p]
			out.perPixel[p] += max(d, -d) / (2 * (flickerFrames - 2))
		}
	}
	sc.Camera = begin
	out.sum()
	return out
}

// sum computes the mean and the worst tile.
func (f *flicker) sum() {
	all := 0.0
	for y := 0; y < f.high; y += flickerTile {
		for x := 0; x < f.wide; x += flickerTile {
			sum, n := 0.0, 0
			for v := y; v < min(y+flickerTile, f.high); v++ {
				for u := x; u < min(x+flickerTile, f.wide); u++ {
					sum += float64(f.perPixel[v*f.wide+u])
					n++
				}
			}
			if all += sum; sum/float64(n) > f.worst {
				f.worst, f.at = sum/float64(n), image.Pt(x, y)
			}
		}
	}
	f.mean = all / float64(len(f.perPixel))
}

func (f flicker) String() string {
	return fmt.Sprintf("flickers by %.2f on average, %.2f at %v", f.mean, f.worst, f.at)
}

// image returns a map of the flicker: white is 16 levels.
func (f *flicker) image() image.Image {
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
