package world

import "voxtide/timestream"

// Slot is where an entity lies in the world: a handle that is valid until the entity is removed.
type Slot int32

// NoSlot is the slot of an entity that does not exist.
const NoSlot Slot = -1

type slot struct {
	Entity
	hash  uint64
	dirty bool
	place int32 // in the bodies of its stream
	lot   int32 // of a body at rest: in what lies in its section
}

// Find returns the slot of an entity, NoSlot if there is none of that id.
func (w *World) Find(id EntityID) Slot {
	if s, ok := w.ids[id]; ok {
		return s
	}
	return NoSlot
}

// Entity returns the entity in a slot. Read it only; valid until the next entity is added.
func (w *World) Entity(s Slot) *Entity { return &w.slots[s].Entity }

// SlotCount returns the number of slots in use or free: every Slot is smaller.
func (w *World) SlotCount() int { return len(w.slots) }

// EntityCount returns the number of entities.
func (w *World) EntityCount() int { return len(w.ids) }

// Bodies returns the slots of the entities of a stream, in no particular order.
func (w *World) Bodies(s timestream.Stream) []Slot {
	if st := w.stream(s); st != nil {
		return st.bodies
	}
	return nil
}

// Awake is Bodies without those at rest: the ones that time moves.
func (w *World) Awake(s timestream.Stream) []Slot {
	if st := w.stream(s); st != nil {
		return st.bodies[:st.awake]
	}
	return nil
}

// AddEntity brings an entity in. Its stream must be there and its id must not.
func (w *World) AddEntity(e Entity) Slot {
	if _, ok := w.ids[e.ID]; ok {
		panic("world: entity added twice")
	}
	var s Slot
	if n := len(w.free); n > 0 {
		s = w.free[n-1]
		w.free = w.free[:n-1]
	} else {
		s = Slot(len(w.slots))
		w.slots = append(w.slots, slot{})
	}
	w.slots[s] = slot{Entity: e}
	w.ids[e.ID] = s
	w.list(s)
	w.touch(s)
	return s
}

// RemoveEntity takes an entity out and returns it.
func (w *World) RemoveEntity(s Slot) Entity {
	sl := &w.slots[s]
	w.clean(s)
	w.entities ^= sl.hash
	e := sl.Entity
	w.unlist(s)
	delete(w.ids, e.ID)
	*sl = slot{}
	w.free = append(w.free, s)
	return e
}

// SetMotion sets the motion of an entity and the instant at which it holds.
func (w *World) SetMotion(s Slot, at timestream.Time, m *Motion) {
	w.touch(s)
	sl := &w.slots[s]
	if (sl.Motion.Flags|m.Flags)&Rests != 0 {
		w.unlist(s)
		sl.Motion = *m
		w.list(s)
	}
	sl.At = at
	sl.Motion = *m
}

// SetStack sets what an entity carries: the stack of an item, what an avatar shows in the hand.
func (w *World) SetStack(s Slot, st Stack) {
	w.touch(s)
	w.slots[s].Stack = st
}

// SetOwner moves an entity to another stream, at the instant to which that stream's clock has come.
func (w *World) SetOwner(s Slot, to timestream.Stream, at timestream.Time) {
	w.touch(s)
	sl := &w.slots[s]
	w.must(to)
	w.unlist(s)
	sl.Stream, sl.At = to, at
	w.list(s)
}

// touch takes the entity's hash out of the sum until it is computed anew.
func (w *World) touch(s Slot) {
	sl := &w.slots[s]
	if !sl.dirty {
		w.entities ^= sl.hash
		sl.hash = 0
		sl.dirty = true
		if len(w.dirty) > 2*len(w.slots)+16 { // freed and used again many times since the last Hash
			w.EntitiesHash()
			w.entities ^= sl.hash
			sl.hash, sl.dirty = 0, true
		}
		w.dirty = append(w.dirty, s)
	}
}

func (w *World) clean(s Slot) {
	sl := &w.slots[s]
	if sl.dirty {
		sl.hash = sl.Entity.Hash()
		sl.dirty = false
		w.entities ^= sl.hash
	}
}
