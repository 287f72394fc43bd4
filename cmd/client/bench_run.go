package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"slices"
	"time"

	"voxtide/client/benchscene"
	"voxtide/client/cell"
	"voxtide/client/far"
	"voxtide/client/terrain"
	"voxtide/cmd/internal/benchfar"
	"voxtide/internal/cputime"
	"voxtide/internal/stats"
	"voxtide/render"
	"voxtide/render/scene"
	"voxtide/window"
	"voxtide/world"
)

var (
	errStopped     = errors.New("stopped")
	errInsideBlock = errors.New("bench: the camera is inside a block")
	errSize        = errors.New("bench: the window has another size than --size")
)

const (
	benchFOV         = 70
	terrainTimeout   = 5 * time.Minute // of loading the terrain of a scene
	progressEvery    = 2 * time.Second
	warmUpFrames     = 8 // before a measurement, not counted
	timedSectionsMax = 1500
	loadsPerFrame    = 96 // sections loaded in one frame
	framesMax        = 1 << 20
)

// benchParams say how scenes are measured.
type benchParams struct {
	width, height           int // pixels
	view, lodDistance       int // blocks
	farLand                 int // blocks of land beyond the view; below 0: as the scene has it
	workers                 int
	duration                time.Duration // of each phase
	screenshots, cpuProfile string        // a folder and a file, "" for none
	unpresented             bool          // frames stay in the framebuffer
	comparisons             comparisons
	samples                 int // of a pixel, where fine detail is drawn
}

// measureScenes measures scenes, each in a window of its own.
func measureScenes(ctx context.Context, scenes []benchscene.Scene, p *benchParams, stderr io.Writer) (*benchReport, error) {
	r := &benchReport{
		Version: benchVersion, Width: p.width, Height: p.height, View: p.view, LODDistance: p.lodDistance, LODBlocks: p.lodDistance,
		CPUs: runtime.NumCPU(), Go: runtime.Version(), Seconds: p.duration.Seconds(), Samples: p.samples,
	}
	if p.cpuProfile != "" {
		f, err := os.Create(p.cpuProfile)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return nil, err
		}
		defer pprof.StopCPUProfile()
	}
	look := buildAssets(nil)
	for i := range scenes {
		b := &bench{params: p, ctx: ctx, scene: &scenes[i], stderr: stderr, out: &benchScene{Name: scenes[i].Name}}
		if err := b.run(look, r); err != nil {
			return nil, fmt.Errorf("scene %s: %w", scenes[i].Name, err)
		}
		r.Scenes = append(r.Scenes, b.out)
	}
	return r, nil
}

// bench measures one scene. The main goroutine owns it.
type bench struct {
	params *benchParams
	ctx    context.Context
	scene  *benchscene.Scene
	stderr io.Writer
	out    *benchScene

	display    *display
	terrain    *terrain.Standalone
	loader     *benchscene.Loader
	far        benchfar.Land
	home       world.SectionPos // of the camera; sections around it are loaded
	current    scene.Scene
	progressAt time.Time
	unload     []world.SectionPos
	storm      int    // edits made in this phase
	screenshot string // file for a screenshot of the next frame, "" for none

	times, cpu, gpu, update      []float64
	present, work                []float64
	sections, quads, runs, calls []float64
}

func (b *bench) run(look *assets, r *benchReport) (err error) {
	width, height := b.params.width, b.params.height
	b.display, err = openDisplay(window.Config{Title: "Voxtide bench", Width: width, Height: height}, look)
	if err != nil {
		return err
	}
	defer b.display.close()
	b.display.config.Samples = b.params.samples
	if err := b.display.renderer.SetConfig(b.display.config); err != nil {
		return err
	}
	if w, h := b.display.window.FramebufferSize(); w != width || h != height {
		return fmt.Errorf("%w: %dx%d instead of %dx%d; the screen may be too small", errSize, w, h, width, height)
	}
	r.Driver, r.Scale = b.display.renderer.Driver().String(), float64(b.display.renderer.Scale())
	b.terrain = terrain.NewStandalone(look.faces, b.params.workers)
	defer b.terrain.Close()
	b.terrain.SetDetail(b.display.terrainDetail(b.params.lodDistance))
	b.beginFar()
	defer b.far.Close()
	first := b.scene.Phases[0].Path(0, 0)
	b.home = sectionOf(first)
	b.loader = benchscene.NewLoader(b.scene, b.viewSections(), b.home)
	defer func() { b.loader.Close() }()
	if err := b.loadTerrain(first); err != nil {
		return err
	}
	for i := range b.scene.Phases {
		p, err := b.phase(&b.scene.Phases[i])
		if err != nil {
			return err
		}
		b.out.Phases = append(b.out.Phases, p)
		b.progress("%s: %.1f ms", p.Name, p.Median)
	}
	b.timeMeshing()
	return nil
}

// beginFar begins the land beyond the view.
func (b *bench) beginFar() {
	reach := b.params.farLand
	if reach < 0 {
		reach = b.scene.FarLand
	}
	if b.far.Begin(benchscene.Land, b.params.view, reach, b.display.farDetail()); reach > 0 {
		b.terrain.Watch(b.viewSections())
	}
}

// viewSections returns the distance of loaded sections: one more than is seen, because meshes need their neighbours.
func (b *bench) viewSections() int { return sectionsIn(b.params.view) + 1 }

func sectionOf(l benchscene.CameraPose) world.SectionPos { return blockOf(l).Section() }

func blockOf(l benchscene.CameraPose) world.Pos {
	return cell.At(l.Pos)
}

// progress writes a line about the progress to the standard error.
func (b *bench) progress(format string, args ...any) {
	b.progressAt = time.Now()
	fmt.Fprintf(b.stderr, "client: bench: %s: %s\n", b.scene.Name, fmt.Sprintf(format, args...))
}

// loadTerrain draws frames until all terrain is loaded, meshed and drawn.
func (b *bench) loadTerrain(l benchscene.CameraPose) error {
	begin := time.Now()
	b.progressAt = begin
	all := 0
	for _, o := range benchscene.SectionOffsets(b.viewSections()) {
		if (world.SectionPos{X: o.X, Y: b.home.Y + o.Y, Z: o.Z}).Origin().InHeight() {
			all++
		}
	}
	for b.terrain.SectionCount() < all || !b.terrain.Meshed() || b.far.Waiting() {
		if b.ctx.Err() != nil {
			return errStopped
		}
		if time.Since(begin) > terrainTimeout {
			return fmt.Errorf("the terrain was not loaded within %v", terrainTimeout)
		}
		if err := b.frame(l); err != nil {
			return err
		}
		if time.Since(b.progressAt) > progressEvery {
			b.progress("terrain: %d of %d sections, %d to be meshed", b.terrain.SectionCount(), all, b.terrain.PendingCount())
		}
	}
	b.out.Terrain.Ready = time.Since(begin).Seconds()
	return nil
}

// load loads generated sections around a place and unloads far ones.
func (b *bench) load(at world.SectionPos) {
	if at != b.home {
		b.home = at
		b.loader.MoveTo(at)
		b.unload = b.unload[:0]
		for p := range b.terrain.Positions() {
			if !benchscene.InView(p, at, b.viewSections()+benchscene.KeepMargin) {
				b.unload = append(b.unload, p)
			}
		}
		for _, p := range b.unload {
			b.terrain.Unload(p)
		}
	}
	for range loadsPerFrame {
		select {
		case m := <-b.loader.Out:
			b.terrain.Load(m.Pos, m.Section, m.Biomes)
		default:
			return
		}
	}
}

// frame draws one frame as the game does, and waits until the GPU is done with it.
func (b *bench) frame(l benchscene.CameraPose) error {
	if at := b.terrain.Block(blockOf(l)); at.Info().Opaque || at.Info().Liquid {
		return fmt.Errorf("%w: %v at %v", errInsideBlock, at, l.Pos)
	}
	b.display.window.Poll()
	before := time.Now()
	b.load(sectionOf(l))
	sc := &b.current
	sc.Camera = scene.Camera{Pos: l.Pos, Yaw: float32(l.Yaw / 180 * math.Pi), Pitch: float32(l.Pitch / 180 * math.Pi), DarkAdaptation: b.scene.Dark}
	sc.Sky.TimeOfDay = b.scene.Day
	b.terrain.Frame(sc)
	columns, version := b.terrain.Covered()
	b.far.Frame(sc, far.Covered{Columns: columns, Version: version, Ground: b.terrain})
	b.update = append(b.update, millis(time.Since(before)))
	b.display.draw(sc, benchFOV, float64(b.params.view))
	b.display.renderer.Finish()
	st := b.display.renderer.Stats()
	b.cpu = append(b.cpu, float64(st.CPUMicros)/1000)
	b.sections, b.quads = append(b.sections, float64(st.Sections)), append(b.quads, float64(st.Quads))
	b.runs, b.calls = append(b.runs, float64(st.SubDraws)), append(b.calls, float64(st.DrawCalls))
	b.display.renderer.WaitForGPU()
	b.gpu = append(b.gpu, b.display.renderer.Measurement())
	if b.screenshot != "" { // before the swap: after it the buffer may hold another frame
		path := b.screenshot
		b.screenshot = ""
		if err := b.display.screenshot(path); err != nil {
			return err
		}
	}
	if presented := time.Now(); !b.params.unpresented {
		b.display.window.Swap()
		b.present = append(b.present, millis(time.Since(presented)))
	}
	return nil
}

func millis(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// resetSamples empties the lists of a measurement. They keep their capacity, so that measuring allocates nothing.
func (b *bench) resetSamples() {
	for _, s := range []*[]float64{&b.times, &b.cpu, &b.gpu, &b.update, &b.present, &b.work, &b.sections, &b.quads, &b.runs, &b.calls} {
		*s = slices.Grow((*s)[:0], 1<<14)
	}
}

// phase measures one phase of the scene.
func (b *bench) phase(p *benchscene.Phase) (out benchPhase, err error) {
	b.display.renderer.Measure(render.MeasureTime)
	for range warmUpFrames {
		if err := b.frame(p.Path(0, 0)); err != nil {
			return out, err
		}
	}
	b.resetSamples()
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	spent := cputime.Used()
	begin := time.Now()
	last, used := begin, spent
	b.storm = 0
	for last.Sub(begin) < b.params.duration && len(b.times) < framesMax {
		if b.ctx.Err() != nil {
			return out, errStopped
		}
		t := last.Sub(begin).Seconds()
		l := p.Path(t, min(t/b.params.duration.Seconds(), 1))
		for ; b.storm < int(t*float64(p.EditsPerSecond)); b.storm++ {
			if at, block, ok := p.Edit(b.storm, l, b.terrain.Block); ok {
				b.terrain.SetBlock(at, block)
			}
		}
		if err := b.frame(l); err != nil {
			return out, err
		}
		st := b.display.renderer.Stats()
		out.Uploaded += st.Uploaded
		if st.ListRebuilt {
			out.Rebuilt++
		}
		now := time.Now()
		b.times = append(b.times, millis(now.Sub(last)))
		all := cputime.Used()
		b.work = append(b.work, millis(all-used))
		last, used = now, all
	}
	spent = cputime.Used() - spent
	runtime.ReadMemStats(&after)
	out.Name, out.Frames, out.Drawn = p.Name, len(b.times), len(b.times)
	out.Allocs = math.Round(float64(after.Mallocs-before.Mallocs)/float64(max(out.Frames, 1))*10) / 10
	out.AllCPU = millis(spent) / float64(max(out.Frames, 1))
	out.setTimes(b.times, b.work)
	out.GPU = stats.Percentile(b.gpu, 50)
	if len(b.present) > 0 {
		out.Present = stats.Percentile(b.present, 50)
	}
	out.CPU, out.Update = stats.Percentile(b.cpu, 50), stats.Percentile(b.update, 99)
	out.Sections, out.Quads = int(stats.Percentile(b.sections, 50)), int(stats.Percentile(b.quads, 50))
	out.Draws, out.DrawCalls = int(stats.Percentile(b.runs, 50)), int(stats.Percentile(b.calls, 50))
	out.Used, out.Reserved = b.display.renderer.MemoryUsage()
	b.display.renderer.Measure(render.MeasureOverdraw)
	if err = b.frame(p.Path(last.Sub(begin).Seconds(), 0.4)); err != nil {
		return out, err
	}
	out.Overdraw = b.gpu[len(b.gpu)-1]
	t := last.Sub(begin).Seconds()
	pose := p.Path(t, 0.4)
	if out.Passes, err = passTimes(b.display.renderer, func() error { return b.frame(pose) }); err != nil {
		return out, err
	}
	err = out.compare(b.params.comparisons, p, b.params.duration, t, &b.far, func(l benchscene.CameraPose) error {
		if b.ctx.Err() != nil {
			return errStopped
		}
		return b.frame(l)
	})
	if err != nil || b.params.screenshots == "" {
		return out, err
	}
	if b.params.comparisons.farTurns {
		b.far.LeftOut, b.screenshot = true, filepath.Join(b.params.screenshots, b.scene.Name+"-"+p.Name+"-without-far-land.png")
		if err = b.frame(pose); err != nil {
			return out, err
		}
		b.far.LeftOut = false
	}
	b.screenshot = filepath.Join(b.params.screenshots, b.scene.Name+"-"+p.Name+".png")
	return out, b.frame(pose)
}

// timeMeshing times light and meshes of the loaded terrain.
func (b *bench) timeMeshing() {
	out := &b.out.Terrain
	b.out.Same = out
	out.Sections, out.WithMesh = b.terrain.SectionCount(), b.terrain.DrawnCount()
	b.terrain.MeasureMeshing(64) // warm up
	out.setTimes(b.terrain.MeasureMeshing(timedSectionsMax))
}
