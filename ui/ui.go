// Package ui is what lies over the picture: the crosshair and the hotbar, chat, the debug screen, the pages from the
// main menu to the page that says why a connection ended, and the small kit of widgets that they are made of.
//
// Owner: the window's goroutine, which for each picture feeds the events of the window, does what comes back, draws its
// scene and then this over it. Nothing here knows a server, a client or a file: values come in as a State, wishes go out.
//
// Invariants: Esc always goes back one step; whatever the mouse can do the keys can; all places are whole pixels and
// text is never scaled; a page is one function that is run without drawing for each event and once more to draw, so
// what is pressed is always where it is seen; while a page is open no control of the game is held.
package ui

import (
	"image"

	"voxtide/render"
	"voxtide/window"
)

// Canvas is what the screens draw on; render.Batch is one, tests have another. Places are in framebuffer pixels from
// the upper left.
type Canvas interface {
	Rect(x, y, w, h int, c render.Colour)
	Gradient(x, y, w, h int, top, bottom render.Colour)
	Frame(x, y, w, h, thick int, c render.Colour)
	TextIn(f render.Font, x, y, size int, c render.Colour, text string) int
	Shadowed(f render.Font, x, y, size int, c render.Colour, text string) int
	Measure(f render.Font, size int, text string) int
	Fit(f render.Font, size int, text string, width int) int
	Clip(x, y, w, h int) image.Rectangle
	Unclip(to image.Rectangle)
	AddImage(p *image.NRGBA) (render.Image, error)
	Picture(x, y, w, h int, m render.Image, c render.Colour)
}

// Config says how the screens begin.
type Config struct {
	Options   Options
	Defaults  Options       // of a first start, to go back to
	Presets   []Preset      // of graphics, the quickest first
	Clipboard func() string // nil for none
	// Complete returns what the last word of a line of chat may become, and where that word begins. nil for nothing.
	Complete func(line string) (from int, words []string)
	Version  string        // shown in a corner of the main menu
	Seed     func() string // a new world's, where the player leaves it empty; nil leaves it empty, too
}

// Base is the page that all others are opened from.
type Base uint8

// The bases.
const (
	Menu    Base = iota // no world: the main menu
	Joining             // a world is being entered
	Play                // in a world
	Ended               // a connection ended: State.Ended says why
)

// UI is all screens of one window.
type UI struct {
	kit     kit
	cfg     Config
	options Options
	base    Base
	stack   []visit // pages over the base, the last one on top
	state   State
	out     Out
	held    []bool // by binding

	icons  icons
	chat   chat
	notice notice
	times  times
	bag    bag
	forms  forms
	named  named
	debug  bool
	hidden bool // nothing lies over the picture of the game
	rebind int  // the binding that waits for a key, -1 for none
	asked  int  // the spot of the button that asks for a second press, -1 for none
}

// visit is an open page with what it remembers.
type visit struct {
	page   page
	focus  int
	scroll int // of its list, in pixels
}

// New makes the screens with the main menu open.
func New(c Canvas, cfg Config) *UI {
	u := &UI{cfg: cfg, rebind: -1, asked: -1}
	u.kit.c, u.kit.half = c, 2
	u.icons.made = map[iconKey]render.Image{}
	u.SetOptions(cfg.Options)
	u.Show(Menu)
	return u
}

// Show goes to a base and closes all pages over it.
func (u *UI) Show(b Base) {
	u.letGo()
	u.base = b
	u.stack = append(u.stack[:0], visit{page: basePages[b]})
	u.opened()
}

// Captures tells whether the mouse turns the head instead of pointing.
func (u *UI) Captures() bool { return u.base == Play && u.top().page == pagePlay }

// DebugShown tells whether the debug screen is seen, so that State.Debug is wanted.
func (u *UI) DebugShown() bool { return u.debug && u.base == Play }

// Feed takes the events of the window since the last picture, at a time in seconds, and returns what follows from
// them, valid until the next call.
func (u *UI) Feed(now float64, events []window.Event) *Out {
	u.out = Out{Wishes: u.out.Wishes[:0], Presses: u.out.Presses[:0]}
	u.kit.now = now
	for i, e := range events {
		next := window.Event{Kind: window.Closed}
		if i+1 < len(events) {
			next = events[i+1]
		}
		if e.Kind == window.MouseMove && next.Kind == window.MouseMove && !u.Captures() {
			continue // only where the cursor ends up counts
		}
		u.event(e)
	}
	return &u.out
}

// event handles one event.
func (u *UI) event(e window.Event) {
	switch e.Kind {
	case window.Closed:
		u.wish(Wish{Want: WantQuit})
		return
	case window.Unfocused:
		if u.Captures() {
			u.open(pagePause)
		}
		return
	case window.MouseMove, window.MouseDown, window.MouseUp:
		u.kit.mouse = [2]int{int(e.X), int(e.Y)}
	}
	if u.Captures() {
		u.play(e)
		return
	}
	if e.Kind == window.MouseMove && e.DX == 0 && e.DY == 0 {
		return // the cursor was put there, not moved by a hand: the focus stays
	}
	if u.rebind < 0 && e.Kind == window.KeyDown && u.anywhere(e.Key) {
		return
	}
	u.pass(e)
}

// pass runs the page on top for an event, and lets the keys move the focus if it did not take it.
func (u *UI) pass(e window.Event) {
	k := &u.kit
	k.begin(e, false)
	depth, at := len(u.stack), u.top().page
	k.focus = u.top().focus
	pages[at](u, k)
	if len(u.stack) != depth || u.top().page != at {
		return // another page: its focus stays as it was set
	}
	if k.live && e.Kind == window.KeyDown && e.Key == window.KeyEscape {
		u.back()
		return
	}
	k.navigate()
	u.top().focus = k.focus
}

// Draw draws the screens over a picture of width by height pixels. What is new in the state counts from now on.
func (u *UI) Draw(width, height int, s *State) {
	u.state = *s
	u.take()
	k := &u.kit
	k.w, k.h = width, height
	k.half = u.options.halves(width, height)
	if width <= 0 || height <= 0 {
		return
	}
	k.begin(window.Event{}, true)
	k.focus = u.top().focus
	if u.base == Play {
		u.hud()
	}
	k.spots = k.spots[:0]
	pages[u.top().page](u, k)
	u.top().focus = min(k.focus, max(len(k.spots)-1, 0))
}

// take takes over what is new in a state.
func (u *UI) take() {
	now := u.kit.now
	for _, l := range u.state.Said {
		u.chat.add(l, now)
	}
	for _, r := range u.state.Refused {
		u.notice.refuse(r, now)
	}
	u.state.Said, u.state.Refused = nil, nil
	u.times.add(u.state.PictureMS)
	u.named.see(u.state.selectedBlock(), now)
}

func (u *UI) top() *visit { return &u.stack[len(u.stack)-1] }

// open opens a page over the one on top.
func (u *UI) open(p page) {
	u.letGo()
	u.stack = append(u.stack, visit{page: p})
	u.opened()
}

// back closes the page on top: from the base in a world it opens the pause, from that of an ended connection it leaves.
func (u *UI) back() {
	u.bag.taken, u.rebind, u.asked = false, -1, -1
	if len(u.stack) > 1 {
		u.stack = u.stack[:len(u.stack)-1]
		u.kit.drag = -1
		return
	}
	switch u.base {
	case Joining:
		u.wish(Wish{Want: WantCancel})
	case Ended:
		u.wish(Wish{Want: WantMenu})
	case Play:
		u.open(pagePause)
	}
}

// opened sets the kit up for a page that was just opened.
func (u *UI) opened() {
	u.kit.drag, u.kit.keyed = -1, true
	u.bag.taken, u.rebind, u.asked = false, -1, -1
	u.forms.opened(u)
}

func (u *UI) wish(w Wish) { u.out.Wishes = append(u.out.Wishes, w) }
