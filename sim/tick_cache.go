package sim

import (
	"voxtide/timestream"
	"voxtide/world"
)

type tickCache struct {
	bodies     [][]cachedTick // by slot
	uses       int
	knownBox   knownBox
	knownBoxes *knownBoxes // on a server
}

// knownBox caches whether the owner of the client's stream knows all sections of a box.
type knownBox struct {
	lo, hi       world.SectionPos
	subs, blocks uint64
	known        bool
}

// knownBoxes is what a server keeps of boxes that were known as a whole, by the number of the stream. An entry holds for all who have the same
// subscriptions; that a section to which somebody is subscribed stays in memory is its owner's promise.
type knownBoxes [1 << 9]struct {
	lo, hi world.SectionPos
	subs   uint64
}

// cachedTick is the result of one tick of a body, and of its flight to the next tick.
type cachedTick struct {
	tick          timestream.Time
	blocks        uint64 // hash of all blocks in the discrete update
	before, after world.Motion
	pushed        bool
	flightKnown   bool // the flight to the next tick is cached: it ends in flightEnd
	straight      bool // nothing stopped the flight
	flightBlocks  uint64
	flightEnd     world.Motion
}

// cachedTicks is how many ticks of a body the cache holds: 0.8 s.
const cachedTicks = 16

func (k *tickCache) entry(slot world.EntitySlot, tick timestream.Time) *cachedTick {
	for int(slot) >= len(k.bodies) {
		k.bodies = append(k.bodies, nil)
	}
	if k.bodies[slot] == nil {
		k.bodies[slot] = make([]cachedTick, cachedTicks)
	}
	return &k.bodies[slot][uint64(tick/timestream.Time(timestream.TickLength))%cachedTicks]
}
