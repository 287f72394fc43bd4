package server

import (
	"time"

	"voxtide/server/sections"
	"voxtide/timestream"
	"voxtide/world"
)

// loadedPerStep bounds the sections that are added in a step; the rest waits for the next.
const loadedPerStep = 1 << 10

// requestSection reports whether a section is in memory. A missing section has been requested when it returns, unless too many
// are, of all clients or of this one: a client that jumps about must not make others wait for the sections behind it.
func (s *Server) requestSection(c *session, p world.SectionPos) bool {
	if s.rec.W.HasSection(p) {
		return true
	}
	if c.area.requested < s.requestedMost() && s.sections.Request(p, c.stream) {
		c.area.requested++
		if s.sections.Immediate() {
			s.takeLoadedSections()
			return s.rec.W.HasSection(p)
		}
	}
	return false
}

// requestedMost returns how many sections may be requested for a client at present.
func (s *Server) requestedMost() int {
	if s.sections.Requested() < requestedAlone {
		return requestedAlone
	}
	return requestedPerClient
}

// takeLoadedSections adds requested sections that have arrived.
func (s *Server) takeLoadedSections() {
	for range loadedPerStep {
		p, of, added, ok := s.sections.Take()
		if !ok {
			return
		}
		if c := s.clients.session(of); c != nil && c.area.requested > 0 {
			c.area.requested--
			c.area.waits = false
		}
		if added {
			s.sectionAdded(p)
		}
	}
}

// loadNow loads a section at once.
func (s *Server) loadNow(p world.SectionPos) {
	if s.sections.LoadNow(p) {
		s.sectionAdded(p)
	}
}

// fetchMissing requests the land that blocks which fall where nobody is near need to come down. They would hang in the air until somebody comes, and keep
// the land around in memory and builders waiting.
func (s *Server) fetchMissing() {
	if len(s.sim.Missing) > 0 {
		s.fetchSections(s.sim.Missing)
		s.sim.Missing = s.sim.Missing[:0]
	}
}

// fetchSections requests sections that are not in memory, for nobody; those that come at once are there when it returns.
func (s *Server) fetchSections(list []world.SectionPos) {
	for _, p := range list {
		s.sections.Request(p, timestream.Server)
	}
	if s.sections.Immediate() {
		s.takeLoadedSections()
	}
}

const (
	unloadPerStep = 64      // sections without subscribers that are looked at in a step,
	unloadIdle    = 1 << 12 // and in one of a server on which nobody has been for emptyTime, which keeps none of them
	emptyTime     = 5 * time.Second
	// restTime is how long a section without subscribers stays in memory in any case. With more players than fit the bound of memory, land that
	// was loaded ahead for somebody would be dropped before it is opened, and generated again.
	restTime = 5 * time.Second
)

// unloadSections drops sections that nobody needs: those above the bound, and all when everybody has left.
func (s *Server) unloadSections() {
	k := sections.Limits{Most: s.cfg.MaxSections, Rest: restTime, Looks: unloadPerStep}
	if !s.Idle() {
		s.clock.busyAt = s.clock.mono
	} else if s.clock.mono-s.clock.busyAt >= emptyTime {
		k = sections.Limits{Looks: unloadIdle}
		s.rec.Shrink()
		s.tell.source.Shrink()
		s.tell.replicator.Shrink()
	}
	s.sections.Unload(s.clock.mono, k, s.persist.durableSeq, s.stashEntities)
}

// sectionAdded notes that items in the section, or asleep beside it, may have to come back.
func (s *Server) sectionAdded(p world.SectionPos) {
	if len(s.items.unloaded) > 0 || s.rec.W.SleepingSectionCount() > 0 {
		s.items.restored = append(s.items.restored, p)
	}
}
