package window

import (
	"errors"
	"os"
	"runtime"
	"testing"

	"github.com/go-gl/glfw/v3.3/glfw"
)

// Tests that open a window do so on the main thread, which owns it.
var mainThread = make(chan func())

func TestMain(m *testing.M) {
	done := make(chan int)
	go func() { done <- m.Run() }()
	for {
		select {
		case f := <-mainThread:
			f()
		case code := <-done:
			os.Exit(code)
		}
	}
}

// onMain runs the part of a test that belongs to the main thread.
func onMain(f func()) {
	finished := make(chan struct{})
	mainThread <- func() {
		defer close(finished)
		f()
	}
	<-finished
}

func TestKeysHaveNames(t *testing.T) {
	seen := map[string]Key{}
	for k := range Key(KeyCount) {
		name := k.String()
		if name == "" {
			t.Errorf("key %d has no name", k)
		}
		if other, twice := seen[name]; twice {
			t.Errorf("keys %d and %d are both named %q", other, k, name)
		}
		seen[name] = k
		if got, ok := ParseKey(name); !ok || got != k {
			t.Errorf("%q names %d and not %d", name, got, k)
		}
		if g := keyTable[k].glfw; g >= 0 && keyFromGLFW(g) != k {
			t.Errorf("%s comes in as %s", k, keyFromGLFW(g))
		}
	}
	if _, ok := ParseKey("hyperspace"); ok {
		t.Error("there is no such key")
	}
	if Key(255).String() != "none" || keyFromGLFW(glfw.KeyUnknown) != KeyNone || keyFromGLFW(glfw.KeyLast+5) != KeyNone {
		t.Error("keys out of bounds")
	}
	if !MouseRight.IsMouse() || KeyA.IsMouse() || KeyNone.IsMouse() {
		t.Error("which keys are of the mouse")
	}
}

// TestSettledNames: names of keys that settings files contain stay the same.
func TestSettledNames(t *testing.T) {
	for k, name := range map[Key]string{KeyW: "w", KeySpace: "space", KeyLeftShift: "shift", KeyEscape: "escape", KeyF3: "f3",
		MouseLeft: "mouseleft", Mouse8: "mouse8", KeyArrowUp: "up", KeyPad5: "pad5", KeySlash: "/"} {
		if k.String() != name {
			t.Errorf("%q is now %q", name, k)
		}
	}
}

func TestLostFocusReleasesKeys(t *testing.T) {
	w := &Window{focused: true}
	w.keyChanged(KeyW, KeyDown, glfw.ModShift)
	w.buttonChanged(glfw.MouseButtonRight, glfw.Press, 0)
	w.keyChanged(KeyNone, KeyDown, 0)
	w.focusChanged(false)
	want := []Event{{Kind: KeyDown, Key: KeyW, Mods: Shift}, {Kind: MouseDown, Key: MouseRight}, {Kind: KeyUp, Key: KeyW},
		{Kind: MouseUp, Key: MouseRight}, {Kind: Unfocused}}
	if len(w.events) != len(want) {
		t.Fatalf("%+v", w.events)
	}
	for i, e := range want {
		if w.events[i] != e {
			t.Errorf("event %d is %+v and not %+v", i, w.events[i], e)
		}
	}
	w.events = nil
	w.focusChanged(false)
	if len(w.events) != 1 {
		t.Error("a key came up twice")
	}
}

func TestMouseMotion(t *testing.T) {
	w := &Window{skipMove: true}
	w.cursorMoved(100, 50)
	w.cursorMoved(103, 48)
	if e := w.events[0]; e.DX != 0 || e.X != 100 {
		t.Errorf("the jump of the cursor is a motion: %+v", e)
	}
	if e := w.events[1]; e.DX != 3 || e.DY != -2 || e.X != 103 || e.Y != 48 {
		t.Errorf("%+v", e)
	}
}

func TestSizes(t *testing.T) {
	for _, c := range []struct{ in, want Config }{
		{Config{}, Config{Width: 1280, Height: 720}},
		{Config{Width: 1, Height: 99999}, Config{Width: MinWidth, Height: MaxSide}},
		{Config{Width: 800, Height: 600}, Config{Width: 800, Height: 600}},
	} {
		if got := c.in.withDefaults(); got != c.want {
			t.Errorf("%+v becomes %+v", c.in, got)
		}
	}
	w := &Window{width: 800, fbWidth: 1600}
	if w.pixelsPerUnit() != 2 || (&Window{}).pixelsPerUnit() != 1 {
		t.Error("pixels per coordinate")
	}
}

// TestMinimised: the framebuffer of a minimised window is 0 by 0, though X11 leaves the size as it was.
func TestMinimised(t *testing.T) {
	w := &Window{width: 800, height: 600, fbWidth: 800, fbHeight: 600}
	w.minimisedChanged(true)
	if x, y := w.FramebufferSize(); x != 0 || y != 0 {
		t.Errorf("put away, the framebuffer is %d by %d", x, y)
	}
	if w.pixelsPerUnit() != 1 {
		t.Errorf("put away, there are %v pixels a coordinate", w.pixelsPerUnit())
	}
	w.minimisedChanged(false)
	if x, y := w.FramebufferSize(); x != 800 || y != 600 {
		t.Errorf("back again, the framebuffer is %d by %d", x, y)
	}
}

func TestNoDisplay(t *testing.T) {
	if runtime.GOOS != "linux" {
		return // other systems have no such variable
	}
	t.Setenv("DISPLAY", "")
	t.Setenv("WAYLAND_DISPLAY", "")
	if _, err := Open(Config{}); !errors.Is(err, ErrNoDisplay) {
		t.Errorf("without a display: %v", err)
	}
	t.Setenv("DISPLAY", ":987654")
	onMain(func() {
		if _, err := Open(Config{}); !errors.Is(err, ErrNoDisplay) {
			t.Errorf("with a display that is not there: %v", err)
		}
	})
}

func TestWindow(t *testing.T) {
	onMain(func() {
		w, err := Open(Config{Title: "test of window", Width: 400, Height: 300, Hidden: true})
		if err != nil {
			t.Errorf("this test opens a window: run it with a display, e.g. xvfb-run -a go test ./window (%v)", err)
			return
		}
		defer w.Close()
		if x, y := w.Size(); x != 400 || y != 300 {
			t.Errorf("the window is %d by %d", x, y)
		}
		if x, y := w.FramebufferSize(); x <= 0 || y <= 0 || w.ContentScale() <= 0 {
			t.Errorf("the framebuffer is %d by %d at %v", x, y, w.ContentScale())
		}
		w.SetTitle("another")
		w.SetVSync(false)
		w.CaptureMouse()
		if !w.MouseCaptured() {
			t.Error("not captured")
		}
		w.ReleaseMouse()
		if w.MouseCaptured() {
			t.Error("not released")
		}
		w.SetClipboard("Grüße")
		if got := w.Clipboard(); got != "Grüße" {
			t.Errorf("the clipboard holds %q", got)
		}
		before := w.Time()
		w.Swap()
		w.Poll()
		if w.Time() < before {
			t.Error("time goes back")
		}
		w.SetFullscreen(true)
		if w.SetFullscreen(false); w.Fullscreen() {
			t.Error("still full screen")
		}
		if n := testing.AllocsPerRun(50, func() { w.Poll() }); n > 0 {
			t.Errorf("%v allocations a poll", n)
		}
	})
}
