package world

// A body with the flag Asleep stays where it is until a block beside it changes: time does nothing to it, so it costs
// nothing. The bodies of a stream are in one list, the awake ones first; sleeping bodies can also be found by their
// section. Both indexes are functions of the state, kept by the setters.

// Sleeping returns the slots of the bodies that sleep in a section, in no particular order.
func (w *World) Sleeping(p SectionPos) []EntitySlot {
	if i, ok := w.sleepingIndex[p]; ok {
		return w.sleeping[i].slots
	}
	return nil
}

// SleepingSectionCount returns the number of sections with sleeping bodies.
func (w *World) SleepingSectionCount() int { return len(w.sleeping) }

// SleepingSectionAt returns the i-th section with sleeping bodies, and their slots; 0 <= i < SleepingSectionCount, in
// no particular order.
func (w *World) SleepingSectionAt(i int) (SectionPos, []EntitySlot) {
	return w.sleeping[i].pos, w.sleeping[i].slots
}

// listBody adds an entity to the bodies of its stream and, if it sleeps, to those of its section.
func (w *World) listBody(s EntitySlot) {
	sl := &w.slots[s]
	st := w.mustStream(sl.Stream)
	sl.streamIndex = int32(len(st.bodies))
	st.bodies = append(st.bodies, s)
	if sl.Motion.Flags&Asleep == 0 {
		w.swapBodies(st, sl.streamIndex, int32(st.awake))
		st.awake++
		return
	}
	p := sl.Motion.Pos.Block().Section()
	i, ok := w.sleepingIndex[p]
	if !ok {
		i = int32(len(w.sleeping))
		w.sleepingIndex[p] = i
		if int(i) < cap(w.sleeping) { // reuse the memory of a dropped one
			w.sleeping = w.sleeping[:i+1]
			w.sleeping[i] = sleepingBodies{p, w.sleeping[i].slots[:0]}
		} else {
			w.sleeping = append(w.sleeping, sleepingBodies{pos: p})
		}
	}
	l := &w.sleeping[i]
	sl.sleepIndex = int32(len(l.slots))
	l.slots = append(l.slots, s)
}

// unlistBody undoes listBody.
func (w *World) unlistBody(s EntitySlot) {
	sl := &w.slots[s]
	st := w.mustStream(sl.Stream)
	if st.bodies[sl.streamIndex] != s {
		panic("world: entity is not in its stream")
	}
	if sl.Motion.Flags&Asleep == 0 {
		st.awake--
		w.swapBodies(st, sl.streamIndex, int32(st.awake))
	} else {
		w.unlistSleeping(sl)
	}
	last := len(st.bodies) - 1
	w.swapBodies(st, sl.streamIndex, int32(last))
	st.bodies = st.bodies[:last]
}

// unlistSleeping removes an entity from the sleeping bodies of its section.
func (w *World) unlistSleeping(sl *entityRecord) {
	p := sl.Motion.Pos.Block().Section()
	i := w.sleepingIndex[p]
	l := &w.sleeping[i]
	last := len(l.slots) - 1
	moved := l.slots[last]
	l.slots[sl.sleepIndex] = moved
	w.slots[moved].sleepIndex = sl.sleepIndex
	l.slots = l.slots[:last]
	if last > 0 {
		return
	}
	delete(w.sleepingIndex, p)
	end := len(w.sleeping) - 1
	w.sleeping[i], w.sleeping[end] = w.sleeping[end], w.sleeping[i]
	if int(i) != end {
		w.sleepingIndex[w.sleeping[i].pos] = i
	}
	w.sleeping = w.sleeping[:end]
}

// swapBodies exchanges two bodies in the list of their stream.
func (w *World) swapBodies(st *streamState, a, b int32) {
	if a == b {
		return
	}
	st.bodies[a], st.bodies[b] = st.bodies[b], st.bodies[a]
	w.slots[st.bodies[a]].streamIndex = a
	w.slots[st.bodies[b]].streamIndex = b
}
