package sections

import "slices"

// extent is a run of units that an allocator handed out.
type extent struct{ start, count uint32 }

// allocator hands out runs of a number of units, which only grows: the smallest free run that is large enough, the first of several
// equal ones. A released run joins with its free neighbours. Nothing is ever moved.
type allocator struct {
	size uint32
	used uint32
	free []extent // by start; no two touch
}

func (a *allocator) init(size uint32) {
	*a = allocator{size: size, free: append(a.free[:0], extent{0, size})}
}

// grow makes the number of units larger.
func (a *allocator) grow(size uint32) {
	if tail := a.tail(); tail > 0 {
		a.free[len(a.free)-1].count += size - a.size
	} else {
		a.free = append(a.free, extent{a.size, size - a.size})
	}
	a.size = size
}

// tail returns the length of the free run at the end.
func (a *allocator) tail() uint32 {
	if n := len(a.free); n > 0 && a.free[n-1].start+a.free[n-1].count == a.size {
		return a.free[n-1].count
	}
	return 0
}

// alloc returns a run of n units, and whether there is one. There is always a run of 0 units.
func (a *allocator) alloc(n uint32) (extent, bool) {
	if n == 0 {
		return extent{}, true
	}
	best := -1
	for i, f := range a.free {
		if f.count >= n && (best < 0 || f.count < a.free[best].count) {
			best = i
			if f.count == n {
				break
			}
		}
	}
	if best < 0 {
		return extent{}, false
	}
	f := &a.free[best]
	s := extent{f.start, n}
	if f.count == n {
		a.free = slices.Delete(a.free, best, best+1)
	} else {
		f.start += n
		f.count -= n
	}
	a.used += n
	return s, true
}

// release takes back a run that alloc returned. It panics if the run, or a part of it, is free.
func (a *allocator) release(s extent) {
	if s.count == 0 {
		return
	}
	a.used -= s.count
	i, found := slices.BinarySearchFunc(a.free, s.start, func(f extent, start uint32) int { return int(int64(f.start) - int64(start)) })
	if found || i > 0 && a.free[i-1].start+a.free[i-1].count > s.start || i < len(a.free) && s.start+s.count > a.free[i].start {
		panic("render: a run was released twice")
	}
	before := i > 0 && a.free[i-1].start+a.free[i-1].count == s.start
	after := i < len(a.free) && s.start+s.count == a.free[i].start
	switch {
	case before && after:
		a.free[i-1].count += s.count + a.free[i].count
		a.free = slices.Delete(a.free, i, i+1)
	case before:
		a.free[i-1].count += s.count
	case after:
		a.free[i].start -= s.count
		a.free[i].count += s.count
	default:
		a.free = slices.Insert(a.free, i, s)
	}
}
