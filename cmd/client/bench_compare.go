package main

import (
	"math"
	"time"

	"voxtide/client/benchscene"
	"voxtide/cmd/internal/benchfar"
	"voxtide/cmd/internal/benchturns"
	"voxtide/internal/stats"
	"voxtide/render"
)

// comparisons says what is compared within one phase.
type comparisons struct {
	farTurns   bool // frames with and without the land beyond the view
	directions bool // of a turn
}

// passFrames is the number of frames in which the passes are measured.
const passFrames = 15

// byTurns is what is compared within one phase.
type byTurns struct {
	Far        *benchturns.Far        `json:"far_by_turns,omitempty"`
	Directions *benchturns.Directions `json:"directions,omitempty"`
}

// drawPose draws a frame of a measurement.
type drawPose func(benchscene.CameraPose) error

// compare compares frames of a phase for a duration: with and without far land, and the directions of a turn. end is how long the phase took, in seconds.
func (out *byTurns) compare(c comparisons, p *benchscene.Phase, duration time.Duration, end float64, land *benchfar.Land, draw drawPose) (err error) {
	if c.farTurns {
		out.Far, err = benchturns.CompareFar(duration, func(near bool, t, progress float64) error {
			land.LeftOut = near
			return draw(p.Path(t, progress))
		})
		land.LeftOut = false
	}
	if err == nil && c.directions && p.Turns() {
		out.Directions, err = benchturns.MeasureDirections(duration, func(progress float64) error { return draw(p.Path(end, progress)) })
	}
	return err
}

// passTimes measures the driver's part of each pass over some frames: the median, in ms. Passes without one are left out.
func passTimes(r *render.Renderer, draw func() error) (map[string]float64, error) {
	r.Measure(render.MeasurePasses)
	defer r.Measure(render.MeasureNothing)
	var each [len(render.PassNames)][]float64
	for range passFrames {
		if err := draw(); err != nil {
			return nil, err
		}
		for i := range each {
			each[i] = append(each[i], r.PassTime(i))
		}
	}
	out := map[string]float64{}
	for i, name := range render.PassNames {
		if t := stats.Percentile(each[i], 50); t > 0 {
			out[name] = math.Round(t*1000) / 1000
		}
	}
	return out, nil
}
