package main

import (
	"context"
	"image"
	"log/slog"
	"os/exec"
	"runtime"
	"testing"
	"time"

	"voxtide/scene"
	"voxtide/script"
	"voxtide/settings"
	"voxtide/ui"
	"voxtide/window"
)

// changes are what happens to the window, one after the other, and what has to be so some pictures later.
var changes = []struct {
	name string
	tool []string            // of xdotool
	do   func(s *shell)      // or by itself
	want func(s *shell) bool // that it has come about
}{
	{name: "as it opens", want: func(s *shell) bool { return sized(s, 640, 480) && s.stage.win.Captured() }},
	{name: "small", tool: []string{"windowsize", "300", "200"}, want: func(s *shell) bool { return sized(s, 300, 200) }},
	{name: "flat", tool: []string{"windowsize", "640", "1"}, want: func(s *shell) bool { return sized(s, 640, 1) }},
	{name: "as before", tool: []string{"windowsize", "640", "480"}, want: func(s *shell) bool { return sized(s, 640, 480) }},
	{name: "full screen", do: func(s *shell) { s.stage.win.SetFullscreen(true) }, want: func(s *shell) bool { return s.stage.win.Fullscreen() }},
	{name: "no full screen", do: func(s *shell) { s.stage.win.SetFullscreen(false) }, want: func(s *shell) bool {
		return !s.stage.win.Fullscreen() && sized(s, 640, 480)
	}},
	{name: "out of sight", tool: []string{"windowunmap"}, want: func(s *shell) bool { return true }},
	{name: "in sight", tool: []string{"windowmap"}, want: func(s *shell) bool { return true }},
	{name: "the focus elsewhere", tool: []string{"windowunmap", "--sync"}, want: func(s *shell) bool { return !s.stage.win.Focused() }},
	{name: "the focus back", tool: []string{"windowmap", "--sync", "%1", "windowfocus", "%1"}, want: func(s *shell) bool {
		return s.stage.win.Focused() && s.hands.keys == 0
	}},
	{name: "on", do: func(s *shell) { s.ui.Show(ui.Play) }, want: func(s *shell) bool { return s.stage.win.Captured() && sized(s, 640, 480) }},
}

func sized(s *shell, width, height int) bool {
	w, h := s.stage.win.FramebufferSize()
	return w == width && h == height
}

// TestWindowChanges plays while the window is made small, flat, full, unseen and loses the focus with the mouse captured: the
// picture is right after each, and there is no error.
func TestWindowChanges(t *testing.T) {
	display(t)
	if _, err := exec.LookPath("xdotool"); err != nil {
		t.Fatal("this test needs xdotool: apt-get install xdotool")
	}
	t.Setenv(settings.HomeVariable, t.TempDir())
	runtime.LockOSThread() // the window's
	c := &playCmd{World: "w", Seed: new(uint64), Name: "ann", ViewDistance: 32, Width: 640, Height: 480, Patience: 20 * time.Second}
	*c.Seed = 1
	if err := c.Net.check(); err != nil {
		t.Fatal(err)
	}
	x := &changing{t: t, s: &shell{cmd: c, log: slog.New(slog.DiscardHandler), lines: script.Script{}}}
	x.s.shown = x.shown
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	if _, _, err := x.s.play(ctx); err != nil {
		t.Fatal(err)
	}
	if x.at != len(changes) {
		t.Fatalf("got to %q (%d of %d) within the time", changes[min(x.at, len(changes)-1)].name, x.at, len(changes))
	}
}

// changing goes through the changes while the shell makes pictures.
type changing struct {
	t    *testing.T
	s    *shell
	at   int
	done bool // what changes[at] does
	calm int  // pictures since it came about
}

func (x *changing) shown([]window.Event, *scene.Scene) {
	g := x.s.game
	if g == nil || !g.entered || x.at == len(changes) {
		return
	}
	c := &changes[x.at]
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
	width, height := x.s.stage.win.FramebufferSize()
	if m := x.s.stage.r.Shot(width, height); m.Rect != image.Rect(0, 0, width, height) || height > 100 && colours(m.Pix) < 100 {
		x.t.Errorf("%s: a picture of %v with %d colours", c.name, m.Rect, colours(m.Pix))
	}
	x.at, x.done, x.calm = x.at+1, false, 0
	x.s.quit = x.at == len(changes)
}
