// Package playerlist draws who plays: names in columns, each with how far away its player is and in which mode, over a frame of the game.
//
// Job: Draw. Owner: package ui. Data flow: a List in; nothing is kept here.
//
// Invariants: the list lies within the frame and above what it is told to leave free; all places are whole pixels; one name is a short
// panel, a hundred are columns of the same length, and of more than fit the last line says how many there are.
package playerlist

import (
	"strconv"

	"voxtide/internal/texts"
	"voxtide/render/draw2d"
)

// List is who plays.
type List struct {
	Rows  []Row // in order
	Total int   // of all players, of whom Rows may be a part; 0 while nothing is known
}

// Row is a player.
type Row struct {
	Name     string
	Ping     int // round trip to the server in ms; PingLocal or PingAway
	Creative bool
	Own      bool
}

// What Ping says of a player beside times.
const (
	PingLocal = 0  // in the server's own process
	PingAway  = -1 // the connection is lost
)

// Canvas is what is drawn on. Places are in framebuffer pixels from the upper left.
type Canvas interface {
	Rect(x, y, w, h int, c draw2d.Colour)
	FontText(f draw2d.Font, x, y, size int, c draw2d.Colour, text string) int
	MeasureText(f draw2d.Font, size int, text string) int
	FitText(f draw2d.Font, size int, text string, width int) int
}

// Area is where the list may lie.
type Area struct {
	W, H        int // of the frame
	Top, Bottom int // of it, what is free
	Halves      int // GUI scale, in halves
	Words       *texts.Translator
}

// The colours: those of package ui.
var (
	plate = draw2d.Colour{R: 12, G: 15, B: 20, A: 214}
	text  = draw2d.Colour{R: 238, G: 241, B: 245, A: 255}
	dim   = draw2d.Colour{R: 190, G: 197, B: 207, A: 255}
	good  = draw2d.Colour{R: 94, G: 214, B: 196, A: 255}
	slow  = draw2d.Colour{R: 255, G: 190, B: 92, A: 255}
	own   = draw2d.Colour{R: 34, G: 82, B: 79, A: 255}
	cell  = draw2d.Colour{R: 255, G: 255, B: 255, A: 16}
)

// Sizes in pixels at a scale of one.
const (
	titleSize = 18
	textSize  = 15
	noteSize  = 13
	rowTall   = 22
	titleTall = 30
	pad       = 10
	gap       = 4   // between rows and columns
	colWide   = 216 // of a column
	margin    = 12  // from the edges of the frame
)

// slowFrom is the round trip from which it is shown as slow, in ms.
const slowFrom = 200

// grid is how the rows are laid out.
type grid struct{ columns, rows, shown int }

// layout returns the grid for a number of rows in columns of at most tall rows, at most wide columns.
func layout(n, tall, wide int) grid {
	tall, wide = max(1, tall), max(1, wide)
	g := grid{columns: min(wide, max(1, (n+tall-1)/tall))}
	g.shown = min(n, g.columns*tall)
	g.rows = (g.shown + g.columns - 1) / g.columns
	return g
}

// Draw draws the list in the upper middle of an area.
func Draw(c Canvas, a *Area, l *List) {
	px := func(n int) int { return (n*a.Halves + 1) / 2 }
	step := px(rowTall) + px(gap)
	tall := (a.Bottom - a.Top - px(titleTall) - 2*px(pad) - px(rowTall)) / step
	g := layout(len(l.Rows), tall, (a.W-2*px(margin)-2*px(pad)+px(gap))/(px(colWide)+px(gap)))
	total := max(l.Total, len(l.Rows))
	hidden := total - g.shown
	w := min(g.columns*(px(colWide)+px(gap))-px(gap)+2*px(pad), a.W)
	h := px(titleTall) + g.rows*step + 2*px(pad) - px(gap)
	if hidden > 0 {
		h += px(rowTall)
	}
	x, y := (a.W-w)/2, a.Top
	c.Rect(x, y, w, h, plate)
	x, y = x+px(pad), y+px(pad)
	c.FontText(draw2d.Medium, x, y, px(titleSize), text, a.Words.T(title(total)))
	y += px(titleTall)
	wide := min(px(colWide), w-2*px(pad))
	for i := range l.Rows[:g.shown] {
		at := x + i/g.rows*(wide+px(gap))
		drawRow(c, at, y+i%g.rows*step, wide, a, &l.Rows[i])
	}
	if hidden > 0 {
		c.FontText(draw2d.Regular, x, y+g.rows*step, px(noteSize), dim, a.Words.T("and "+strconv.Itoa(hidden)+" more"))
	}
}

// title returns the heading for a number of players.
func title(n int) string {
	if n == 1 {
		return "1 player"
	}
	return strconv.Itoa(n) + " players"
}

// drawRow draws a player: the name, and at the right the round trip, with the mode before it where that is creative.
func drawRow(c Canvas, x, y, w int, a *Area, r *Row) {
	px := func(n int) int { return (n*a.Halves + 1) / 2 }
	back := cell
	if r.Own {
		back = own
	}
	c.Rect(x, y, w, px(rowTall), back)
	ping, colour := pingText(r.Ping)
	right := x + w - px(6) - c.MeasureText(draw2d.Regular, px(noteSize), ping)
	c.FontText(draw2d.Regular, right, y+px(4), px(noteSize), colour, ping)
	if r.Creative {
		mode := a.Words.T("creative")
		right -= px(8) + c.MeasureText(draw2d.Regular, px(noteSize), mode)
		c.FontText(draw2d.Regular, right, y+px(4), px(noteSize), dim, mode)
	}
	name := r.Name[:c.FitText(draw2d.Regular, px(textSize), r.Name, max(0, right-x-px(12)))]
	nameColour := text
	if r.Ping == PingAway {
		nameColour = dim
	}
	c.FontText(draw2d.Regular, x+px(6), y+px(3), px(textSize), nameColour, name)
}

// pingText returns a round trip as people read it, and its colour.
func pingText(ms int) (string, draw2d.Colour) {
	switch {
	case ms == PingAway:
		return "away", slow
	case ms == PingLocal:
		return "here", dim
	case ms >= slowFrom:
		return strconv.Itoa(ms) + " ms", slow
	}
	return strconv.Itoa(ms) + " ms", good
}
