package sim

import (
	"voxtide/internal/faults"
	"voxtide/physics"
	"voxtide/timestream"
	"voxtide/world"
)

// A client predicts all avatars again after each update, and nearly always with the same result, because between two updates a
// body's received state has only moved along the predicted path. The cache keeps the result of each body's ticks. It is used
// again only if the motion that goes in and the hash of all blocks are equal, so the cache only saves work and is no state.
// Only avatars are cached, and only the results of physics, which reads blocks and motion alone.

// verifyEvery is how often, in uses, an entry is computed again and compared, if Verify is on.
const verifyEvery = 16

func (s *Sim) cacheable(e *world.Entity) bool {
	return !s.Authoritative && e.Kind == world.KindAvatar
}

// shouldVerify reports whether this use of an entry is to be computed again and compared.
func (s *Sim) shouldVerify() bool {
	s.cache.uses++
	return s.Verify && s.cache.uses%verifyEvery == 0
}

// sameBlocks reports whether two hashes of all blocks are equal.
func (s *Sim) sameBlocks(a, b uint64) bool { return a == b || faults.Active(faults.CacheForgetsBlocks) }

// cachedUpdate returns the cached discrete update of an avatar at a tick, nil if there is none for this motion and
// these blocks.
func (s *Sim) cachedUpdate(slot world.EntitySlot, e *world.Entity, tick timestream.Time) *cachedTick {
	if !s.cacheable(e) {
		return nil
	}
	n := s.cache.entry(slot, tick)
	if n.tick != tick || !s.sameBlocks(n.blocks, s.R.W.BlocksHash()) || n.before != e.Motion {
		return nil
	}
	if s.shouldVerify() {
		x := n.before
		if s.discrete(e.Kind, &x, tick) != n.pushed || x != n.after {
			s.CacheErrors++
		}
	}
	return n
}

// discrete is the discrete update of an avatar at a tick, with the kick that was told for it, and what its needs do.
func (s *Sim) discrete(k world.EntityKind, m *world.Motion, tick timestream.Time) (pushed bool) {
	w := s.R.W
	info := &world.EntityKinds[k]
	if m.Flags&world.Lying != 0 {
		if staysLying(w, m, tick) {
			m.Flags &^= world.KeysApplied
			if s.Authoritative || !faults.Active(faults.HarmNotPredicted) {
				physics.Live(w, info, m, tick)
			}
			return false
		}
		m.Flags &^= world.Lying
	}
	physics.Land(w, m, tick)
	pushed = physics.Discrete(w, info, m, tick)
	physics.TakeKick(m, tick)
	if s.Authoritative || !faults.Active(faults.HarmNotPredicted) {
		physics.Live(w, info, m, tick)
	}
	return pushed
}

// runDiscrete runs the discrete update of an avatar and caches the result.
func (s *Sim) runDiscrete(slot world.EntitySlot, e *world.Entity, m *world.Motion, tick timestream.Time) (pushed bool) {
	if !s.cacheable(e) {
		return s.discrete(e.Kind, m, tick)
	}
	n := s.cache.entry(slot, tick)
	n.tick, n.blocks, n.before, n.flightKnown = tick, s.R.W.BlocksHash(), *m, false
	n.pushed = s.discrete(e.Kind, m, tick)
	n.after = *m
	return n.pushed
}

// cachedFlight sets m to an avatar's motion at an instant up to the next tick, if the flight from the tick before is
// cached. Within the flight that works only if nothing stopped the body, because then it flies a straight line wherever
// the flight is cut. The whole flight is computed when a body first leaves a tick as the cache has it.
func (s *Sim) cachedFlight(slot world.EntitySlot, e *world.Entity, to timestream.Time, m *world.Motion) bool {
	if !s.cacheable(e) {
		return false
	}
	tick := e.At.Tick()
	n := s.cache.entry(slot, tick)
	if n.tick != tick || !n.after.ExtrapolatesTo(&e.Motion, e.At.Sub(tick)) {
		return false
	}
	if blocks := s.R.W.BlocksHash(); !n.flightKnown || !s.sameBlocks(n.flightBlocks, blocks) {
		if e.At != tick { // a block changed during the flight: the entry serves the next time
			return false
		}
		n.flightKnown, n.flightBlocks, n.flightEnd = true, blocks, n.after
		physics.Continuous(s.R.W, &world.EntityKinds[e.Kind], &n.flightEnd, timestream.TickLength)
		n.straight = n.after.ExtrapolatesTo(&n.flightEnd, timestream.TickLength)
	}
	switch {
	case n.straight:
		*m = e.Motion
		m.Extrapolate(to.Sub(e.At))
	case e.At == tick && to == tick.Add(timestream.TickLength):
		*m = n.flightEnd
	default:
		return false
	}
	if s.shouldVerify() {
		x := e.Motion
		if physics.Continuous(s.R.W, &world.EntityKinds[e.Kind], &x, to.Sub(e.At)); x != *m {
			s.CacheErrors++
		}
	}
	return true
}

// staysLying reports whether a body that lies in a bed lies on: its player holds no key, nothing strikes it, and the bed is there.
func staysLying(w *world.World, m *world.Motion, tick timestream.Time) bool {
	b, _ := w.Block(m.Pos.Block())
	struck := m.KickAt != 0 && m.KickAt <= tick
	return m.Keys&^world.KeySneak == 0 && !struck && b.Class() == world.ClassBed && m.Flags&world.Suspended == 0 || faults.Active(faults.NeverGetsUp)
}
