package replication

import (
	"testing"

	"voxtide/internal/testrand"
	"voxtide/world"
)

// TestKnownEntities: after random additions, removals and rests each known entity is found by its slot, and the resting ones that
// were told are behind the active ones.
func TestKnownEntities(t *testing.T) {
	rnd := testrand.New(t)
	var k knownEntities
	want := map[world.EntityID]world.EntitySlot{}
	for n := range 20000 {
		slot := world.EntitySlot(rnd.IntN(60))
		id := world.MakeEntityID(1, uint32(slot)+1)
		switch known := k.find(slot, id); {
		case known == nil:
			e := k.add(slot, id)
			e.trajectory, e.told = 1, &point{}
			want[id] = slot
		case rnd.IntN(3) == 0:
			k.remove(k.indexOf(id))
			delete(want, id)
		case rnd.IntN(2) == 0:
			k.reactivate(slot, id)
			known = k.find(slot, id)
			known.told.motion.Flags &^= world.Asleep
		default:
			known.told.motion.Flags |= world.Asleep
			k.restUntold = true
		}
		k.deactivateResting()
		if len(k.list) != len(want) {
			t.Fatalf("after %d changes: %d known, want %d", n, len(k.list), len(want))
		}
		for id, slot := range want {
			if e := k.find(slot, id); e == nil || e.id != id || e.slot != slot {
				t.Fatalf("after %d changes: entity %v of slot %d is %v", n, id, slot, e)
			}
		}
		for i := range k.list {
			if rests := k.list[i].told.motion.Flags&world.Asleep != 0; rests != (i >= k.active) {
				t.Fatalf("after %d changes: entity %d rests %v, %d are active", n, i, rests, k.active)
			}
		}
	}
}
