package main

import (
	"cmp"
	"context"
	"math"
	"path/filepath"
	"time"

	"voxtide/client/benchscene"
	"voxtide/client/far"
	"voxtide/client/terrain"
	"voxtide/internal/cputime"
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

// frameFar adds the land beyond the view to a frame, or leaves it out and keeps what the renderer has of it.
func (b *bench) frameFar(sc *scene.Scene) {
	if !b.near {
		columns, version := b.terrain.Covered()
		b.far.Frame(sc, far.Covered{Columns: columns, Version: version, Ground: b.terrain})
		return
	}
	b.nearFar = *sc.Far
	b.nearFar.Draw = nil
	sc.Far = &b.nearFar
}

// compareFar draws each place of a phase with and without the land beyond the view, for the duration of a phase, and tells both.
// A machine that goes faster and slower does so for both. Of a pair the first frame may have to look for what is in sight, and the second one finds it there; so
// the one with the land comes first in every second pair, and what it adds is the geometric mean of both orders' medians.
func (b *bench) compareFar(p *benchscene.Phase, out *benchPhase) error {
	type cost struct{ clock, work float64 }
	var all [2][]cost   // without, with
	var added [2][]cost // with, divided by without, by which came first
	defer func() { b.near = false }()
	begin := time.Now()
	for pair := 0; pair < 2 || time.Since(begin) < b.params.duration; pair++ {
		if b.ctx.Err() != nil {
			return errStopped
		}
		t := time.Since(begin).Seconds()
		l := p.Path(t, min(t/b.params.duration.Seconds(), 1))
		var of [2]cost
		for i := range 2 {
			with := (pair + i) & 1
			b.near = with == 0
			spent, at := cputime.Used(), time.Now()
			if err := b.frame(l); err != nil {
				return err
			}
			of[with] = cost{millis(time.Since(at)), millis(cputime.Used() - spent)}
			all[with] = append(all[with], of[with])
		}
		first := pair & 1
		added[first] = append(added[first], cost{of[1].clock / of[0].clock, of[1].work / max(of[0].work, 1e-3)})
	}
	clock, work := func(c cost) float64 { return c.clock }, func(c cost) float64 { return c.work }
	median := func(of []cost, part func(cost) float64) float64 {
		values := make([]float64, len(of))
		for i, c := range of {
			values[i] = part(c)
		}
		return stats.Percentile(values, 50)
	}
	f := &benchFar{Pairs: len(all[0])}
	f.Without, f.WithoutWork = median(all[0], clock), median(all[0], work)
	f.With, f.WithWork = median(all[1], clock), median(all[1], work)
	f.Added = math.Sqrt(median(added[0], clock)*median(added[1], clock)) - 1
	f.AddedWork = math.Sqrt(median(added[0], work)*median(added[1], work)) - 1
	out.Far = f
	if b.params.screenshots == "" {
		return nil
	}
	b.near = true
	b.screenshot = filepath.Join(b.params.screenshots, b.scene.Name+"-"+p.Name+"-without-far-land.png")
	return b.frame(p.Path(time.Since(begin).Seconds(), 0.4))
}

// timeMeshing times light and meshes of the loaded terrain.
func (b *bench) timeMeshing() {
	out := &b.out.Terrain
	b.out.Same = out
	out.Sections, out.WithMesh = b.terrain.SectionCount(), b.terrain.DrawnCount()
	b.terrain.MeasureMeshing(64) // warm up
	var fill, light, mesh []float64
	for _, s := range b.terrain.MeasureMeshing(timedSectionsMax) {
		fill, light, mesh = append(fill, 1000*millis(s.Fill)), append(light, 1000*millis(s.Light)), append(mesh, 1000*millis(s.Mesh))
		out.Quads += s.Quads
	}
	out.Fill, out.Light, out.Mesh, out.WorstMesh = stats.Percentile(fill, 50), stats.Percentile(light, 50), stats.Percentile(mesh, 50), stats.Percentile(mesh, 99)
	out.MeanLight, out.MeanMesh = mean(light), mean(mesh)
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(cmp.Or(len(values), 1))
}
