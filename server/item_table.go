package server

import (
	"slices"
	"time"

	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// itemTable is what the server keeps about items at rest, besides the world.
type itemTable struct {
	resting      map[world.EntityID]restPlace     // all of them, in memory or not
	queues       map[timestream.Stream]*restQueue // the same by the stream that spawned them
	unloaded     map[world.SectionPos][]world.Entity
	seated       []world.Entity     // that move on the streams of seats, until these are taken,
	seatedChecks []store.Check      // and the checks of these
	restored     []world.SectionPos // sections that have come into memory in this step
	expiredAt    time.Duration
}

// restQueue holds the items at rest of one stream in the order in which they came to rest. Entries of items that moved or are gone
// since are skipped.
type restQueue struct {
	order []restEntry
	n     int // items at rest
}

// restPlace is where an item rests, and since when.
type restPlace struct {
	at      timestream.Time
	section world.SectionPos
}

type restEntry struct {
	id world.EntityID
	at timestream.Time
}

// isResting reports whether an entity of the store was an item at rest.
func isResting(e *world.Entity) bool {
	m := &e.Motion
	return e.Kind == world.KindItem && e.Stream == timestream.Server && (m.Flags&world.Suspended != 0 ||
		m.Flags&world.OnGround != 0 && m.Vel == (world.Vec{}) && m.BlockedVel == [2]int64{})
}

// addResting notes that an item has come to rest.
func (t *itemTable) addResting(e *world.Entity) {
	id, at := e.ID, restPlace{e.At, e.Motion.Pos.Block().Section()}
	if old, ok := t.resting[id]; ok && old == at {
		return
	}
	t.removeResting(id)
	t.resting[id] = at
	l := t.queues[id.OriginStream()]
	if l == nil {
		l = &restQueue{}
		t.queues[id.OriginStream()] = l
	}
	l.n++
	if len(l.order) == cap(l.order) && len(l.order) > 2*l.n { // most entries are stale
		l.order = slices.DeleteFunc(l.order, func(e restEntry) bool { return !t.stillResting(e) })
	}
	l.order = append(l.order, restEntry{id, e.At})
}

// removeResting notes that an item is no longer at rest.
func (t *itemTable) removeResting(id world.EntityID) {
	if _, ok := t.resting[id]; !ok {
		return
	}
	delete(t.resting, id)
	if l := t.queues[id.OriginStream()]; l.n > 1 {
		l.n--
	} else {
		delete(t.queues, id.OriginStream())
	}
}

// stillResting reports whether an item is still where it came to rest at that time.
func (t *itemTable) stillResting(e restEntry) bool {
	at, ok := t.resting[e.id]
	return ok && at.at == e.at
}

// oldest returns the item of a queue that has rested the longest.
func (t *itemTable) oldest(l *restQueue) restEntry {
	n := 0
	for !t.stillResting(l.order[n]) {
		n++
	}
	l.order = l.order[n:]
	return l.order[0]
}
