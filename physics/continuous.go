// Package physics moves bodies exactly: one continuous step between ticks, one discrete step at them, over the
// blocks of a world.
//
// Owner: none; every function takes the world and the motion it works on and keeps nothing. It reads blocks and
// writes nothing but the motion.
//
// Invariants: the split law (Continuous gives the same however a span is cut, bit for bit); a body that is free at the
// start of a span is free at every instant of it; Discrete does not change a body that stands or walks steadily. A
// missing section reads as air: callers keep bodies away from it by the flag Suspended.
//
// Units: positions in 1e-9 block, velocities in 1e-9 block per microsecond (1 m/s = 1000), times in microseconds. A
// speed is at most world.SpeedMax per axis and a span at most 50 ms, so all products below fit 64 bits: a distance
// is below 2^34, a speed below 2^17.
package physics

import (
	"voxtide/internal/faults"
	"voxtide/timestream"
	"voxtide/world"
)

// Continuous moves a body of kind k by the span d, 0 to 50 ms with no tick strictly inside: straight on each axis until
// a plane stops it. A body stopped by a plane lies exactly on it and loses its velocity on that axis; BlockedVel keeps
// the velocity lost on X and Z. Obstacles that the body overlaps at the start do not stop it. A plane reached exactly
// at the end of the span stops it in the next one. A Suspended body does not move.
func Continuous(w *world.World, k *world.EntityInfo, m *world.Motion, d timestream.Duration) {
	if d <= 0 || m.Flags&world.Suspended != 0 || m.Vel == (world.Vec{}) {
		return
	}
	s := sweep{blocks: blockReader{w: w}, body: bodyBox(k, m.Pos), vel: m.Vel, span: int64(d), last: instant{0, 1}}
	s.start = s.body
	for range 3 {
		if !s.nextHit() {
			break
		}
		m.Pos[s.axis] += s.shift
		if s.axis != y {
			m.BlockedVel[s.axis/2] = m.Vel[s.axis]
		}
		m.Vel[s.axis] = 0
	}
	for i := range m.Pos {
		m.Pos[i] += m.Vel[i] * int64(d)
		if faults.Active(faults.FloatInPosition) {
			m.Pos[i] -= m.Pos[i] % (unit / 4096) // the error of a float32 at some distance
		}
	}
}

// instant is a time since the start of the span, num/den microseconds; den is positive.
type instant struct{ num, den int64 }

// before reports whether a comes before b.
func (a instant) before(b instant) bool { return a.num*b.den < b.num*a.den }

// farAway is farther than all distances: an axis that does not move entered that long ago and leaves that late.
const farAway = 1 << 45

// sweep is a body on its way through a span. A stopped axis has velocity 0 and is on its plane; the others have moved
// straight since the start, so that all times count from there.
type sweep struct {
	blocks blockReader
	start  box // the body at the start
	body   box // the same, on the axes that still move
	vel    world.Vec
	span   int64
	last   instant // of the last hit

	axis  int     // of the hit found
	at    instant //
	shift int64   // on the axis, from the start to the plane
}

// rank is the order of the axes at equal times: Y, X, Z.
var rank = [3]uint8{x: 1, y: 0, z: 2}

// nextHit finds the next hit, if any, and stops the body there on its axis.
func (s *sweep) nextHit() bool {
	swept := s.body
	for i, v := range s.vel {
		if v > 0 {
			swept.hi[i] += v * s.span
		} else {
			swept.lo[i] += v * s.span
		}
	}
	s.axis = -1
	r := swept.cellRange()
	for py := r.lo[y]; py <= r.hi[y]; py++ {
		for pz := r.lo[z]; pz <= r.hi[z]; pz++ {
			for px := r.lo[x]; px <= r.hi[x]; px++ {
				sh := s.blocks.shape(px, py, pz)
				if sh < world.ShapeFull {
					continue
				}
				boxes := sh.Boxes()
				for i := range boxes {
					o := obstacle(px, py, pz, &boxes[i])
					s.considerHit(&o)
				}
			}
		}
	}
	s.blocks.eachBarrier(&swept, &s.start, s.considerHit)
	if s.axis < 0 {
		return false
	}
	s.body.lo[s.axis] += s.shift
	s.body.hi[s.axis] += s.shift
	s.vel[s.axis] = 0
	s.last = s.at
	return true
}

// considerHit keeps an obstacle as the hit if the body enters it after the last hit, before the end of the span, and
// earlier than any other (at equal times: on an axis of lower rank).
func (s *sweep) considerHit(o *box) {
	enter, leave := instant{-farAway, 1}, instant{farAway, 1}
	axis := -1
	var shift int64
	for _, i := range [3]int{y, x, z} {
		v := s.vel[i]
		var in, out instant
		switch {
		case v > 0:
			in, out = instant{o.lo[i] - s.body.hi[i], v}, instant{o.hi[i] - s.body.lo[i], v}
		case v < 0:
			in, out = instant{s.body.lo[i] - o.hi[i], -v}, instant{s.body.hi[i] - o.lo[i], -v}
		default:
			if s.body.lo[i] >= o.hi[i] || s.body.hi[i] <= o.lo[i] {
				return
			}
			continue
		}
		if enter.before(in) || s.unorderedTies() && !in.before(enter) {
			enter, axis, shift = in, i, in.num
			if v < 0 {
				shift = -in.num
			}
		}
		if out.before(leave) {
			leave = out
		}
	}
	if axis < 0 || !enter.before(leave) || enter.before(s.last) || enter.num >= s.span*enter.den {
		return
	}
	if s.axis < 0 || enter.before(s.at) || !s.at.before(enter) && (rank[axis] < rank[s.axis] || s.unorderedTies()) {
		s.axis, s.at, s.shift = axis, enter, shift
	}
}

// unorderedTies is the deliberate fault that ties are not resolved in the fixed order.
func (s *sweep) unorderedTies() bool {
	return faults.Active(faults.ImpactTieUnordered) && s.span&1 != 0
}
