// Package subtitles writes what is heard: a line for each sound at the right edge of the frame, with an arrow to the side that it comes
// from.
//
// Job: Hear for each sound that begins, Draw for each frame. Owner: package ui. Invariants: a sound that is heard again refreshes its line
// and keeps its place, so that steps do not make a list; at most Max lines, of which the oldest goes first; a line fades and is gone; a
// frame allocates nothing.
package subtitles

import "voxtide/render/draw2d"

// Max is how many lines there are at most.
const Max = 6

// Side is where a sound comes from.
type Side int8

// The sides.
const (
	Left   Side = -1
	Middle Side = 0 // ahead, behind, or the own one
	Right  Side = 1
)

// line is a sound that was heard.
type line struct {
	text string
	side Side
	at   float64 // when, in seconds
}

// Lines are the sounds that were heard lately, the one that came last at the end.
type Lines struct {
	list  [Max]line
	count int
}

// How long a line stays and fades, in seconds.
const (
	stay = 2.2
	fade = 0.8
)

// Hear notes a sound that begins.
func (l *Lines) Hear(text string, side Side, now float64) {
	l.prune(now)
	for i := range l.list[:l.count] {
		if s := &l.list[i]; s.text == text {
			s.side, s.at = side, now
			return
		}
	}
	if l.count == Max {
		oldest := 0
		for i := range l.list {
			if l.list[i].at < l.list[oldest].at {
				oldest = i
			}
		}
		l.remove(oldest)
	}
	l.list[l.count] = line{text, side, now}
	l.count++
}

// Clear forgets all lines.
func (l *Lines) Clear() { l.count = 0 }

// Count returns how many lines are shown at a time.
func (l *Lines) Count(now float64) int {
	l.prune(now)
	return l.count
}

func (l *Lines) remove(i int) {
	copy(l.list[i:], l.list[i+1:l.count])
	l.count--
}

func (l *Lines) prune(now float64) {
	for i := l.count - 1; i >= 0; i-- {
		if now-l.list[i].at > stay+fade {
			l.remove(i)
		}
	}
}

// Canvas is what is drawn on. Places are in framebuffer pixels from the upper left.
type Canvas interface {
	Rect(x, y, w, h int, c draw2d.Colour)
	FontText(f draw2d.Font, x, y, size int, c draw2d.Colour, text string) int
	MeasureText(f draw2d.Font, size int, text string) int
}

// Area says where the lines are drawn.
type Area struct {
	Right, Bottom int // pixels of the lower right corner
	Text          int // height of a text
	Pad           int // between a text and the edge of its plate
	Plate, Colour draw2d.Colour
	Arrow         draw2d.Colour
}

// arrows are drawn at the side that a sound comes from.
const (
	leftArrow  = "‹"
	rightArrow = "›"
)

// Draw draws the lines, the last one at the bottom. All plates are as wide as the widest, so that the arrows stand below each other.
func Draw(c Canvas, a *Area, l *Lines, now float64) {
	l.prune(now)
	big := a.Text * 3 / 2
	wide, arrow := 0, c.MeasureText(draw2d.Medium, big, rightArrow)
	for i := range l.list[:l.count] {
		wide = max(wide, c.MeasureText(draw2d.Regular, a.Text, l.list[i].text))
	}
	wide += 2 * (arrow + 2*a.Pad)
	row := a.Text + a.Pad
	y := a.Bottom - l.count*row
	for i := range l.list[:l.count] {
		s := &l.list[i]
		opacity := float32(min(1, max(0, (stay+fade-(now-s.at))/fade)))
		x := a.Right - wide
		c.Rect(x, y, wide, row, a.Plate.Fade(opacity))
		text := c.MeasureText(draw2d.Regular, a.Text, s.text)
		c.FontText(draw2d.Regular, x+(wide-text)/2, y+a.Pad/2, a.Text, a.Colour.Fade(opacity), s.text)
		switch s.side {
		case Left:
			c.FontText(draw2d.Medium, x+a.Pad, y+(row-big)/2-big/10, big, a.Arrow.Fade(opacity), leftArrow)
		case Right:
			c.FontText(draw2d.Medium, x+wide-a.Pad-arrow, y+(row-big)/2-big/10, big, a.Arrow.Fade(opacity), rightArrow)
		}
		y += row
	}
}
