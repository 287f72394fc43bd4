package ui

import (
	"image"
	"slices"
	"testing"

	"voxtide/render/draw2d"
	"voxtide/settings"
	"voxtide/window"
	"voxtide/world"
)

// fakeCanvas is a canvas that records the texts drawn on it. Each rune is half as wide as the text size.
type fakeCanvas struct {
	texts     []drawnText
	rects     []rect
	clip      image.Rectangle
	forgetful bool // record nothing
	added     int
	updated   int // images that were replaced
	imagesMax int // images that it accepts
	wrong     string
}

// drawnText is a text with its area.
type drawnText struct {
	rect
	text string
}

func (f *fakeCanvas) checkArea(x, y, w, h int) {
	if w < 0 || h < 0 {
		f.wrong = "an area of negative size"
	}
}

func (f *fakeCanvas) Rect(x, y, w, h int, _ draw2d.Colour) {
	f.checkArea(x, y, w, h)
	if !f.forgetful {
		f.rects = append(f.rects, rect{x, y, w, h})
	}
}
func (f *fakeCanvas) Gradient(x, y, w, h int, _, _ draw2d.Colour) { f.checkArea(x, y, w, h) }
func (f *fakeCanvas) Border(x, y, w, h, _ int, _ draw2d.Colour)   { f.checkArea(x, y, w, h) }
func (f *fakeCanvas) MeasureText(_ draw2d.Font, size int, text string) int {
	return len([]rune(text)) * (size / 2)
}
func (f *fakeCanvas) Unclip(to image.Rectangle) { f.clip = to }
func (f *fakeCanvas) Image(x, y, w, h int, m draw2d.Image, _ draw2d.Colour) {
	if f.checkArea(x, y, w, h); m.W == 0 {
		f.wrong = "an image that was not added"
	}
}

func (f *fakeCanvas) Clip(x, y, w, h int) image.Rectangle {
	was := f.clip
	f.clip = was.Intersect(image.Rect(x, y, x+w, y+h))
	return was
}

func (f *fakeCanvas) FontText(_ draw2d.Font, x, y, size int, _ draw2d.Colour, s string) int {
	w := f.MeasureText(0, size, s)
	if !f.forgetful {
		f.texts = append(f.texts, drawnText{rect{x, y, w, size}, s})
	}
	return w
}

func (f *fakeCanvas) ShadowedText(n draw2d.Font, x, y, size int, c draw2d.Colour, s string) int {
	return f.FontText(n, x, y, size, c, s)
}

func (f *fakeCanvas) FitText(_ draw2d.Font, size int, text string, width int) int {
	n := 0
	for i := range text {
		if n += size / 2; n > width {
			return i
		}
	}
	return len(text)
}

func (f *fakeCanvas) AddImage(p *image.NRGBA) (draw2d.Image, error) {
	if f.added >= f.imagesMax {
		return draw2d.Image{}, draw2d.ErrAtlasFull
	}
	f.added++
	return draw2d.Image{W: p.Rect.Dx(), H: p.Rect.Dy()}, nil
}

func (f *fakeCanvas) UpdateImage(draw2d.Image, *image.NRGBA) { f.updated++ }

// harness runs screens on a fake canvas and feeds them the events of a player.
type harness struct {
	t   *testing.T
	u   *UI
	f   *fakeCanvas
	s   State
	w   int
	h   int
	now float64
	out *Output

	noEcho bool // the state does not follow the requests: the test fills it
}

// newHarness returns screens in the base Play.
func newHarness(t *testing.T) *harness {
	r := &harness{t: t, f: &fakeCanvas{imagesMax: 1000, clip: image.Rect(0, 0, 1280, 720)}, w: 1280, h: 720}
	r.u = New(r.f, Config{Options: testOptions(), Clipboard: func() string { return "pasted\ntext" }, Seed: func() string { return "chance" }})
	r.s.Survival = true
	for i, n := range []uint8{20, 64, 0, 1, 30} {
		r.s.Slots[i*4] = Stack{Item: uint16(world.Stone) + uint16(i), Count: n}
	}
	r.u.ShowBase(Play)
	r.draw()
	return r
}

// draw draws a frame.
func (r *harness) draw() {
	r.f.texts, r.f.rects = r.f.texts[:0], r.f.rects[:0]
	r.now += 0.01
	r.u.Draw(r.w, r.h, &r.s)
	r.s.ChatLines, r.s.Refusals = nil, nil
	if r.f.wrong != "" {
		r.t.Fatal(r.f.wrong)
	}
}

// feed feeds events and draws.
func (r *harness) feed(events ...window.Event) *Output {
	r.out = r.u.Feed(r.now, events)
	for _, w := range r.out.Requests {
		if r.noEcho {
			break
		}
		switch w.Kind {
		case RequestMoveItem, RequestSelectSlot, RequestCraft, RequestProvide, RequestDrop, RequestBoxMove:
			r.s.Slots, r.s.Selected, r.s.Box = r.u.state.Slots, r.u.state.Selected, r.u.state.Box
		}
	}
	r.draw()
	return r.out
}

// key presses and releases keys one after another.
func (r *harness) key(keys ...window.Key) *Output {
	var events []window.Event
	for _, k := range keys {
		events = append(events, window.Event{Kind: window.KeyDown, Key: k}, window.Event{Kind: window.KeyUp, Key: k})
	}
	return r.feed(events...)
}

// typeText types the runes of a text.
func (r *harness) typeText(s string) *Output {
	var events []window.Event
	for _, l := range s {
		events = append(events, window.Event{Kind: window.Typed, Rune: l})
	}
	return r.feed(events...)
}

// click moves the mouse to a place and clicks there.
func (r *harness) click(x, y int, b window.Key, mods window.Mods) *Output {
	at := window.Event{X: float32(x), Y: float32(y), DX: 1, Key: b, Mods: mods}
	move, down, up := at, at, at
	move.Kind, down.Kind, up.Kind = window.MouseMove, window.MouseDown, window.MouseUp
	return r.feed(move, down, up)
}

// clickText clicks on a drawn text.
func (r *harness) clickText(text string) *Output {
	r.t.Helper()
	at, ok := r.find(text)
	if !ok {
		r.t.Fatalf("%q is not drawn; drawn are %v", text, r.f.texts)
	}
	return r.click(at.x+at.w/2, at.y+at.h/2, window.MouseLeft, 0)
}

// find returns the area of a drawn text.
func (r *harness) find(text string) (rect, bool) {
	for _, w := range r.f.texts {
		if w.text == text {
			return w.rect, true
		}
	}
	return rect{}, false
}

// expectText fails the test unless all texts are drawn.
func (r *harness) expectText(texts ...string) {
	r.t.Helper()
	for _, s := range texts {
		if _, ok := r.find(s); !ok {
			r.t.Fatalf("%q is not drawn; drawn are %v", s, r.f.texts)
		}
	}
}

// onlyRequest returns the request of the last events, and fails the test unless there is exactly one.
func (r *harness) onlyRequest() Request {
	r.t.Helper()
	if len(r.out.Requests) != 1 {
		r.t.Fatalf("requests %+v, want one", r.out.Requests)
	}
	return r.out.Requests[0]
}

// testOptions are the options of a first start, with a name and a server.
func testOptions() settings.Client {
	c := settings.DefaultClient()
	c.Name, c.Server, c.ViewDistance, c.Language = "Ada", "play.example.org", 160, "en"
	return c
}

// binding returns the index of a control's binding.
func binding(u *UI, control string) int {
	return slices.IndexFunc(u.bindings, func(b Binding) bool { return b.Name == control })
}
