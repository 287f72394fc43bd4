package main

import (
	"context"
	"image"
	"log/slog"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"voxtide/render/golden"
	"voxtide/scene"
	"voxtide/script"
	"voxtide/settings"
	"voxtide/window"
)

// display fails a test that has no screen to draw on.
func display(t *testing.T) {
	t.Helper()
	if os.Getenv("DISPLAY") == "" {
		t.Fatal("this test draws: run it under xvfb-run, as make test does")
	}
}

// moment is a picture of the test of real input: what is in the middle of it, where the body is, and how much was un-acked.
type moment struct {
	pixels  *image.NRGBA
	feet    [3]float64
	unacked int
}

// middle is the part of a picture around the crosshair; the hand, the chat and the hotbar lie outside.
var middle = image.Rect(440, 160, 840, 560)

// changed returns how many pixels of the middle differ visibly.
func changed(a, b *image.NRGBA) int {
	n, _ := golden.Differ(sub(a), sub(b), 24)
	return n
}

// sub returns a copy of the middle.
func sub(m *image.NRGBA) *image.NRGBA {
	out := image.NewNRGBA(image.Rect(0, 0, middle.Dx(), middle.Dy()))
	for y := range middle.Dy() {
		from := m.PixOffset(middle.Min.X, middle.Min.Y+y)
		copy(out.Pix[y*out.Stride:], m.Pix[from:from+4*middle.Dx()])
	}
	return out
}

// TestRealInput plays with real events of the mouse and the keyboard, over a network with a round trip of 300 ms: the block
// that a click breaks and the one that a click places change the picture that is drawn next, a key moves the body in it, and
// the server has not heard of any of it by then.
func TestRealInput(t *testing.T) {
	display(t)
	if _, err := exec.LookPath("xdotool"); err != nil {
		t.Fatal("this test needs xdotool: apt-get install xdotool")
	}
	t.Setenv(settings.HomeVariable, t.TempDir())
	runtime.LockOSThread() // the window's
	lines, err := script.Read(strings.NewReader("0 at 8.5 72 8.5\n0 look 0 -55\n"))
	if err != nil {
		t.Fatal(err)
	}
	c := &playCmd{World: "w", Seed: new(uint64), Name: "ann", ViewDistance: 48, Width: 1280, Height: 720, Patience: 20 * time.Second}
	*c.Seed = 1
	c.Net.Delay = 150 * time.Millisecond
	if err := c.Net.check(); err != nil {
		t.Fatal(err)
	}
	x := &trial{t: t, s: &shell{cmd: c, log: slog.New(slog.DiscardHandler), lines: lines}}
	x.s.shown = x.shown
	ctx, cancel := context.WithTimeout(context.Background(), 90*time.Second)
	defer cancel()
	if _, _, err := x.s.play(ctx); err != nil {
		t.Fatal(err)
	}
	if x.at != len(trials) {
		t.Fatalf("got to %q (%d of %d) within the time", trials[min(x.at, len(trials)-1)].name, x.at, len(trials))
	}
}

// trials are what is done and looked for, one after the other.
var trials = []struct {
	name string
	do   []string // of xdotool
	kind window.Kind
	undo []string
	// moves: the body has to be elsewhere; else the blocks in the middle have to look different.
	moves bool
}{
	{name: "break", do: []string{"click", "1"}, kind: window.MouseDown},
	{name: "place", do: []string{"click", "3"}, kind: window.MouseDown},
	{name: "break again", do: []string{"click", "1"}, kind: window.MouseDown},
	{name: "walk", do: []string{"keydown", "w"}, kind: window.KeyDown, undo: []string{"keyup", "w"}, moves: true},
}

// trial goes through the trials while the shell makes pictures.
type trial struct {
	t      *testing.T
	s      *shell
	at     int
	calm   int // pictures since something happened
	asked  bool
	before moment
	noise  int
	tool   *exec.Cmd
}

// noiseMax is how many pixels of the middle may differ from picture to picture with nothing done: grass sways.
const noiseMax = 2500

// calmFor is how many pictures in a row have to be alike before a trial begins.
const calmFor = 12

func (x *trial) shown(events []window.Event, sc *scene.Scene) {
	g := x.s.game
	if g == nil || !g.entered || x.at == len(trials) {
		return
	}
	now := moment{x.s.stage.r.Shot(1280, 720), sc.Own.Drawn, sc.Unacked}
	if x.before.pixels == nil {
		x.before = now
		return
	}
	try := &trials[x.at]
	hit := false
	for _, e := range events {
		hit = hit || e.Kind == try.kind
	}
	switch {
	case x.asked && hit:
		x.judge(now)
		x.asked, x.calm = false, 0
		x.at++
		if try.undo != nil {
			x.run(try.undo...)
		}
		if x.at == len(trials) {
			x.s.quit = true
		}
	case !x.asked:
		x.noise = changed(x.before.pixels, now.pixels)
		still := x.noise < noiseMax && now.feet == x.before.feet && now.unacked == 0 && g.client.Settled()
		if x.calm++; !still {
			x.calm = 0
		}
		if x.calm >= calmFor {
			x.asked = true
			x.run(try.do...)
		}
	}
	x.before = now
}

// judge compares the picture that answers an event with the one before it.
func (x *trial) judge(now moment) {
	try := &trials[x.at]
	n := changed(x.before.pixels, now.pixels)
	x.t.Logf("%s: %d pixels changed (%d between pictures before), moved %.4f, %d un-acked", try.name, n, x.noise,
		x.before.feet[0]-now.feet[0]+x.before.feet[2]-now.feet[2], now.unacked)
	switch {
	case now.unacked == 0:
		x.t.Errorf("%s: the server has answered already", try.name)
	case try.moves && now.feet == x.before.feet:
		x.t.Errorf("%s: the body stands where it stood", try.name)
	case try.moves && n < noiseMax, !try.moves && n < 3*noiseMax:
		x.t.Errorf("%s: the picture that answers it shows no change: %d pixels", try.name, n)
	}
}

// run has xdotool make events. It does not wait for them: they come in through the window.
func (x *trial) run(args ...string) {
	if x.tool != nil {
		x.tool.Wait()
	}
	x.tool = exec.Command("xdotool", args...)
	if err := x.tool.Start(); err != nil {
		x.t.Error(err)
	}
}
