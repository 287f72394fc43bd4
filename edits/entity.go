package edits

import (
	"voxtide/internal/wire"
	"voxtide/world"
)

// SpawnEntity{Entity, Number} adds an entity; Number is the counter of its origin stream afterwards.

func applySpawnEntity(w *world.World, e, inv *Edit) bool {
	ent := &e.Entity
	if w.Find(ent.ID) != world.NoEntity || w.Stream(ent.Stream) == nil || ent.Kind == world.KindNone || ent.Kind >= world.KindCount {
		return false
	}
	*inv = Edit{Kind: RemoveEntity, Author: e.Author, ID: ent.ID, Number: setEntityCounter(w, ent.ID, e.Number)}
	w.AddEntity(*ent)
	return true
}

// setEntityCounter sets the counter of the stream that id came from, if that stream is known, and returns the one
// before.
func setEntityCounter(w *world.World, id world.EntityID, n uint64) uint64 {
	if w.Stream(id.OriginStream()) == nil {
		return n
	}
	return uint64(w.SetCounter(id.OriginStream(), uint32(n)))
}

func writeSpawnEntity(b []byte, e *Edit) []byte {
	ent := &e.Entity
	b = wire.AppendUvarint(b, uint64(ent.ID))
	b = append(b, byte(ent.Kind))
	b = wire.AppendUvarint(b, uint64(ent.Stream))
	b = wire.AppendUvarint(b, uint64(ent.At))
	b = wire.AppendUvarint(b, uint64(ent.Block))
	b = world.AppendStack(b, ent.Stack)
	b = wire.AppendUvarint(b, uint64(ent.Born))
	b = world.AppendMotion(b, &ent.Motion)
	return wire.AppendUvarint(b, e.Number)
}

func readSpawnEntity(r *wire.Reader, e *Edit) {
	ent := &e.Entity
	ent.ID = world.EntityID(r.Uvarint())
	ent.Kind = world.EntityKind(r.Byte())
	if ent.Kind == world.KindNone || ent.Kind >= world.KindCount {
		r.Fail(ErrValue)
	}
	ent.Stream = world.ReadStream(r)
	ent.At = world.ReadTime(r)
	ent.Block = world.ReadBlock(r)
	ent.Stack = world.ReadStack(r)
	ent.Born = world.ReadTime(r)
	world.ReadMotion(r, &ent.Motion)
	e.ID = ent.ID
	e.Number = uint64(r.Uvarint32())
}

// RemoveEntity{ID, Number} removes an entity; Number is the counter of its origin stream afterwards.

func applyRemoveEntity(w *world.World, e, inv *Edit) bool {
	s := w.Find(e.ID)
	if s == world.NoEntity {
		return false
	}
	*inv = Edit{Kind: SpawnEntity, Author: e.Author, ID: e.ID, Number: setEntityCounter(w, e.ID, e.Number)}
	inv.Entity = w.RemoveEntity(s)
	return true
}

func writeRemoveEntity(b []byte, e *Edit) []byte {
	return wire.AppendUvarint(wire.AppendUvarint(b, uint64(e.ID)), e.Number)
}

func readRemoveEntity(r *wire.Reader, e *Edit) {
	e.ID = world.EntityID(r.Uvarint())
	e.Number = uint64(r.Uvarint32())
}

// SetMotion{ID, At, Entity.Motion} sets the whole motion of an entity, which holds at an instant.

func applySetMotion(w *world.World, e, inv *Edit) bool {
	s := w.Find(e.ID)
	if s == world.NoEntity {
		return false
	}
	ent := w.Entity(s)
	*inv = Edit{Kind: SetMotion, Author: e.Author, ID: e.ID, At: ent.At}
	inv.Entity.Motion = ent.Motion
	m := e.Entity.Motion
	clampSpeed(&m)
	w.SetMotion(s, e.At, &m)
	return true
}

// clampSpeed keeps the speed within what the exact arithmetic of physics allows.
func clampSpeed(m *world.Motion) {
	for i, v := range m.Vel {
		if v > world.SpeedMax || v < -world.SpeedMax {
			m.Vel[i] = max(-world.SpeedMax, min(world.SpeedMax, v))
		}
	}
}

func writeSetMotion(b []byte, e *Edit) []byte {
	b = wire.AppendUvarint(b, uint64(e.ID))
	b = wire.AppendUvarint(b, uint64(e.At))
	return world.AppendMotion(b, &e.Entity.Motion)
}

func readSetMotion(r *wire.Reader, e *Edit) {
	e.ID = world.EntityID(r.Uvarint())
	e.At = world.ReadTime(r)
	world.ReadMotion(r, &e.Entity.Motion)
}

// SetStack{ID, Stack} sets the stack of an item, or the stack that an avatar shows in its hand.

func applySetStack(w *world.World, e, inv *Edit) bool {
	s := w.Find(e.ID)
	if s == world.NoEntity {
		return false
	}
	*inv = Edit{Kind: SetStack, Author: e.Author, ID: e.ID, Stack: w.Entity(s).Stack}
	w.SetStack(s, e.Stack)
	return true
}

func writeSetStack(b []byte, e *Edit) []byte {
	return world.AppendStack(wire.AppendUvarint(b, uint64(e.ID)), e.Stack)
}

func readSetStack(r *wire.Reader, e *Edit) {
	e.ID, e.Stack = world.EntityID(r.Uvarint()), world.ReadStack(r)
}

// SetOwner{ID, Stream, At} hands an entity to another stream; it holds at an instant of that stream.

func applySetOwner(w *world.World, e, inv *Edit) bool {
	s := w.Find(e.ID)
	if s == world.NoEntity || w.Stream(e.Stream) == nil {
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
	e.ID = world.EntityID(r.Uvarint())
	e.Stream = world.ReadStream(r)
	e.At = world.ReadTime(r)
}
