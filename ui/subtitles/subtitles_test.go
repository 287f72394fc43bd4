package subtitles

import (
	"fmt"
	"testing"

	"voxtide/render/draw2d"
)

// page is a canvas that keeps the texts, with their left edge.
type page struct {
	texts []string
	x     []int
	low   int // the lowest edge of a plate
}

func (p *page) Rect(_, y, _, h int, _ draw2d.Colour) { p.low = max(p.low, y+h) }

func (p *page) FontText(_ draw2d.Font, x, _, size int, _ draw2d.Colour, text string) int {
	p.texts, p.x = append(p.texts, text), append(p.x, x)
	return len(text) * size
}

func (p *page) MeasureText(_ draw2d.Font, size int, text string) int { return len([]rune(text)) * size }

func drawn(l *Lines, now float64) *page {
	p := &page{}
	Draw(p, &Area{Right: 1000, Bottom: 700, Text: 10, Pad: 4}, l, now)
	return p
}

// TestLines: a sound that is heard again keeps its line and takes its new side; there are at most Max lines, and the oldest goes; a line
// that fades is gone.
func TestLines(t *testing.T) {
	var l Lines
	l.Hear("Footsteps on grass", Left, 0)
	l.Hear("Door opens", Middle, 0.5)
	l.Hear("Footsteps on grass", Right, 1)
	if p := drawn(&l, 1); fmt.Sprint(p.texts) != "[Footsteps on grass › Door opens]" || p.low != 700 || p.x[1] < 950 {
		t.Errorf("%v at %v down to %d", p.texts, p.x, p.low)
	}
	for i := range Max {
		l.Hear(fmt.Sprint("sound ", i), Middle, 1.1+0.1*float64(i))
	}
	if p := drawn(&l, 2); len(p.texts) != Max || p.texts[0] != "sound 0" {
		t.Errorf("%v", p.texts)
	}
	l.Hear("sound 0", Left, 3.5)
	if p := drawn(&l, 4.9); len(p.texts) != 2 || p.texts[1] != "‹" || p.x[1] > p.x[0] {
		t.Errorf("%v at %v", p.texts, p.x)
	}
	if n := l.Count(9); n != 0 {
		t.Errorf("%d lines in the end", n)
	}
}

// TestAllocatesNothing: hearing allocates nothing.
func TestAllocatesNothing(t *testing.T) {
	var l Lines
	now := 0.0
	if a := testing.AllocsPerRun(100, func() { now += 0.1; l.Hear("Splash", Right, now); l.prune(now) }); a != 0 {
		t.Errorf("%v allocations", a)
	}
}
