package plot

import (
	"math"
	"strconv"
	"strings"
)

// number writes a value with a number of digits after the point, and a thin space between thousands.
func number(v float64, digits int) string {
	s := strconv.FormatFloat(v, 'f', digits, 64)
	if strings.Trim(s, "-0.") == "" {
		s = strings.TrimPrefix(s, "-")
	}
	whole, rest, point := strings.Cut(s, ".")
	for i := len(whole) - 3; i > 0 && whole[i-1] != '-'; i -= 3 {
		whole = whole[:i] + "\u2009" + whole[i:]
	}
	if point {
		return whole + "." + rest
	}
	return whole
}

// coord writes a coordinate of a picture: a tenth of a pixel, without zeros.
func coord(v float64) string {
	s := strconv.FormatFloat(math.Round(v*10)/10, 'f', -1, 64)
	if s == "-0" {
		return "0"
	}
	return s
}

// axis is a range of values on a range of pixels.
type axis struct {
	lo, hi   float64
	from, to float64 // pixels
}

func (a axis) at(v float64) float64 { return a.from + (v-a.lo)/(a.hi-a.lo)*(a.to-a.from) }

// ticks returns round values within the axis, about n of them.
func (a axis) ticks(n int) (at []float64, digits int) {
	step := math.Pow(10, math.Floor(math.Log10((a.hi-a.lo)/float64(n))))
	for _, m := range []float64{1, 2, 5, 10} {
		if (a.hi-a.lo)/(step*m) <= float64(n) {
			step *= m
			break
		}
	}
	for k := math.Ceil(a.lo / step); k*step <= a.hi+step*1e-9; k++ {
		at = append(at, k*step)
	}
	return at, max(0, -int(math.Floor(math.Log10(step)+1e-9)))
}

// span returns an axis over values with some room at both ends.
func span(values []float64, from, to float64) axis {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		lo, hi = min(lo, v), max(hi, v)
	}
	if lo > hi {
		lo, hi = 0, 1
	}
	if hi-lo < 1e-9 {
		lo, hi = lo-1, hi+1
	}
	room := (hi - lo) * 0.06
	return axis{lo - room, hi + room, from, to}
}
