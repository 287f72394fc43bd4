package benchturns

import (
	"math"
	"time"

	"voxtide/internal/cputime"
	"voxtide/internal/stats"
)

// Far compares frames of a phase with and without the land beyond the view, drawn by turns. Times are medians, in ms.
type Far struct {
	Pairs       int     `json:"pairs"`
	Without     float64 `json:"without_ms"`
	With        float64 `json:"with_ms"`
	Added       float64 `json:"added"` // what the land adds to a frame without it: 0.1 is a tenth; below 0 by chance alone
	WithoutWork float64 `json:"without_cpu_ms"`
	WithWork    float64 `json:"with_cpu_ms"` // processor time of all threads
	AddedWork   float64 `json:"added_cpu"`
}

// CompareFar draws each place of a phase with and without the land beyond the view, for a duration, and tells both. draw is told whether to leave the land out, seconds, and the part of
// the duration that has passed, 0 to 1. A machine that goes faster and slower does so for both. Of a pair the first frame may have to look for what is in sight, and the
// second one finds it there; so the one with the land comes first in every second pair, and what it adds is the geometric mean of both orders' medians.
func CompareFar(duration time.Duration, draw func(near bool, t, progress float64) error) (*Far, error) {
	const without, with = 0, 1
	var clock, work, addedClock, addedWork [2][]float64 // of frames without and with; added by which of them came first
	begin := time.Now()
	for first := without; len(clock[with]) < 2 || time.Since(begin) < duration; first = 1 - first {
		t := time.Since(begin).Seconds()
		for i := range 2 {
			kind := first ^ i
			took, used, err := timed(func() error { return draw(kind == without, t, min(t/duration.Seconds(), 1)) })
			if err != nil {
				return nil, err
			}
			clock[kind], work[kind] = append(clock[kind], took), append(work[kind], used)
		}
		n := len(clock[with]) - 1
		addedClock[first] = append(addedClock[first], clock[with][n]/clock[without][n])
		addedWork[first] = append(addedWork[first], work[with][n]/max(work[without][n], 1e-3))
	}
	both := func(of [2][]float64) float64 { return math.Sqrt(median(of[0])*median(of[1])) - 1 }
	return &Far{
		Pairs: len(clock[with]), Without: median(clock[without]), With: median(clock[with]), Added: both(addedClock),
		WithoutWork: median(work[without]), WithWork: median(work[with]), AddedWork: both(addedWork),
	}, nil
}

// timed returns how long a frame takes by the clock, and the processor time that all threads spend meanwhile, in ms.
func timed(draw func() error) (took, used float64, err error) {
	const ms = 1e3
	spent, at := cputime.Used(), time.Now()
	err = draw()
	return ms * time.Since(at).Seconds(), ms * (cputime.Used() - spent).Seconds(), err
}

func median(of []float64) float64 { return stats.Percentile(of, 50) }
