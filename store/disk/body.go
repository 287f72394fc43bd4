package disk

import (
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/wire"
	"voxtide/world"
)

// Players and entities: every field, in the order of its type. A field that is added there and not here fails a test.

func validStack(s world.Stack) bool { return s.Count <= world.StackMax && knownBlock(s.Block) }

// validEntity tells whether an entity keeps the bounds that a reader asks for.
func validEntity(e *world.Entity) bool {
	return e.Kind < world.KindCount && knownBlock(e.Block) && validStack(e.Stack) && e.Motion.Valid()
}

func validPlayer(p *world.Player) bool {
	for _, s := range p.Slots {
		if !validStack(s) {
			return false
		}
	}
	return true
}

// appendPlayer writes version and row; the name under which the row stands is in the key.
func appendPlayer(b []byte, row *store.PlayerRow) []byte {
	b = appendStream(append(b, versionPlayer), row.Stream)
	b = append(b, row.Key[:]...)
	b = append(b, row.Token[:]...)
	b = wire.AppendBool(wire.AppendBool(b, row.Kept), row.Built)
	b = appendTime(wire.AppendVarint(b, int64(row.Played)), row.Seen)
	b = wire.AppendU32(b, row.Counter)
	p := &row.Player
	b = wire.AppendString(b, p.Name)
	b = append(b, p.Selected)
	for _, s := range p.Slots {
		b = appendStack(b, s)
	}
	b = wire.AppendUvarint(b, p.Last)
	return appendEntity(b, &row.Avatar)
}

func readPlayer(b []byte) (row store.PlayerRow, err error) {
	r := open(b, versionPlayer)
	row.Stream = readStream(&r)
	copy(row.Key[:], r.Bytes(len(row.Key)))
	copy(row.Token[:], r.Bytes(len(row.Token)))
	row.Kept, row.Built = r.Bool(), r.Bool()
	row.Played, row.Seen = timestream.Duration(r.Varint()), readTime(&r)
	readRest(&r, &row, versionEntity)
	return row, r.End()
}

// readRest reads what all forms of a player's row go on with, the avatar in a form of an entity.
func readRest(r *wire.Reader, row *store.PlayerRow, form int) {
	row.Counter = r.U32()
	p := &row.Player
	p.Name = r.String(TextMax)
	p.Selected = r.Byte()
	for i := range p.Slots {
		p.Slots[i] = readStack(r)
	}
	p.Last = r.Uvarint()
	readEntity(r, &row.Avatar, form)
}

// appendEntityRecord writes version and entity.
func appendEntityRecord(b []byte, e *world.Entity) []byte {
	return appendEntity(append(b, versionEntity), e)
}

func readEntityRecord(b []byte) (e world.Entity, err error) {
	r := open(b, versionEntity)
	readEntity(&r, &e, versionEntity)
	return e, r.End()
}

func appendStack(b []byte, s world.Stack) []byte {
	return wire.AppendUvarint(append(b, s.Count), uint64(s.Block))
}

func readStack(r *wire.Reader) world.Stack {
	s := world.Stack{Count: r.Byte(), Block: readBlock(r)}
	if s.Count > world.StackMax {
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
	b = appendStack(b, e.Stack)
	return appendMotion(b, &e.Motion)
}

// readEntity reads an entity in one of the forms that it had: see versionEntity.
func readEntity(r *wire.Reader, e *world.Entity, form int) {
	e.ID = world.EntityID(r.Uvarint())
	e.Kind = world.EntityKind(r.Byte())
	if e.Kind >= world.KindCount {
		r.Fail(errValue)
	}
	e.Stream = readStream(r)
	e.At = readTime(r)
	e.Block = readBlock(r)
	e.Stack = readStack(r)
	readMotion(r, &e.Motion, form)
}

func appendMotion(b []byte, m *world.Motion) []byte {
	for i := range m.Pos {
		b = wire.AppendVarint(b, m.Pos[i])
		b = wire.AppendVarint(b, m.Vel[i])
	}
	b = wire.AppendVarint(b, m.Lost[0])
	b = wire.AppendVarint(b, m.Lost[1])
	b = wire.AppendUvarint(b, uint64(m.Keys))
	b = wire.AppendUvarint(b, uint64(m.Yaw))
	b = append(b, byte(m.Flags))
	b = wire.AppendUvarint(b, uint64(m.DigBlock))
	b = appendPos(b, m.DigPos)
	b = appendTime(b, m.DigAt)
	b = appendTime(b, m.ActFull)
	b = appendTime(b, m.PlaceFull)
	b = appendTime(b, m.BreakFull)
	return appendTime(b, m.ChatFull)
}

func readMotion(r *wire.Reader, m *world.Motion, form int) {
	for i := range m.Pos {
		m.Pos[i] = r.Varint()
		m.Vel[i] = r.Varint()
	}
	m.Lost[0] = r.Varint()
	m.Lost[1] = r.Varint()
	m.Keys = world.Keys(below(r, 1<<16))
	m.Yaw = uint16(below(r, 1<<16))
	m.Flags = world.Flags(r.Byte())
	m.DigBlock = readBlock(r)
	m.DigPos = readPos(r)
	m.DigAt = readTime(r)
	m.ActFull = readTime(r)
	m.PlaceFull = readTime(r)
	m.BreakFull = readTime(r)
	if form > 1 {
		m.ChatFull = readTime(r)
	}
	if !m.Valid() {
		r.Fail(errValue)
	}
}
