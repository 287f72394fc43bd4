package benchturns

import (
	"slices"
	"time"
)

// Directions tells what frames of a turn cost by direction: the median of each direction over several turns. A frame that is late because other programs ran
// is one of several in its direction and moves no median; what is dear in a direction does. Times are in ms.
type Directions struct {
	Directions int     `json:"directions"`
	Turns      int     `json:"turns"`
	Median     float64 `json:"median_ms"` // of the directions
	Worst      float64 `json:"worst_ms"`  // of the dearest direction
	Ratio      float64 `json:"worst_to_median"`
	MedianWork float64 `json:"median_cpu_ms"` // processor time of all threads
	WorstWork  float64 `json:"worst_cpu_ms"`
	WorkRatio  float64 `json:"worst_to_median_cpu"`
}

// directionCount is the number of directions, turnsLeast that of turns at least.
const (
	directionCount = 36
	turnsLeast     = 5
)

// MeasureDirections draws all directions of a turn, one after the other, again and again for a duration. draw is told the part of the turn, 0 to 1.
func MeasureDirections(duration time.Duration, draw func(progress float64) error) (*Directions, error) {
	var clock, work [directionCount][]float64
	begin := time.Now()
	out := &Directions{Directions: directionCount}
	for ; out.Turns < turnsLeast || time.Since(begin) < duration; out.Turns++ {
		for i := range directionCount {
			took, used, err := timed(func() error { return draw(float64(i) / directionCount) })
			if err != nil {
				return nil, err
			}
			clock[i], work[i] = append(clock[i], took), append(work[i], used)
		}
	}
	out.Median, out.Worst = ofDirections(&clock)
	out.MedianWork, out.WorstWork = ofDirections(&work)
	out.Ratio, out.WorkRatio = out.Worst/max(out.Median, 1e-3), out.WorstWork/max(out.MedianWork, 1e-3)
	return out, nil
}

// ofDirections returns the median of the directions' medians, and the greatest of these.
func ofDirections(of *[directionCount][]float64) (middle, worst float64) {
	var each []float64
	for _, times := range of {
		each = append(each, median(times))
	}
	return median(each), slices.Max(each)
}
