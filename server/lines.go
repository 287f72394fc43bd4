package server

import (
	"voxtide/timestream"
	"voxtide/world"
)

// line is a stretch of a body's path that is pure arithmetic: position + velocity * span. Whoever was told any point of
// it needs stamps alone.
type line struct {
	id      world.EntityID
	version uint64 // of the stretch; no two have the same
	at      timestream.Time
	motion  world.Motion // the last point
}

// lines holds the line of each body, by slot.
type lines struct {
	bySlot []line
	last   uint64
	stands []stand // of all bodies, by stream: what ranking looks at
}

// stand is where a body is at the end of a step, in 1/16 block.
type stand struct {
	slot   world.Slot
	thins  bool // it may be told seldom
	stream timestream.Stream
	id     world.EntityID
	at     [3]int64
}

func sixteenths(v *world.Vec) (at [3]int64) {
	for i := range v {
		at[i] = v[i] / (world.Unit / 16)
	}
	return at
}

// update follows all bodies to the end of a step.
func (l *lines) update(w *world.World) {
	for len(l.bySlot) < w.SlotCount() {
		l.bySlot = append(l.bySlot, line{})
	}
	l.stands = l.stands[:0]
	for i := range w.StreamCount() {
		of := w.StreamAt(i).Stream
		for _, slot := range w.Bodies(of) {
			e, n := w.Entity(slot), &l.bySlot[slot]
			if n.id != e.ID || n.version == 0 || !onward(n, e) {
				l.last++
				n.id, n.version = e.ID, l.last
			}
			n.at, n.motion = e.At, e.Motion
			l.stands = append(l.stands, stand{slot, world.Kinds[e.Kind].ThinnedFar, of, e.ID, sixteenths(&e.Motion.Pos)})
		}
	}
}

// onward tells whether a body has done nothing but fly on.
func onward(n *line, e *world.Entity) bool {
	if n.at == e.At {
		return n.motion == e.Motion
	}
	return n.motion.After(e.At.Sub(n.at)) == e.Motion
}
