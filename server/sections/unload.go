package sections

import (
	"time"

	"voxtide/internal/faults"
	"voxtide/protocol"
	"voxtide/world"
)

// idleSection is a section in the queue of those without subscribers, and since when it is there.
type idleSection struct {
	pos   world.SectionPos
	since time.Duration
}

// Limits is what Unload keeps, and how much it does.
type Limits struct {
	Most  int           // sections in memory, above which some are dropped
	Rest  time.Duration // how long a section without subscribers stays in any case: it may have been loaded for one who is about to be given it
	Looks int           // sections without subscribers that are looked at
}

// Unload drops some sections, as the limits say at a time of the server's clock, that have no subscribers, that the store has as they are,
// and that no moving entity and no pending support check is near. It calls leave before each is dropped.
func (t *Table) Unload(now time.Duration, k Limits, durableSeq uint64, leave func(world.SectionPos)) {
	t.now = now
	t.forgetDropped(durableSeq)
	if t.world.SectionCount() <= k.Most {
		return
	}
	for range min(k.Looks, len(t.idle)-t.idleHead) {
		if now-t.idle[t.idleHead].since < k.Rest {
			return
		}
		p := t.idle[t.idleHead].pos
		t.idleHead++
		r := t.record(p)
		r.idle = false
		switch {
		case r.subscribers > 0:
		case (r.dirty || r.commitSeq > durableSeq) && !faults.Active(faults.DroppedTooEarly), t.entityNear(p), t.checkNear(p):
			t.markIdle(p)
		default:
			leave(p)
			t.world.RemoveSection(p)
			t.loaded.Delete(p.X, p.Y, p.Z)
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

// Shrink gives back memory that is there for many more sections than are loaded, and for packing: maps never get smaller by themselves.
func (t *Table) Shrink() {
	t.loaded.Shrink()
	t.requested = fitted(t.requested)
	t.idle, t.idleHead = append([]idleSection(nil), t.idle[t.idleHead:]...), 0
	t.world.Shrink()
	t.packer = protocol.Packer{}
}

// fitted returns a map with the same entries, made for as many.
func fitted[V any](m map[world.SectionPos]V) map[world.SectionPos]V {
	out := make(map[world.SectionPos]V, len(m))
	for p, v := range m {
		out[p] = v
	}
	return out
}
