package edits

import (
	"errors"

	"voxtide/timestream"
	"voxtide/wire"
	"voxtide/world"
)

// Errors of decoding: the peer that sent such bytes breaks the protocol.
var (
	ErrKind  = errors.New("edits: unknown kind")
	ErrValue = errors.New("edits: value out of bounds")
)

// TextMax is the greatest length of a chat line, in bytes; NameMax that of a player's name.
const (
	TextMax = 256
	NameMax = 32
)

// ReadTime reads an instant.
func ReadTime(r *wire.Reader) timestream.Time {
	t := r.Uvarint()
	if t > uint64(timestream.Never) {
		r.Fail(ErrValue)
		return 0
	}
	return timestream.Time(t)
}

func readStream(r *wire.Reader) timestream.Stream {
	s := r.Uvarint()
	if s > 1<<32-1 {
		r.Fail(ErrValue)
	}
	return timestream.Stream(s)
}

// AppendPos writes a position.
func AppendPos(b []byte, p world.Pos) []byte {
	b = wire.AppendVarint(b, int64(p.X))
	b = wire.AppendVarint(b, int64(p.Y))
	return wire.AppendVarint(b, int64(p.Z))
}

// ReadPos reads a position.
func ReadPos(r *wire.Reader) world.Pos { return world.Pos{X: read32(r), Y: read32(r), Z: read32(r)} }

func read32(r *wire.Reader) int32 {
	v := r.Varint()
	if v != int64(int32(v)) {
		r.Fail(ErrValue)
		return 0
	}
	return int32(v)
}

func readBlock(r *wire.Reader) world.Block {
	v := r.Uvarint()
	if v >= uint64(world.BlockCount) {
		r.Fail(ErrValue)
		return world.Air
	}
	return world.Block(v)
}

func appendStack(b []byte, s world.Stack) []byte {
	b = append(b, s.Count)
	if s.Count > 0 {
		b = wire.AppendUvarint(b, uint64(s.Block))
	}
	return b
}

func readStack(r *wire.Reader) (s world.Stack) {
	s.Count = r.Byte()
	if s.Count > world.StackMax {
		r.Fail(ErrValue)
	}
	if s.Count > 0 {
		s.Block = readBlock(r)
	}
	return s
}

func readID(r *wire.Reader) world.EntityID { return world.EntityID(r.Uvarint()) }

func read16(r *wire.Reader) uint16 {
	v := r.Uvarint()
	if v > 1<<16-1 {
		r.Fail(ErrValue)
	}
	return uint16(v)
}

// AppendMotion writes a whole motion, exactly.
func AppendMotion(b []byte, m *world.Motion) []byte {
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
	if m.DigBlock != world.Air {
		b = AppendPos(b, m.DigPos)
		b = wire.AppendUvarint(b, uint64(m.DigAt))
	}
	b = wire.AppendUvarint(b, uint64(m.ActFull))
	b = wire.AppendUvarint(b, uint64(m.PlaceFull))
	b = wire.AppendUvarint(b, uint64(m.BreakFull))
	return wire.AppendUvarint(b, uint64(m.ChatFull))
}

// ReadMotion reads a whole motion and checks its bounds.
func ReadMotion(r *wire.Reader, m *world.Motion) {
	for i := range m.Pos {
		m.Pos[i] = r.Varint()
		m.Vel[i] = r.Varint()
	}
	m.Lost[0] = r.Varint()
	m.Lost[1] = r.Varint()
	m.Keys = world.Keys(read16(r))
	m.Yaw = read16(r)
	m.Flags = world.Flags(r.Byte())
	m.DigBlock = readBlock(r)
	if m.DigBlock != world.Air {
		m.DigPos = ReadPos(r)
		m.DigAt = ReadTime(r)
	}
	m.ActFull = ReadTime(r)
	m.PlaceFull = ReadTime(r)
	m.BreakFull = ReadTime(r)
	m.ChatFull = ReadTime(r)
	if !m.Valid() {
		r.Fail(ErrValue)
	}
}
