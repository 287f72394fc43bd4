package main

import (
	"context"
	"image"
	"log/slog"
	"os/exec"
	"runtime"
	"testing"
	"time"

	"voxtide/client/script"
	"voxtide/render/scene"
	"voxtide/settings"
	"voxtide/ui"
	"voxtide/window"
)

// windowChanges are changes of the window, one after another, each with the state that must follow some frames later.
var windowChanges = []struct {
	name string
	tool []string          // of xdotool
	do   func(s *app)      // or by itself
	want func(s *app) bool // that it has come about
}{
	{name: "as it opens", want: func(s *app) bool { return hasSize(s, 640, 480) && s.display.window.MouseCaptured() }},
	{name: "in full", do: func(s *app) { s.options.LODDistance = 0 }, want: func(s *app) bool { return lodIs(s, 0) }},
	{name: "coarse from 96 blocks on", do: func(s *app) { s.options.LODDistance = 96 }, want: func(s *app) bool { return lodIs(s, 96) }},
	{name: "coarse by itself", do: func(s *app) { s.options.LODDistance = settings.Automatic }, want: func(s *app) bool { return lodIs(s, 80) }},
	{name: "at half of the resolution", do: func(s *app) { s.options.ResolutionScale = 0.5 }, want: func(s *app) bool { return lodIs(s, 64) }},
	{name: "at all of it", do: func(s *app) { s.options.ResolutionScale = 1 }, want: func(s *app) bool { return lodIs(s, 80) }},
	{name: "small", tool: []string{"windowsize", "300", "200"}, want: func(s *app) bool { return hasSize(s, 300, 200) && lodIs(s, 64) }},
	{name: "flat", tool: []string{"windowsize", "640", "1"}, want: func(s *app) bool { return hasSize(s, 640, 1) }},
	{name: "as before", tool: []string{"windowsize", "640", "480"}, want: func(s *app) bool { return hasSize(s, 640, 480) && lodIs(s, 80) }},
	{name: "full screen", do: func(s *app) { s.display.window.SetFullscreen(true) }, want: func(s *app) bool { return s.display.window.Fullscreen() }},
	{name: "no full screen", do: func(s *app) { s.display.window.SetFullscreen(false) }, want: func(s *app) bool {
		return !s.display.window.Fullscreen() && hasSize(s, 640, 480)
	}},
	{name: "out of sight", tool: []string{"windowunmap"}, want: func(s *app) bool { return true }},
	{name: "in sight", tool: []string{"windowmap"}, want: func(s *app) bool { return true }},
	{name: "the focus elsewhere", tool: []string{"windowunmap", "--sync"}, want: func(s *app) bool { return !s.display.window.Focused() }},
	{name: "the focus back", tool: []string{"windowmap", "--sync", "%1", "windowfocus", "%1"}, want: func(s *app) bool {
		return s.display.window.Focused() && s.controls.keys == 0
	}},
	{name: "on", do: func(s *app) { s.ui.ShowBase(ui.Play) }, want: func(s *app) bool { return s.display.window.MouseCaptured() && hasSize(s, 640, 480) }},
}

// lodIs reports whether sections are coarse from a distance in blocks on.
func lodIs(s *app, blocks int) bool { return s.session.client.Detail().LODDistance == blocks }

func hasSize(s *app, width, height int) bool {
	w, h := s.display.window.FramebufferSize()
	return w == width && h == height
}

// TestWindowChanges plays while the window is made small, flat, full, unseen and loses the focus with the mouse captured: the
// frame is right after each, and there is no error.
func TestWindowChanges(t *testing.T) {
	needDisplay(t)
	if _, err := exec.LookPath("xdotool"); err != nil {
		t.Fatal("this test needs xdotool: apt-get install xdotool")
	}
	t.Setenv(settings.HomeEnv, t.TempDir())
	runtime.LockOSThread() // the window's
	c := &playCmd{World: "w", Seed: new(uint64), Name: "ann", Options: optionValues{"view_distance": "32"}, Width: 640, Height: 480, Patience: 2 * time.Minute}
	*c.Seed = 1
	if err := c.Net.check(); err != nil {
		t.Fatal(err)
	}
	x := &changeRunner{t: t, s: &app{cmd: c, log: slog.New(slog.DiscardHandler), lines: script.Script{}}}
	x.s.afterDraw = x.shown
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	if _, _, err := x.s.run(ctx); err != nil {
		t.Fatal(err)
	}
	if x.at != len(windowChanges) {
		t.Fatalf("got to %q (%d of %d) within the time", windowChanges[min(x.at, len(windowChanges)-1)].name, x.at, len(windowChanges))
	}
	if t.Logf("%d frames with one plane for far plants", x.thin); x.thin == 0 {
		t.Error("no frame was told of levels of detail")
	}
}

// changeRunner goes through the changes while the app draws frames.
type changeRunner struct {
	t    *testing.T
	s    *app
	at   int
	done bool // what changes[at] does
	calm int  // frames since it came about
	thin int  // frames in which far plants may have one plane
}

func (x *changeRunner) shown(_ []window.Event, sc *scene.Scene) {
	g := x.s.session
	if g == nil || !g.entered || x.at == len(windowChanges) {
		return
	}
	if want := g.client.Detail().OnePlane(); sc.OnePlane != want {
		x.t.Errorf("%s: plants have one plane from %v blocks on, want %v", windowChanges[x.at].name, sc.OnePlane, want)
	} else if want > 0 {
		x.thin++
	}
	c := &windowChanges[x.at]
	if !x.done {
		x.done = true
		if c.do != nil {
			c.do(x.s)
		}
		if c.tool != nil {
			args := append([]string{"search", "--name", "^Voxtide$"}, c.tool...)
			if out, err := exec.Command("xdotool", args...).CombinedOutput(); err != nil {
				x.t.Errorf("%s: xdotool: %v: %s", c.name, err, out)
			}
		}
		return
	}
	if !c.want(x.s) {
		x.calm = 0
		return
	}
	if x.calm++; x.calm < 3 {
		return
	}
	width, height := x.s.display.window.FramebufferSize()
	if m := x.s.display.renderer.Screenshot(width, height); m.Rect != image.Rect(0, 0, width, height) || height > 100 && countColours(m.Pix) < 100 {
		x.t.Errorf("%s: a frame of %v with %d colours", c.name, m.Rect, countColours(m.Pix))
	}
	x.at, x.done, x.calm = x.at+1, false, 0
	x.s.quit = x.at == len(windowChanges)
}
