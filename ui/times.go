package ui

import "slices"

// timesKept is how many times of pictures are kept for the debug screen.
const timesKept = 240

// times are the last times of pictures, in ms.
type times struct {
	ms     [timesKept]float32
	n      int // taken in so far
	sorted [timesKept]float32
}

// add takes in a time; none if it is not known.
func (t *times) add(ms float32) {
	if ms > 0 {
		t.ms[t.n%timesKept] = ms
		t.n++
	}
}

// count returns how many times are kept.
func (t *times) count() int { return min(t.n, timesKept) }

// at returns the i-th of the times that are kept, the oldest first.
func (t *times) at(i int) float32 { return t.ms[(t.n-t.count()+i)%timesKept] }

// quantiles returns the median, the time that one in a hundred exceeds, and the largest.
func (t *times) quantiles() (p50, p99, most float32) {
	n := t.count()
	if n == 0 {
		return 0, 0, 0
	}
	s := t.sorted[:n]
	copy(s, t.ms[:n])
	slices.Sort(s)
	return s[n/2], s[min(n-1, n*99/100)], s[n-1]
}
