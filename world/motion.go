package world

import "voxtide/timestream"

// Vec is a position in units of 1e-9 block, or a velocity in units per microsecond (1 m/s = 1000), on the axes
// X, Y, Z. Position += velocity * span (in microseconds) is exact.
type Vec [3]int64

// The axes of a Vec.
const (
	AxisX = iota
	AxisY
	AxisZ
)

const (
	// Unit is the length of a block in position units.
	Unit int64 = 1_000_000_000
	// SpeedMax is the greatest speed per axis, in velocity units: 100 m/s. Edits and decoders enforce it.
	SpeedMax int64 = 100_000
)

// Block returns the block that contains the point v.
func (v Vec) Block() Pos {
	return Pos{int32(FloorDiv(v[0], Unit)), int32(FloorDiv(v[1], Unit)), int32(FloorDiv(v[2], Unit))}
}

// FloorDiv divides and rounds towards minus infinity; the divisor must be positive.
func FloorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// Keys are the controls that a player holds down, one bit each.
type Keys uint16

// The controls. KeyFly asks to fly and counts in creative mode only.
const (
	KeyForward Keys = 1 << iota
	KeyBack
	KeyLeft
	KeyRight
	KeyJump
	KeySneak
	KeySprint
	KeyFly
	KeysAll Keys = 1<<8 - 1
)

// Flags are the boolean parts of a body's state.
type Flags uint8

// The flags of a body.
const (
	OnGround    Flags = 1 << iota // stood on something at the last tick or change of keys
	KeysApplied                   // a change of keys has acted since the last tick
	Suspended                     // near a section that its client has not confirmed: stands still while time goes on
	Creative                      // places without cost, breaks at once, may fly
	Asleep                        // sleeps on something: time does nothing to it until a block beside it changes
	Falling                       // in free fall, from the height FellFrom
	FlagsAll    Flags = 1<<6 - 1
)

// Motion is the whole state of a body that updates and actions of its own stream read and write. SetMotion carries it.
// All parts are exact; a receiver derives none of them from blocks.
type Motion struct {
	Pos        Vec      // the bottom centre of the box
	Vel        Vec      //
	BlockedVel [2]int64 // velocity on X and Z that a plane stopped since the last tick (for stepping up)
	Keys       Keys
	Yaw        uint16 // heading: 65536 a turn, 0 looks to -Z (north), growing clockwise (east at 16384)

	Flags Flags

	BreakingBlock Block           // the block being broken, Air for none
	BreakingPos   Pos             // where it is
	BreakingSince timestream.Time // when breaking began, in time of the stream

	// Rate allowances, each as the time at which its bucket is full again (generic cell rate algorithm). They do not
	// change as time passes, so a body at rest costs nothing.
	ActFullAt, PlaceFullAt, BreakFullAt, ChatFullAt, HitFullAt timestream.Time

	// A kick that is told ahead: at the tick KickAt of the stream the body takes the velocity Kick on. KickAt 0 is none.
	// The body takes the damage KickHarm then, too.
	KickAt   timestream.Time
	Kick     Vec
	KickHarm uint8

	Needs Needs
}

// Extrapolated returns the motion after a span of straight flight: position + velocity * span and nothing else.
func (m Motion) Extrapolated(d timestream.Duration) Motion {
	m.Pos[0] += m.Vel[0] * int64(d)
	m.Pos[1] += m.Vel[1] * int64(d)
	m.Pos[2] += m.Vel[2] * int64(d)
	return m
}

// Extrapolate is Extrapolated in place.
func (m *Motion) Extrapolate(d timestream.Duration) {
	m.Pos[0] += m.Vel[0] * int64(d)
	m.Pos[1] += m.Vel[1] * int64(d)
	m.Pos[2] += m.Vel[2] * int64(d)
}

// ExtrapolatesTo reports whether n is m after a span of straight flight.
func (m *Motion) ExtrapolatesTo(n *Motion, d timestream.Duration) bool {
	for i := range m.Pos {
		if m.Vel[i] != n.Vel[i] || m.Pos[i]+m.Vel[i]*int64(d) != n.Pos[i] {
			return false
		}
	}
	return m.BlockedVel == n.BlockedVel && m.Keys == n.Keys && m.Yaw == n.Yaw && m.Flags == n.Flags &&
		m.BreakingBlock == n.BreakingBlock && m.BreakingPos == n.BreakingPos && m.BreakingSince == n.BreakingSince &&
		m.ActFullAt == n.ActFullAt && m.PlaceFullAt == n.PlaceFullAt && m.BreakFullAt == n.BreakFullAt && m.ChatFullAt == n.ChatFullAt &&
		m.HitFullAt == n.HitFullAt && m.KickAt == n.KickAt && m.Kick == n.Kick && m.KickHarm == n.KickHarm && m.Needs == n.Needs
}

// Valid reports whether a decoded motion is within the bounds that the simulation's arithmetic relies on.
func (m *Motion) Valid() bool {
	const far = int64(1<<31) * (Unit / 4)
	for i := range m.Pos {
		if m.Vel[i] > SpeedMax || m.Vel[i] < -SpeedMax || m.Pos[i] > far || m.Pos[i] < -far || m.Kick[i] > SpeedMax || m.Kick[i] < -SpeedMax {
			return false
		}
	}
	for _, l := range m.BlockedVel {
		if l > SpeedMax || l < -SpeedMax {
			return false
		}
	}
	return m.Keys&^KeysAll == 0 && m.Flags&^FlagsAll == 0 && m.KickHarm <= HealthMax && m.Needs.valid() && int(m.BreakingBlock) < BlockCount
}

// BottomCentre returns the middle of the bottom face of a cell.
func BottomCentre(p Pos) Vec {
	return Vec{
		int64(p.X)*Unit + Unit/2, //exact: a block times the unit
		int64(p.Y) * Unit,        //exact: a block times the unit
		int64(p.Z)*Unit + Unit/2, //exact: a block times the unit
	}
}

// OverlapsBlock reports whether the box from lo to hi overlaps one of the boxes of a block at p; touching is no
// overlap. Boxes are in 1/16 block.
func OverlapsBlock(lo, hi Vec, p Pos, boxes []Box) bool {
	const step = Unit / 16
	at := [3]int64{int64(p.X) * Unit, int64(p.Y) * Unit, int64(p.Z) * Unit} //exact: a block times the unit
	for i := range boxes {
		b := &boxes[i]
		in := true
		for a := range 3 {
			if hi[a] <= at[a]+int64(b.Lo[a])*step || lo[a] >= at[a]+int64(b.Hi[a])*step { //exact: sixteenths
				in = false
				break
			}
		}
		if in {
			return true
		}
	}
	return false
}
