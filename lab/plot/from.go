package plot

import (
	"fmt"
	"math"
	"strings"

	"voxtide/lab/figures"
)

// From makes the drawing of a comparison's report.
func From(r *figures.Report) *Report {
	out := &Report{Command: r.Command}
	out.Play = append(out.Play, fmt.Sprintf("%d players (%s) play one tape for %s s, made by a run without delay, with seeds %s; the fate of packet k of a link is drawn from seed, link and k.",
		r.Players, strings.Join(r.Roles, ", "), number(float64(r.DurationMS)/1000, 0), join(r.Seeds)))
	for i := range r.Columns {
		c := &r.Columns[i]
		title := c.Title
		if title == "" {
			title = c.Name
		}
		out.Columns = append(out.Columns, Column{Key: c.Name, Name: title, Unit: c.Unit, About: c.About,
			Better: map[string]string{"less": "low", "more": "high"}[c.Better], Why: c.Why, High: c.High, CPU: c.Machine, Digits: digitsOf(r, c.Name)})
	}
	for _, m := range r.Methods {
		one := Method{Text: m.Name, About: m.About, Source: m.Source, Ours: m.Ours, Mesh: m.Kind == "mesh"}
		for _, p := range m.Parameters {
			one.Parameters = append(one.Parameters, Parameter(p))
		}
		out.Methods = append(out.Methods, one)
	}
	for _, p := range r.Profiles {
		out.Profiles = append(out.Profiles, Profile{p.Name, p.About})
	}
	for _, w := range r.Rows {
		out.Rows = append(out.Rows, Row(w))
	}
	drawn := drawnProfile(r)
	for i := range r.Series {
		if r.Series[i].Profile == drawn {
			out.Figures = append(out.Figures, figureFrom(&r.Series[i]))
		}
	}
	return out
}

// drawnProfile returns the network whose series are drawn: of all that would be more than one reads. It is the one whose round trip
// is nearest to drawnRTT, at which methods can be told apart.
func drawnProfile(r *figures.Report) (name string) {
	const drawnRTT = 200.0 // ms
	nearest := math.Inf(1)
	for _, p := range r.Profiles {
		if d := math.Abs(p.RTTMS - drawnRTT); d < nearest {
			nearest, name = d, p.Name
		}
	}
	return name
}

func join(seeds []uint64) string {
	var s []string
	for _, n := range seeds {
		s = append(s, fmt.Sprint(n))
	}
	return strings.Join(s, ", ")
}

// digitsOf returns how many digits after the point a column needs: three figures of its greatest value, and no more than two
// after the point.
func digitsOf(r *figures.Report, column string) int {
	most, whole := 0.0, true
	for _, w := range r.Rows {
		if v, ok := w.Values[column]; ok {
			most = max(most, math.Abs(v))
			whole = whole && v == math.Trunc(v)
		}
	}
	switch {
	case whole || most >= 100:
		return 0
	case most >= 10:
		return 1
	}
	return 2
}

// figureFrom draws a series along the axis on which the true path is longest, forwards upwards, in cm.
func figureFrom(s *figures.Series) Figure {
	f := Figure{Method: s.Method, Profile: s.Profile, Unit: "cm"}
	longest := s.Truth
	for _, path := range [][]int32{s.Server, s.Received, s.Predicted, s.Drawn, s.Other} {
		if len(path) > len(longest) {
			longest = path
		}
	}
	for i := range len(longest) / 2 {
		f.Times = append(f.Times, float64(s.FromMS)+float64(i)*float64(s.FrameUS)/1000)
	}
	way := s.Truth
	if len(way) == 0 {
		way = longest
	}
	at, sign := mainAxis(way)
	for _, p := range []struct {
		name string
		path []int32
	}{{"truth", s.Truth}, {"server", s.Server}, {"received", s.Received}, {"predicted", s.Predicted}, {"drawn", s.Drawn}, {"other's screen", s.Other}} {
		if len(p.path) < 2 {
			continue
		}
		l := Line{Name: p.name}
		for i := at; i < len(p.path); i += 2 {
			l.Values = append(l.Values, sign*float64(p.path[i])/10)
		}
		f.Lines = append(f.Lines, l)
	}
	for _, m := range s.Marks {
		f.Marks = append(f.Marks, Mark{float64(m.AtMS), m.What})
	}
	for _, t := range s.Trips {
		f.Trips = append(f.Trips, Trip{t.What, t.InputMS, t.ServerMS, t.OwnMS, t.OtherMS})
	}
	return f
}

// mainAxis returns the axis, 0 or 1, along which a path of pairs goes farthest, and the sign that makes its farthest point positive.
func mainAxis(path []int32) (at int, sign float64) {
	var far [2]float64
	for i, v := range path {
		if d := float64(v - path[i%2]); math.Abs(d) > math.Abs(far[i%2]) {
			far[i%2] = d
		}
	}
	if math.Abs(far[1]) > math.Abs(far[0]) {
		at = 1
	}
	if far[at] < 0 {
		return at, -1
	}
	return at, 1
}
