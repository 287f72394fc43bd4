// Package netview draws what the netcode does: graphs of the last ten seconds, the last updates as a time line, a key to the
// colours, and the boxes of the players' bodies in the world.
//
// Job: Draw, over a frame of the game, and Boxes, for the scene of a frame. Owner: package ui, which says where the hotbar
// and the chat are. Data flow: a netstats.Recorder in, areas and texts out; nothing is kept here.
//
// Invariants: nothing is drawn over the hotbar, the chat, the crosshair, or outside of the frame; all places are whole pixels;
// a colour means the same in every part: white is what was received, yellow what is predicted, the accent colour what is
// drawn of the own body, violet what the server had.
package netview

import (
	"fmt"
	"image"

	"voxtide/client/netstats"
	"voxtide/render/draw2d"
)

// Canvas is what is drawn on. Places are in framebuffer pixels from the upper left.
type Canvas interface {
	Rect(x, y, w, h int, c draw2d.Colour)
	FontText(f draw2d.Font, x, y, size int, c draw2d.Colour, text string) int
	MeasureText(f draw2d.Font, size int, text string) int
	FitText(f draw2d.Font, size int, text string, width int) int
}

// Area is the frame that is drawn over, and what else lies on it.
type Area struct {
	W, H   int
	Halves int             // GUI scale, in halves
	Hotbar image.Rectangle // empty while there is none
	Chat   image.Rectangle // where lines of chat may lie
}

// Info is what is shown beside the recorder's notes.
type Info struct {
	Method  string // in its text form
	Network string // how the network is made worse, in words; "" if it is not
	Figures string // of the method; "" for none
	Rival   bool   // the method gives its corrections no cause
	Frozen  bool
	Graphs  bool   // the graphs alone, because a page is open
	Key     string // that freezes and goes on, as people read it
}

// The colours.
var (
	Received  = draw2d.Colour{R: 255, G: 255, B: 255, A: 255}
	Predicted = draw2d.Colour{R: 255, G: 222, B: 60, A: 255}
	Drawn     = draw2d.Colour{R: 94, G: 214, B: 196, A: 255}
	Server    = draw2d.Colour{R: 220, G: 120, B: 255, A: 255}
	Others    = draw2d.Colour{R: 255, G: 160, B: 72, A: 255}
	Bad       = draw2d.Colour{R: 255, G: 84, B: 84, A: 255}

	plate = draw2d.Colour{R: 12, G: 15, B: 20, A: 196}
	text  = draw2d.Colour{R: 238, G: 241, B: 245, A: 255}
	dim   = draw2d.Colour{R: 190, G: 197, B: 207, A: 255}
	faint = draw2d.Colour{R: 255, G: 255, B: 255, A: 40}
)

// Sizes in pixels at a scale of one.
const (
	textSize   = 14
	line       = 18
	margin     = 8
	graphsWide = 320 // at most
	graphsThin = 212 // at least
	graphTall  = 92  // at most, with its title
	barsTall   = 42  // of the time line
)

// view draws into an area.
type view struct {
	canvas Canvas
	area   *Area
	n      *netstats.Recorder
	info   *Info
}

// px converts pixels at a scale of one to pixels of the frame.
func (v *view) px(n int) int { return (n*v.area.Halves + 1) / 2 }

func (v *view) fill(r image.Rectangle, c draw2d.Colour) {
	if !r.Empty() {
		v.canvas.Rect(r.Min.X, r.Min.Y, r.Dx(), r.Dy(), c)
	}
}

// write writes a text from x on and returns where it ends. It is cut at right.
func (v *view) write(x, y, right int, c draw2d.Colour, s string) int {
	size := v.px(textSize)
	s = s[:v.canvas.FitText(draw2d.Mono, size, s, max(0, right-x))]
	return x + v.canvas.FontText(draw2d.Mono, x, y, size, c, s)
}

// writeRight writes a text that ends at right, cut so that it begins no further left than x, and returns where it begins.
func (v *view) writeRight(x, y, right int, c draw2d.Colour, s string) int {
	size := v.px(textSize)
	s = s[:v.canvas.FitText(draw2d.Mono, size, s, max(0, right-x))]
	at := right - v.canvas.MeasureText(draw2d.Mono, size, s)
	v.canvas.FontText(draw2d.Mono, at, y, size, c, s)
	return at
}

// Draw draws the graphs at the right, and the method, the time line and the key at the upper left.
func Draw(c Canvas, a *Area, n *netstats.Recorder, info *Info) {
	v := &view{c, a, n, info}
	graphs, left := layout(a)
	v.drawGraphs(graphs)
	if !left.Empty() && !info.Graphs {
		v.drawLeft(left)
	}
}

// layout returns where the graphs and where the rest lies.
func layout(a *Area) (graphs, left image.Rectangle) {
	px := func(n int) int { return (n*a.Halves + 1) / 2 }
	m := px(margin)
	wide, bottom := px(graphsWide), a.H-m
	if room := a.W - a.Hotbar.Max.X - 2*m; room >= px(graphsThin) {
		wide = min(wide, room) // beside the hotbar
	} else {
		wide, bottom = px(graphsThin), a.Hotbar.Min.Y-m
	}
	graphs = image.Rect(a.W-m-wide, m, a.W-m, bottom)
	if graphs.Overlaps(a.Chat) {
		graphs.Min.X = a.Chat.Max.X + m
	}
	left = image.Rect(m, m, min(graphs.Min.X-2*m, m+px(640)), a.H/2-px(line))
	if left.Overlaps(a.Chat) {
		left.Max.Y = a.Chat.Min.Y - m
	}
	if left.Dy() < px(3*line) || left.Dx() < px(120) {
		left = image.Rectangle{}
	}
	return graphs, left
}

// Lower returns the y below what lies at the upper left and in the middle of the frame, for notices under it.
func Lower(a *Area, n *netstats.Recorder) int {
	_, left := layout(a)
	if left.Empty() {
		return 0
	}
	return min(left.Max.Y, left.Min.Y+((leftLines+len(n.Links()))*line+barsTall+2*line)*a.Halves/2)
}

// leftLines is the number of lines at the upper left without the time line.
const leftLines = 7

// drawLeft draws the method, the time line and the key to the colours.
func (v *view) drawLeft(r image.Rectangle) {
	y := r.Min.Y
	title := v.info.Method
	if v.info.Network != "" {
		title += "  |  " + v.info.Network
	}
	y = v.plateLine(r, y, text, title)
	if v.info.Frozen {
		v.plateLineRight(r, r.Min.Y, Bad, "FROZEN, "+v.info.Key+" goes on")
	} else {
		v.plateLineRight(r, r.Min.Y, dim, v.info.Key+" freezes")
	}
	y = v.drawTimeline(image.Rect(r.Min.X, y, r.Max.X, min(r.Max.Y, y+v.px(barsTall+2*line))))
	v.drawKey(image.Rect(r.Min.X, y+v.px(4), r.Max.X, r.Max.Y))
}

// plateLine writes a line on a plate and returns the y below it.
func (v *view) plateLine(r image.Rectangle, y int, c draw2d.Colour, s string) int {
	size, m := v.px(textSize), v.px(6)
	s = s[:v.canvas.FitText(draw2d.Mono, size, s, r.Dx()-2*m)]
	h := v.px(line)
	v.fill(image.Rect(r.Min.X, y, r.Min.X+v.canvas.MeasureText(draw2d.Mono, size, s)+2*m, y+h), plate)
	v.write(r.Min.X+m, y+v.px(2), r.Max.X-m, c, s)
	return y + h
}

// plateLineRight writes a line on a plate at the right, if it fits beside the title.
func (v *view) plateLineRight(r image.Rectangle, y int, c draw2d.Colour, s string) {
	size, m := v.px(textSize), v.px(6)
	wide := v.canvas.MeasureText(draw2d.Mono, size, s) + 2*m
	title := v.info.Method
	if v.info.Network != "" {
		title += "  |  " + v.info.Network
	}
	if v.canvas.MeasureText(draw2d.Mono, size, title)+2*m+wide > r.Dx() {
		return
	}
	v.fill(image.Rect(r.Max.X-wide, y, r.Max.X, y+v.px(line)), plate)
	v.write(r.Max.X-wide+m, y+v.px(2), r.Max.X, c, s)
}

// drawKey draws what the boxes mean, with their figures.
func (v *view) drawKey(r image.Rectangle) {
	own, ago := "", "a while ago"
	if all := v.n.Bodies(); len(all) > 0 && all[0].Own {
		b := &all[0]
		if b.Stamp > 0 {
			own = fmt.Sprintf(", own %d ms old", b.Seen.Sub(b.Stamp)/1000)
		}
		if _, d, ok := b.Server(); ok {
			ago = fmt.Sprintf("%d ms ago", d/1000)
		}
	}
	y := r.Min.Y
	for _, row := range []struct {
		c draw2d.Colour
		s string
	}{
		{Received, "received   the last state that came" + own},
		{Predicted, "predicted  for this frame"},
		{Drawn, "drawn      on this screen"},
		{Server, "server     where it was there, " + ago},
	} {
		if y+v.px(line) > r.Max.Y {
			return
		}
		below := v.plateLine(r, y, text, "   "+row.s)
		v.fill(image.Rect(r.Min.X+v.px(6), y+v.px(4), r.Min.X+v.px(16), y+v.px(14)), row.c)
		y = below
	}
	if v.info.Figures != "" && y+v.px(line) <= r.Max.Y {
		y = v.plateLine(r, y, dim, v.info.Figures)
	}
	v.drawLinks(image.Rect(r.Min.X, y, r.Max.X, r.Max.Y))
}

// Milliseconds writes a time in ms, with a digit behind the point where it is short.
func Milliseconds(ms float64) string {
	if ms < 9.95 {
		return fmt.Sprintf("%.1f ms", ms)
	}
	return fmt.Sprintf("%.0f ms", ms)
}

// drawLinks draws a row for each direct link.
func (v *view) drawLinks(r image.Rectangle) {
	y := r.Min.Y
	all := v.n.Links()
	for i := range all {
		if y+v.px(line) > r.Max.Y {
			return
		}
		l, c := &all[i], text
		s := fmt.Sprintf("link %-8s %-6s", shortenTo(l.Name, 8), l.How)
		if l.RoundTrip > 0 {
			s += fmt.Sprintf(" %6s  loss %.0f%%", Milliseconds(l.RoundTrip), l.Loss*100)
		}
		if l.Seen > 0 {
			s += "  seen after " + Milliseconds(l.Seen)
		}
		if l.State != "" {
			s += "  " + l.State
			c = dim
		}
		if s += fmt.Sprintf("  lies %d", l.Lies); l.Lies > 0 {
			c = Bad
		}
		y = v.plateLine(r, y, c, s)
	}
}
