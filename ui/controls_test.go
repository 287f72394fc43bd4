package ui

import (
	"slices"
	"testing"

	"voxtide/settings"
	"voxtide/window"
)

// TestControls: keys become controls, and none is held while a page is open.
func TestControls(t *testing.T) {
	r := newRig(t)
	down := func(k window.Key) window.Event { return window.Event{Kind: window.KeyDown, Key: k} }
	up := func(k window.Key) window.Event { return window.Event{Kind: window.KeyUp, Key: k} }
	out := r.feed(down(window.KeyW), down(window.KeySpace), up(window.KeySpace), up(window.KeyD), window.Event{Kind: window.MouseDown, Key: window.MouseLeft})
	want := []Press{{"forward", true}, {"jump", true}, {"jump", false}, {"break", true}}
	if !slices.Equal(out.Presses, want) {
		t.Fatalf("%v", out.Presses)
	}
	out = r.feed(window.Event{Kind: window.MouseMove, DX: 3, DY: -1}, window.Event{Kind: window.MouseMove, DX: 4, DY: -1})
	if out.LookX != 7 || out.LookY != -2 || !r.u.Captures() {
		t.Fatalf("%+v", out)
	}
	out = r.feed(down(window.KeyE), up(window.KeyW), down(window.KeyD), window.Event{Kind: window.MouseMove, DX: 3})
	if want := []Press{{"forward", false}, {"break", false}}; !slices.Equal(out.Presses, want) || out.LookX != 0 || r.u.Captures() {
		t.Fatalf("%v", out)
	}
	r.key(window.KeyE)
	if !r.u.Captures() {
		t.Fatal("the inventory's key does not close it")
	}
	r.feed(window.Event{Kind: window.Unfocused})
	r.sees("Menu")
	at := r.u.kit.spots[2]
	move := window.Event{Kind: window.MouseMove, X: float32(at.x + 5), Y: float32(at.y + 5)}
	if r.feed(move); r.u.top().focus != 0 {
		t.Fatal("the cursor that was put there moved the focus")
	}
	move.DX = 1
	if r.feed(move); r.u.top().focus != 2 {
		t.Fatal("the mouse does not move the focus")
	}
	if out := r.feed(window.Event{Kind: window.Closed}); r.wished().Want != WantQuit {
		t.Fatalf("%v", out)
	}
}

// TestCommandKey: the key for commands opens the chat with the slash that commands begin with, and types nothing itself.
func TestCommandKey(t *testing.T) {
	r := newRig(t)
	r.feed(window.Event{Kind: window.KeyDown, Key: window.KeySlash}, window.Event{Kind: window.Typed, Rune: '/'}, window.Event{Kind: window.KeyUp, Key: window.KeySlash})
	if got := r.u.chat.entry.String(); r.u.top().page != pageChat || got != "/" {
		t.Fatalf("page %d, typed %q", r.u.top().page, got)
	}
	r.letters("help")
	if r.key(window.KeyEnter); r.wished() != (Wish{Want: WantChat, Text: "/help"}) {
		t.Errorf("%+v", r.out.Wishes)
	}
}

// TestSelect: number keys and the wheel choose a slot; each notch counts.
func TestSelect(t *testing.T) {
	r := newRig(t)
	notch := func(by float32) window.Event { return window.Event{Kind: window.Scrolled, DY: by} }
	for _, c := range []struct {
		events []window.Event
		want   []uint8
	}{
		{[]window.Event{{Kind: window.KeyDown, Key: window.Key9}}, []uint8{8}},
		{[]window.Event{{Kind: window.KeyDown, Key: window.Key9}}, nil},
		{[]window.Event{notch(-1), notch(-1), notch(1), notch(0)}, []uint8{0, 1, 0}},
		{[]window.Event{notch(1)}, []uint8{8}},
	} {
		var got []uint8
		for _, w := range r.feed(c.events...).Wishes {
			got = append(got, w.To)
		}
		if !slices.Equal(got, c.want) {
			t.Fatalf("%v: %v, want %v", c.events, got, c.want)
		}
	}
}

// TestAnywhere: some keys work whatever page is open, unless they type a letter.
func TestAnywhere(t *testing.T) {
	r := newRig(t)
	r.s.Debug = &Debug{Biome: "moor"}
	for _, p := range []page{pagePlay, pagePause, pageChat} {
		if p != pagePlay {
			r.u.open(p)
		}
		if r.key(window.KeyF3); !r.u.DebugShown() {
			t.Fatal("no debug screen")
		}
		r.sees("biome      moor")
		if out := r.key(window.KeyF3, window.KeyF2); r.u.DebugShown() || !slices.Equal(out.Presses, []Press{{ControlScreenshot, true}}) {
			t.Fatalf("%v", out)
		}
		before := r.u.Options().Fullscreen
		if r.key(window.KeyF11); r.wished().Want != WantOptions || r.u.Options().Fullscreen == before {
			t.Fatal("not full screen")
		}
	}
	r.key(window.KeyEscape, window.KeyEscape)
	r.s.Said = []Line{{"Ada", "hello"}}
	r.draw()
	r.sees("hello")
	r.key(window.KeyF1)
	if len(r.f.texts) > 0 {
		t.Fatalf("not hidden: %v", r.f.texts)
	}
	r.u.options.Bindings[12].Key = window.KeyX // the debug screen on a letter
	r.u.open(pageChat)
	if r.key(window.KeyX); r.u.DebugShown() {
		t.Fatal("a letter of the chat opened the debug screen")
	}
}

// TestControlNames: what the screens handle themselves is in the settings under the same name.
func TestControlNames(t *testing.T) {
	names := map[string]bool{}
	for _, c := range settings.Controls {
		names[c.Name] = true
	}
	for _, n := range []string{ControlInventory, ControlChat, ControlCommand, ControlDebug, ControlHUD, ControlHotbar + "1", ControlHotbar + "9", ControlScreenshot, ControlFullscreen} {
		if !names[n] {
			t.Errorf("there is no control %q", n)
		}
	}
	c := settings.DefaultClient()
	for _, b := range [][2]Options{
		{{Sensitivity: SensitivityMin, FOV: FOVMin, View: ViewMin, Scale: 1}, {}},
		{{Sensitivity: SensitivityMax, FOV: FOVMax, View: ViewMax, Scale: ScaleMax}, {}},
	} {
		c.Sensitivity, c.FOV, c.View, c.Scale = b[0].Sensitivity, b[0].FOV, b[0].View, b[0].Scale
		if err := c.Check(); err != nil {
			t.Error(err)
		}
	}
}
