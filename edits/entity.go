package edits

import (
	"voxtide/wire"
	"voxtide/world"
)

// Birth{Entity, Number}: an entity comes into the world; Number is the counter of the stream of its birth afterwards.

func applyBirth(w *world.World, e, inv *Edit) bool {
	ent := &e.Entity
	if w.Find(ent.ID) != world.NoSlot || w.Stream(ent.Stream) == nil || ent.Kind == world.KindNone || ent.Kind >= world.KindCount {
		return false
	}
	*inv = Edit{Kind: Death, Author: e.Author, ID: ent.ID, Number: counter(w, ent.ID, e.Number)}
	w.AddEntity(*ent)
	return true
}

// counter sets the counter of the stream in which id was born, where that stream is known, and returns the one before.
func counter(w *world.World, id world.EntityID, n uint64) uint64 {
	if w.Stream(id.Birth()) == nil {
		return n
	}
	return uint64(w.SetCounter(id.Birth(), uint32(n)))
}

func writeBirth(b []byte, e *Edit) []byte {
	ent := &e.Entity
	b = wire.AppendUvarint(b, uint64(ent.ID))
	b = append(b, byte(ent.Kind))
	b = wire.AppendUvarint(b, uint64(ent.Stream))
	b = wire.AppendUvarint(b, uint64(ent.At))
	b = wire.AppendUvarint(b, uint64(ent.Block))
	b = appendStack(b, ent.Stack)
	b = AppendMotion(b, &ent.Motion)
	return wire.AppendUvarint(b, e.Number)
}

func readBirth(r *wire.Reader, e *Edit) {
	ent := &e.Entity
	ent.ID = readID(r)
	ent.Kind = world.EntityKind(r.Byte())
	if ent.Kind == world.KindNone || ent.Kind >= world.KindCount {
		r.Fail(ErrValue)
	}
	ent.Stream = readStream(r)
	ent.At = ReadTime(r)
	ent.Block = readBlock(r)
	ent.Stack = readStack(r)
	ReadMotion(r, &ent.Motion)
	e.ID = ent.ID
	e.Number = readNumber32(r)
}

func readNumber32(r *wire.Reader) uint64 {
	n := r.Uvarint()
	if n > 1<<32-1 {
		r.Fail(ErrValue)
	}
	return n
}

// Death{ID, Number}: an entity leaves the world; Number is the counter of the stream of its birth afterwards.

func applyDeath(w *world.World, e, inv *Edit) bool {
	s := w.Find(e.ID)
	if s == world.NoSlot {
		return false
	}
	*inv = Edit{Kind: Birth, Author: e.Author, ID: e.ID, Number: counter(w, e.ID, e.Number)}
	inv.Entity = w.RemoveEntity(s)
	return true
}

func writeDeath(b []byte, e *Edit) []byte {
	return wire.AppendUvarint(wire.AppendUvarint(b, uint64(e.ID)), e.Number)
}

func readDeath(r *wire.Reader, e *Edit) {
	e.ID = readID(r)
	e.Number = readNumber32(r)
}

// SetMotion{ID, At, Entity.Motion}: the whole motion of an entity, holding at an instant.

func applySetMotion(w *world.World, e, inv *Edit) bool {
	s := w.Find(e.ID)
	if s == world.NoSlot {
		return false
	}
	ent := w.Entity(s)
	*inv = Edit{Kind: SetMotion, Author: e.Author, ID: e.ID, At: ent.At}
	inv.Entity.Motion = ent.Motion
	m := e.Entity.Motion
	bound(&m)
	w.SetMotion(s, e.At, &m)
	return true
}

// bound keeps the speed within what the exact arithmetic of physics allows.
func bound(m *world.Motion) {
	for i, v := range m.Vel {
		if v > world.SpeedMax || v < -world.SpeedMax {
			m.Vel[i] = max(-world.SpeedMax, min(world.SpeedMax, v))
		}
	}
}

func writeSetMotion(b []byte, e *Edit) []byte {
	b = wire.AppendUvarint(b, uint64(e.ID))
	b = wire.AppendUvarint(b, uint64(e.At))
	return AppendMotion(b, &e.Entity.Motion)
}

func readSetMotion(r *wire.Reader, e *Edit) {
	e.ID = readID(r)
	e.At = ReadTime(r)
	ReadMotion(r, &e.Entity.Motion)
}

// SetStack{ID, Stack}: what an item is, what an avatar shows in the hand.

func applySetStack(w *world.World, e, inv *Edit) bool {
	s := w.Find(e.ID)
	if s == world.NoSlot {
		return false
	}
	*inv = Edit{Kind: SetStack, Author: e.Author, ID: e.ID, Stack: w.Entity(s).Stack}
	w.SetStack(s, e.Stack)
	return true
}

func writeSetStack(b []byte, e *Edit) []byte {
	return appendStack(wire.AppendUvarint(b, uint64(e.ID)), e.Stack)
}

func readSetStack(r *wire.Reader, e *Edit) { e.ID, e.Stack = readID(r), readStack(r) }

// SetOwner{ID, Stream, At}: an entity belongs to another stream from now on and holds at an instant of it.

func applySetOwner(w *world.World, e, inv *Edit) bool {
	s := w.Find(e.ID)
	if s == world.NoSlot || w.Stream(e.Stream) == nil {
		return false
	}
	ent := w.Entity(s)
	*inv = Edit{Kind: SetOwner, Author: e.Author, ID: e.ID, Stream: ent.Stream, At: ent.At}
	w.SetOwner(s, e.Stream, e.At)
	return true
}

func writeSetOwner(b []byte, e *Edit) []byte {
	b = wire.AppendUvarint(b, uint64(e.ID))
	b = wire.AppendUvarint(b, uint64(e.Stream))
	return wire.AppendUvarint(b, uint64(e.At))
}

func readSetOwner(r *wire.Reader, e *Edit) {
	e.ID = readID(r)
	e.Stream = readStream(r)
	e.At = ReadTime(r)
}
