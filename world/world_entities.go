package world

import "voxtide/timestream"

// Find returns the slot of an entity, NoEntity if there is no entity of that id.
func (w *World) Find(id EntityID) EntitySlot {
	if s, ok := w.slotOf[id]; ok {
		return s
	}
	return NoEntity
}

// Entity returns the entity in a slot. Read it only; valid until the next entity is added.
func (w *World) Entity(s EntitySlot) *Entity { return &w.slots[s].Entity }

// EntitySlotCount returns the number of slots, in use or free: every EntitySlot is smaller.
func (w *World) EntitySlotCount() int { return len(w.slots) }

// EntityCount returns the number of entities.
func (w *World) EntityCount() int { return len(w.slotOf) }

// Bodies returns the slots of the entities of a stream, in no particular order.
func (w *World) Bodies(s timestream.Stream) []EntitySlot {
	if st := w.stream(s); st != nil {
		return st.bodies
	}
	return nil
}

// Awake returns the bodies that time moves: Bodies without the sleeping ones.
func (w *World) Awake(s timestream.Stream) []EntitySlot {
	if st := w.stream(s); st != nil {
		return st.bodies[:st.awake]
	}
	return nil
}

// AddEntity adds an entity. Its stream must exist and its id must not.
func (w *World) AddEntity(e Entity) EntitySlot {
	if _, ok := w.slotOf[e.ID]; ok {
		panic("world: entity added twice")
	}
	var s EntitySlot
	if n := len(w.freeSlots); n > 0 {
		s = w.freeSlots[n-1]
		w.freeSlots = w.freeSlots[:n-1]
	} else {
		s = EntitySlot(len(w.slots))
		w.slots = append(w.slots, entityRecord{})
	}
	w.slots[s] = entityRecord{Entity: e}
	w.slotOf[e.ID] = s
	w.listBody(s)
	w.invalidateHash(s)
	return s
}

// RemoveEntity removes an entity and returns it.
func (w *World) RemoveEntity(s EntitySlot) Entity {
	sl := &w.slots[s]
	w.updateHash(s)
	w.entitiesHash ^= sl.hash
	e := sl.Entity
	w.unlistBody(s)
	delete(w.slotOf, e.ID)
	*sl = entityRecord{}
	w.freeSlots = append(w.freeSlots, s)
	return e
}

// SetMotion sets the motion of an entity and the instant at which it holds.
func (w *World) SetMotion(s EntitySlot, at timestream.Time, m *Motion) {
	w.invalidateHash(s)
	sl := &w.slots[s]
	if (sl.Motion.Flags|m.Flags)&Asleep != 0 {
		w.unlistBody(s)
		sl.Motion = *m
		w.listBody(s)
	}
	sl.At = at
	sl.Motion = *m
	if m.Flags&Asleep == 0 && sl.column != columnOf(&m.Pos) {
		w.changeColumn(s)
	}
}

// SetStack sets the stack of an item, or the stack that an avatar shows in its hand.
func (w *World) SetStack(s EntitySlot, st Stack) {
	w.invalidateHash(s)
	w.slots[s].Stack = st
}

// SetOwner hands an entity to another stream, at the instant to which that stream has been advanced.
func (w *World) SetOwner(s EntitySlot, to timestream.Stream, at timestream.Time) {
	w.invalidateHash(s)
	sl := &w.slots[s]
	w.mustStream(to)
	w.unlistBody(s)
	sl.Stream, sl.At = to, at
	w.listBody(s)
}

// invalidateHash removes the entity's hash from the sum until it is computed again.
func (w *World) invalidateHash(s EntitySlot) {
	sl := &w.slots[s]
	if !sl.hashStale {
		w.entitiesHash ^= sl.hash
		sl.hash = 0
		sl.hashStale = true
		if len(w.staleSlots) > 2*len(w.slots)+16 { // its slot was freed and reused many times since the last Hash
			w.EntitiesHash()
			w.entitiesHash ^= sl.hash
			sl.hash, sl.hashStale = 0, true
		}
		w.staleSlots = append(w.staleSlots, s)
	}
}

func (w *World) updateHash(s EntitySlot) {
	sl := &w.slots[s]
	if sl.hashStale {
		sl.hash = sl.Entity.Hash()
		sl.hashStale = false
		w.entitiesHash ^= sl.hash
	}
}
