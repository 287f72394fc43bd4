package window

import (
	"errors"
	"os"
	"runtime"
	"testing"

	"github.com/go-gl/glfw/v3.3/glfw"
)

// The tests that open a window do so on the main thread, where it belongs.
var work = make(chan func())

func TestMain(m *testing.M) {
	done := make(chan int)
	go func() { done <- m.Run() }()
	for {
		select {
		case f := <-work:
			f()
		case code := <-done:
			os.Exit(code)
		}
	}
}

// onMain runs a test's part on the main thread.
func onMain(f func()) {
	finished := make(chan struct{})
	work <- func() {
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
		if got, ok := KeyNamed(name); !ok || got != k {
			t.Errorf("%q names %d and not %d", name, got, k)
		}
		if g := keys[k].glfw; g >= 0 && keyOf(g) != k {
			t.Errorf("%s comes in as %s", k, keyOf(g))
		}
	}
	if _, ok := KeyNamed("hyperspace"); ok {
		t.Error("there is no such key")
	}
	if Key(255).String() != "none" || keyOf(glfw.KeyUnknown) != KeyNone || keyOf(glfw.KeyLast+5) != KeyNone {
		t.Error("keys out of bounds")
	}
	if !MouseRight.Mouse() || KeyA.Mouse() || KeyNone.Mouse() {
		t.Error("which keys are of the mouse")
	}
}

// TestSettledNames keeps names that are in people's settings.
func TestSettledNames(t *testing.T) {
	for k, name := range map[Key]string{KeyW: "w", KeySpace: "space", KeyLeftShift: "shift", KeyEscape: "escape", KeyF3: "f3",
		MouseLeft: "mouseleft", Mouse8: "mouse8", KeyArrowUp: "up", KeyPad5: "pad5", KeySlash: "/"} {
		if k.String() != name {
			t.Errorf("%q is now %q", name, k)
		}
	}
}

func TestLostFocusLetsGo(t *testing.T) {
	w := &Window{focused: true}
	w.pressed(KeyW, KeyDown, glfw.ModShift)
	w.clicked(glfw.MouseButtonRight, glfw.Press, 0)
	w.pressed(KeyNone, KeyDown, 0)
	w.focus(false)
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
	w.focus(false)
	if len(w.events) != 1 {
		t.Error("a key came up twice")
	}
}

func TestMotion(t *testing.T) {
	w := &Window{skipMove: true}
	w.moved(100, 50)
	w.moved(103, 48)
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
		if got := c.in.sane(); got != c.want {
			t.Errorf("%+v becomes %+v", c.in, got)
		}
	}
	w := &Window{width: 800, fbWidth: 1600}
	if w.dense() != 2 || (&Window{}).dense() != 1 {
		t.Error("pixels per coordinate")
	}
}

// TestPutAway: nothing is drawn for a window that is put away, though X11 leaves its size as it was.
func TestPutAway(t *testing.T) {
	w := &Window{width: 800, height: 600, fbWidth: 800, fbHeight: 600}
	w.iconified(true)
	if x, y := w.FramebufferSize(); x != 0 || y != 0 {
		t.Errorf("put away, the framebuffer is %d by %d", x, y)
	}
	if w.dense() != 1 {
		t.Errorf("put away, there are %v pixels a coordinate", w.dense())
	}
	w.iconified(false)
	if x, y := w.FramebufferSize(); x != 800 || y != 600 {
		t.Errorf("back again, the framebuffer is %d by %d", x, y)
	}
}

func TestNoDisplay(t *testing.T) {
	if runtime.GOOS != "linux" {
		return // elsewhere there is no variable to take away
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
		if x, y := w.FramebufferSize(); x <= 0 || y <= 0 || w.Scale() <= 0 {
			t.Errorf("the framebuffer is %d by %d at %v", x, y, w.Scale())
		}
		w.SetTitle("another")
		w.SetVSync(false)
		w.Capture()
		if !w.Captured() {
			t.Error("not captured")
		}
		w.Release()
		if w.Captured() {
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
