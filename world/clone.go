package world

import (
	"maps"
	"slices"
)

// Clone returns a copy of the whole state that shares nothing with w: a version of the game that can be gone back to.
func (w *World) Clone() *World {
	c := &World{
		sections: make(map[SectionPos]*Section, len(w.sections)), blocksHash: w.blocksHash,
		slotOf: maps.Clone(w.slotOf), slots: slices.Clone(w.slots), freeSlots: slices.Clone(w.freeSlots),
		staleSlots: slices.Clone(w.staleSlots), entitiesHash: w.entitiesHash,
		sleeping: slices.Clone(w.sleeping), sleepingIndex: maps.Clone(w.sleepingIndex), dayOffset: w.dayOffset,
	}
	for p, s := range w.sections {
		c.sections[p] = s.Clone()
	}
	for i := range c.sleeping {
		c.sleeping[i].slots = slices.Clone(c.sleeping[i].slots)
	}
	for _, st := range w.streams {
		one := *st
		one.SupportChecks, one.Subscriptions = slices.Clone(st.SupportChecks), slices.Clone(st.Subscriptions)
		one.bodies = slices.Clone(st.bodies)
		c.streams = append(c.streams, &one)
	}
	for _, p := range w.players {
		one := *p
		c.players = append(c.players, &one)
	}
	return c
}

// Memory returns about how many bytes a copy of the world takes.
func (w *World) Memory() (bytes int) {
	const entityBytes, playerBytes, streamBytes, subscriptionBytes = 320, 200, 120, 20
	for _, s := range w.sections {
		bytes += s.Memory()
	}
	for _, st := range w.streams {
		bytes += streamBytes + len(st.Subscriptions)*subscriptionBytes
	}
	return bytes + len(w.slots)*entityBytes + len(w.players)*playerBytes
}
