package main

import (
	"cmp"
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

	"voxtide/benchscene"
	"voxtide/client"
	"voxtide/cputime"
	"voxtide/scene"
	"voxtide/window"
	"voxtide/world"
)

var (
	errStopped = errors.New("stopped")
	errRock    = errors.New("bench: the camera is in rock")
	errSize    = errors.New("bench: the window is not as large as asked")
)

const (
	benchFOV    = 70
	landFor     = 5 * time.Minute // that the land of a scene may take
	tellEvery   = 2 * time.Second
	warmUp      = 8    // pictures before a measurement that are not counted
	timedMost   = 1500 // sections whose meshing is timed
	comesMost   = 96   // sections that come in one picture
	picturesMax = 1 << 20
)

// measure measures scenes, each in a window of its own.
func (c *benchCmd) measure(ctx context.Context, scenes []benchscene.Scene, width, height int, stderr io.Writer) (*benchReport, error) {
	r := &benchReport{Version: benchVersion, Width: width, Height: height, View: c.View, Coarse: c.Coarse, CPUs: runtime.NumCPU(), Go: runtime.Version(), Seconds: c.Duration.Seconds()}
	if c.CPUProfile != "" {
		f, err := os.Create(c.CPUProfile)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return nil, err
		}
		defer pprof.StopCPUProfile()
	}
	look := paint()
	for i := range scenes {
		b := &bench{cmd: c, ctx: ctx, scene: &scenes[i], tell: stderr, out: &benchScene{Name: scenes[i].Name}}
		if err := b.run(look, r, width, height); err != nil {
			return nil, fmt.Errorf("scene %s: %w", scenes[i].Name, err)
		}
		r.Scenes = append(r.Scenes, b.out)
	}
	return r, nil
}

// bench is a scene being measured. The main goroutine owns it.
type bench struct {
	cmd   *benchCmd
	ctx   context.Context
	scene *benchscene.Scene
	tell  io.Writer
	out   *benchScene

	stage *stage
	land  *client.Land
	feed  *benchscene.Feed
	home  world.SectionPos // around which land is
	sc    scene.Scene
	said  time.Time
	gone  []world.SectionPos
	storm int    // changes made
	shot  string // where the next picture is written to

	times, cpu, update           []float64
	sections, quads, runs, calls []float64
}

func (b *bench) run(look *pictures, r *benchReport, width, height int) (err error) {
	b.stage, err = openStage(window.Config{Title: "Voxtide bench", Width: width, Height: height}, look)
	if err != nil {
		return err
	}
	defer b.stage.close()
	if w, h := b.stage.win.FramebufferSize(); w != width || h != height {
		return fmt.Errorf("%w: %dx%d instead of %dx%d; the screen may be too small", errSize, w, h, width, height)
	}
	r.Driver, r.Scale = b.stage.r.Driver().String(), float64(b.stage.r.Scale())
	b.land = client.NewLand(look.looks, b.cmd.Workers)
	defer b.land.Close()
	b.land.SetCoarse(b.cmd.Coarse)
	first := b.scene.Phases[0].Way(0, 0)
	b.home = sectionOf(first)
	b.feed = benchscene.NewFeed(b.scene, b.view(), b.home)
	defer func() { b.feed.Close() }()
	if err := b.ready(first); err != nil {
		return err
	}
	for i := range b.scene.Phases {
		p, err := b.phase(&b.scene.Phases[i])
		if err != nil {
			return err
		}
		b.out.Phases = append(b.out.Phases, p)
		b.say("%s: %.1f ms", p.Name, p.Median)
	}
	b.timeLand()
	return nil
}

// view is how far land is made, in sections: one more than is seen, as meshes need their neighbours.
func (b *bench) view() int { return sections(b.cmd.View) + 1 }

func sectionOf(l benchscene.Look) world.SectionPos { return blockOf(l).Section() }

func blockOf(l benchscene.Look) world.Pos {
	return world.Pos{X: int32(math.Floor(l.Pos[0])), Y: int32(math.Floor(l.Pos[1])), Z: int32(math.Floor(l.Pos[2]))}
}

// say tells how far it is, on the error output.
func (b *bench) say(format string, args ...any) {
	b.said = time.Now()
	fmt.Fprintf(b.tell, "client: bench: %s: %s\n", b.scene.Name, fmt.Sprintf(format, args...))
}

// ready makes pictures until all land is there and drawn.
func (b *bench) ready(l benchscene.Look) error {
	begin := time.Now()
	b.said = begin
	all := 0
	for _, o := range benchscene.Offsets(b.view()) {
		if (world.SectionPos{X: o.X, Y: b.home.Y + o.Y, Z: o.Z}).Origin().InHeight() {
			all++
		}
	}
	for b.land.Sections() < all || !b.land.Settled() {
		if b.ctx.Err() != nil {
			return errStopped
		}
		if time.Since(begin) > landFor {
			return fmt.Errorf("the land has not come within %v", landFor)
		}
		if err := b.picture(l); err != nil {
			return err
		}
		if time.Since(b.said) > tellEvery {
			b.say("land: %d of %d sections, %d to be meshed", b.land.Sections(), all, b.land.Waiting())
		}
	}
	b.out.Land.Ready = time.Since(begin).Seconds()
	return nil
}

// comes takes land that was made, and lets go of what is far.
func (b *bench) comes(at world.SectionPos) {
	if at != b.home {
		b.home = at
		b.feed.Around(at)
		b.gone = b.gone[:0]
		for p := range b.land.All() {
			if !benchscene.Within(p, at, b.view()+benchscene.Slack) {
				b.gone = append(b.gone, p)
			}
		}
		for _, p := range b.gone {
			b.land.Go(p)
		}
	}
	for range comesMost {
		select {
		case m := <-b.feed.Out:
			b.land.Come(m.Pos, m.Section, m.Biomes)
		default:
			return
		}
	}
}

// picture makes one picture as the game does, and waits until the GPU is done with it.
func (b *bench) picture(l benchscene.Look) error {
	if at := b.land.Block(blockOf(l)); at.Info().Opaque || at.Info().Liquid {
		return fmt.Errorf("%w: %v at %v", errRock, at, l.Pos)
	}
	b.stage.win.Poll()
	before := time.Now()
	b.comes(sectionOf(l))
	sc := &b.sc
	sc.Camera = scene.Camera{Pos: l.Pos, Yaw: float32(l.Yaw / 180 * math.Pi), Pitch: float32(l.Pitch / 180 * math.Pi), Dark: b.scene.Dark}
	sc.Sky.Day = b.scene.Day
	b.land.Picture(sc)
	b.update = append(b.update, ms(time.Since(before)))
	b.stage.draw(sc, benchFOV, float64(b.cmd.View))
	b.stage.r.Finish()
	st := b.stage.r.Stats()
	b.cpu = append(b.cpu, float64(st.CPUMicros)/1000)
	b.sections, b.quads = append(b.sections, float64(st.Sections)), append(b.quads, float64(st.Quads))
	b.runs, b.calls = append(b.runs, float64(st.Draws)), append(b.calls, float64(st.Calls))
	b.stage.r.Wait()
	if b.shot != "" { // before the swap: what comes after it need not be the picture
		path := b.shot
		b.shot = ""
		if err := b.stage.shot(path); err != nil {
			return err
		}
	}
	b.stage.win.Swap()
	return nil
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// forget begins a measurement: the lists stay as large as they are, so that measuring takes no memory.
func (b *bench) forget() {
	for _, s := range []*[]float64{&b.times, &b.cpu, &b.update, &b.sections, &b.quads, &b.runs, &b.calls} {
		*s = slices.Grow((*s)[:0], 1<<14)
	}
}

// phase measures one phase.
func (b *bench) phase(p *benchscene.Phase) (out benchPhase, err error) {
	for range warmUp {
		if err := b.picture(p.Way(0, 0)); err != nil {
			return out, err
		}
	}
	b.forget()
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	spent := cputime.Used()
	begin := time.Now()
	last := begin
	b.storm = 0
	for last.Sub(begin) < b.cmd.Duration && len(b.times) < picturesMax {
		if b.ctx.Err() != nil {
			return out, errStopped
		}
		t := last.Sub(begin).Seconds()
		l := p.Way(t, min(t/b.cmd.Duration.Seconds(), 1))
		for ; b.storm < int(t*float64(p.Storm)); b.storm++ {
			if at, block, ok := p.Change(b.storm, l, b.land.Block); ok {
				b.land.Change(at, block)
			}
		}
		if err := b.picture(l); err != nil {
			return out, err
		}
		st := b.stage.r.Stats()
		out.Uploaded += st.Uploaded
		if st.Rebuilt {
			out.Rebuilt++
		}
		now := time.Now()
		b.times = append(b.times, ms(now.Sub(last)))
		last = now
	}
	spent = cputime.Used() - spent
	runtime.ReadMemStats(&after)
	out.Name, out.Pictures = p.Name, len(b.times)
	out.Allocs = math.Round(float64(after.Mallocs-before.Mallocs)/float64(max(out.Pictures, 1))*10) / 10
	out.AllCPU = ms(spent) / float64(max(out.Pictures, 1))
	out.Median, out.P99, out.Max = percentile(b.times, 50), percentile(b.times, 99), percentile(b.times, 100)
	out.CPU, out.Update = percentile(b.cpu, 50), percentile(b.update, 99)
	out.Sections, out.Quads = int(percentile(b.sections, 50)), int(percentile(b.quads, 50))
	out.Draws, out.Calls = int(percentile(b.runs, 50)), int(percentile(b.calls, 50))
	out.Used, out.Reserved = b.stage.r.Memory()
	if b.cmd.Shots != "" {
		b.shot = filepath.Join(b.cmd.Shots, b.scene.Name+"-"+p.Name+".png")
		t := last.Sub(begin).Seconds()
		err = b.picture(p.Way(t, 0.4))
	}
	return out, err
}

// timeLand times the light and the meshes of the land that is there.
func (b *bench) timeLand() {
	out := &b.out.Land
	out.Sections, out.Drawn = b.land.Sections(), b.land.Drawn()
	b.land.Spent(64) // warms up
	var fill, light, mesh []float64
	for _, s := range b.land.Spent(timedMost) {
		fill, light, mesh = append(fill, 1000*ms(s.Fill)), append(light, 1000*ms(s.Light)), append(mesh, 1000*ms(s.Mesh))
		out.Quads += s.Quads
	}
	out.Fill, out.Light, out.Mesh, out.WorstMesh = percentile(fill, 50), percentile(light, 50), percentile(mesh, 50), percentile(mesh, 99)
	out.MeanLight, out.MeanMesh = mean(light), mean(mesh)
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(cmp.Or(len(values), 1))
}
