package past

import (
	"math"
	"time"

	"voxtide/actions"
	"voxtide/internal/faults"
	"voxtide/physics"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// Shot is a hit as its striker made it.
type Shot struct {
	*actions.Action
	By   *world.Entity // the striker's avatar, at the shot
	How  protocol.Hits
	Now  time.Duration // the server's monotonic clock
	Told time.Duration // the step of the newest state of the target that the striker's client had
	Old  bool          // that is not known any more
	// Linked says that the striker's client has a direct link to the target's: it may have seen what it was not told yet.
	Linked bool
}

// Verdict is the judgement of a shot: why it does not count, or Done; and how old the picture is that it was judged by.
type Verdict struct {
	Why actions.Refusal
	Age time.Duration
}

// Judge judges a shot in a world as it stands now.
func (p *Past) Judge(w *world.World, s *Shot) (v Verdict) {
	slot := w.Find(s.Target)
	t := p.tracks[s.Target]
	if slot == world.NoEntity || t == nil || s.Target.Counter() != 0 || s.Target == s.By.ID {
		return Verdict{Why: actions.NoTarget}
	}
	if s.Old && s.How == protocol.HitsRewind {
		return Verdict{Why: actions.HitTooOld}
	}
	seen := w.Entity(slot).Motion.Pos
	if s.How == protocol.HitsRewind {
		seen, v.Age = p.seen(w, t, s, seen)
	}
	v.Why = p.meets(w, t, s, seen)
	if v.Why != actions.Done && s.linkedPicture() {
		seen, age := p.seenLinked(w, t, s)
		if p.meets(w, t, s, seen) == actions.Done {
			v = Verdict{Age: age}
		}
	}
	return v
}

// seen returns where the striker's picture had the target, and the age of what it was made from. Present is where the target stands.
func (p *Past) seen(w *world.World, t *track, s *Shot, present world.Vec) (at world.Vec, age time.Duration) {
	newest, oldest := t.at(s.Told), p.oldest(t, s.Now)
	from := min(newest, oldest)
	told := t.back(from)
	age = s.Now - told.step
	if s.Seen == 0 {
		at = flown(w, told, s.At)
		if s.Lean != [3]int8{} || newest > oldest {
			at = t.leaning(w, flown(w, t.back(newest), s.At), from, s, at)
		}
		return at, age
	}
	told = t.back(newest) // what was told is not bounded, only how far back the picture is
	if s.Seen < told.at.Add(-seenBefore) || s.Seen > told.at.Add(seenAfter) {
		return present, 0
	}
	if s.Seen >= told.at {
		told = t.back(from)
		return told.motion.Extrapolated(min(max(0, s.Seen.Sub(told.at)), seenAfter)).Pos, s.Now - told.step
	}
	return t.between(s.Seen, newest, oldest, s.Now)
}

// How far a drawn time may lie from the newest told state: interpolation draws up to 350 ms before it, and lets a body fly on for up
// to 250 ms after it.
const (
	seenBefore = 350 * timestream.Millisecond
	seenAfter  = 250 * timestream.Millisecond
)

// between returns where the body was at a time of its stream, on the straight line between two states around it, and how old the
// earlier one is. It looks from the i-th newest state back, no further than the oldest that may count.
func (t *track) between(seen timestream.Time, i, oldest int, now time.Duration) (world.Vec, time.Duration) {
	next := t.back(min(i, oldest))
	for i++; i <= oldest; i++ {
		s := t.back(i)
		if s.at <= seen {
			at := s.motion.Pos
			if span := int64(next.at - s.at); span > 0 {
				for a := range at {
					at[a] += (next.motion.Pos[a] - s.motion.Pos[a]) / span * int64(seen-s.at)
				}
			}
			return at, now - s.step
		}
		next = s
	}
	return next.motion.Pos, now - next.step
}

// flown returns where a body is at a time of its stream, moved on from a told state by physics as a client predicts it.
func flown(w *world.World, told *state, to timestream.Time) world.Vec {
	k := &world.EntityKinds[world.KindAvatar]
	m, at := told.motion, told.at
	to = min(to, at.Add(flownMax))
	for tick := at.NextTick(); tick <= to; tick = tick.Add(timestream.TickLength) {
		physics.Continuous(w, k, &m, tick.Sub(at))
		physics.Discrete(w, k, &m, tick)
		physics.TakeKick(&m, tick)
		at = tick
	}
	physics.Continuous(w, k, &m, to.Sub(at))
	return m.Pos
}

// flownMax bounds how far a told state is moved on.
const flownMax = 2 * timestream.Second

// leaning returns the place at which the body was drawn, as far as it can have been: Lean beside the simulated one. Each update moves
// the simulated body, from where the state before leads to where the new one does, and a client's smoothing takes that back for a
// while, half of it in each leanHalf. The sum of what it can have taken back since the state that counts bounds the claim; what lies
// beyond is cut off.
func (t *track) leaning(w *world.World, simulated world.Vec, from int, s *Shot, at world.Vec) world.Vec {
	var lo, hi world.Vec
	for a := range lo {
		lo[a], hi[a] = -leanSlack, leanSlack
	}
	is := at
	for i := from + 1; ; i++ {
		told := t.back(i)
		if told == nil || t.back(from).step-told.step > leanSpan {
			break
		}
		was := flown(w, told, s.At)
		left := math.Exp2(-float64(t.back(from).step-t.back(i-1).step) / float64(leanHalf))
		for a := range was {
			if d := int64(float64(was[a]-is[a]) * left); d < 0 {
				lo[a] += d
			} else {
				hi[a] += d
			}
		}
		is = was
	}
	for a := range at {
		claim := simulated[a] + int64(s.Lean[a])*(world.Unit/64) - at[a] //exact: a small number times a constant
		at[a] += min(max(claim, lo[a]), hi[a])
	}
	return at
}

const (
	leanHalf  = 60 * time.Millisecond // the half-life of an offset, as package effects of the client has it
	leanSlack = world.Unit / 32       // for the rounding of a claim
	leanSpan  = 5 * leanHalf          // after which nothing of it is left that matters
)

// covered reports whether the body has been out of sight from an eye for the whole grace, by its own stream.
func (p *Past) covered(w *world.World, t *track, eye world.Vec) bool {
	if p.NoCover || faults.Active(faults.CoverNotAsked) {
		return false
	}
	newest := t.back(0)
	for i := 0; ; i++ {
		s := t.back(i)
		if s == nil {
			return false
		}
		if InSight(w, eye, &s.motion) {
			return false
		}
		if newest.at.Sub(s.at) >= p.Grace {
			return true
		}
	}
}

// InSight reports whether a line from an eye to a body's eye, or to one of the edges of its box at the height of its chest, meets no
// wall: whether something of it can be seen.
func InSight(w *world.World, eye world.Vec, m *world.Motion) bool {
	k := &world.EntityKinds[world.KindAvatar]
	chest := m.Pos
	chest[world.AxisY] += k.Height * 2 / 3
	side := k.HalfWidth - world.Unit/64
	points := [5]world.Vec{physics.EyePos(m), chest, chest, chest, chest}
	for i := range 4 {
		points[i+1][world.AxisX] += side * int64(1-i&2)   //exact: plus or minus one
		points[i+1][world.AxisZ] += side * int64(1-i&1*2) //exact: plus or minus one
	}
	for _, to := range points {
		if physics.LineOfSight(w, eye, to, to.Block()) {
			return true
		}
	}
	return false
}
