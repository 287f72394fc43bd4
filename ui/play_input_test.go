package ui

import (
	"slices"
	"testing"

	"voxtide/settings"
	"voxtide/window"
)

// TestControls: keys become control events, and no control is held while a page is open.
func TestControls(t *testing.T) {
	r := newHarness(t)
	down := func(k window.Key) window.Event { return window.Event{Kind: window.KeyDown, Key: k} }
	up := func(k window.Key) window.Event { return window.Event{Kind: window.KeyUp, Key: k} }
	out := r.feed(down(window.KeyW), down(window.KeySpace), up(window.KeySpace), up(window.KeyD), window.Event{Kind: window.MouseDown, Key: window.MouseLeft})
	want := []ControlEvent{{"forward", true}, {"jump", true}, {"jump", false}, {"break", true}}
	if !slices.Equal(out.Controls, want) {
		t.Fatalf("%v", out.Controls)
	}
	out = r.feed(window.Event{Kind: window.MouseMove, DX: 3, DY: -1}, window.Event{Kind: window.MouseMove, DX: 4, DY: -1})
	if out.LookX != 7 || out.LookY != -2 || !r.u.CapturesMouse() {
		t.Fatalf("%+v", out)
	}
	out = r.feed(down(window.KeyE), up(window.KeyW), down(window.KeyD), window.Event{Kind: window.MouseMove, DX: 3})
	if want := []ControlEvent{{"forward", false}, {"break", false}}; !slices.Equal(out.Controls, want) || out.LookX != 0 || r.u.CapturesMouse() {
		t.Fatalf("%v", out)
	}
	r.key(window.KeyE)
	if !r.u.CapturesMouse() {
		t.Fatal("the inventory's key does not close it")
	}
	r.feed(window.Event{Kind: window.Unfocused})
	r.expectText("Game menu")
	at := r.u.widgets.focusRects[2]
	move := window.Event{Kind: window.MouseMove, X: float32(at.x + 5), Y: float32(at.y + 5)}
	if r.feed(move); r.u.topPage().focus != 0 {
		t.Fatal("the cursor that was put there moved the focus")
	}
	move.DX = 1
	if r.feed(move); r.u.topPage().focus != 2 {
		t.Fatal("the mouse does not move the focus")
	}
	if out := r.feed(window.Event{Kind: window.CloseRequested}); r.onlyRequest().Kind != RequestQuit {
		t.Fatalf("%v", out)
	}
}

// TestCommandKey: the key for commands opens the chat with a slash, and its own rune is not typed.
func TestCommandKey(t *testing.T) {
	r := newHarness(t)
	r.feed(window.Event{Kind: window.KeyDown, Key: window.KeySlash}, window.Event{Kind: window.Typed, Rune: '/'}, window.Event{Kind: window.KeyUp, Key: window.KeySlash})
	if got := r.u.chat.input.String(); r.u.topPage().page != pageChat || got != "/" {
		t.Fatalf("page %d, typed %q", r.u.topPage().page, got)
	}
	r.typeText("help")
	if r.key(window.KeyEnter); r.onlyRequest() != (Request{Kind: RequestChat, Text: "/help"}) {
		t.Errorf("%+v", r.out.Requests)
	}
}

// TestSelectSlot: number keys and the mouse wheel select a slot; each notch counts.
func TestSelectSlot(t *testing.T) {
	r := newHarness(t)
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
		for _, w := range r.feed(c.events...).Requests {
			got = append(got, w.To)
		}
		if !slices.Equal(got, c.want) {
			t.Fatalf("%v: %v, want %v", c.events, got, c.want)
		}
	}
}

// TestGlobalControls: some controls work on every page, unless their key types a letter.
func TestGlobalControls(t *testing.T) {
	r := newHarness(t)
	r.s.Debug = &Debug{Biome: "moor"}
	for _, p := range []page{pagePlay, pagePause, pageChat} {
		if p != pagePlay {
			r.u.openPage(p)
		}
		if r.key(window.KeyF3); !r.u.DebugShown() {
			t.Fatal("no debug screen")
		}
		r.expectText("biome      moor")
		if out := r.key(window.KeyF3, window.KeyF2); r.u.DebugShown() || !slices.Equal(out.Controls, []ControlEvent{{ControlScreenshot, true}}) {
			t.Fatalf("%v", out)
		}
		before := r.u.Options().Fullscreen
		if r.key(window.KeyF11); r.onlyRequest().Kind != RequestApplyOptions || r.u.Options().Fullscreen == before {
			t.Fatal("not full screen")
		}
	}
	r.key(window.KeyEscape, window.KeyEscape)
	r.s.ChatLines = []ChatLine{{"Ada", "hello"}}
	r.draw()
	r.expectText("hello")
	r.key(window.KeyF1)
	if len(r.f.texts) > 0 {
		t.Fatalf("not hidden: %v", r.f.texts)
	}
	r.u.bindings[binding(r.u, ControlDebug)].Key = window.KeyX // the debug screen on a letter
	r.u.openPage(pageChat)
	if r.key(window.KeyX); r.u.DebugShown() {
		t.Fatal("a letter of the chat opened the debug screen")
	}
}

// TestControlNames: the controls that the screens handle themselves are in the settings under the same names.
func TestControlNames(t *testing.T) {
	names := map[string]bool{}
	for _, c := range settings.Controls {
		names[c.Name] = true
	}
	for _, n := range []string{ControlInventory, ControlChat, ControlCommand, ControlDebug, ControlNetView, ControlFreeze, ControlHUD, ControlHotbar + "1", ControlHotbar + "9", ControlScreenshot, ControlFullscreen} {
		if !names[n] {
			t.Errorf("there is no control %q", n)
		}
	}
}
