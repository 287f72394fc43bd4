package plot

import (
	"fmt"
	"html"
	"slices"
	"strings"
)

// The size of a picture, and the room around its plot.
const (
	pictureWide = 560.0
	lineHigh    = 260.0
	roomLeft    = 52.0
	roomRight   = 14.0
	roomTop     = 26.0
	roomBottom  = 34.0
)

// lineClasses gives each line of a figure its class, which the style sheet colours, in the order of drawing.
var lineClasses = []struct{ name, class string }{
	{"truth", "truth"}, {"received", "received"}, {"server", "server"}, {"other's screen", "other"}, {"predicted", "predicted"}, {"drawn", "drawn"},
}

// classOf returns the class of a line.
func classOf(name string) string {
	for _, c := range lineClasses {
		if c.name == name {
			return c.class
		}
	}
	return "other"
}

// drawingOrder sorts lines so that what matters most is drawn last.
func drawingOrder(lines []Line) []Line {
	rank := func(l Line) int {
		for i, c := range lineClasses {
			if c.name == l.Name {
				return i
			}
		}
		return -1
	}
	out := slices.Clone(lines)
	slices.SortStableFunc(out, func(a, b Line) int { return rank(a) - rank(b) })
	return out
}

// linePicture draws positions over time: the figure of Kazap's page. The band is between the server's position and the drawn one.
func linePicture(f *Figure) string {
	if len(f.Times) < 2 || len(f.Lines) == 0 {
		return ""
	}
	var all []float64
	for _, l := range f.Lines {
		all = append(all, l.Values...)
	}
	x := axis{f.Times[0], f.Times[len(f.Times)-1], roomLeft, pictureWide - roomRight}
	y := span(all, lineHigh-roomBottom, roomTop)
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="chart lines" viewBox="0 0 %s %s" role="img" aria-label="%s: positions over time" data-x="%s %s" data-y="%s %s" data-box="%s %s %s %s" data-unit="%s">`,
		coord(pictureWide), coord(lineHigh), html.EscapeString(f.Method), coord(x.lo), coord(x.hi), fixed(y.lo), fixed(y.hi),
		coord(x.from), coord(x.to), coord(y.from), coord(y.to), html.EscapeString(f.Unit))
	grid(&b, x, y, "ms", f.Unit)
	for i, m := range f.Marks {
		if m.At < x.lo || m.At > x.hi {
			continue
		}
		fmt.Fprintf(&b, `<path class="mark" d="M%s %sV%s"/><text class="marktext" x="%s" y="%s">%s</text>`,
			coord(x.at(m.At)), coord(y.to), coord(y.from), coord(x.at(m.At)+3), coord(y.to-4-float64(i%2)*11), html.EscapeString(m.Text))
	}
	if s, d := find(f.Lines, "server"), find(f.Lines, "drawn"); s != nil && d != nil {
		fmt.Fprintf(&b, `<path class="band" d="%s"/>`, bandPath(f, s, d, x, y))
	}
	for _, l := range drawingOrder(f.Lines) {
		fmt.Fprintf(&b, `<path class="line %s" data-name="%s" d="%s"/>`, classOf(l.Name), html.EscapeString(l.Name), linePath(f, &l, x, y))
	}
	b.WriteString(`</svg>`)
	legend(&b, f.Lines)
	return b.String()
}

// find returns a line by name, nil if there is none.
func find(lines []Line, name string) *Line {
	for i := range lines {
		if lines[i].Name == name {
			return &lines[i]
		}
	}
	return nil
}

// linePath is the path of one line.
func linePath(f *Figure, l *Line, x, y axis) string {
	var b strings.Builder
	for i, v := range l.Values {
		if l.From+i >= len(f.Times) {
			break
		}
		sep := " "
		if i == 0 {
			sep = "M"
		} else if i == 1 {
			sep = "L"
		}
		b.WriteString(sep + coord(x.at(f.Times[l.From+i])) + " " + coord(y.at(v)))
	}
	return b.String()
}

// bandPath is the outline between two lines, where both are known.
func bandPath(f *Figure, one, two *Line, x, y axis) string {
	from := max(one.From, two.From)
	to := min(one.From+len(one.Values), two.From+len(two.Values), len(f.Times))
	if from >= to {
		return ""
	}
	var b strings.Builder
	for i := from; i < to; i++ {
		b.WriteString(pen(i == from) + coord(x.at(f.Times[i])) + " " + coord(y.at(one.Values[i-one.From])))
	}
	for i := to - 1; i >= from; i-- {
		b.WriteString("L" + coord(x.at(f.Times[i])) + " " + coord(y.at(two.Values[i-two.From])))
	}
	return b.String() + "Z"
}

func pen(first bool) string {
	if first {
		return "M"
	}
	return "L"
}

// grid draws the axes: lines across at round values, and their numbers.
func grid(b *strings.Builder, x, y axis, xUnit, yUnit string) {
	at, digits := y.ticks(5)
	for _, v := range at {
		fmt.Fprintf(b, `<path class="grid" d="M%s %sH%s"/><text class="num" x="%s" y="%s" text-anchor="end">%s</text>`,
			coord(x.from), coord(y.at(v)), coord(x.to), coord(x.from-6), coord(y.at(v)+3.5), number(v, digits))
	}
	at, digits = x.ticks(8)
	for _, v := range at {
		fmt.Fprintf(b, `<path class="tick" d="M%s %sv4"/><text class="num" x="%s" y="%s" text-anchor="middle">%s</text>`,
			coord(x.at(v)), coord(y.from), coord(x.at(v)), coord(y.from+16), number(v, digits))
	}
	fmt.Fprintf(b, `<path class="axis" d="M%s %sH%s"/><text class="num" x="%s" y="%s" text-anchor="end">%s</text><text class="num" x="%s" y="%s" text-anchor="end">%s</text>`,
		coord(x.from), coord(y.from), coord(x.to), coord(x.to), coord(y.from+29), xUnit, coord(x.from-6), coord(y.to-10), yUnit)
}

// legend lists the lines; a click on one hides it.
func legend(b *strings.Builder, lines []Line) {
	b.WriteString(`<p class="legend">`)
	for _, l := range drawingOrder(lines) {
		fmt.Fprintf(b, `<button type="button" class="key %s" data-name="%s">%s</button>`, classOf(l.Name), html.EscapeString(l.Name), html.EscapeString(l.Name))
	}
	b.WriteString(`</p>`)
}

// fixed writes an end of an axis as exactly as the page needs it to turn a pixel back into a value.
func fixed(v float64) string { return fmt.Sprintf("%.4f", v) }
