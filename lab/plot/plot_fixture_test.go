package plot

import "math"

// sample is a small report of numbers made by formulas, for the golden file and to look at.
func sample() *Report {
	r := &Report{
		Command: "bin/netlab compare --strategies all --duration 60s --seeds 2 --html out/compare",
		Play:    []string{"This is a sample made by formulas: it measures nothing."},
		Columns: []Column{
			{Key: "wait_p50", Name: "wait", Unit: "ms", Better: "low", High: "wait_p99", About: "From an input to the first frame that shows it: half of all inputs."},
			{Key: "wait_p99", Name: "wait p99", Unit: "ms", Better: "low", About: "From an input to the first frame that shows it: 99 of 100."},
			{Key: "gap", Name: "from the server", Unit: "cm", Better: "low", Digits: 1, About: "Drawn body against the server's.", Why: "Who shows the past is nearer to it."},
			{Key: "cpu", Name: "frame", Unit: "µs", Digits: 0, CPU: true, About: "Processor time of a frame."},
		},
		Methods: []Method{
			{Text: "timestream", About: "Streams of time.", Source: "Kahlo 2.7", Ours: true},
			{Text: "kazap", About: "Deltas & convergence.", Source: "Kazap", Parameters: []Parameter{{"multiplier", "0.05", "how far ahead the goal lies"}}},
			{Text: "dumb", About: "Shows what came.", Source: "Gambetta I"},
			{Text: "rollback", About: "Buries late inputs.", Source: "Kahlo 1.3", Mesh: true},
		},
		Profiles: []Profile{{"dsl", "30 ms"}, {"satellite", "600 ms"}},
	}
	for i, m := range r.Methods {
		for k, p := range r.Profiles {
			delay := []float64{30, 600}[k]
			wait := []float64{8, 8, delay + 8, 8}[i]
			r.Rows = append(r.Rows, Row{m.Text, p.Name, map[string]float64{"wait_p50": wait, "wait_p99": wait * 2, "gap": []float64{delay, delay / 3, 0.5, delay}[i], "cpu": 1234}})
		}
		r.Figures = append(r.Figures, sampleFigure(m.Text, []float64{0, 0.5, 1, 0}[i]))
	}
	return r
}

// sampleFigure is a walk: start, turn, stop.
func sampleFigure(method string, lag float64) Figure {
	f := Figure{Method: method, Profile: "satellite", Unit: "cm", Marks: []Mark{{500, "start"}, {2000, "turn"}, {3200, "stop"}}}
	at := func(t float64) float64 {
		t = math.Min(math.Max(t, 500), 3200)
		return 0.43 * (math.Min(t, 2000) - 500 - math.Max(0, t-2000))
	}
	names := []string{"truth", "server", "received", "predicted", "drawn", "other's screen"}
	behind := []float64{0, 100, 200, 0, 200 * lag, 250}
	for _, n := range names {
		f.Lines = append(f.Lines, Line{Name: n})
	}
	for t := 0.0; t <= 4000; t += 50 {
		f.Times = append(f.Times, t)
		for i := range f.Lines {
			f.Lines[i].Values = append(f.Lines[i].Values, at(t-behind[i]))
		}
	}
	for k := range 5 {
		t := 500 + 600*float64(k)
		f.Trips = append(f.Trips, Trip{"place", t, t + 100, t + 8 + 200*lag, t + 210})
	}
	return f
}
