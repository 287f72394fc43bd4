package main

import (
	"context"
	"math"
	"time"

	"voxtide/client/benchscene"
	"voxtide/client/terrain"
	"voxtide/internal/stats"
	"voxtide/render/draw2d"
	"voxtide/render/scene"
	"voxtide/window"
	"voxtide/world"
)

// The first start draws the city of the bench, measureView blocks far, for measureFor; loading it takes measureMax at most.
const (
	measureView = 64
	measureFor  = 2 * time.Second
	measureMax  = 6 * time.Second

	loadPart = 20 * time.Millisecond // of a frame, so that the window answers while the terrain loads
)

// measureFrameTime returns the time that a frame takes on this machine, with the GPU's part, in ms: the first quartile of
// all frames, because other programs may slow some down. It returns 0 if the player or ctx ended it; quit reports whether
// the player closed the window.
func measureFrameTime(ctx context.Context, d *display, a *assets) (ms float64, quit bool) {
	city, ok := benchscene.Find("city")
	if !ok {
		return 0, false
	}
	land := terrain.NewStandalone(a.faces, 2)
	defer land.Close()
	defer d.renderer.UnloadSections()
	path := city.Phases[len(city.Phases)-1].Path
	home := sectionOf(path(0, 0))
	generate := city.NewGenerator()
	offsets := benchscene.SectionOffsets(sectionsIn(measureView) + 1)
	begin := time.Now()
	var loaded time.Time // and meshed; zero before
	var times []float64
	var frame scene.Scene
	for next := 0; ; {
		if ctx.Err() != nil || time.Since(begin) > measureMax && loaded.IsZero() {
			return 0, false
		}
		for _, e := range d.window.Poll() {
			if e.Kind == window.CloseRequested {
				return 0, true
			}
		}
		for part := time.Now(); next < len(offsets) && time.Since(part) < loadPart; next++ {
			o := offsets[next]
			p := world.SectionPos{X: home.X + o.X, Y: home.Y + o.Y, Z: home.Z + o.Z}
			if p.Origin().InHeight() {
				land.Load(p, generate(p), [16]uint8{})
			}
		}
		progress := 0.0 // along the path
		if !loaded.IsZero() {
			progress = min(time.Since(loaded).Seconds()/measureFor.Seconds(), 1)
		}
		l := path(0, progress)
		frame.Camera = scene.Camera{Pos: l.Pos, Yaw: float32(l.Yaw / 180 * math.Pi), Pitch: float32(l.Pitch / 180 * math.Pi)}
		frame.Sky.TimeOfDay = city.Day
		frameBegin := time.Now()
		land.Frame(&frame)
		width, height := d.draw(&frame, benchFOV, measureView)
		drawNotice(d.renderer.Batch(), width, height, "Measuring how fast this machine draws")
		d.renderer.Finish()
		d.renderer.WaitForGPU()
		switch {
		case !loaded.IsZero():
			times = append(times, millis(time.Since(frameBegin)))
		case next == len(offsets) && land.Meshed():
			loaded = time.Now()
		}
		d.window.Swap()
		if !loaded.IsZero() && time.Since(loaded) >= measureFor {
			return stats.Percentile(times, 25), false
		}
	}
}

// drawNotice draws a line of text on a dark plate in the middle of the frame.
func drawNotice(b *draw2d.Batch, width, height int, text string) {
	const size, pad = 24, 24
	w := b.MeasureText(draw2d.Regular, size, text)
	b.Rect((width-w)/2-pad, height/2-16, w+2*pad, 56, draw2d.Colour{R: 12, G: 15, B: 20, A: 215})
	b.FontText(draw2d.Regular, (width-w)/2, height/2, size, draw2d.Colour{R: 255, G: 255, B: 255, A: 255}, text)
}
