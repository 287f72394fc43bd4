package protocol

import (
	"voxtide/edits"
	"voxtide/timestream"
	"voxtide/wire"
	"voxtide/world"
)

// Delta is the exact difference of two motions: a mask of what differs and the differences. It is coded as
//
//	mask uvarint | for each bit from the lowest: the field
type Delta struct {
	mask uint16
	m    world.Motion // differences of numbers, new values of the others
}

const (
	deltaPos   = 1 << iota // three bits, one an axis
	_                      //
	_                      //
	deltaVel               // three bits
	_                      //
	_                      //
	deltaLost              //
	deltaKeys              //
	deltaYaw               //
	deltaFlags             //
	deltaDig               //
	deltaAct               //
	deltaPlace             //
	deltaBreak             //
	deltaChat              //
	deltaEnd               //
)

// Diff returns what changes base into m.
func Diff(base, m *world.Motion) (d Delta) {
	for i := range m.Pos {
		if v := m.Pos[i] - base.Pos[i]; v != 0 {
			d.mask |= deltaPos << i
			d.m.Pos[i] = v
		}
		if v := m.Vel[i] - base.Vel[i]; v != 0 {
			d.mask |= deltaVel << i
			d.m.Vel[i] = v
		}
	}
	if m.Lost != base.Lost {
		d.mask |= deltaLost
		d.m.Lost = m.Lost
	}
	if m.Keys != base.Keys {
		d.mask |= deltaKeys
		d.m.Keys = m.Keys
	}
	if m.Yaw != base.Yaw {
		d.mask |= deltaYaw
		d.m.Yaw = m.Yaw
	}
	if m.Flags != base.Flags {
		d.mask |= deltaFlags
		d.m.Flags = m.Flags
	}
	if m.DigBlock != base.DigBlock || m.DigPos != base.DigPos || m.DigAt != base.DigAt {
		d.mask |= deltaDig
		d.m.DigBlock, d.m.DigPos, d.m.DigAt = m.DigBlock, m.DigPos, m.DigAt
	}
	d.time(deltaAct, &d.m.ActFull, base.ActFull, m.ActFull)
	d.time(deltaPlace, &d.m.PlaceFull, base.PlaceFull, m.PlaceFull)
	d.time(deltaBreak, &d.m.BreakFull, base.BreakFull, m.BreakFull)
	d.time(deltaChat, &d.m.ChatFull, base.ChatFull, m.ChatFull)
	return d
}

func (d *Delta) time(bit uint16, to *timestream.Time, base, t timestream.Time) {
	if t != base {
		d.mask |= bit
		*to = t - base
	}
}

// Apply changes base into what Diff was given. False if the outcome breaks the bounds of a motion.
func (d *Delta) Apply(m *world.Motion) bool {
	for i := range m.Pos {
		m.Pos[i] += d.m.Pos[i]
		m.Vel[i] += d.m.Vel[i]
	}
	if d.mask&deltaLost != 0 {
		m.Lost = d.m.Lost
	}
	if d.mask&deltaKeys != 0 {
		m.Keys = d.m.Keys
	}
	if d.mask&deltaYaw != 0 {
		m.Yaw = d.m.Yaw
	}
	if d.mask&deltaFlags != 0 {
		m.Flags = d.m.Flags
	}
	if d.mask&deltaDig != 0 {
		m.DigBlock, m.DigPos, m.DigAt = d.m.DigBlock, d.m.DigPos, d.m.DigAt
	}
	m.ActFull += d.m.ActFull
	m.PlaceFull += d.m.PlaceFull
	m.BreakFull += d.m.BreakFull
	m.ChatFull += d.m.ChatFull
	return m.Valid()
}

func (d *Delta) append(b []byte) []byte {
	b = wire.AppendUvarint(b, uint64(d.mask))
	for i := range d.m.Pos {
		if d.mask&(deltaPos<<i) != 0 {
			b = wire.AppendVarint(b, d.m.Pos[i])
		}
	}
	for i := range d.m.Vel {
		if d.mask&(deltaVel<<i) != 0 {
			b = wire.AppendVarint(b, d.m.Vel[i])
		}
	}
	if d.mask&deltaLost != 0 {
		b = wire.AppendVarint(wire.AppendVarint(b, d.m.Lost[0]), d.m.Lost[1])
	}
	if d.mask&deltaKeys != 0 {
		b = wire.AppendUvarint(b, uint64(d.m.Keys))
	}
	if d.mask&deltaYaw != 0 {
		b = wire.AppendU16(b, d.m.Yaw)
	}
	if d.mask&deltaFlags != 0 {
		b = append(b, byte(d.m.Flags))
	}
	if d.mask&deltaDig != 0 {
		b = wire.AppendUvarint(b, uint64(d.m.DigBlock))
		b = edits.AppendPos(b, d.m.DigPos)
		b = wire.AppendUvarint(b, uint64(d.m.DigAt))
	}
	for _, t := range [...]struct {
		bit uint16
		v   timestream.Time
	}{{deltaAct, d.m.ActFull}, {deltaPlace, d.m.PlaceFull}, {deltaBreak, d.m.BreakFull}, {deltaChat, d.m.ChatFull}} {
		if d.mask&t.bit != 0 {
			b = wire.AppendVarint(b, int64(t.v))
		}
	}
	return b
}

func (d *Delta) read(r *wire.Reader) {
	mask := r.Uvarint()
	*d = Delta{mask: uint16(mask)}
	if mask >= deltaEnd {
		r.Fail(ErrValue)
		return
	}
	for i := range d.m.Pos {
		if d.mask&(deltaPos<<i) != 0 {
			d.m.Pos[i] = r.Varint()
		}
	}
	for i := range d.m.Vel {
		if d.mask&(deltaVel<<i) != 0 {
			d.m.Vel[i] = r.Varint()
		}
	}
	if d.mask&deltaLost != 0 {
		d.m.Lost = [2]int64{r.Varint(), r.Varint()}
	}
	if d.mask&deltaKeys != 0 {
		d.m.Keys = world.Keys(small(r))
	}
	if d.mask&deltaYaw != 0 {
		d.m.Yaw = r.U16()
	}
	if d.mask&deltaFlags != 0 {
		d.m.Flags = world.Flags(r.Byte())
	}
	if d.mask&deltaDig != 0 {
		d.m.DigBlock = world.Block(small(r))
		d.m.DigPos = edits.ReadPos(r)
		d.m.DigAt = edits.ReadTime(r)
	}
	for _, t := range [...]struct {
		bit uint16
		to  *timestream.Time
	}{{deltaAct, &d.m.ActFull}, {deltaPlace, &d.m.PlaceFull}, {deltaBreak, &d.m.BreakFull}, {deltaChat, &d.m.ChatFull}} {
		if d.mask&t.bit != 0 {
			*t.to = timestream.Time(r.Varint())
		}
	}
}

// small reads a number of 16 bits.
func small(r *wire.Reader) uint16 {
	v := r.Uvarint()
	if v > 1<<16-1 {
		r.Fail(ErrValue)
	}
	return uint16(v)
}
