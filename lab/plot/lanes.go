package plot

import (
	"fmt"
	"html"
	"strings"
)

// The lanes of a picture of trips, from top to bottom.
var lanes = []string{"pressed", "own screen", "server", "another's screen"}

const (
	laneHigh = 54.0
	laneLeft = 112.0
)

// lanePicture draws the ways of inputs between time lines: the figure of Gambetta's pages. An input that shows on the own screen
// before the server has performed it was predicted.
func lanePicture(f *Figure) string {
	if len(f.Trips) == 0 {
		return ""
	}
	var ends []float64
	for _, t := range f.Trips {
		for _, at := range []float64{t.Input, t.Server, t.Own, t.Other} {
			if at >= 0 {
				ends = append(ends, at)
			}
		}
	}
	high := roomTop + laneHigh*float64(len(lanes)-1) + roomBottom + 12
	x := span(ends, laneLeft, pictureWide-roomRight)
	lane := func(i int) float64 { return roomTop + laneHigh*float64(i) }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="chart lanes" viewBox="0 0 %s %s" role="img" aria-label="%s: when an input is pressed, shown and performed">`,
		coord(pictureWide), coord(high), html.EscapeString(f.Method))
	for i, name := range lanes {
		fmt.Fprintf(&b, `<path class="grid" d="M%s %sH%s"/><text class="lane" x="%s" y="%s" text-anchor="end">%s</text>`,
			coord(laneLeft), coord(lane(i)), coord(pictureWide-roomRight), coord(laneLeft-10), coord(lane(i)+4), name)
	}
	at, digits := x.ticks(8)
	for _, v := range at {
		fmt.Fprintf(&b, `<path class="tick" d="M%s %sv4"/><text class="num" x="%s" y="%s" text-anchor="middle">%s</text>`,
			coord(x.at(v)), coord(lane(3)+8), coord(x.at(v)), coord(lane(3)+25), number(v, digits))
	}
	for _, t := range f.Trips {
		writeTrip(&b, &t, x, lane)
	}
	b.WriteString(`</svg>`)
	return b.String()
}

// writeTrip draws one trip: up to the server, from there to the other screen, and to the own screen from where it was shown first.
func writeTrip(b *strings.Builder, t *Trip, x axis, lane func(int) float64) {
	fmt.Fprintf(b, `<g class="trip"><title>%s: %s</title>`, html.EscapeString(t.What), tripText(t))
	way := func(class string, fromAt float64, from int, toAt float64, to int) {
		fmt.Fprintf(b, `<path class="way %s" d="M%s %sL%s %s"/>`, class, coord(x.at(fromAt)), coord(lane(from)), coord(x.at(toAt)), coord(lane(to)))
	}
	dot := func(class string, at float64, i int) {
		fmt.Fprintf(b, `<circle class="dot %s" cx="%s" cy="%s" r="3.6"/>`, class, coord(x.at(at)), coord(lane(i)))
	}
	if t.Server >= 0 {
		way("net", t.Input, 0, t.Server, 2)
		if t.Other >= t.Server {
			way("net", t.Server, 2, t.Other, 3)
		}
	}
	switch {
	case t.Own < 0:
	case t.Server >= 0 && t.Own > t.Server:
		way("wait", t.Server, 2, t.Own, 1)
	default:
		way("own", t.Input, 0, t.Own, 1)
	}
	if t.Other >= 0 && (t.Server < 0 || t.Other < t.Server) {
		way("net", t.Input, 0, t.Other, 3)
	}
	dot("in", t.Input, 0)
	if t.Server >= 0 {
		dot("server", t.Server, 2)
	}
	if t.Own >= 0 {
		dot("own", t.Own, 1)
	}
	if t.Other >= 0 {
		dot("other", t.Other, 3)
	}
	b.WriteString(`</g>`)
}

// tripText says a trip in words.
func tripText(t *Trip) string {
	after := func(what string, at float64) string {
		if at < 0 {
			return what + " never"
		}
		return what + " after " + number(at-t.Input, 0) + " ms"
	}
	return strings.Join([]string{after("shown", t.Own), after("performed", t.Server), after("seen by another", t.Other)}, ", ")
}
