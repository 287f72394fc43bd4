package ui

import (
	"image"
	"testing"

	"voxtide/render"
	"voxtide/window"
	"voxtide/world"
)

// fake is a canvas that remembers the texts. A letter is as wide as half its line.
type fake struct {
	texts []written
	bound image.Rectangle
	quiet bool // remember nothing
	added int
	room  int // pictures that it takes
	wrong string
}

// written is a text in its place.
type written struct {
	rect
	text string
}

func (f *fake) area(x, y, w, h int) {
	if w < 0 || h < 0 {
		f.wrong = "an area of negative size"
	}
}

func (f *fake) Rect(x, y, w, h int, _ render.Colour)        { f.area(x, y, w, h) }
func (f *fake) Gradient(x, y, w, h int, _, _ render.Colour) { f.area(x, y, w, h) }
func (f *fake) Frame(x, y, w, h, _ int, _ render.Colour)    { f.area(x, y, w, h) }
func (f *fake) Measure(_ render.Font, size int, text string) int {
	return len([]rune(text)) * (size / 2)
}
func (f *fake) Unclip(to image.Rectangle) { f.bound = to }
func (f *fake) Picture(x, y, w, h int, m render.Image, _ render.Colour) {
	if f.area(x, y, w, h); m.W == 0 {
		f.wrong = "a picture that was not added"
	}
}

func (f *fake) Clip(x, y, w, h int) image.Rectangle {
	was := f.bound
	f.bound = was.Intersect(image.Rect(x, y, x+w, y+h))
	return was
}

func (f *fake) TextIn(_ render.Font, x, y, size int, _ render.Colour, s string) int {
	w := f.Measure(0, size, s)
	if !f.quiet {
		f.texts = append(f.texts, written{rect{x, y, w, size}, s})
	}
	return w
}

func (f *fake) Shadowed(n render.Font, x, y, size int, c render.Colour, s string) int {
	return f.TextIn(n, x, y, size, c, s)
}

func (f *fake) Fit(_ render.Font, size int, text string, width int) int {
	n := 0
	for i := range text {
		if n += size / 2; n > width {
			return i
		}
	}
	return len(text)
}

func (f *fake) AddImage(p *image.NRGBA) (render.Image, error) {
	if f.added >= f.room {
		return render.Image{}, render.ErrFull
	}
	f.added++
	return render.Image{W: p.Rect.Dx(), H: p.Rect.Dy()}, nil
}

// rig is screens on a fake canvas with somebody who presses on them.
type rig struct {
	t   *testing.T
	u   *UI
	f   *fake
	s   State
	w   int
	h   int
	now float64
	out *Out
}

// newRig returns screens in a world.
func newRig(t *testing.T) *rig {
	r := &rig{t: t, f: &fake{room: 1000, bound: image.Rect(0, 0, 1280, 720)}, w: 1280, h: 720}
	r.u = New(r.f, Config{Options: testOptions(), Defaults: testOptions(), Clipboard: func() string { return "pasted\ntext" }, Seed: func() string { return "chance" }})
	r.s.Survival = true
	for i, n := range []uint8{20, 64, 0, 1, 30} {
		r.s.Slots[i*4] = Stack{uint16(world.Stone) + uint16(i), n}
	}
	r.u.Show(Play)
	r.draw()
	return r
}

// draw draws a picture.
func (r *rig) draw() {
	r.f.texts = r.f.texts[:0]
	r.now += 0.01
	r.u.Draw(r.w, r.h, &r.s)
	r.s.Said, r.s.Refused = nil, nil
	if r.f.wrong != "" {
		r.t.Fatal(r.f.wrong)
	}
}

// feed feeds events and draws.
func (r *rig) feed(events ...window.Event) *Out {
	r.out = r.u.Feed(r.now, events)
	for _, w := range r.out.Wishes {
		if w.Want == WantMove || w.Want == WantSelect {
			r.s.Slots, r.s.Selected = r.u.state.Slots, r.u.state.Selected
		}
	}
	r.draw()
	return r.out
}

// key presses keys one after the other.
func (r *rig) key(keys ...window.Key) *Out {
	var events []window.Event
	for _, k := range keys {
		events = append(events, window.Event{Kind: window.KeyDown, Key: k}, window.Event{Kind: window.KeyUp, Key: k})
	}
	return r.feed(events...)
}

// letters types a text.
func (r *rig) letters(s string) *Out {
	var events []window.Event
	for _, l := range s {
		events = append(events, window.Event{Kind: window.Typed, Rune: l})
	}
	return r.feed(events...)
}

// click moves to a place and clicks there.
func (r *rig) click(x, y int, b window.Key, mods window.Mods) *Out {
	at := window.Event{X: float32(x), Y: float32(y), DX: 1, Key: b, Mods: mods}
	move, down, up := at, at, at
	move.Kind, down.Kind, up.Kind = window.MouseMove, window.MouseDown, window.MouseUp
	return r.feed(move, down, up)
}

// on clicks on a text.
func (r *rig) on(text string) *Out {
	r.t.Helper()
	at, ok := r.find(text)
	if !ok {
		r.t.Fatalf("%q is not to be seen among %v", text, r.f.texts)
	}
	return r.click(at.x+at.w/2, at.y+at.h/2, window.MouseLeft, 0)
}

// find looks for a text.
func (r *rig) find(text string) (rect, bool) {
	for _, w := range r.f.texts {
		if w.text == text {
			return w.rect, true
		}
	}
	return rect{}, false
}

// sees fails the test unless the texts are seen.
func (r *rig) sees(texts ...string) {
	r.t.Helper()
	for _, s := range texts {
		if _, ok := r.find(s); !ok {
			r.t.Fatalf("%q is not to be seen among %v", s, r.f.texts)
		}
	}
}

// wished returns the only wish of the last events.
func (r *rig) wished() Wish {
	r.t.Helper()
	if len(r.out.Wishes) != 1 {
		r.t.Fatalf("wishes %+v, want one", r.out.Wishes)
	}
	return r.out.Wishes[0]
}

// testOptions are options with a few bindings.
func testOptions() Options {
	o := Options{Name: "Ada", Server: "play.example.org", Sensitivity: 1, FOV: 70, View: 160, VSync: true, Bob: true, Widen: true}
	for _, b := range []struct {
		name, label string
		key         window.Key
	}{
		{"forward", "Forward", window.KeyW}, {"back", "Back", window.KeyS}, {"left", "Left", window.KeyA}, {"right", "Right", window.KeyD},
		{"jump", "Jump", window.KeySpace}, {"sneak", "Sneak", window.KeyLeftShift}, {"run", "Run", window.KeyLeftControl},
		{"break", "Break", window.MouseLeft}, {"place", "Place", window.MouseRight},
		{ControlInventory, "Inventory", window.KeyE}, {ControlChat, "Chat", window.KeyT}, {ControlCommand, "Command", window.KeySlash}, {ControlHUD, "Hide", window.KeyF1},
		{ControlDebug, "Debug screen", window.KeyF3}, {ControlScreenshot, "Screenshot", window.KeyF2}, {ControlFullscreen, "Full screen", window.KeyF11},
		{ControlHotbar + "1", "Slot 1", window.Key1}, {ControlHotbar + "9", "Slot 9", window.Key9},
	} {
		o.Bindings = append(o.Bindings, Binding{b.name, b.label, b.key, b.key})
	}
	return o
}
