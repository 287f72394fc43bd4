package sim

import (
	"voxtide/internal/faults"
	"voxtide/timestream"
	"voxtide/world"
)

// KnownReach is how far around a body sections must be known, in blocks: farther than it can come between two ticks at
// the greatest speed, steps and lifts included.
const KnownReach = 6

// mustSuspend reports whether a body must stand still because the owner of its stream does not know a section near it.
// This is decided here for streams whose subscriptions are known; for other streams the received flag counts.
func (s *Sim) mustSuspend(e *world.Entity) bool {
	if !s.Authoritative && e.Stream != s.Own {
		return e.Motion.Flags&world.Suspended != 0
	}
	return !s.sectionsKnownAround(e.Stream, e.Motion.Pos)
}

// sectionsKnownAround reports whether the owner of a stream knows all sections around a position.
func (s *Sim) sectionsKnownAround(of timestream.Stream, at world.Vec) bool {
	lo, hi := sectionsAround(at)
	return s.sectionsKnown(of, lo, hi)
}

// sectionsAround returns the box of the sections that must be known around a position.
func sectionsAround(at world.Vec) (lo, hi world.SectionPos) {
	p := at.Block()
	return world.Pos{X: p.X - KnownReach, Y: max(p.Y-KnownReach, world.MinY), Z: p.Z - KnownReach}.Section(),
		world.Pos{X: p.X + KnownReach, Y: min(p.Y+KnownReach, world.MaxY), Z: p.Z + KnownReach}.Section()
}

// noteMissing notes the sections around a position that are not in memory.
func (s *Sim) noteMissing(at world.Vec) {
	if faults.Active(faults.FallingLeftHanging) {
		return
	}
	a, b := sectionsAround(at)
	for y := a.Y; y <= b.Y; y++ {
		for z := a.Z; z <= b.Z; z++ {
			for x := a.X; x <= b.X; x++ {
				if p := (world.SectionPos{X: x, Y: y, Z: z}); !s.R.W.HasSection(p) {
					s.Missing = append(s.Missing, p)
				}
			}
		}
	}
}

// sectionsKnown is computeKnown, cached.
func (s *Sim) sectionsKnown(of timestream.Stream, lo, hi world.SectionPos) bool {
	if s.Authoritative {
		return s.sectionsKnownToServer(of, lo, hi)
	}
	n := &s.cache.knownBox
	subs, blocks := s.R.W.SubscriptionsHash(of), s.R.W.BlocksHash()
	if n.lo != lo || n.hi != hi || n.subs != subs || n.blocks != blocks {
		*n = knownBox{lo, hi, subs, blocks, s.computeKnown(of, lo, hi)}
	}
	return n.known
}

// sectionsKnownToServer is sectionsKnown on a server, which advances many streams by turns.
func (s *Sim) sectionsKnownToServer(of timestream.Stream, lo, hi world.SectionPos) bool {
	if of == timestream.Server {
		return s.computeKnown(of, lo, hi)
	}
	if s.cache.knownBoxes == nil {
		s.cache.knownBoxes = new(knownBoxes)
	}
	n, subs := &s.cache.knownBoxes[int(of)%len(s.cache.knownBoxes)], s.R.W.SubscriptionsHash(of)
	if n.lo == lo && n.hi == hi && n.subs == subs && subs != 0 {
		return true
	}
	if !s.computeKnown(of, lo, hi) {
		return false
	}
	n.lo, n.hi, n.subs = lo, hi, subs
	return true
}

// computeKnown reports whether the owner of a stream knows all sections of a box.
func (s *Sim) computeKnown(of timestream.Stream, a, b world.SectionPos) bool {
	for y := a.Y; y <= b.Y; y++ {
		for z := a.Z; z <= b.Z; z++ {
			for x := a.X; x <= b.X; x++ {
				p := world.SectionPos{X: x, Y: y, Z: z}
				if !s.R.W.HasSection(p) || of != timestream.Server && !s.R.W.Subscription(of, p).Confirmed {
					return false
				}
			}
		}
	}
	return true
}

// setSuspended sets or clears the flag Suspended.
func setSuspended(m *world.Motion, still bool) {
	if still {
		m.Flags |= world.Suspended
	} else {
		m.Flags &^= world.Suspended
	}
}
