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

	"voxtide/client/script"
	"voxtide/render/golden"
	"voxtide/render/scene"
	"voxtide/settings"
	"voxtide/window"
)

// needDisplay fails a test that has no screen to draw on.
func needDisplay(t *testing.T) {
	t.Helper()
	if os.Getenv("DISPLAY") == "" {
		t.Fatal("this test draws: run it under xvfb-run, as make test does")
	}
}

// frameSample is a frame of TestRealInput: its pixels, the place of the body, and the number of unacked actions.
type frameSample struct {
	pixels  *image.NRGBA
	feet    [3]float64
	unacked int
}

// centreArea is the part of a frame around the crosshair. The hand, the chat and the hotbar are outside.
var centreArea = image.Rect(440, 160, 840, 560)

// changedPixels returns how many pixels of the middle differ visibly.
func changedPixels(a, b *image.NRGBA) int {
	n, _ := golden.CountDifferent(crop(a), crop(b), 24)
	return n
}

// crop returns a copy of the middle.
func crop(m *image.NRGBA) *image.NRGBA {
	out := image.NewNRGBA(image.Rect(0, 0, centreArea.Dx(), centreArea.Dy()))
	for y := range centreArea.Dy() {
		from := m.PixOffset(centreArea.Min.X, centreArea.Min.Y+y)
		copy(out.Pix[y*out.Stride:], m.Pix[from:from+4*centreArea.Dx()])
	}
	return out
}

// TestRealInput plays with real events of the mouse and the keyboard, over a network with a round trip of 300 ms: the block
// that a click breaks and the one that a click places change the next frame and are heard with it, a key moves the body in it, and
// the server has not heard of any of it by then.
func TestRealInput(t *testing.T) {
	needDisplay(t)
	if _, err := exec.LookPath("xdotool"); err != nil {
		t.Fatal("this test needs xdotool: apt-get install xdotool")
	}
	t.Setenv(settings.HomeEnv, t.TempDir())
	runtime.LockOSThread() // the window's
	lines, err := script.Read(strings.NewReader("0 at 8.5 72 8.5\n0 look 0 -55\n"))
	if err != nil {
		t.Fatal(err)
	}
	c := &playCmd{World: "w", Seed: new(uint64), Name: "ann", Options: optionValues{"view_distance": "48"}, Width: 1280, Height: 720, Patience: 2 * time.Minute}
	*c.Seed = 1
	c.Net.Delay = 150 * time.Millisecond
	if err := c.Net.check(); err != nil {
		t.Fatal(err)
	}
	x := &trialRunner{t: t, s: &app{cmd: c, log: slog.New(slog.DiscardHandler), lines: lines}}
	x.s.afterDraw = x.shown
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	if _, _, err := x.s.run(ctx); err != nil {
		t.Fatal(err)
	}
	if x.at != len(inputTrials) {
		t.Fatalf("got to %q (%d of %d) within the time", inputTrials[min(x.at, len(inputTrials)-1)].name, x.at, len(inputTrials))
	}
}

// inputTrials are what is done and looked for, one after the other.
var inputTrials = []struct {
	name string
	do   []string // of xdotool
	kind window.EventKind
	undo []string
	// moves: the body has to be elsewhere; else the blocks in the middle have to look different.
	moves bool
	heard string // the end of a subtitle of that frame
}{
	{name: "break", do: []string{"click", "1"}, kind: window.MouseDown, heard: " breaks"},
	{name: "place", do: []string{"click", "3"}, kind: window.MouseDown, heard: " placed"},
	{name: "break again", do: []string{"click", "1"}, kind: window.MouseDown, heard: " breaks"},
	{name: "walk", do: []string{"keydown", "w"}, kind: window.KeyDown, undo: []string{"keyup", "w"}, moves: true},
}

// trialRunner goes through the trials while the app draws frames.
type trialRunner struct {
	t      *testing.T
	s      *app
	at     int
	calm   int // frames since the last change
	asked  bool
	before frameSample
	noise  int
	tool   *exec.Cmd
}

// noiseMax is the number of pixels of the centre that may change from frame to frame without input: grass sways.
const noiseMax = 2500

// calmFor is the number of equal frames in a row before a trial begins.
const calmFor = 12

func (x *trialRunner) shown(events []window.Event, sc *scene.Scene) {
	g := x.s.session
	if g == nil || !g.entered || x.at == len(inputTrials) {
		return
	}
	now := frameSample{x.s.display.renderer.Screenshot(1280, 720), sc.OwnEntity.Drawn, sc.Unacked}
	if x.before.pixels == nil {
		x.before = now
		return
	}
	try := &inputTrials[x.at]
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
		if x.at == len(inputTrials) {
			x.s.quit = true
		}
	case !x.asked:
		x.noise = changedPixels(x.before.pixels, now.pixels)
		still := x.noise < noiseMax && now.feet == x.before.feet && now.unacked == 0 && g.client.TerrainMeshed()
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

// judge compares the frame that answers an event with the one before it.
func (x *trialRunner) judge(now frameSample) {
	try := &inputTrials[x.at]
	n := changedPixels(x.before.pixels, now.pixels)
	x.t.Logf("%s: %d pixels changed (%d between frames before), moved %.4f, %d unacked", try.name, n, x.noise,
		x.before.feet[0]-now.feet[0]+x.before.feet[2]-now.feet[2], now.unacked)
	heard := try.heard == ""
	for _, h := range x.s.state.Heard {
		heard = heard || strings.HasSuffix(h.Text, try.heard)
	}
	switch {
	case now.unacked == 0:
		x.t.Errorf("%s: the server has answered already", try.name)
	case !heard:
		x.t.Errorf("%s: the frame that answers it sounds like %v", try.name, x.s.state.Heard)
	case try.moves && now.feet == x.before.feet:
		x.t.Errorf("%s: the body stands where it stood", try.name)
	case try.moves && n < noiseMax, !try.moves && n < 3*noiseMax:
		x.t.Errorf("%s: the frame that answers it shows no change: %d pixels", try.name, n)
	}
}

// run has xdotool make events. It does not wait for them: they come in through the window.
func (x *trialRunner) run(args ...string) {
	if x.tool != nil {
		x.tool.Wait()
	}
	x.tool = exec.Command("xdotool", args...)
	if err := x.tool.Start(); err != nil {
		x.t.Error(err)
	}
}
