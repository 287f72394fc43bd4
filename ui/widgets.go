package ui

import (
	"image"

	"voxtide/internal/texts"
	"voxtide/render/draw2d"
	"voxtide/window"
)

// rect is an area in framebuffer pixels.
type rect struct{ x, y, w, h int }

func (r rect) contains(p [2]int) bool {
	return p[0] >= r.x && p[0] < r.x+r.w && p[1] >= r.y && p[1] < r.y+r.h
}

// enteredBy returns which part of the straight way from one pixel to another lies before the rectangle, from 0 to 1, and whether the way
// comes over it.
func (r rect) enteredBy(from, to [2]int) (enter float64, ok bool) {
	leave := 1.0
	for axis, side := range [2][2]int{{r.x, r.x + r.w - 1}, {r.y, r.y + r.h - 1}} {
		at, way := float64(from[axis]), float64(to[axis]-from[axis])
		low, high := float64(side[0])-at, float64(side[1])-at
		if way == 0 {
			if low > 0 || high < 0 {
				return 0, false
			}
			continue
		}
		if low, high = low/way, high/way; low > high {
			low, high = high, low
		}
		enter, leave = max(enter, low), min(leave, high)
	}
	return enter, enter <= leave
}

// inset returns the area without by pixels at each edge.
func (r rect) inset(by int) rect { return rect{r.x + by, r.y + by, r.w - 2*by, r.h - 2*by} }

// cutTop cuts a strip of height h from the top of the area, and a gap below it, and returns the strip.
func (r *rect) cutTop(h, gap int) rect {
	top := rect{r.x, r.y, r.w, h}
	r.y += h + gap
	r.h -= h + gap
	return top
}

// widgets runs a page immediate-mode: for one event, without drawing, or to draw, without an event. Each widget that can
// have the focus enters its area in order; the focus is an index into these areas.
type widgets struct {
	canvas      Canvas
	words       *texts.Translator
	w, h        int
	scaleHalves int // GUI scale, in halves
	now         float64

	drawing     bool
	event       window.Event
	pending     bool // no widget has taken the event yet
	mouse       [2]int
	clipRect    rect // outside it the mouse meets no widget
	focusRects  []rect
	focus       int
	focusByKeys bool // the focus was moved by keys, so it must be in view
	dragged     int  // focus index of the widget that the mouse drags, -1 for none
	lines       []string
	pressed     int // widgets that were pressed since the last frame, to be heard
}

// begin starts a run of a page.
func (k *widgets) begin(e window.Event, drawing bool) {
	k.event, k.pending, k.drawing = e, !drawing, drawing
	k.focusRects = k.focusRects[:0]
	k.clipRect = rect{0, 0, k.w, k.h}
}

// px converts pixels at a scale of one to pixels of the frame.
func (k *widgets) px(n int) int { return (n*k.scaleHalves + 1) / 2 }

// hairline returns the width of a thin line.
func (k *widgets) hairline() int { return max(1, k.scaleHalves/2) }

// focusable enters an area that can have the focus and reports whether it has it. The mouse moves the focus here.
func (k *widgets) focusable(r rect) (i int, focused bool) {
	i = len(k.focusRects)
	k.focusRects = append(k.focusRects, r)
	if k.pending && (k.event.Kind == window.MouseMove || k.event.Kind == window.MouseDown) && k.dragged < 0 && k.hovers(r) {
		k.focus, k.focusByKeys = i, false
	}
	return i, k.focus == i
}

// hovers reports whether the mouse is over an area.
func (k *widgets) hovers(r rect) bool { return r.contains(k.mouse) && k.clipRect.contains(k.mouse) }

// looksAt reports whether the player looks at a focused area: the mouse is there, or the keys have brought the focus.
func (k *widgets) looksAt(r rect) bool { return k.focusByKeys || k.hovers(r) }

// takeKey reports whether the event is a press, or a repeated press, of one of some keys, and takes it.
func (k *widgets) takeKey(keys ...window.Key) bool {
	if !k.pending || k.event.Kind != window.KeyDown && k.event.Kind != window.KeyRepeat {
		return false
	}
	for _, key := range keys {
		if k.event.Key == key {
			k.pending = false
			return true
		}
	}
	return false
}

// takeClick reports whether the event is a press of a mouse button over an area, and takes it.
func (k *widgets) takeClick(r rect, button window.Key) bool {
	if !k.pending || k.event.Kind != window.MouseDown || k.event.Key != button || !k.hovers(r) {
		return false
	}
	k.pending = false
	return true
}

// takeEnter reports whether the event is a press of Enter, and takes it. A repeated press does not count: it would press a
// button of the next page.
func (k *widgets) takeEnter() bool {
	return k.event.Kind == window.KeyDown && k.takeKey(window.KeyEnter, window.KeyPadEnter)
}

// moveFocusByKeys moves the focus by a key that no widget took.
func (k *widgets) moveFocusByKeys() {
	n := len(k.focusRects)
	if n == 0 {
		return
	}
	k.focus = min(max(k.focus, 0), n-1)
	back := k.event.Mods&window.Shift != 0
	switch {
	case k.takeKey(window.KeyTab):
		by := 1
		if back {
			by = n - 1
		}
		k.focus, k.focusByKeys = (k.focus+by)%n, true
	case k.takeKey(window.KeyArrowDown):
		k.moveFocus(0, 1)
	case k.takeKey(window.KeyArrowUp):
		k.moveFocus(0, -1)
	case k.takeKey(window.KeyArrowRight):
		k.moveFocus(1, 0)
	case k.takeKey(window.KeyArrowLeft):
		k.moveFocus(-1, 0)
	}
}

// moveFocus moves the focus to the nearest area in a direction. Past the lowest area it goes to the first one, past the
// highest to the last one.
func (k *widgets) moveFocus(dx, dy int) {
	k.focusByKeys = true
	from := k.focusRects[k.focus]
	best, cost := -1, 0
	for i, r := range k.focusRects {
		ax, ay := 2*(r.x-from.x)+r.w-from.w, 2*(r.y-from.y)+r.h-from.h // twice the distance between the centres
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
		k.focus = len(k.focusRects) - 1
	}
}

// The functions that draw do nothing while an event is handled.

func (k *widgets) fill(r rect, c draw2d.Colour) {
	if k.drawing {
		k.canvas.Rect(r.x, r.y, r.w, r.h, c)
	}
}

func (k *widgets) outline(r rect, thick int, c draw2d.Colour) {
	if k.drawing {
		k.canvas.Border(r.x, r.y, r.w, r.h, thick, c)
	}
}

// drawPanel draws the background of a page.
func (k *widgets) drawPanel(r rect) {
	k.fill(r, colourPanel)
	k.outline(r, k.hairline(), colourEdge)
}

// text draws a line with its upper left corner at x, y. Size is in pixels at a scale of one.
func (k *widgets) text(f draw2d.Font, x, y, size int, c draw2d.Colour, s string) {
	if k.drawing {
		k.canvas.FontText(f, x, y, k.px(size), c, s)
	}
}

// t returns a text in the player's language. What people have called something themselves is shown as it is.
func (k *widgets) t(s string) string { return k.words.T(s) }

// label draws a line in the player's language, vertically centred in an area, at its left (0), middle (1) or right (2). An ellipsis
// stands for the part that does not fit.
func (k *widgets) label(r rect, f draw2d.Font, size, align int, c draw2d.Colour, s string) {
	if k.drawing {
		k.verbatim(r, f, size, align, c, k.t(s))
	}
}

// verbatim draws a line as it is: what people have called something, and what is in the player's language already.
func (k *widgets) verbatim(r rect, f draw2d.Font, size, align int, c draw2d.Colour, s string) {
	if !k.drawing {
		return
	}
	s = k.ellipsize(f, size, s, r.w)
	x := r.x + (r.w-k.measure(f, size, s))*align/2
	k.canvas.FontText(f, x, r.y+(r.h-k.px(size))/2, k.px(size), c, s)
}

func (k *widgets) measure(f draw2d.Font, size int, s string) int {
	return k.canvas.MeasureText(f, k.px(size), s)
}

// ellipsize shortens a line to a width, with an ellipsis.
func (k *widgets) ellipsize(f draw2d.Font, size int, s string, width int) string {
	if k.measure(f, size, s) <= width {
		return s
	}
	const dots = "…"
	return s[:k.canvas.FitText(f, k.px(size), s, max(0, width-k.measure(f, size, dots)))] + dots
}

// wrap breaks a text into lines of a width, at spaces, or within a word that is too wide. The lines are valid until the
// next call.
func (k *widgets) wrap(f draw2d.Font, size int, s string, width int) []string {
	k.lines = k.lines[:0]
	for {
		n := k.canvas.FitText(f, k.px(size), s, width)
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

// clip limits drawing and the mouse to an area until the returned function is called.
func (k *widgets) clip(r rect) func() {
	before := k.clipRect
	k.clipRect = r
	if !k.drawing {
		return func() { k.clipRect = before }
	}
	was := k.canvas.Clip(r.x, r.y, r.w, r.h)
	return func() {
		k.clipRect = before
		k.canvas.Unclip(was)
	}
}

// Canvas draws for the screens. draw2d.Batch is the one of the game; tests have another. Places are in framebuffer pixels
// from the upper left.
type Canvas interface {
	Rect(x, y, w, h int, c draw2d.Colour)
	Gradient(x, y, w, h int, top, bottom draw2d.Colour)
	Border(x, y, w, h, thick int, c draw2d.Colour)
	FontText(f draw2d.Font, x, y, size int, c draw2d.Colour, text string) int
	ShadowedText(f draw2d.Font, x, y, size int, c draw2d.Colour, text string) int
	MeasureText(f draw2d.Font, size int, text string) int
	FitText(f draw2d.Font, size int, text string, width int) int
	Clip(x, y, w, h int) image.Rectangle
	Unclip(to image.Rectangle)
	AddImage(p *image.NRGBA) (draw2d.Image, error)
	UpdateImage(m draw2d.Image, p *image.NRGBA)
	Image(x, y, w, h int, m draw2d.Image, c draw2d.Colour)
}
