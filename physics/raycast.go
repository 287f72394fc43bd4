package physics

import (
	"math/bits"

	"voxtide/world"
)

const (
	eyeHeight      = 162 * unit / 100
	eyeHeightSneak = 127 * unit / 100
	lineOfSightMax = 256 * unit // per axis
)

// EyePos returns the position of an avatar's eye; it is lower while sneaking.
func EyePos(m *world.Motion) world.Vec {
	p := m.Pos
	if m.Keys&world.KeySneak != 0 && (m.Flags&world.Creative == 0 || m.Keys&world.KeyFly == 0) {
		p[y] += eyeHeightSneak
	} else {
		p[y] += eyeHeight
	}
	return p
}

// LineOfSight reports whether a straight line from one point to another reaches the cell target, or its own end,
// without passing through a solid box of another cell. Partial shapes count by their boxes; touching a box or an edge
// is no passing through. A line longer than 256 blocks on an axis counts as blocked.
func LineOfSight(w *world.World, from, to world.Vec, target world.Pos) bool {
	r := ray{cell: from.Block(), from: from}
	for i := range r.dir {
		r.dir[i] = to[i] - from[i]
		r.len[i] = max(r.dir[i], -r.dir[i])
		if r.len[i] > lineOfSightMax || r.len[i] < 0 {
			return false
		}
	}
	c := blockReader{w: w}
	for {
		if r.cell == target {
			return true
		}
		if sh := c.shape(r.cell.X, r.cell.Y, r.cell.Z); sh >= world.ShapeFull {
			boxes := sh.Boxes()
			for i := range boxes {
				o := obstacle(r.cell.X, r.cell.Y, r.cell.Z, &boxes[i])
				if r.crosses(&o) {
					return false
				}
			}
		}
		if !r.step() {
			return true
		}
	}
}

// ray is a line from a point, and the cell that it has reached.
type ray struct {
	from, dir, len world.Vec
	cell           world.Pos
}

// fraction is a part num/den of the line; neither is negative.
type fraction struct{ num, den int64 }

// less compares exactly; the products are of 128 bits.
func (a fraction) less(b fraction) bool {
	ah, al := bits.Mul64(uint64(a.num), uint64(b.den))
	bh, bl := bits.Mul64(uint64(b.num), uint64(a.den))
	return ah < bh || ah == bh && al < bl
}

// step advances to the next cell on the line; through an edge or a corner, to the opposite cell. It returns false if
// the line ends before.
func (r *ray) step() bool {
	first := fraction{1, 1}
	var at [3]fraction
	cell := [3]*int32{&r.cell.X, &r.cell.Y, &r.cell.Z}
	for i, l := range r.len {
		at[i] = fraction{1, 0}
		if l == 0 {
			continue
		}
		plane := int64(*cell[i]) * unit
		if r.dir[i] > 0 {
			at[i] = fraction{plane + unit - r.from[i], l}
		} else {
			at[i] = fraction{r.from[i] - plane, l}
		}
		if at[i].less(first) {
			first = at[i]
		}
	}
	moved := false
	for i := range at {
		if r.len[i] != 0 && at[i].num < at[i].den && !first.less(at[i]) {
			moved = true
			if r.dir[i] > 0 {
				*cell[i]++
			} else {
				*cell[i]--
			}
		}
	}
	return moved
}

// crosses reports whether the line passes through the inside of the box.
func (r *ray) crosses(o *box) bool {
	_, ok := r.entry(o)
	return ok
}

// entry returns the part of the line before it enters the inside of the box; false if it passes by.
func (r *ray) entry(o *box) (enter fraction, ok bool) {
	enter, leave := fraction{0, 1}, fraction{1, 1}
	for i, l := range r.len {
		in, out := o.lo[i]-r.from[i], o.hi[i]-r.from[i]
		if l == 0 {
			if in >= 0 || out <= 0 {
				return enter, false
			}
			continue
		}
		if r.dir[i] < 0 {
			in, out = -out, -in
		}
		if out <= 0 {
			return enter, false
		}
		if s := (fraction{max(in, 0), l}); enter.less(s) {
			enter = s
		}
		if s := (fraction{out, l}); s.less(leave) {
			leave = s
		}
	}
	return enter, enter.less(leave)
}

// AimVector returns the vector of a length, in position units up to 2^36, from an eye that looks along a heading and up by a pitch
// (both 65536 a turn).
func AimVector(yaw uint16, pitch int16, length int64) (v world.Vec) {
	sx, sz := HeadingVector(yaw)
	up, level := HeadingVector(uint16(pitch))
	level = -level
	for i, d := range [3]int64{sx * level >> 16, up, sz * level >> 16} {
		v[i] = d * (length >> 10) >> 6
	}
	return v
}

// RayMeetsBox returns the first point of a box that lies on the line from a point along a vector, the point itself if it is in the
// box; false if the line ends before or passes by.
func RayMeetsBox(from, along, lo, hi world.Vec) (at world.Vec, ok bool) {
	r := ray{from: from, dir: along}
	for i, d := range along {
		r.len[i] = max(d, -d)
	}
	enter, ok := r.entry(&box{lo, hi})
	if !ok {
		return at, false
	}
	for i := range at {
		high, low := bits.Mul64(uint64(r.len[i]), uint64(enter.num))
		part, _ := bits.Div64(high, low, uint64(enter.den))
		if at[i] = from[i] + int64(part); along[i] < 0 {
			at[i] = from[i] - int64(part)
		}
	}
	return at, true
}

// WithinReach reports whether the nearest point of a cell is at most reach (in 1/1024 block) from a. Distances are
// rounded down to 1/1024 block on each axis before they are compared, so nothing overflows at any distance.
func WithinReach(a world.Vec, cell world.Pos, reach int64) bool {
	if reach < 0 {
		return false
	}
	const far = 1 << 20 // blocks
	reach = min(reach, far*1024)
	sum := int64(0)
	for i, lo := range [3]int64{int64(cell.X), int64(cell.Y), int64(cell.Z)} {
		in := world.FloorDiv(a[i], unit) // the block of a, and the offset of a in it
		rest := a[i] - in*unit
		var d int64
		switch {
		case lo > in:
			if lo-in > far {
				return false
			}
			d = (lo-in)*1024 - (rest*1024+unit-1)/unit
		case lo < in:
			if in-lo > far {
				return false
			}
			d = (in-lo-1)*1024 + rest*1024/unit
		}
		sum += d * d
	}
	return sum <= reach*reach
}
