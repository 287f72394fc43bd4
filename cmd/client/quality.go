package main

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"voxtide/benchscene"
	"voxtide/client"
	"voxtide/render"
	"voxtide/scene"
	"voxtide/settings"
	"voxtide/ui"
	"voxtide/window"
	"voxtide/world"
)

// configOf returns how pictures of a quality are made, on top of what the environment forces.
func configOf(forced render.Config, q settings.Quality) render.Config {
	forced.Scale = float32(q.Resolution)
	forced.Plain, forced.Rich, forced.NoClouds = q.Detail == "plain", q.Detail == "rich", !q.Clouds
	return forced
}

// apply makes the next pictures in a quality.
func (s *stage) apply(q settings.Quality) error {
	cfg := configOf(s.forced, q)
	if cfg == s.cfg {
		return nil
	}
	s.cfg = cfg
	return s.r.SetConfig(cfg)
}

// presets returns the presets as the screens have them.
func presets() (out []ui.Preset) {
	for _, p := range settings.Presets {
		out = append(out, ui.Preset{
			Name: p.Name, Label: strings.ToUpper(p.Name[:1]) + p.Name[1:], View: p.View, Resolution: p.Resolution,
			Detail: slices.Index(settings.Details, p.Detail), Clouds: p.Clouds, Coarse: p.Coarse,
		})
	}
	return out
}

// quality brings into force what is set and what flags say. A first start that nobody said anything for measures and chooses.
func (s *shell) quality(ctx context.Context) error {
	c := s.cmd
	if c.Preset != "" {
		q, _ := settings.FindPreset(c.Preset)
		s.saved.SetQuality(q)
	}
	if c.ViewDistance != 0 {
		q := s.saved.Quality()
		q.View = c.ViewDistance
		s.saved.SetQuality(q)
	}
	if err := s.stage.apply(s.saved.Quality()); err != nil {
		return err
	}
	if s.saved.Preset == "" && c.chooses() {
		took, err := s.measure(ctx)
		if err != nil {
			return err
		}
		if took > 0 {
			q, _ := settings.FindPreset(presetFor(took))
			s.saved.SetQuality(q)
			s.log.Info("quality chosen", "picture_ms", math.Round(took*10)/10, "preset", s.saved.Preset)
			s.unsaved = true
			if err := s.stage.apply(q); err != nil {
				return err
			}
		}
	}
	q := s.saved.Quality()
	s.log.Info("pictures", "driver", s.stage.r.Driver().String(), "resolution_scale", s.stage.r.Scale(), "view", q.View,
		"detail", q.Detail, "clouds", q.Clouds, "coarse_from", q.Coarse, "quality", cmp.Or(s.saved.Preset, settings.Custom))
	return nil
}

// chooses tells whether a first start may measure: nobody has asked for anything that depends on it, or waits for an end.
func (c *playCmd) chooses() bool {
	return c.ViewDistance == 0 && c.Preset == "" && c.Script == "" && c.Screenshot == "" && c.Stats == "" && c.ExitAfter == 0
}

// A first start draws the city of the bench, measureView blocks far, for measureFor; making it takes measureMost at the longest.
const (
	measureView = 64
	measureFor  = 2 * time.Second
	measureMost = 6 * time.Second
)

// presetTimes are the longest times of a measured picture, in ms, for each preset but the cheapest: the dearest first.
var presetTimes = []struct {
	ms   float64
	name string
}{{1.5, "ultra"}, {4, "high"}, {45, "medium"}, {90, "low"}}

// presetFor returns the preset for a machine whose pictures of the city took so long.
func presetFor(ms float64) string {
	for _, p := range presetTimes {
		if ms <= p.ms {
			return p.name
		}
	}
	return settings.Presets[0].Name
}

// measure returns the time that a picture takes here, the GPU being done, in ms: that which a quarter of the pictures keep, as
// others may be at work on this machine. It returns 0 if the player did not wait.
func (s *shell) measure(ctx context.Context) (float64, error) {
	sc, ok := benchscene.Find("city")
	if !ok {
		return 0, nil
	}
	land := client.NewLand(s.look.looks, 2)
	defer land.Close()
	defer s.stage.r.Forget()
	way := sc.Phases[len(sc.Phases)-1].Way
	home := sectionOf(way(0, 0))
	maker := sc.Maker()
	offsets := benchscene.Offsets(sections(measureView) + 1)
	begin := time.Now()
	var settled time.Time
	var times []float64
	var picture scene.Scene
	for next := 0; ; {
		if ctx.Err() != nil || s.quit || time.Since(begin) > measureMost && settled.IsZero() {
			return 0, nil
		}
		for _, e := range s.stage.win.Poll() {
			s.quit = s.quit || e.Kind == window.Closed
		}
		for part := time.Now(); next < len(offsets) && time.Since(part) < 20*time.Millisecond; next++ {
			o := offsets[next]
			p := world.SectionPos{X: home.X + o.X, Y: home.Y + o.Y, Z: home.Z + o.Z}
			if p.Origin().InHeight() {
				land.Come(p, maker(p), [16]uint8{})
			}
		}
		u := 0.0
		if !settled.IsZero() {
			u = min(time.Since(settled).Seconds()/measureFor.Seconds(), 1)
		}
		l := way(0, u)
		picture.Camera = scene.Camera{Pos: l.Pos, Yaw: float32(l.Yaw / 180 * math.Pi), Pitch: float32(l.Pitch / 180 * math.Pi)}
		picture.Sky.Day = sc.Day
		at := time.Now()
		land.Picture(&picture)
		width, height := s.stage.draw(&picture, benchFOV, measureView)
		b := s.stage.r.Batch()
		const text = "Looking how quickly this machine draws"
		long := b.Measure(render.Regular, 24, text)
		b.Rect((width-long)/2-24, height/2-16, long+48, 56, render.Colour{R: 12, G: 15, B: 20, A: 215})
		b.TextIn(render.Regular, (width-long)/2, height/2, 24, render.Colour{R: 255, G: 255, B: 255, A: 255}, text)
		s.stage.r.Finish()
		s.stage.r.Wait()
		switch {
		case !settled.IsZero():
			times = append(times, ms(time.Since(at)))
		case next == len(offsets) && land.Settled():
			settled = time.Now()
		}
		s.stage.win.Swap()
		if !settled.IsZero() && time.Since(settled) >= measureFor {
			break
		}
	}
	return percentile(times, 25), nil
}
