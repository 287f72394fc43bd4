package netview

import (
	"fmt"
	"image"
	"math"
	"strings"

	"voxtide/client/netstats"
	"voxtide/protocol"
	"voxtide/render/draw2d"
)

// curve is a series of a graph.
type curve struct {
	series *netstats.Series
	c      draw2d.Colour
	name   string // before its newest value in the title; "" for none
	bars   bool   // filled from the bottom
	points bool   // each value by itself
	total  bool   // its figure is the sum of the last second, not the newest value
}

// graph is one of the graphs.
type graph struct {
	title  string
	about  string
	unit   string
	least  float64 // the top is at least this
	curves []curve
	digits int
}

// graphs returns the graphs, from the top.
func (v *view) graphs() [7]graph {
	n := v.n
	lateness := make([]curve, 0, netstats.StreamsKept+1)
	colours := [...]draw2d.Colour{Drawn, Server, Others, Predicted}
	for i := range n.Streams() {
		s := &n.Streams()[i]
		lateness = append(lateness, curve{series: &s.Late, c: colours[i%len(colours)], name: shorten(s.Name)})
	}
	if len(n.Links()) > 0 {
		lateness = append(lateness, curve{series: &n.SeenDirect, c: Received, name: "direct", points: true})
	}
	return [7]graph{
		{title: "wait", about: "from an input", unit: "ms", least: 50, curves: []curve{{series: &n.WaitAck, c: dim.Fade(0.7), name: "ack", bars: true}, {series: &n.WaitFrame, c: Drawn, name: "frame", points: true}}},
		{title: "behind", about: "stamps behind the frame", unit: "ms", least: 50, curves: lateness},
		{title: "jump", about: "moved by updates", unit: "cm", least: 5, digits: 1, curves: []curve{{series: &n.JumpOthers, c: Others, name: "others", bars: true}, {series: &n.JumpOwn, c: Drawn, name: "own", bars: true}}},
		{title: "apart", about: "drawn from the server's", unit: "cm", least: 10, digits: 1, curves: []curve{{series: &n.ApartOthers, c: Others, name: "others"}, {series: &n.ApartOwn, c: Drawn, name: "own"}}},
		{title: "packets", about: "", unit: "", least: 5, curves: []curve{{series: &n.Down, c: dim, name: "down", total: true}, {series: &n.Up, c: Drawn, name: "up", total: true}, {series: &n.Lost, c: Bad, name: "lost", bars: true, total: true}}},
		{title: "un-acked", about: "own actions", unit: "", least: 5, curves: []curve{{series: &n.Unacked, c: Drawn, bars: true}}},
		{title: "re-predict", about: "after an update", unit: "µs", least: 100, curves: []curve{{series: &n.Replay, c: Predicted, bars: true}}},
	}
}

// jumpGraph is the index of the graph that has the marks of corrections.
const jumpGraph = 2

// shorten shortens the name of a stream for the title of a graph.
func shorten(name string) string { return shortenTo(name, 6) }

// shortenTo returns at most n runes of a name.
func shortenTo(name string, n int) string {
	if r := []rune(name); len(r) > n {
		return string(r[:n])
	}
	return name
}

// drawGraphs draws the graphs one below the other.
func (v *view) drawGraphs(r image.Rectangle) {
	all := v.graphs()
	gap := v.px(4)
	tall := min((r.Dy()+gap)/len(all), v.px(graphTall))
	for i := range all {
		at := image.Rect(r.Min.X, r.Min.Y+i*tall, r.Max.X, r.Min.Y+(i+1)*tall-gap)
		v.fill(at, plate)
		plot := image.Rect(at.Min.X+v.px(4), at.Min.Y+v.px(line), at.Max.X-v.px(4), at.Max.Y-v.px(3))
		top := v.drawCurves(&all[i], plot)
		if i == jumpGraph {
			v.drawMarks(at, plot)
		}
		v.drawTitle(&all[i], at, top)
	}
}

// drawTitle draws the name, the top and the newest values of a graph.
func (v *view) drawTitle(g *graph, at image.Rectangle, top float64) {
	y, m := at.Min.Y+v.px(2), v.px(4)
	x := v.write(at.Min.X+m, y, at.Max.X, text, g.title)
	right := at.Max.X - m
	for i := len(g.curves) - 1; i >= 0; i-- {
		k := &g.curves[i]
		value, ok := k.series.Newest(v.n.Now())
		if k.total {
			value, ok = k.series.Sum(v.n.Now(), 20), true
		}
		figure := "-"
		if ok {
			figure = fmt.Sprintf("%.*f", g.digits, value)
		}
		if k.name != "" {
			figure = k.name + " " + figure
		}
		if wide := v.canvas.MeasureText(draw2d.Mono, v.px(textSize), figure); right-wide < x+v.px(8) {
			break
		}
		right = v.writeRight(x, y, right, k.c, figure) - v.px(8)
	}
	unit := g.unit
	if unit == "" && strings.HasPrefix(g.title, "packets") {
		unit = "/50 ms"
	}
	scale := strings.TrimSpace(fmt.Sprintf("%g %s", top, unit))
	marked := false
	if g.title == "jump" {
		v.n.Marks(func(*netstats.Mark) { marked = true })
	}
	if both := scale + "  " + g.about; !marked && v.canvas.MeasureText(draw2d.Mono, v.px(textSize), both) <= at.Dx()-2*m {
		scale = both
	}
	v.write(at.Min.X+m, at.Min.Y+v.px(line), at.Max.X, dim.Fade(0.75), scale)
}

// drawCurves draws the curves of a graph and returns the value at its top.
func (v *view) drawCurves(g *graph, plot image.Rectangle) float64 {
	most := g.least
	for i := range g.curves {
		most = max(most, g.curves[i].series.Top(v.n.Now()))
	}
	top := roundUp(most)
	v.fill(image.Rect(plot.Min.X, plot.Max.Y-1, plot.Max.X, plot.Max.Y), faint)
	for second := 1; second < 10; second++ {
		x := plot.Max.X - plot.Dx()*second/10
		v.fill(image.Rect(x, plot.Min.Y, x+1, plot.Max.Y), faint.Fade(0.4))
	}
	for i := range g.curves {
		v.drawCurve(&g.curves[i], plot, top)
	}
	return top
}

// drawCurve draws one series: as steps, or as bars.
func (v *view) drawCurve(k *curve, plot image.Rectangle, top float64) {
	thin := max(1, v.px(1))
	last := -1
	for i := range netstats.Columns {
		value, ok := k.series.At(v.n.Now(), i)
		if !ok {
			if k.bars {
				last = -1
			}
			continue
		}
		x0, x1 := plot.Min.X+plot.Dx()*i/netstats.Columns, plot.Min.X+plot.Dx()*(i+1)/netstats.Columns
		y := plot.Max.Y - int(math.Round(value/top*float64(plot.Dy()-thin))) - thin
		y = max(y, plot.Min.Y)
		switch {
		case k.bars && value > 0:
			v.fill(image.Rect(x0, y, max(x1, x0+1), plot.Max.Y), k.c)
		case k.bars:
		case k.points:
			y = min(y, plot.Max.Y-3*thin)
			v.fill(image.Rect(x0, y, max(x1, x0+1), y+3*thin), k.c)
		case last >= 0:
			v.fill(image.Rect(x0, min(y, last), max(x1, x0+1), max(y, last)+thin), k.c)
		default:
			v.fill(image.Rect(x0, y, max(x1, x0+1), y+thin), k.c)
		}
		last = y
	}
}

// roundUp returns the next of 1, 2 and 5 times a power of ten that is not below a value.
func roundUp(v float64) float64 {
	base := math.Pow(10, math.Floor(math.Log10(v)))
	for _, f := range []float64{1, 2, 5} {
		if v <= f*base*(1+1e-9) {
			return f * base
		}
	}
	return 10 * base
}

// causeNames are the causes of corrections as people read them.
var causeNames = [protocol.CauseCount]string{
	protocol.Unexplained: "unexplained", protocol.CauseEdit: "other's edit", protocol.CauseBody: "other's body", protocol.CauseStream: "other's stream",
	protocol.CauseServerMoved: "server moved", protocol.CauseWithheld: "held back", protocol.CauseStall: "stalled", protocol.CauseFullUpdate: "whole state",
	protocol.CauseDisk: "disk",
}

// drawMarks draws a mark for each correction of the last ten seconds, and the newest cause with their number.
func (v *view) drawMarks(at, plot image.Rectangle) {
	count, newest := 0, protocol.Cause(0)
	v.n.Marks(func(m *netstats.Mark) {
		count++
		newest = m.Cause
		age := float64(v.n.Now()-m.At) / float64(netstats.Columns*netstats.ColumnTime)
		x := plot.Max.X - int(age*float64(plot.Dx()))
		c := Bad
		if m.Kind != "body" {
			c = Predicted
		}
		v.fill(image.Rect(max(plot.Min.X, x-v.px(1)), plot.Min.Y, min(plot.Max.X, x+v.px(1)), plot.Min.Y+v.px(6)), c)
	})
	if count == 0 {
		return
	}
	name := "unknown"
	if int(newest) < len(causeNames) && causeNames[newest] != "" {
		name = causeNames[newest]
	}
	if newest == protocol.Unexplained && v.info.Rival {
		name = "the method's own"
	}
	s := fmt.Sprintf("%d corrections: %s", count, name)
	if count == 1 {
		s = "1 correction: " + name
	}
	if v.canvas.MeasureText(draw2d.Mono, v.px(textSize), s) > plot.Dx()-v.px(48) {
		s = fmt.Sprintf("%d: %s", count, name)
	}
	v.writeRight(plot.Min.X+v.px(48), at.Min.Y+v.px(line)+v.px(6), plot.Max.X, Bad, s)
}
