package pebble

import (
	"voxtide/internal/wire"
	"voxtide/timestream"
	"voxtide/world"
)

// Entities: every field, in the order of its type, but for what avatars alone have for half a second (the allowance for hits,
// a kick to come), which their own records hold. A test fails when another field is added there and not here.

func validStack(s world.Stack) bool { return s.Valid() }

// validEntity reports whether an entity keeps the bounds that its reader checks.
func validEntity(e *world.Entity) bool {
	return e.Kind < world.KindCount && knownBlock(e.Block) && validStack(e.Stack) && e.Motion.Valid() && validMeal(e.Motion.Needs.Eating)
}

// validMeal reports whether something may be eaten that a record names: nothing, or an item that there is.
func validMeal(it world.Item) bool { return it == 0 || world.Stack{Item: it, Count: 1}.Valid() }

func validPart(v *world.BoxPart) bool {
	return (v.Part < world.BoxSlotsMax || v.Part >= world.PartText) && validStack(v.Stack) && len(v.Text) <= world.SignTextMax &&
		v.Since >= 0 && v.Since <= timestream.Never && v.Heat >= 0 && v.Heat <= world.OvenHeatMax
}

func validPlayer(p *world.Player) bool {
	for _, s := range p.Slots {
		if !validStack(s) {
			return false
		}
	}
	return true
}

// appendEntityRecord writes version and entity.
func appendEntityRecord(b []byte, e *world.Entity) []byte {
	return appendEntity(append(b, versionEntity), e)
}

func readEntityRecord(b []byte) (e world.Entity, err error) {
	r := openRecord(b, versionEntity)
	readEntity(&r, &e, versionEntity)
	return e, r.End()
}

func appendStack(b []byte, s world.Stack) []byte {
	b = wire.AppendUvarint(append(b, s.Count), uint64(s.Item))
	return wire.AppendUvarint(b, uint64(s.Wear))
}

// readStack reads a stack of a version of the entity record.
func readStack(r *wire.Reader, form int) (s world.Stack) {
	s.Count = r.Byte()
	if form < versionEntity { // a block in any state
		b := readBlock(r)
		s = world.StackOf(b, s.Count)
	} else {
		s.Item, s.Wear = world.Item(readBelow(r, 1<<16)), uint16(readBelow(r, 1<<16))
	}
	if s.Count > world.StackMax || s.Item >= world.FirstThing && !s.Valid() { // the items of blocks may have other numbers until they are translated
		r.Fail(errValue)
	}
	return s
}

func appendEntity(b []byte, e *world.Entity) []byte {
	b = wire.AppendUvarint(b, uint64(e.ID))
	b = append(b, byte(e.Kind))
	b = appendStream(b, e.Stream)
	b = appendTime(b, e.At)
	b = wire.AppendUvarint(b, uint64(e.Block))
	b = appendTime(appendStack(b, e.Stack), e.Born)
	return appendMotion(b, &e.Motion)
}

// readEntity reads an entity of a version: see versionEntity.
func readEntity(r *wire.Reader, e *world.Entity, form int) {
	e.ID = world.EntityID(r.Uvarint())
	e.Kind = world.EntityKind(r.Byte())
	if e.Kind >= world.KindCount {
		r.Fail(errValue)
	}
	e.Stream = readStream(r)
	e.At = readTime(r)
	e.Block = readBlock(r)
	e.Stack = readStack(r, form)
	if form > versionEntity2 {
		e.Born = readTime(r)
	}
	readMotion(r, &e.Motion, form)
}

func appendMotion(b []byte, m *world.Motion) []byte {
	needs := m.Needs
	for i := range m.Pos {
		b = wire.AppendVarint(b, m.Pos[i])
		b = wire.AppendVarint(b, m.Vel[i])
	}
	b = wire.AppendVarint(b, m.BlockedVel[0])
	b = wire.AppendVarint(b, m.BlockedVel[1])
	b = wire.AppendUvarint(b, uint64(m.Keys))
	b = wire.AppendUvarint(b, uint64(m.Yaw))
	b = world.AppendFlags(b, m.Flags, needs != world.Needs{})
	b = wire.AppendUvarint(b, uint64(m.BreakingBlock))
	b = appendPos(b, m.BreakingPos)
	b = appendTime(b, m.BreakingSince)
	b = appendTime(b, m.ActFullAt)
	b = appendTime(b, m.PlaceFullAt)
	b = appendTime(b, m.BreakFullAt)
	b = appendTime(b, m.ChatFullAt)
	if needs != (world.Needs{}) { // an old record has none
		b = world.AppendNeeds(b, &needs)
	}
	return b
}

func readMotion(r *wire.Reader, m *world.Motion, form int) {
	for i := range m.Pos {
		m.Pos[i] = r.Varint()
		m.Vel[i] = r.Varint()
	}
	m.BlockedVel[0] = r.Varint()
	m.BlockedVel[1] = r.Varint()
	m.Keys = world.Keys(readBelow(r, 1<<16))
	m.Yaw = uint16(readBelow(r, 1<<16))
	needs := world.ReadFlags(r, m)
	m.BreakingBlock = readBlock(r)
	m.BreakingPos = readPos(r)
	m.BreakingSince = readTime(r)
	m.ActFullAt = readTime(r)
	m.PlaceFullAt = readTime(r)
	m.BreakFullAt = readTime(r)
	if form > 1 {
		m.ChatFullAt = readTime(r)
	}
	if needs {
		world.ReadNeeds(r, &m.Needs)
	}
	if needs && m.Needs == (world.Needs{}) || !m.Valid() || !validMeal(m.Needs.Eating) {
		r.Fail(errValue)
	}
}
