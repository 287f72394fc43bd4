package ui

import "slices"

// frameTimesKept is the number of frame times that the debug screen shows.
const frameTimesKept = 240

// frameTimes are the last frame times, in ms.
type frameTimes struct {
	ms     [frameTimesKept]float32
	n      int // added so far
	sorted [frameTimesKept]float32
}

// add adds a frame time, unless it is unknown.
func (t *frameTimes) add(ms float32) {
	if ms > 0 {
		t.ms[t.n%frameTimesKept] = ms
		t.n++
	}
}

// count returns the number of kept frame times.
func (t *frameTimes) count() int { return min(t.n, frameTimesKept) }

// at returns the i-th kept frame time, the oldest first.
func (t *frameTimes) at(i int) float32 { return t.ms[(t.n-t.count()+i)%frameTimesKept] }

// quantiles returns the median, the 99th percentile and the maximum.
func (t *frameTimes) quantiles() (p50, p99, most float32) {
	n := t.count()
	if n == 0 {
		return 0, 0, 0
	}
	s := t.sorted[:n]
	copy(s, t.ms[:n])
	slices.Sort(s)
	return s[n/2], s[min(n-1, n*99/100)], s[n-1]
}
