package render

import "slices"

// span is a run of units in an arena.
type span struct{ start, count uint32 }

// arena hands out runs of a fixed number of units: the smallest free run that is large enough, the first of equals.
// What comes back grows together with free neighbours. Nothing is ever moved.
type arena struct {
	size uint32
	used uint32
	gaps []span // free runs by start; no two touch
}

func (a *arena) init(size uint32) {
	*a = arena{size: size, gaps: append(a.gaps[:0], span{0, size})}
}

// take returns a run of n units, and whether there is one. A run of 0 units always is.
func (a *arena) take(n uint32) (span, bool) {
	if n == 0 {
		return span{}, true
	}
	best := -1
	for i, g := range a.gaps {
		if g.count >= n && (best < 0 || g.count < a.gaps[best].count) {
			best = i
			if g.count == n {
				break
			}
		}
	}
	if best < 0 {
		return span{}, false
	}
	g := &a.gaps[best]
	s := span{g.start, n}
	if g.count == n {
		a.gaps = slices.Delete(a.gaps, best, best+1)
	} else {
		g.start += n
		g.count -= n
	}
	a.used += n
	return s, true
}

// give takes a run back that take returned.
func (a *arena) give(s span) {
	if s.count == 0 {
		return
	}
	a.used -= s.count
	i, found := slices.BinarySearchFunc(a.gaps, s.start, func(g span, start uint32) int { return int(int64(g.start) - int64(start)) })
	if found || i > 0 && a.gaps[i-1].start+a.gaps[i-1].count > s.start || i < len(a.gaps) && s.start+s.count > a.gaps[i].start {
		panic("render: a run was given back twice")
	}
	before := i > 0 && a.gaps[i-1].start+a.gaps[i-1].count == s.start
	after := i < len(a.gaps) && s.start+s.count == a.gaps[i].start
	switch {
	case before && after:
		a.gaps[i-1].count += s.count + a.gaps[i].count
		a.gaps = slices.Delete(a.gaps, i, i+1)
	case before:
		a.gaps[i-1].count += s.count
	case after:
		a.gaps[i].start -= s.count
		a.gaps[i].count += s.count
	default:
		a.gaps = slices.Insert(a.gaps, i, s)
	}
}
