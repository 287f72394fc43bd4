package plot

import (
	"fmt"
	"html"
	"math"
	"strings"
)

const (
	barHigh = 20.0
	barLeft = 130.0
)

// barPicture draws one column of one profile as a bar for each method, with a thin bar to the high end if the column names one.
// The scale is the square root, so that one frame and one second both have a length that can be seen.
func barPicture(r *Report, profile string, c *Column) string {
	type bar struct {
		m          *Method
		mid, high  float64
		hasHigh    bool
		best, mine bool
	}
	var bars []bar
	most := 0.0
	best := r.best(profile, c)
	for i := range r.Methods {
		m := &r.Methods[i]
		v, ok := r.value(m.Text, profile, c)
		if !ok || v < 0 {
			continue
		}
		one := bar{m: m, mid: v, best: best[m.Text], mine: m.Ours}
		if h := r.column(c.High); h != nil {
			one.high, one.hasHigh = r.value(m.Text, profile, h)
		}
		most = max(most, v, one.high)
		bars = append(bars, one)
	}
	if len(bars) == 0 {
		return ""
	}
	x := axis{0, math.Sqrt(max(most, 1e-9)), barLeft, pictureWide - 100}
	at := func(v float64) float64 { return x.at(math.Sqrt(v)) }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="chart bars" viewBox="0 0 %s %s" role="img" aria-label="%s in %s">`,
		coord(pictureWide), coord(float64(len(bars))*barHigh+4), html.EscapeString(c.Name), html.EscapeString(profile))
	for i, one := range bars {
		y := float64(i)*barHigh + 4
		class := "bar"
		if one.mine {
			class += " ours"
		}
		fmt.Fprintf(&b, `<text class="lane" x="%s" y="%s" text-anchor="end">%s</text>`, coord(barLeft-8), coord(y+12), html.EscapeString(one.m.Text))
		text := number(one.mid, c.Digits)
		end := at(one.mid)
		if one.hasHigh && one.high > one.mid {
			fmt.Fprintf(&b, `<rect class="whisker" x="%s" y="%s" width="%s" height="4"/>`, coord(at(one.mid)), coord(y+6), coord(at(one.high)-at(one.mid)))
			text += " to " + number(one.high, c.Digits)
			end = at(one.high)
		}
		fmt.Fprintf(&b, `<rect class="%s" x="%s" y="%s" width="%s" height="14" rx="2"/><text class="num" x="%s" y="%s">%s %s</text>`,
			class, coord(barLeft), coord(y+1), coord(max(1.5, at(one.mid)-barLeft)), coord(end+6), coord(y+12), text, html.EscapeString(c.Unit))
	}
	b.WriteString(`</svg>`)
	return b.String()
}
