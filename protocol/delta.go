package protocol

import (
	"voxtide/internal/wire"
	"voxtide/timestream"
	"voxtide/world"
)

// Delta is the exact difference of two motions: a mask of the fields that differ, and the differences. It is coded as
//
//	mask uvarint | for each bit from the lowest: the field
type Delta struct {
	mask uint32
	m    world.Motion // differences of numbers, new values of the others
}

const (
	deltaPos        = 1 << iota // three bits, one an axis
	_                           //
	_                           //
	deltaVel                    // three bits
	_                           //
	_                           //
	deltaBlockedVel             //
	deltaKeys                   //
	deltaYaw                    //
	deltaFlags                  //
	deltaBreaking               //
	deltaAct                    //
	deltaPlace                  //
	deltaBreak                  //
	deltaChat                   //
	deltaHit                    //
	deltaKick                   //
	deltaNeeds                  // all of them
	deltaEnd                    //
)

// Diff returns the delta that changes base into m.
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
	if m.BlockedVel != base.BlockedVel {
		d.mask |= deltaBlockedVel
		d.m.BlockedVel = m.BlockedVel
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
	if m.BreakingBlock != base.BreakingBlock || m.BreakingPos != base.BreakingPos || m.BreakingSince != base.BreakingSince {
		d.mask |= deltaBreaking
		d.m.BreakingBlock, d.m.BreakingPos, d.m.BreakingSince = m.BreakingBlock, m.BreakingPos, m.BreakingSince
	}
	d.setTime(deltaAct, &d.m.ActFullAt, base.ActFullAt, m.ActFullAt)
	d.setTime(deltaPlace, &d.m.PlaceFullAt, base.PlaceFullAt, m.PlaceFullAt)
	d.setTime(deltaBreak, &d.m.BreakFullAt, base.BreakFullAt, m.BreakFullAt)
	d.setTime(deltaChat, &d.m.ChatFullAt, base.ChatFullAt, m.ChatFullAt)
	d.setTime(deltaHit, &d.m.HitFullAt, base.HitFullAt, m.HitFullAt)
	if m.KickAt != base.KickAt || m.Kick != base.Kick || m.KickHarm != base.KickHarm {
		d.mask |= deltaKick
		d.m.KickAt, d.m.Kick, d.m.KickHarm = m.KickAt, m.Kick, m.KickHarm
	}
	if m.Needs != base.Needs {
		d.mask |= deltaNeeds
		d.m.Needs = m.Needs
	}
	return d
}

func (d *Delta) setTime(bit uint32, to *timestream.Time, base, t timestream.Time) {
	if t != base {
		d.mask |= bit
		*to = t - base
	}
}

// Apply changes base into the motion that Diff was given. It returns false if the result breaks the bounds of a motion.
func (d *Delta) Apply(m *world.Motion) bool {
	for i := range m.Pos {
		m.Pos[i] += d.m.Pos[i]
		m.Vel[i] += d.m.Vel[i]
	}
	if d.mask&deltaBlockedVel != 0 {
		m.BlockedVel = d.m.BlockedVel
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
	if d.mask&deltaBreaking != 0 {
		m.BreakingBlock, m.BreakingPos, m.BreakingSince = d.m.BreakingBlock, d.m.BreakingPos, d.m.BreakingSince
	}
	m.ActFullAt += d.m.ActFullAt
	m.PlaceFullAt += d.m.PlaceFullAt
	m.BreakFullAt += d.m.BreakFullAt
	m.ChatFullAt += d.m.ChatFullAt
	m.HitFullAt += d.m.HitFullAt
	if d.mask&deltaKick != 0 {
		m.KickAt, m.Kick, m.KickHarm = d.m.KickAt, d.m.Kick, d.m.KickHarm
	}
	if d.mask&deltaNeeds != 0 {
		m.Needs = d.m.Needs
	}
	return m.Valid()
}

// AppendDelta appends the difference of two motions as UpdateWriter.Motion writes it.
func AppendDelta(dst []byte, base, m *world.Motion) []byte {
	d := Diff(base, m)
	return d.append(dst)
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
	if d.mask&deltaBlockedVel != 0 {
		b = wire.AppendVarint(wire.AppendVarint(b, d.m.BlockedVel[0]), d.m.BlockedVel[1])
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
	if d.mask&deltaBreaking != 0 {
		b = wire.AppendUvarint(b, uint64(d.m.BreakingBlock))
		b = world.AppendPos(b, d.m.BreakingPos)
		b = wire.AppendUvarint(b, uint64(d.m.BreakingSince))
	}
	for _, t := range [...]struct {
		bit uint32
		v   timestream.Time
	}{{deltaAct, d.m.ActFullAt}, {deltaPlace, d.m.PlaceFullAt}, {deltaBreak, d.m.BreakFullAt}, {deltaChat, d.m.ChatFullAt}, {deltaHit, d.m.HitFullAt}} {
		if d.mask&t.bit != 0 {
			b = wire.AppendVarint(b, int64(t.v))
		}
	}
	if d.mask&deltaKick != 0 {
		b = wire.AppendUvarint(b, uint64(d.m.KickAt))
		for _, v := range d.m.Kick {
			b = wire.AppendVarint(b, v)
		}
		b = append(b, d.m.KickHarm)
	}
	if d.mask&deltaNeeds != 0 {
		b = world.AppendNeeds(b, &d.m.Needs)
	}
	return b
}

func (d *Delta) read(r *wire.Reader) {
	mask := r.Uvarint()
	*d = Delta{mask: uint32(mask)}
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
	if d.mask&deltaBlockedVel != 0 {
		d.m.BlockedVel = [2]int64{r.Varint(), r.Varint()}
	}
	if d.mask&deltaKeys != 0 {
		d.m.Keys = world.Keys(r.Uvarint16())
	}
	if d.mask&deltaYaw != 0 {
		d.m.Yaw = r.U16()
	}
	if d.mask&deltaFlags != 0 {
		d.m.Flags = world.Flags(r.Byte())
	}
	if d.mask&deltaBreaking != 0 {
		d.m.BreakingBlock = world.Block(r.Uvarint16())
		d.m.BreakingPos = world.ReadPos(r)
		d.m.BreakingSince = world.ReadTime(r)
	}
	for _, t := range [...]struct {
		bit uint32
		to  *timestream.Time
	}{{deltaAct, &d.m.ActFullAt}, {deltaPlace, &d.m.PlaceFullAt}, {deltaBreak, &d.m.BreakFullAt}, {deltaChat, &d.m.ChatFullAt}, {deltaHit, &d.m.HitFullAt}} {
		if d.mask&t.bit != 0 {
			*t.to = timestream.Time(r.Varint())
		}
	}
	if d.mask&deltaKick != 0 {
		d.m.KickAt = world.ReadTime(r)
		d.m.Kick = world.Vec{r.Varint(), r.Varint(), r.Varint()}
		d.m.KickHarm = r.Byte()
	}
	if d.mask&deltaNeeds != 0 {
		world.ReadNeeds(r, &d.m.Needs)
	}
}
