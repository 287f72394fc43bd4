package main

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"voxtide/scene"
)

// What moves by less than a pixel from picture to picture changes little by little, and evenly. A pixel that goes to and
// fro instead flickers: its second difference in time says how much. It is measured over pictures between which the camera
// turns and steps aside as little as somebody who looks around slowly.
const (
	shimmerPictures = 16
	shimmerTurn     = 0.04  // degrees: a sixth of a pixel where 270 are seen at 70 degrees
	shimmerStep     = 0.005 // blocks
	shimmerTile     = 30    // pixels: the side of what is looked at by itself
)

// flicker is how much a picture flickers, in levels of brightness, 0 to 255.
type flicker struct {
	wide, high int
	each       []float32 // by pixel
	mean       float64
	worst      float64 // of a tile
	at         image.Point
}

// flicker draws a scene some times and compares the pictures.
func (s *stage) flicker(sc *scene.Scene, fov, view float64) flicker {
	var out flicker
	var last [3][]float32
	begin := sc.Camera
	for i := range shimmerPictures {
		by := float64(i)
		sc.Camera = begin
		sc.Camera.Yaw += float32(by * shimmerTurn / 180 * math.Pi)
		sc.Camera.Pos[0] += by * shimmerStep * math.Cos(float64(begin.Yaw))
		sc.Camera.Pos[2] += by * shimmerStep * math.Sin(float64(begin.Yaw))
		w, h := s.draw(sc, fov, view)
		s.r.Finish()
		last[0], last[1], last[2] = last[1], last[2], grey(s.r.Shot(w, h))
		if out.each == nil {
			out.wide, out.high, out.each = w, h, make([]float32, w*h)
		}
		if i < 2 {
			continue
		}
		for p := range out.each {
			d := last[0][p] - 2*last[1][p] + last[2][p]
			out.each[p] += max(d, -d) / (2 * (shimmerPictures - 2))
		}
	}
	sc.Camera = begin
	out.sum()
	return out
}

// sum fills in what is said of the whole.
func (f *flicker) sum() {
	all := 0.0
	for y := 0; y < f.high; y += shimmerTile {
		for x := 0; x < f.wide; x += shimmerTile {
			sum, n := 0.0, 0
			for v := y; v < min(y+shimmerTile, f.high); v++ {
				for u := x; u < min(x+shimmerTile, f.wide); u++ {
					sum += float64(f.each[v*f.wide+u])
					n++
				}
			}
			if all += sum; sum/float64(n) > f.worst {
				f.worst, f.at = sum/float64(n), image.Pt(x, y)
			}
		}
	}
	f.mean = all / float64(len(f.each))
}

func (f flicker) String() string {
	return fmt.Sprintf("flickers by %.2f on the whole, %.2f at %v", f.mean, f.worst, f.at)
}

// picture shows where it flickers: white is 16 levels.
func (f *flicker) picture() image.Image {
	m := image.NewGray(image.Rect(0, 0, f.wide, f.high))
	for i, v := range f.each {
		m.SetGray(i%f.wide, i/f.wide, color.Gray{Y: uint8(min(255, v*16))})
	}
	return m
}

// grey returns how bright each pixel is.
func grey(m *image.NRGBA) []float32 {
	out := make([]float32, m.Rect.Dx()*m.Rect.Dy())
	for i := range out {
		p := m.Pix[4*i:]
		out[i] = 0.3*float32(p[0]) + 0.59*float32(p[1]) + 0.11*float32(p[2])
	}
	return out
}
