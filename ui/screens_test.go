package ui

import (
	"fmt"
	"image"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/window"
)

// everyPage opens each page in turn and calls f.
func everyPage(t *testing.T, r *harness, f func(name string)) {
	for i := range 9 {
		r.s.Worlds = append(r.s.Worlds, World{fmt.Sprint("World ", i), "today", "14 MB"})
	}
	r.s.Progress = Progress{Stage: "Receiving", Unit: "sections", Done: 3, Total: 1234}
	r.s.DisconnectReason = "the server's key has changed: it was 4773f12e2373bb935b9a0f5419b4a1c3 and is 0d2f754ee7bd6c66b23bd45e5563ffcb; if its owner says that this is right, accept it with: client --connect play.example.org:7400 --accept-key 0d2f754ee7bd6c66b23bd45e5563ffcb"
	r.s.Server, r.s.ServerKeyChanged = "play.example.org:7400", true
	r.s.Links = exampleLinks()
	for p := range pageCount {
		base := Play
		switch p {
		case pageMainMenu, pageWorlds, pageCreate, pageConnect, pageDelete:
			base = Menu
		case pageLoading:
			base = Loading
		case pageDisconnected:
			base = Disconnected
		}
		r.u.ShowBase(base)
		r.s.Box = Box{}
		switch {
		case p == pageBox || p == pageSign:
			r.s.Box = exampleBox([...]string{pageBox: "chest", pageSign: "oak_sign"}[p])
			r.u.OpenBlock(&r.s.Box)
		case p != basePages[base]:
			r.u.openPage(p)
		}
		r.draw()
		f(fmt.Sprint("page ", p))
	}
}

// TestFocusReach: with the arrows alone, and with Tab alone, everything on every page can get the focus.
func TestFocusReach(t *testing.T) {
	r := newHarness(t)
	everyPage(t, r, func(name string) {
		k := &r.u.widgets
		if n := len(k.focusRects); n == 0 && r.u.topPage().page != pagePlay {
			t.Errorf("%s has nothing to press", name)
		}
		reached := map[int]bool{0: true}
		for todo := []int{0}; len(todo) > 0 && len(k.focusRects) > 0; todo = todo[1:] {
			for _, d := range [][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}} {
				k.focus = todo[0]
				if k.moveFocus(d[0], d[1]); !reached[k.focus] {
					reached[k.focus] = true
					todo = append(todo, k.focus)
				}
			}
		}
		for i := range k.focusRects {
			if !reached[i] {
				t.Errorf("%s: widget %d is out of reach", name, i)
			}
		}
		if r.u.topPage().page == pageChat {
			return // Tab stays in the line
		}
		n := len(k.focusRects)
		for i := range n {
			r.u.topPage().focus = i
			r.key(window.KeyTab)
			if r.u.topPage().focus != (i+1)%n {
				t.Errorf("%s: Tab goes from %d to %d of %d", name, i, r.u.topPage().focus, n)
			}
			r.feed(window.Event{Kind: window.KeyDown, Key: window.KeyTab, Mods: window.Shift})
			if r.u.topPage().focus != i {
				t.Errorf("%s: Tab with shift does not go back to %d", name, i)
			}
		}
	})
}

// TestEscape: Esc goes back one step from every page, and makes the right request on the page of a base.
func TestEscape(t *testing.T) {
	r := newHarness(t)
	everyPage(t, r, func(name string) {
		depth := len(r.u.stack)
		r.key(window.KeyEscape)
		switch {
		case depth > 1 && len(r.u.stack) != depth-1:
			t.Errorf("%s does not close", name)
		case r.u.base == Play && depth == 1:
			r.expectText("Game menu")
		case r.u.base == Loading && r.onlyRequest().Kind != RequestCancel, r.u.base == Disconnected && r.onlyRequest().Kind != RequestMenu:
			t.Errorf("%s: %+v", name, r.out.Requests)
		}
	})
}

// TestFits: at every window size, all widgets lie inside the window, and none over another one.
func TestFits(t *testing.T) {
	for _, size := range []image.Point{{320, 240}, {519, 600}, {520, 384}, {640, 480}, {800, 600}, {1280, 720}, {1366, 768}, {1920, 1080}, {2560, 1080}, {2560, 1440}, {3840, 2160}} {
		for _, scale := range []float64{0, 1, 2, 4} {
			r := newHarness(t)
			r.w, r.h = size.X, size.Y
			r.u.options.GUIScale = scale
			everyPage(t, r, func(name string) {
				k := &r.u.widgets
				list := r.u.topPage().page == pageBindings || r.u.topPage().page == pageSettings || r.u.topPage().page == pageGraphics || r.u.topPage().page == pageWorlds || r.u.topPage().page == pageLinks
				for i, a := range k.focusRects {
					if !list && (a.x < 0 || a.y < 0 || a.x+a.w > r.w || a.y+a.h > r.h) {
						t.Errorf("%v at %v, %s: %v lies outside", size, scale, name, a)
					}
					for _, b := range k.focusRects[:i] {
						if !list && a.x < b.x+b.w && b.x < a.x+a.w && a.y < b.y+b.h && b.y < a.y+a.h {
							t.Errorf("%v at %v, %s: %v lies over %v", size, scale, name, a, b)
						}
					}
				}
			})
		}
	}
}

// TestDisconnectedPage: however long the reason is, its text stays above the buttons; a new key of a server is trusted only
// with a second press, and without a new key there is no such button.
func TestDisconnectedPage(t *testing.T) {
	for _, size := range []image.Point{{320, 240}, {640, 400}, {854, 480}, {1280, 720}, {3840, 2160}} {
		r := newHarness(t)
		r.w, r.h = size.X, size.Y
		everyPage(t, r, func(string) {
			if r.u.topPage().page != pageDisconnected {
				return
			}
			for _, s := range r.u.widgets.focusRects {
				for _, w := range r.f.texts {
					if mid := w.y + w.h/2; w.y+w.h > s.y && w.y < s.y+s.h && !(mid > s.y && mid < s.y+s.h && w.x >= s.x && w.x+w.w <= s.x+s.w) && w.x < s.x+s.w && s.x < w.x+w.w {
						t.Errorf("%v: %q at %v lies over the button at %v", size, w.text, w.rect, s)
					}
				}
			}
			for _, w := range r.f.texts {
				if foot := r.u.widgets.focusRects[0]; w.y > foot.y+foot.h {
					t.Errorf("%v: %q lies below the buttons", size, w.text)
				}
			}
		})
	}
	r := newHarness(t)
	r.s.DisconnectReason, r.s.Server = "timeout", "host:7400"
	r.u.ShowBase(Disconnected)
	r.draw()
	if _, ok := r.find("Trust the new key"); ok {
		t.Error("there is a button for a new key, and no new key")
	}
	r.s.ServerKeyChanged = true
	r.draw()
	if r.clickText("Trust the new key"); len(r.out.Requests) > 0 {
		t.Errorf("one press: %+v", r.out.Requests)
	}
	if r.clickText("Really trust it?"); r.onlyRequest() != (Request{Kind: RequestTrustKey}) {
		t.Errorf("%+v", r.out.Requests)
	}
}

// TestButtons: each button makes its request, or opens its page, by the mouse and by the keys.
func TestButtons(t *testing.T) {
	for _, c := range []struct {
		base  Base
		pages []page
		own   bool
		text  string
		want  Request
		to    page // that is on top afterwards
	}{
		{Play, []page{pagePause}, false, "Disconnect", Request{Kind: RequestLeave}, pagePause},
		{Play, []page{pagePause}, true, "Save and quit to menu", Request{Kind: RequestLeave}, pagePause},
		{Play, []page{pagePause}, false, "Quit game", Request{Kind: RequestQuit}, pagePause},
		{Play, []page{pagePause}, false, "Back to game", Request{}, pagePlay},
		{Play, []page{pagePause}, false, "Settings", Request{}, pageSettings},
		{Play, []page{pagePause, pageSettings}, false, "Keys", Request{}, pageBindings},
		{Play, []page{pagePause, pageSettings}, false, "Network", Request{}, pageNetwork},
		{Play, []page{pagePause, pageSettings}, false, "Graphics", Request{}, pageGraphics},
		{Play, []page{pagePause, pageSettings, pageGraphics}, false, "Done", Request{}, pageSettings},
		{Play, []page{pagePause, pageSettings}, false, "Done", Request{}, pagePause},
		{Menu, nil, false, "Singleplayer", Request{}, pageWorlds},
		{Menu, nil, false, "Multiplayer", Request{}, pageConnect},
		{Menu, nil, false, "Settings", Request{}, pageSettings},
		{Menu, nil, false, "Quit game", Request{Kind: RequestQuit}, pageMainMenu},
		{Menu, []page{pageWorlds}, false, "World 1", Request{Kind: RequestPlay, Text: "World 1"}, pageWorlds},
		{Menu, []page{pageWorlds}, false, "Create new world", Request{}, pageCreate},
		{Menu, []page{pageWorlds}, false, "Back", Request{}, pageMainMenu},
		{Menu, []page{pageConnect}, false, "Join", Request{Kind: RequestConnect, Text: "play.example.org"}, pageConnect},
		{Loading, nil, false, "Cancel", Request{Kind: RequestCancel}, pageLoading},
		{Disconnected, nil, false, "Try again", Request{Kind: RequestRetry}, pageDisconnected},
		{Disconnected, nil, false, "Back to menu", Request{Kind: RequestMenu}, pageDisconnected},
	} {
		for _, mouse := range []bool{true, false} {
			r := newHarness(t)
			r.s.OwnWorld = c.own
			r.s.Worlds = []World{{Name: "World 0"}, {Name: "World 1"}}
			r.u.ShowBase(c.base)
			for _, p := range c.pages {
				r.u.openPage(p)
			}
			r.draw()
			if mouse {
				r.clickText(c.text)
			} else {
				r.focusOn(c.text)
				r.key(window.KeyEnter)
			}
			if r.u.topPage().page != c.to {
				t.Errorf("%s: page %d, want %d", c.text, r.u.topPage().page, c.to)
			}
			if c.want != (Request{}) && r.onlyRequest() != c.want || c.want == (Request{}) && len(r.out.Requests) > 0 {
				t.Errorf("%s: %+v, want %+v", c.text, r.out.Requests, c.want)
			}
		}
	}
}

// focusOn presses Tab until the widget with a text has the focus.
func (r *harness) focusOn(text string) {
	r.t.Helper()
	at, ok := r.find(text)
	if !ok {
		r.t.Fatalf("%q is not drawn", text)
	}
	for range r.u.widgets.focusRects {
		if s := r.u.widgets.focusRects[r.u.topPage().focus]; s.contains([2]int{at.x + at.w/2, at.y + at.h/2}) {
			return
		}
		r.key(window.KeyTab)
	}
	r.t.Fatalf("%q cannot get the focus", text)
}

// TestStorm feeds random events to every page: nothing breaks, and no control is held while a page is open.
func TestStorm(t *testing.T) {
	rnd := testrand.New(t)
	for round := range testrand.Rounds(40) {
		r := newHarness(t)
		everyPage(t, r, func(name string) {
			for range 60 {
				e := window.Event{Kind: window.EventKind(rnd.IntN(int(window.CloseRequested))), Key: window.Key(rnd.IntN(window.KeyCount)), Mods: window.Mods(rnd.IntN(16)),
					Rune: rune(rnd.IntN(0x3000)), X: float32(rnd.IntN(1280)), Y: float32(rnd.IntN(720)), DX: 1, DY: float32(rnd.IntN(5) - 2)}
				if rnd.IntN(3) == 0 {
					e.Key = []window.Key{window.KeyTab, window.KeyEnter, window.KeyArrowDown, window.KeyArrowLeft, window.MouseLeft, window.KeyE}[rnd.IntN(6)]
				}
				r.feed(e)
				k := &r.u.widgets
				if f := r.u.topPage().focus; f < 0 || f > 0 && f >= len(k.focusRects) {
					t.Fatalf("round %d, %s: the focus is %d of %d after %+v", round, name, f, len(k.focusRects), e)
				}
				for i, held := range r.u.heldControls {
					if held && !r.u.CapturesMouse() {
						t.Fatalf("round %d, %s: %s is held after %+v", round, name, r.u.bindings[i].Name, e)
					}
				}
				if o := r.u.Options(); o.Name != "" && o.Check() != nil {
					t.Fatalf("round %d, %s: %+v", round, name, o)
				}
			}
		})
	}
}
