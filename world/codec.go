package world

import (
	"errors"

	"voxtide/internal/wire"
	"voxtide/timestream"
)

// The codecs of the plain types that actions, edits and protocol messages are made of. A reader that meets a value out
// of bounds fails with ErrValue.

// ErrValue says that decoded bytes hold a value out of its bounds: the peer that sent them breaks the protocol.
var ErrValue = errors.New("world: value out of bounds")

// ReadTime reads an instant of 0 to timestream.Never, a uvarint.
func ReadTime(r *wire.Reader) timestream.Time {
	t := r.Uvarint()
	if t > uint64(timestream.Never) {
		r.Fail(ErrValue)
		return 0
	}
	return timestream.Time(t)
}

// ReadStream reads a stream, a uvarint of 32 bits.
func ReadStream(r *wire.Reader) timestream.Stream { return timestream.Stream(r.Uvarint32()) }

// AppendPos appends a position: X, Y and Z as varints.
func AppendPos(b []byte, p Pos) []byte {
	b = wire.AppendVarint(b, int64(p.X))
	b = wire.AppendVarint(b, int64(p.Y))
	return wire.AppendVarint(b, int64(p.Z))
}

// ReadPos reads a position.
func ReadPos(r *wire.Reader) Pos { return Pos{X: r.Varint32(), Y: r.Varint32(), Z: r.Varint32()} }

// AppendSectionPos appends the position of a section, in the form of AppendPos.
func AppendSectionPos(b []byte, p SectionPos) []byte { return AppendPos(b, Pos(p)) }

// ReadSectionPos reads the position of a section.
func ReadSectionPos(r *wire.Reader) SectionPos { return SectionPos(ReadPos(r)) }

// ReadBlock reads the id of a block that exists, a uvarint.
func ReadBlock(r *wire.Reader) Block {
	v := r.Uvarint()
	if v >= uint64(BlockCount) {
		r.Fail(ErrValue)
		return Air
	}
	return Block(v)
}

// AppendStack appends a stack: its count in one byte and, unless that is 0, its item and, if that wears, its wear.
func AppendStack(b []byte, s Stack) []byte {
	b = append(b, s.Count)
	if s.Count > 0 {
		b = wire.AppendUvarint(b, uint64(s.Item))
		if s.Item.Info().WearMax > 0 {
			b = wire.AppendUvarint(b, uint64(s.Wear))
		}
	}
	return b
}

// ReadStack reads a stack that there may be.
func ReadStack(r *wire.Reader) (s Stack) {
	s.Count = r.Byte()
	if s.Count == 0 {
		return Stack{}
	}
	v := r.Uvarint()
	if v > uint64(^Item(0)) || !Item(v).Known() {
		r.Fail(ErrValue)
		return Stack{}
	}
	s.Item = Item(v)
	if most := uint64(s.Item.Info().WearMax); most > 0 {
		v := r.Uvarint()
		if v >= most {
			r.Fail(ErrValue)
		}
		s.Wear = uint16(v)
	}
	if !s.Valid() {
		r.Fail(ErrValue)
		return Stack{}
	}
	return s
}

// ReadForeignStack reads a stack whose item may have the number of another table of blocks, until Numbering.Stack translates it: whether it is the item
// of a block is not judged.
func ReadForeignStack(r *wire.Reader) (s Stack) {
	before := *r
	if s.Count = r.Byte(); s.Count == 0 {
		return Stack{}
	}
	v := r.Uvarint()
	if v >= uint64(FirstThing) { // things have the same numbers for ever
		*r = before
		return ReadStack(r)
	}
	if s.Item = Item(v); v >= uint64(BlockCount) || s.Count > StackMax {
		r.Fail(ErrValue)
		return Stack{}
	}
	return s
}

// AppendMotion appends a whole motion, exactly.
//
//	position and velocity   6 varints: X, its velocity, Y, its velocity, Z, its velocity
//	blocked velocity        2 varints: X, Z
//	keys, yaw               uvarint each
//	flags                   1 byte; bit 7: needs follow at the end
//	breaking                uvarint block; unless it is air, a position and a uvarint time
//	allowances              5 uvarint times: actions, placing, breaking, chat, hits
//	kick                    uvarint time; unless it is 0, 3 varints: X, Y, Z, and the harm, 1 byte
//	needs                   see AppendNeeds
func AppendMotion(b []byte, m *Motion) []byte {
	for i := range m.Pos {
		b = wire.AppendVarint(b, m.Pos[i])
		b = wire.AppendVarint(b, m.Vel[i])
	}
	b = wire.AppendVarint(b, m.BlockedVel[0])
	b = wire.AppendVarint(b, m.BlockedVel[1])
	b = AppendKeys(b, m.Keys, m.Flags)
	b = wire.AppendUvarint(b, uint64(m.Yaw))
	b = AppendFlags(b, m.Flags, m.Needs != Needs{})
	b = wire.AppendUvarint(b, uint64(m.BreakingBlock))
	if m.BreakingBlock != Air {
		b = AppendPos(b, m.BreakingPos)
		b = wire.AppendUvarint(b, uint64(m.BreakingSince))
	}
	b = wire.AppendUvarint(b, uint64(m.ActFullAt))
	b = wire.AppendUvarint(b, uint64(m.PlaceFullAt))
	b = wire.AppendUvarint(b, uint64(m.BreakFullAt))
	b = wire.AppendUvarint(b, uint64(m.ChatFullAt))
	b = wire.AppendUvarint(b, uint64(m.HitFullAt))
	b = wire.AppendUvarint(b, uint64(m.KickAt))
	if m.KickAt != 0 {
		for _, v := range m.Kick {
			b = wire.AppendVarint(b, v)
		}
		b = append(b, m.KickHarm)
	}
	if m.Needs != (Needs{}) {
		b = AppendNeeds(b, &m.Needs)
	}
	return b
}

// needsFollow is the bit of coded flags that says that needs follow: records of before have none.
const needsFollow = 1 << 7

// AppendFlags appends the flags of a motion, and whether its needs follow.
func AppendFlags(b []byte, f Flags, needs bool) []byte {
	if needs {
		return append(b, byte(f&^Unseen)|needsFollow)
	}
	return append(b, byte(f&^Unseen))
}

// keysUnseen is the bit of coded keys that stands for the flag Unseen: the byte of flags has no room for it.
const keysUnseen = 1 << 8

// AppendKeys appends the keys of a motion, and the flag for which AppendFlags has no room.
func AppendKeys(b []byte, k Keys, f Flags) []byte {
	v := uint64(k)
	if f&Unseen != 0 {
		v |= keysUnseen
	}
	return wire.AppendUvarint(b, v)
}

// ReadKeys reads what AppendKeys writes.
func ReadKeys(r *wire.Reader) (Keys, Flags) {
	v := r.Uvarint16()
	if v&keysUnseen != 0 {
		return Keys(v &^ keysUnseen), Unseen
	}
	return Keys(v), 0
}

// ReadFlags reads the flags of a motion, all but the one that is coded with its keys. It reports whether its needs follow.
func ReadFlags(r *wire.Reader, m *Motion) (needs bool) {
	v := r.Byte()
	m.Flags = m.Flags&Unseen | Flags(v&^needsFollow)
	return v&needsFollow != 0
}

// ReadMotion reads a whole motion and checks its bounds.
func ReadMotion(r *wire.Reader, m *Motion) {
	for i := range m.Pos {
		m.Pos[i] = r.Varint()
		m.Vel[i] = r.Varint()
	}
	m.BlockedVel[0] = r.Varint()
	m.BlockedVel[1] = r.Varint()
	m.Keys, m.Flags = ReadKeys(r)
	m.Yaw = r.Uvarint16()
	needs := ReadFlags(r, m)
	m.BreakingBlock = ReadBlock(r)
	if m.BreakingBlock != Air {
		m.BreakingPos = ReadPos(r)
		m.BreakingSince = ReadTime(r)
	}
	m.ActFullAt = ReadTime(r)
	m.PlaceFullAt = ReadTime(r)
	m.BreakFullAt = ReadTime(r)
	m.ChatFullAt = ReadTime(r)
	m.HitFullAt = ReadTime(r)
	if m.KickAt = ReadTime(r); m.KickAt != 0 {
		m.Kick = Vec{r.Varint(), r.Varint(), r.Varint()}
		m.KickHarm = r.Byte()
	}
	if needs {
		ReadNeeds(r, &m.Needs)
	}
	if needs && m.Needs == (Needs{}) || !m.Valid() { // needs that are zero are not written
		r.Fail(ErrValue)
	}
}

// Bits of the mask of coded needs, by field.
const (
	needsDamage = 1 << iota
	needsHunger
	needsFell
	needsHungry
	needsMends
	needsBreath
	needsTouches
	needsEating
)

// AppendNeeds appends needs: a mask of the fields that are not zero, and these: one byte each for Damage and Hunger, a varint for
// FellFrom, uvarints for times and items.
func AppendNeeds(b []byte, n *Needs) []byte {
	b = append(b, n.mask())
	for _, v := range [...]uint8{n.Damage, n.Hunger} {
		if v != 0 {
			b = append(b, v)
		}
	}
	if n.FellFrom != 0 {
		b = wire.AppendVarint(b, int64(n.FellFrom))
	}
	for _, t := range [...]timestream.Time{n.HungryAt, n.MendsAt, n.BreathTo, n.TouchesAt} {
		if t != 0 {
			b = wire.AppendUvarint(b, uint64(t))
		}
	}
	if n.Eating != 0 || n.EatingSince != 0 {
		b = wire.AppendUvarint(wire.AppendUvarint(b, uint64(n.Eating)), uint64(n.EatingSince))
	}
	return b
}

// ReadNeeds reads needs and checks their bounds.
func ReadNeeds(r *wire.Reader, n *Needs) {
	*n = Needs{}
	mask := r.Byte()
	for i, v := range [...]*uint8{&n.Damage, &n.Hunger} {
		if mask&(needsDamage<<i) != 0 {
			*v = r.Byte()
		}
	}
	if mask&needsFell != 0 {
		n.FellFrom = r.Varint32()
	}
	for i, t := range [...]*timestream.Time{&n.HungryAt, &n.MendsAt, &n.BreathTo, &n.TouchesAt} {
		if mask&(needsHungry<<i) != 0 {
			*t = ReadTime(r)
		}
	}
	if mask&needsEating != 0 {
		n.Eating, n.EatingSince = Item(r.Uvarint16()), ReadTime(r)
	}
	if !n.valid() || n.mask() != mask { // a field that is zero is not written
		r.Fail(ErrValue)
	}
}

// mask returns which fields are not zero.
func (n *Needs) mask() (mask byte) {
	for i, set := range [...]bool{n.Damage != 0, n.Hunger != 0, n.FellFrom != 0, n.HungryAt != 0, n.MendsAt != 0, n.BreathTo != 0, n.TouchesAt != 0,
		n.Eating != 0 || n.EatingSince != 0} {
		if set {
			mask |= 1 << i
		}
	}
	return mask
}
