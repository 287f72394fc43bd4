package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"voxtide/client"
	"voxtide/predict"
	"voxtide/scene"
	"voxtide/settings"
	"voxtide/timestream"
	"voxtide/transport/lanes"
	"voxtide/ui"
	"voxtide/window"
	"voxtide/world"
)

// fill tells the screens what they show of the game.
func (s *shell) fill(sc *scene.Scene, now time.Duration) {
	g, st := s.game, &s.state
	if g == nil {
		return
	}
	st.PictureMS = float32(s.rate.ms)
	st.Selected, st.Unacked = sc.Selected, sc.Unacked
	for i := range st.Slots {
		st.Slots[i] = ui.Stack{}
		if i < len(sc.Slots) {
			st.Slots[i] = ui.Stack(sc.Slots[i])
		}
	}
	st.Said = st.Said[:0]
	for _, l := range sc.Said {
		st.Said = append(st.Said, ui.Line{Name: l.Name, Text: l.Text})
	}
	st.Refused = append(st.Refused[:0], sc.Refused...)
	st.Resuming = g.client.State() == client.Resuming
	st.Why = g.client.Reason()
	st.Waiting = g.client.Late().Seconds()
	if e, ok := g.client.Avatar(); ok {
		st.Survival = e.Motion.Flags&world.Creative == 0
	}
	st.Progress = ui.Progress{Stage: "Connecting"}
	if g.conn != nil && g.conn.Refused() {
		st.Progress.Slow = "Nobody listens there; trying on."
	}
	if n := g.client.Sections(); n > 0 {
		st.Progress = ui.Progress{Stage: "Receiving the land", Unit: "sections", Done: n}
	}
	st.Debug = nil
	if s.ui.DebugShown() {
		st.Debug = s.debug(sc, now)
	}
}

// debug returns what the debug screen shows.
func (s *shell) debug(sc *scene.Scene, now time.Duration) *ui.Debug {
	g, draw, stats := s.game, s.stage.r.Stats(), s.game.client.Stats()
	d := &ui.Debug{
		Position: sc.Own.Drawn, Yaw: float64(sc.Camera.Yaw) * 180 / 3.14159265, Pitch: float64(sc.Camera.Pitch) * 180 / 3.14159265,
		Desyncs: stats.Desyncs, Driver: s.stage.r.Driver().String(), Sections: draw.Sections, Known: draw.Known, Quads: draw.Quads,
		Draws: draw.Draws, View: s.saved.View,
		Resolution: float64(s.stage.r.Scale()), Quality: cmp.Or(s.saved.Preset, settings.Custom),
	}
	e, ok := g.client.Avatar()
	if !ok {
		return d
	}
	p := e.Motion.Pos.Block()
	q := p.Section()
	d.Section, d.Biome = [3]int32{q.X, q.Y, q.Z}, g.client.Biome(p)
	w := g.client.World()
	if h, ok := g.client.Target(yaw(d.Yaw), d.Pitch); ok {
		b, _ := w.Block(h.Pos)
		d.LookingAt = fmt.Sprintf("%v at %v", b, h.Pos)
	}
	for i := range w.StreamCount() {
		st := w.StreamAt(i)
		name := st.Name
		if st.Stream == timestream.Server {
			name = "server"
		}
		d.Streams = append(d.Streams, ui.Stream{Name: name, Stamp: float64(st.Stamp) / 1e6, Lag: float64(sc.Time-int64(st.Stamp)) / 1e3})
	}
	for cause, n := range stats.Corrections {
		if n > 0 || predict.Cause(cause) == predict.Unexplained {
			d.Causes = append(d.Causes, ui.Count{Name: predict.Cause(cause).String(), N: n})
		}
	}
	d.UpKB, d.DownKB, d.RTT = g.traffic(now)
	return d
}

// traffic returns what the connection carries, in kB a second, and its round trip in ms; zeros within the process.
func (g *game) traffic(now time.Duration) (up, down, trip float64) {
	if g.conn == nil {
		return 0, 0, 0
	}
	st := g.conn.Stats()
	if span := (now - g.sampleAt).Seconds(); span >= 1 {
		g.up = float64(st.BytesUp-g.sample.BytesUp) / span / 1000
		g.down = float64(st.BytesDown-g.sample.BytesDown) / span / 1000
		g.sample, g.sampleAt = st, now
	}
	return g.up, g.down, float64(st.RoundTrip) / float64(time.Millisecond)
}

// meter is what traffic compares with.
type meter struct {
	sample   lanes.Stats
	sampleAt time.Duration
	up, down float64
}

// rate measures the time from one picture to the next.
type rate struct {
	last time.Duration
	ms   float64
}

func (r *rate) picture(now time.Duration) {
	if r.last > 0 {
		r.ms = float64(now-r.last) / float64(time.Millisecond)
	}
	r.last = now
}

// worlds lists the own worlds, the one played last first.
func worlds(home string) (out []ui.World, fail string) {
	dirs, err := os.ReadDir(filepath.Join(home, "worlds"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err.Error()
	}
	type played struct {
		name string
		at   time.Time
	}
	var all []played
	for _, d := range dirs {
		if i, err := os.Stat(filepath.Join(home, "worlds", d.Name(), "db")); err == nil && i.IsDir() {
			all = append(all, played{d.Name(), i.ModTime()})
		}
	}
	slices.SortFunc(all, func(a, b played) int { return cmp.Or(b.at.Compare(a.at), cmp.Compare(a.name, b.name)) })
	for _, w := range all {
		out = append(out, ui.World{Name: w.name, Played: ago(time.Since(w.at))})
	}
	return out, ""
}

// ago says how long ago something was.
func ago(d time.Duration) string {
	for _, u := range []struct {
		span time.Duration
		name string
	}{{24 * time.Hour, "day"}, {time.Hour, "hour"}, {time.Minute, "minute"}} {
		if n := int(d / u.span); n == 1 {
			return "1 " + u.name + " ago"
		} else if n > 1 {
			return fmt.Sprintf("%d %ss ago", n, u.name)
		}
	}
	return "just now"
}

// optionsOf returns the settings as the screens have them.
func optionsOf(c *settings.Client) ui.Options {
	o := ui.Options{
		Name: c.Name, Server: c.Server, Sensitivity: c.Sensitivity, Invert: c.Invert, FOV: c.FOV, View: c.View, Scale: c.Scale,
		Fullscreen: c.Fullscreen, VSync: c.VSync, Resolution: c.Resolution, Detail: max(0, slices.Index(settings.Details, c.Detail)), Clouds: c.Clouds,
		Coarse: c.Coarse, Bob: c.Bob, Widen: c.Widen,
	}
	for i, control := range settings.Controls {
		key, _ := window.KeyNamed(c.Keys[i])
		usual, _ := window.KeyNamed(control.Default)
		o.Bindings = append(o.Bindings, ui.Binding{Name: control.Name, Label: control.Label, Key: key, Default: usual})
	}
	return o
}

// defaults returns the options of a first start.
func defaults() ui.Options {
	c := settings.DefaultClient()
	return optionsOf(&c)
}

// takeOptions takes over what was changed on the screens.
func takeOptions(c *settings.Client, o ui.Options) {
	before := c.Quality()
	c.Name, c.Server, c.Sensitivity, c.Invert, c.FOV, c.View = o.Name, o.Server, o.Sensitivity, o.Invert, o.FOV, o.View
	c.Scale, c.Fullscreen, c.VSync, c.Bob, c.Widen = o.Scale, o.Fullscreen, o.VSync, o.Bob, o.Widen
	if q := (settings.Quality{View: o.View, Resolution: o.Resolution, Detail: settings.Details[o.Detail], Clouds: o.Clouds, Coarse: o.Coarse}); c.Preset != "" || q != before {
		c.SetQuality(q)
	}
	for i, b := range o.Bindings {
		c.Keys[i] = settings.NoKey
		if b.Key != window.KeyNone {
			c.Keys[i] = b.Key.String()
		}
	}
}

func knownKey(name string) bool { _, ok := window.KeyNamed(name); return ok }
