package ui

import (
	"voxtide/render"
	"voxtide/window"
)

// rect is an area in framebuffer pixels.
type rect struct{ x, y, w, h int }

func (r rect) holds(p [2]int) bool {
	return p[0] >= r.x && p[0] < r.x+r.w && p[1] >= r.y && p[1] < r.y+r.h
}

// inset returns the area without so many pixels at each edge.
func (r rect) inset(by int) rect { return rect{r.x + by, r.y + by, r.w - 2*by, r.h - 2*by} }

// cut takes a strip of a height from the top and leaves what is below it after a gap.
func (r *rect) cut(h, gap int) rect {
	top := rect{r.x, r.y, r.w, h}
	r.y += h + gap
	r.h -= h + gap
	return top
}

// kit runs a page: for an event, without drawing, or to draw, without an event. Widgets enter the areas that can have
// the focus in order; the focus is an index into them.
type kit struct {
	c    Canvas
	w, h int
	half int // the scale in halves
	now  float64

	drawing bool
	event   window.Event
	live    bool // the event was not taken yet
	mouse   [2]int
	bounds  rect // within which the mouse meets widgets
	spots   []rect
	focus   int
	keyed   bool // the focus was moved by the keys, so it must be seen
	drag    int  // the spot that the held button moves, -1 for none
	lines   []string
}

// begin starts a run of a page.
func (k *kit) begin(e window.Event, drawing bool) {
	k.event, k.live, k.drawing = e, !drawing, drawing
	k.spots = k.spots[:0]
	k.bounds = rect{0, 0, k.w, k.h}
}

// px returns so many pixels of a scale of one.
func (k *kit) px(n int) int { return (n*k.half + 1) / 2 }

// thin returns the width of a fine line.
func (k *kit) thin() int { return max(1, k.half/2) }

// spot enters an area that can have the focus and tells whether it has it. The mouse moves it here.
func (k *kit) spot(r rect) (i int, focused bool) {
	i = len(k.spots)
	k.spots = append(k.spots, r)
	if k.live && (k.event.Kind == window.MouseMove || k.event.Kind == window.MouseDown) && k.drag < 0 && k.over(r) {
		k.focus, k.keyed = i, false
	}
	return i, k.focus == i
}

// over tells whether the mouse is over an area.
func (k *kit) over(r rect) bool { return r.holds(k.mouse) && k.bounds.holds(k.mouse) }

// take tells whether a key went down, or is repeated, and takes it.
func (k *kit) take(keys ...window.Key) bool {
	if !k.live || k.event.Kind != window.KeyDown && k.event.Kind != window.KeyRepeat {
		return false
	}
	for _, key := range keys {
		if k.event.Key == key {
			k.live = false
			return true
		}
	}
	return false
}

// clicked tells whether a button of the mouse went down over an area, and takes it.
func (k *kit) clicked(r rect, button window.Key) bool {
	if !k.live || k.event.Kind != window.MouseDown || k.event.Key != button || !k.over(r) {
		return false
	}
	k.live = false
	return true
}

// entered tells whether Enter went down, and takes it. One that is repeated does not count: it would press on what
// comes next.
func (k *kit) entered() bool {
	return k.event.Kind == window.KeyDown && k.take(window.KeyEnter, window.KeyPadEnter)
}

// navigate moves the focus by an event that nobody took.
func (k *kit) navigate() {
	n := len(k.spots)
	if n == 0 {
		return
	}
	k.focus = min(max(k.focus, 0), n-1)
	back := k.event.Mods&window.Shift != 0
	switch {
	case k.take(window.KeyTab):
		by := 1
		if back {
			by = n - 1
		}
		k.focus, k.keyed = (k.focus+by)%n, true
	case k.take(window.KeyArrowDown):
		k.step(0, 1)
	case k.take(window.KeyArrowUp):
		k.step(0, -1)
	case k.take(window.KeyArrowRight):
		k.step(1, 0)
	case k.take(window.KeyArrowLeft):
		k.step(-1, 0)
	}
}

// step moves the focus to the nearest spot in a direction; past the last one below or above it starts again.
func (k *kit) step(dx, dy int) {
	k.keyed = true
	from := k.spots[k.focus]
	best, cost := -1, 0
	for i, r := range k.spots {
		ax, ay := 2*(r.x-from.x)+r.w-from.w, 2*(r.y-from.y)+r.h-from.h // twice the way between the middles
		along := ax*dx + ay*dy
		apart := max(r.x-from.x-from.w, from.x-r.x-r.w, 0)*dy*dy + max(r.y-from.y-from.h, from.y-r.y-r.h, 0)*dx*dx
		beside := dx != 0 && (r.y >= from.y+from.h || from.y >= r.y+r.h) // left and right stay in their row
		if i == k.focus || along <= 0 || beside {
			continue
		}
		across := max(ax*dy, -ax*dy) + max(ay*dx, -ay*dx)
		if c := along*4 + apart*16 + across; best < 0 || c < cost {
			best, cost = i, c
		}
	}
	switch {
	case best >= 0:
		k.focus = best
	case dy > 0:
		k.focus = 0
	case dy < 0:
		k.focus = len(k.spots) - 1
	}
}

// Drawing, which does nothing while an event is handled.

func (k *kit) fill(r rect, c render.Colour) {
	if k.drawing {
		k.c.Rect(r.x, r.y, r.w, r.h, c)
	}
}

func (k *kit) frame(r rect, thick int, c render.Colour) {
	if k.drawing {
		k.c.Frame(r.x, r.y, r.w, r.h, thick, c)
	}
}

// panel draws the ground of a page or a part of one.
func (k *kit) panel(r rect) {
	k.fill(r, colourPanel)
	k.frame(r, k.thin(), colourEdge)
}

// text draws a line with its upper left in place. Size is in pixels at a scale of one.
func (k *kit) text(f render.Font, x, y, size int, c render.Colour, s string) {
	if k.drawing {
		k.c.TextIn(f, x, y, k.px(size), c, s)
	}
}

// label draws a line in the middle of an area's height, at its left (0), middle (1) or right (2). What does not fit is
// cut off with an ellipsis.
func (k *kit) label(r rect, f render.Font, size, align int, c render.Colour, s string) {
	if !k.drawing {
		return
	}
	s = k.cut(f, size, s, r.w)
	x := r.x + (r.w-k.measure(f, size, s))*align/2
	k.c.TextIn(f, x, r.y+(r.h-k.px(size))/2, k.px(size), c, s)
}

func (k *kit) measure(f render.Font, size int, s string) int { return k.c.Measure(f, k.px(size), s) }

// cut shortens a line to a width.
func (k *kit) cut(f render.Font, size int, s string, width int) string {
	if k.measure(f, size, s) <= width {
		return s
	}
	const dots = "…"
	return s[:k.c.Fit(f, k.px(size), s, max(0, width-k.measure(f, size, dots)))] + dots
}

// wrap breaks a text into lines of a width at spaces, or within a word that is wider. Valid until the next call.
func (k *kit) wrap(f render.Font, size int, s string, width int) []string {
	k.lines = k.lines[:0]
	for {
		n := k.c.Fit(f, k.px(size), s, width)
		if n == len(s) {
			return append(k.lines, s)
		}
		end, next := n, n
		for i := n; i > 0; i-- {
			if s[i] == ' ' {
				end, next = i, i+1
				break
			}
		}
		if end == 0 { // not even one letter fits
			return append(k.lines, s)
		}
		k.lines = append(k.lines, s[:end])
		s = s[next:]
	}
}

// clip bounds drawing and the mouse to an area until the function that it returns is called.
func (k *kit) clip(r rect) func() {
	before := k.bounds
	k.bounds = r
	if !k.drawing {
		return func() { k.bounds = before }
	}
	was := k.c.Clip(r.x, r.y, r.w, r.h)
	return func() {
		k.bounds = before
		k.c.Unclip(was)
	}
}
