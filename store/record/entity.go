package record

import (
	"voxtide/internal/wire"
	"voxtide/timestream"
	"voxtide/world"
)

// Entities: every field, in the order of its type, but for what avatars alone have for half a second (the allowance for hits,
// a kick to come), which their own records hold. A test fails when another field is added there and not here.

// ValidStack reports whether a stack can be read back.
func ValidStack(s world.Stack) bool { return s.Valid() }

// ValidEntity reports whether an entity keeps the bounds that its reader checks.
func ValidEntity(e *world.Entity) bool {
	return e.Kind < world.KindCount && KnownBlock(e.Block) && ValidStack(e.Stack) && e.Motion.Valid() && validMeal(e.Motion.Needs.Eating)
}

// validMeal reports whether something may be eaten that a record names: nothing, or an item that there is.
func validMeal(it world.Item) bool { return it == 0 || world.Stack{Item: it, Count: 1}.Valid() }

// ValidPart reports whether a part of what a block holds can be read back.
func ValidPart(v *world.BoxPart) bool {
	return (v.Part < world.BoxSlotsMax || v.Part >= world.PartText || v.Part == world.PartOffer) && v.Offer.Valid() && ValidStack(v.Stack) && len(v.Text) <= world.SignTextMax &&
		v.Since >= 0 && v.Since <= timestream.Never && v.Heat >= 0 && v.Heat <= world.OvenHeatMax
}

// ValidPlayer reports whether what a player carries can be read back.
func ValidPlayer(p *world.Player) bool {
	for _, s := range p.Slots {
		if !ValidStack(s) {
			return false
		}
	}
	return true
}

// AppendEntityRecord writes version and entity.
func AppendEntityRecord(b []byte, e *world.Entity) []byte {
	return AppendEntity(append(b, VersionEntity), e)
}

// ReadEntityRecord reads version and entity.
func ReadEntityRecord(b []byte) (e world.Entity, err error) {
	r := Open(b, VersionEntity)
	ReadEntity(&r, &e, VersionEntity)
	return e, r.End()
}

// AppendStack writes a stack.
func AppendStack(b []byte, s world.Stack) []byte {
	b = wire.AppendUvarint(append(b, s.Count), uint64(s.Item))
	return wire.AppendUvarint(b, uint64(s.Wear))
}

// ReadStack reads a stack of a version of the entity record.
func ReadStack(r *wire.Reader, form int) (s world.Stack) {
	s.Count = r.Byte()
	if form < VersionEntity { // a block in any state
		b := ReadBlock(r)
		s = world.StackOf(b, s.Count)
	} else {
		s.Item, s.Wear = world.Item(ReadBelow(r, 1<<16)), uint16(ReadBelow(r, 1<<16))
	}
	if s.Count > world.StackMax || s.Item >= world.FirstThing && !s.Valid() { // the items of blocks may have other numbers until they are translated
		r.Fail(ErrValue)
	}
	return s
}

// AppendEntity writes an entity without a version.
func AppendEntity(b []byte, e *world.Entity) []byte {
	b = wire.AppendUvarint(b, uint64(e.ID))
	b = append(b, byte(e.Kind))
	b = AppendStream(b, e.Stream)
	b = AppendTime(b, e.At)
	b = wire.AppendUvarint(b, uint64(e.Block))
	b = AppendTime(AppendStack(b, e.Stack), e.Born)
	return appendMotion(b, &e.Motion)
}

// ReadEntity reads an entity of a version: see VersionEntity.
func ReadEntity(r *wire.Reader, e *world.Entity, form int) {
	e.ID = world.EntityID(r.Uvarint())
	e.Kind = world.EntityKind(r.Byte())
	if e.Kind >= world.KindCount {
		r.Fail(ErrValue)
	}
	e.Stream = ReadStream(r)
	e.At = ReadTime(r)
	e.Block = ReadBlock(r)
	e.Stack = ReadStack(r, form)
	if form > VersionEntity2 {
		e.Born = ReadTime(r)
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
	b = world.AppendKeys(b, m.Keys, m.Flags)
	b = wire.AppendUvarint(b, uint64(m.Yaw))
	b = world.AppendFlags(b, m.Flags, needs != world.Needs{})
	b = wire.AppendUvarint(b, uint64(m.BreakingBlock))
	b = AppendPos(b, m.BreakingPos)
	b = AppendTime(b, m.BreakingSince)
	b = AppendTime(b, m.ActFullAt)
	b = AppendTime(b, m.PlaceFullAt)
	b = AppendTime(b, m.BreakFullAt)
	b = AppendTime(b, m.ChatFullAt)
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
	m.Keys, m.Flags = world.ReadKeys(r)
	m.Yaw = uint16(ReadBelow(r, 1<<16))
	needs := world.ReadFlags(r, m)
	m.BreakingBlock = ReadBlock(r)
	m.BreakingPos = ReadPos(r)
	m.BreakingSince = ReadTime(r)
	m.ActFullAt = ReadTime(r)
	m.PlaceFullAt = ReadTime(r)
	m.BreakFullAt = ReadTime(r)
	if form > 1 {
		m.ChatFullAt = ReadTime(r)
	}
	if needs {
		world.ReadNeeds(r, &m.Needs)
	}
	if needs && m.Needs == (world.Needs{}) || !m.Valid() || !validMeal(m.Needs.Eating) {
		r.Fail(ErrValue)
	}
}
