package sections

import (
	"voxtide/internal/faults"
	"voxtide/world"
)

// Unload drops some sections, while more than most are in memory, that have no subscribers, that the store has as they are, and
// that no moving entity and no pending support check is near; looks bounds those that it looks at. It calls leave before each is dropped.
func (t *Table) Unload(most, looks int, durableSeq uint64, leave func(world.SectionPos)) {
	if t.world.SectionCount() <= most {
		return
	}
	for range min(looks, len(t.idle)-t.idleHead) {
		p := t.idle[t.idleHead]
		t.idleHead++
		r := t.loaded[p]
		r.idle = false
		switch {
		case r.subscribers > 0:
		case (r.dirty || r.commitSeq > durableSeq) && !faults.Active(faults.DroppedTooEarly), t.entityNear(p), t.checkNear(p):
			t.markIdle(p)
		default:
			leave(p)
			t.world.RemoveSection(p)
			delete(t.loaded, p)
			t.Metrics.SectionsUnloaded++
		}
	}
}

// entityNear reports whether a moving entity is in a section or beside it.
func (t *Table) entityNear(p world.SectionPos) bool {
	for i := range t.world.StreamCount() {
		for _, slot := range t.world.AwakeAt(i) {
			if Beside(p, t.world.Entity(slot).Motion.Pos.Block().Section()) {
				return true
			}
		}
	}
	return false
}

// checkNear reports whether a pending support check is in a section or beside it: a check whose block is not in memory would be
// used up for nothing, and the block that it was to free would hang in the air.
func (t *Table) checkNear(p world.SectionPos) bool {
	if faults.Active(faults.DroppedWithChecks) {
		return false
	}
	for i := range t.world.StreamCount() {
		for _, c := range t.world.StreamAt(i).SupportChecks {
			if Beside(p, c.Section()) {
				return true
			}
		}
	}
	return false
}

// Beside reports whether two sections are the same or touch each other, at an edge or a corner included.
func Beside(a, b world.SectionPos) bool {
	return distance(a.X, b.X) <= 1 && distance(a.Y, b.Y) <= 1 && distance(a.Z, b.Z) <= 1
}

func distance(a, b int32) int32 { return max(a-b, b-a) }
