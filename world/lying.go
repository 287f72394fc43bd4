package world

// A body with the flag Rests lies where it is until a block beside it changes: time does nothing to it, so that it costs
// nothing. The bodies of a stream are in one list, those that time moves first; those at rest are found by their section,
// too. Both are functions of the state, kept by the setters.

// lot is what lies in one section.
type lot struct {
	pos   SectionPos
	slots []Slot
}

// Lying returns the slots of the bodies at rest in a section, in no particular order.
func (w *World) Lying(p SectionPos) []Slot {
	if i, ok := w.lotAt[p]; ok {
		return w.lots[i].slots
	}
	return nil
}

// LotCount returns the number of sections in which something lies.
func (w *World) LotCount() int { return len(w.lots) }

// LotAt returns the i-th section in which something lies, with 0 <= i < LotCount, in no particular order, and what does.
func (w *World) LotAt(i int) (SectionPos, []Slot) { return w.lots[i].pos, w.lots[i].slots }

// list enters an entity in the bodies of its stream and, if it is at rest, in what lies in its section.
func (w *World) list(s Slot) {
	sl := &w.slots[s]
	st := w.must(sl.Stream)
	sl.place = int32(len(st.bodies))
	st.bodies = append(st.bodies, s)
	if sl.Motion.Flags&Rests == 0 {
		w.exchange(st, sl.place, int32(st.awake))
		st.awake++
		return
	}
	p := sl.Motion.Pos.Block().Section()
	i, ok := w.lotAt[p]
	if !ok {
		i = int32(len(w.lots))
		w.lotAt[p] = i
		if int(i) < cap(w.lots) { // with the memory of one that was given up
			w.lots = w.lots[:i+1]
			w.lots[i] = lot{p, w.lots[i].slots[:0]}
		} else {
			w.lots = append(w.lots, lot{pos: p})
		}
	}
	l := &w.lots[i]
	sl.lot = int32(len(l.slots))
	l.slots = append(l.slots, s)
}

// unlist takes an entity out of where list entered it.
func (w *World) unlist(s Slot) {
	sl := &w.slots[s]
	st := w.must(sl.Stream)
	if st.bodies[sl.place] != s {
		panic("world: entity is not in its stream")
	}
	if sl.Motion.Flags&Rests == 0 {
		st.awake--
		w.exchange(st, sl.place, int32(st.awake))
	} else {
		w.pickUp(sl)
	}
	last := len(st.bodies) - 1
	w.exchange(st, sl.place, int32(last))
	st.bodies = st.bodies[:last]
}

// pickUp takes an entity out of what lies in its section.
func (w *World) pickUp(sl *slot) {
	p := sl.Motion.Pos.Block().Section()
	i := w.lotAt[p]
	l := &w.lots[i]
	last := len(l.slots) - 1
	moved := l.slots[last]
	l.slots[sl.lot] = moved
	w.slots[moved].lot = sl.lot
	l.slots = l.slots[:last]
	if last > 0 {
		return
	}
	delete(w.lotAt, p)
	end := len(w.lots) - 1
	w.lots[i], w.lots[end] = w.lots[end], w.lots[i]
	if int(i) != end {
		w.lotAt[w.lots[i].pos] = i
	}
	w.lots = w.lots[:end]
}

// exchange lets two bodies of a stream change places in its list.
func (w *World) exchange(st *streamState, a, b int32) {
	if a == b {
		return
	}
	st.bodies[a], st.bodies[b] = st.bodies[b], st.bodies[a]
	w.slots[st.bodies[a]].place = a
	w.slots[st.bodies[b]].place = b
}
