package ui

import (
	"fmt"
	"image"
	"testing"

	"voxtide/chance"
	"voxtide/window"
)

// everyPage opens each page in turn.
func everyPage(t *testing.T, r *rig, f func(name string)) {
	for i := range 9 {
		r.s.Worlds = append(r.s.Worlds, World{fmt.Sprint("World ", i), "today"})
	}
	r.s.Progress = Progress{Stage: "Receiving", Unit: "sections", Done: 3, Total: 1234}
	r.s.Ended = "the server's key has changed: it was 4773f12e2373bb935b9a0f5419b4a1c3 and is 0d2f754ee7bd6c66b23bd45e5563ffcb; if its owner says that this is right, accept it with: client --connect play.example.org:7400 --accept-key 0d2f754ee7bd6c66b23bd45e5563ffcb"
	r.s.Server, r.s.NewKey = "play.example.org:7400", true
	for p := range pageCount {
		base := Play
		switch p {
		case pageMenu, pageWorlds, pageCreate, pageConnect, pageDelete:
			base = Menu
		case pageJoining:
			base = Joining
		case pageEnded:
			base = Ended
		}
		r.u.Show(base)
		if p != basePages[base] {
			r.u.open(p)
		}
		r.draw()
		f(fmt.Sprint("page ", p))
	}
}

// TestReach: with the arrows alone, and with Tab alone, everything on every page can get the focus.
func TestReach(t *testing.T) {
	r := newRig(t)
	everyPage(t, r, func(name string) {
		k := &r.u.kit
		if n := len(k.spots); n == 0 && r.u.top().page != pagePlay {
			t.Errorf("%s has nothing to press", name)
		}
		reached := map[int]bool{0: true}
		for todo := []int{0}; len(todo) > 0 && len(k.spots) > 0; todo = todo[1:] {
			for _, d := range [][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}} {
				k.focus = todo[0]
				if k.step(d[0], d[1]); !reached[k.focus] {
					reached[k.focus] = true
					todo = append(todo, k.focus)
				}
			}
		}
		for i := range k.spots {
			if !reached[i] {
				t.Errorf("%s: spot %d is out of reach", name, i)
			}
		}
		if r.u.top().page == pageChat {
			return // Tab stays in the line
		}
		n := len(k.spots)
		for i := range n {
			r.u.top().focus = i
			r.key(window.KeyTab)
			if r.u.top().focus != (i+1)%n {
				t.Errorf("%s: Tab goes from %d to %d of %d", name, i, r.u.top().focus, n)
			}
			r.feed(window.Event{Kind: window.KeyDown, Key: window.KeyTab, Mods: window.Shift})
			if r.u.top().focus != i {
				t.Errorf("%s: Tab with shift does not go back to %d", name, i)
			}
		}
	})
}

// TestEscape: Esc goes back one step from every page, and wishes what that means at the base.
func TestEscape(t *testing.T) {
	r := newRig(t)
	everyPage(t, r, func(name string) {
		depth := len(r.u.stack)
		r.key(window.KeyEscape)
		switch {
		case depth > 1 && len(r.u.stack) != depth-1:
			t.Errorf("%s does not close", name)
		case r.u.base == Play && depth == 1:
			r.sees("Menu")
		case r.u.base == Joining && r.wished().Want != WantCancel, r.u.base == Ended && r.wished().Want != WantMenu:
			t.Errorf("%s: %+v", name, r.out.Wishes)
		}
	})
}

// TestFits: at every size of a window, nothing that can be pressed lies outside it or over another one.
func TestFits(t *testing.T) {
	for _, size := range []image.Point{{320, 240}, {519, 600}, {520, 384}, {640, 480}, {800, 600}, {1280, 720}, {1366, 768}, {1920, 1080}, {2560, 1080}, {2560, 1440}, {3840, 2160}} {
		for _, scale := range []float64{0, 1, 2, 4} {
			r := newRig(t)
			r.w, r.h = size.X, size.Y
			r.u.options.Scale = scale
			everyPage(t, r, func(name string) {
				k := &r.u.kit
				list := r.u.top().page == pageKeys || r.u.top().page == pageSettings || r.u.top().page == pageGraphics || r.u.top().page == pageWorlds
				for i, a := range k.spots {
					if !list && (a.x < 0 || a.y < 0 || a.x+a.w > r.w || a.y+a.h > r.h) {
						t.Errorf("%v at %v, %s: %v lies outside", size, scale, name, a)
					}
					for _, b := range k.spots[:i] {
						if !list && a.x < b.x+b.w && b.x < a.x+a.w && a.y < b.y+b.h && b.y < a.y+a.h {
							t.Errorf("%v at %v, %s: %v lies over %v", size, scale, name, a, b)
						}
					}
				}
			})
		}
	}
}

// TestEndedPage: however long the reason is, none of its words lies under the buttons or below the page; the key that a
// server shows anew is trusted with a second press only, and there is no such button otherwise.
func TestEndedPage(t *testing.T) {
	for _, size := range []image.Point{{320, 240}, {640, 400}, {854, 480}, {1280, 720}, {3840, 2160}} {
		r := newRig(t)
		r.w, r.h = size.X, size.Y
		everyPage(t, r, func(string) {
			if r.u.top().page != pageEnded {
				return
			}
			for _, s := range r.u.kit.spots {
				for _, w := range r.f.texts {
					if mid := w.y + w.h/2; w.y+w.h > s.y && w.y < s.y+s.h && !(mid > s.y && mid < s.y+s.h && w.x >= s.x && w.x+w.w <= s.x+s.w) && w.x < s.x+s.w && s.x < w.x+w.w {
						t.Errorf("%v: %q at %v lies over the button at %v", size, w.text, w.rect, s)
					}
				}
			}
			for _, w := range r.f.texts {
				if foot := r.u.kit.spots[0]; w.y > foot.y+foot.h {
					t.Errorf("%v: %q lies below the buttons", size, w.text)
				}
			}
		})
	}
	r := newRig(t)
	r.s.Ended, r.s.Server = "timeout", "host:7400"
	r.u.Show(Ended)
	r.draw()
	if _, ok := r.find("Trust the new key"); ok {
		t.Error("a key may be trusted that nobody showed")
	}
	r.s.NewKey = true
	r.draw()
	if r.on("Trust the new key"); len(r.out.Wishes) > 0 {
		t.Errorf("one press: %+v", r.out.Wishes)
	}
	if r.on("Really trust it?"); r.wished() != (Wish{Want: WantTrust}) {
		t.Errorf("%+v", r.out.Wishes)
	}
}

// TestPresses: each button does what it says, by the mouse and by the keys.
func TestPresses(t *testing.T) {
	for _, c := range []struct {
		base  Base
		pages []page
		own   bool
		text  string
		want  Wish
		to    page // that is on top afterwards
	}{
		{Play, []page{pagePause}, false, "Disconnect", Wish{Want: WantLeave}, pagePause},
		{Play, []page{pagePause}, true, "Save and leave", Wish{Want: WantLeave}, pagePause},
		{Play, []page{pagePause}, false, "Quit the game", Wish{Want: WantQuit}, pagePause},
		{Play, []page{pagePause}, false, "Resume", Wish{}, pagePlay},
		{Play, []page{pagePause}, false, "Settings", Wish{}, pageSettings},
		{Play, []page{pagePause, pageSettings}, false, "Keys", Wish{}, pageKeys},
		{Play, []page{pagePause, pageSettings}, false, "Graphics", Wish{}, pageGraphics},
		{Play, []page{pagePause, pageSettings, pageGraphics}, false, "Done", Wish{}, pageSettings},
		{Play, []page{pagePause, pageSettings}, false, "Done", Wish{}, pagePause},
		{Menu, nil, false, "Play alone", Wish{}, pageWorlds},
		{Menu, nil, false, "Join a server", Wish{}, pageConnect},
		{Menu, nil, false, "Settings", Wish{}, pageSettings},
		{Menu, nil, false, "Quit", Wish{Want: WantQuit}, pageMenu},
		{Menu, []page{pageWorlds}, false, "World 1", Wish{Want: WantPlay, Text: "World 1"}, pageWorlds},
		{Menu, []page{pageWorlds}, false, "New world", Wish{}, pageCreate},
		{Menu, []page{pageWorlds}, false, "Back", Wish{}, pageMenu},
		{Menu, []page{pageConnect}, false, "Join", Wish{Want: WantConnect, Text: "play.example.org"}, pageConnect},
		{Joining, nil, false, "Cancel", Wish{Want: WantCancel}, pageJoining},
		{Ended, nil, false, "Try again", Wish{Want: WantRetry}, pageEnded},
		{Ended, nil, false, "To the menu", Wish{Want: WantMenu}, pageEnded},
	} {
		for _, mouse := range []bool{true, false} {
			r := newRig(t)
			r.s.Own = c.own
			r.s.Worlds = []World{{"World 0", ""}, {"World 1", ""}}
			r.u.Show(c.base)
			for _, p := range c.pages {
				r.u.open(p)
			}
			r.draw()
			if mouse {
				r.on(c.text)
			} else {
				r.focusOn(c.text)
				r.key(window.KeyEnter)
			}
			if r.u.top().page != c.to {
				t.Errorf("%s: page %d, want %d", c.text, r.u.top().page, c.to)
			}
			if c.want != (Wish{}) && r.wished() != c.want || c.want == (Wish{}) && len(r.out.Wishes) > 0 {
				t.Errorf("%s: %+v, want %+v", c.text, r.out.Wishes, c.want)
			}
		}
	}
}

// focusOn presses Tab until what holds a text has the focus.
func (r *rig) focusOn(text string) {
	r.t.Helper()
	at, ok := r.find(text)
	if !ok {
		r.t.Fatalf("%q is not to be seen", text)
	}
	for range r.u.kit.spots {
		if s := r.u.kit.spots[r.u.top().focus]; s.holds([2]int{at.x + at.w/2, at.y + at.h/2}) {
			return
		}
		r.key(window.KeyTab)
	}
	r.t.Fatalf("%q cannot get the focus", text)
}

// TestStorm presses anything anywhere: nothing breaks, and no control is held while a page is open.
func TestStorm(t *testing.T) {
	rnd := chance.Source(t)
	for round := range chance.Rounds(40) {
		r := newRig(t)
		everyPage(t, r, func(name string) {
			for range 60 {
				e := window.Event{Kind: window.Kind(rnd.IntN(int(window.Closed))), Key: window.Key(rnd.IntN(window.KeyCount)), Mods: window.Mods(rnd.IntN(16)),
					Rune: rune(rnd.IntN(0x3000)), X: float32(rnd.IntN(1280)), Y: float32(rnd.IntN(720)), DX: 1, DY: float32(rnd.IntN(5) - 2)}
				if rnd.IntN(3) == 0 {
					e.Key = []window.Key{window.KeyTab, window.KeyEnter, window.KeyArrowDown, window.KeyArrowLeft, window.MouseLeft, window.KeyE}[rnd.IntN(6)]
				}
				r.feed(e)
				k := &r.u.kit
				if f := r.u.top().focus; f < 0 || f > 0 && f >= len(k.spots) {
					t.Fatalf("round %d, %s: the focus is %d of %d after %+v", round, name, f, len(k.spots), e)
				}
				for i, held := range r.u.held {
					if held && !r.u.Captures() {
						t.Fatalf("round %d, %s: %s is held after %+v", round, name, r.u.options.Bindings[i].Name, e)
					}
				}
				if o := r.u.Options(); o.FOV < FOVMin || o.FOV > FOVMax || o.View < ViewMin || o.View > ViewMax || o.Sensitivity < SensitivityMin || o.Sensitivity > SensitivityMax || o.Resolution < ResolutionMin || o.Resolution > ResolutionMax || o.Detail < 0 || o.Detail >= len(DetailLabels) || o.Coarse != 0 && (o.Coarse < CoarseMin || o.Coarse > ViewMax) {
					t.Fatalf("round %d, %s: %+v", round, name, o)
				}
			}
		})
	}
}
