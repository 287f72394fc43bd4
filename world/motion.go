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

// Block returns the block in which the point v lies.
func (v Vec) Block() Pos {
	return Pos{int32(FloorDiv(v[0], Unit)), int32(FloorDiv(v[1], Unit)), int32(FloorDiv(v[2], Unit))}
}

// FloorDiv is division that rounds towards minus infinity, for a positive divisor.
func FloorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// Keys are the controls that a player holds down.
type Keys uint16

// The controls. KeyFly is the wish to fly; it counts in creative mode only.
const (
	KeyForward Keys = 1 << iota
	KeyBack
	KeyLeft
	KeyRight
	KeyJump
	KeySneak
	KeyRun
	KeyFly
	KeysAll Keys = 1<<8 - 1
)

// Flags are the yes-or-no parts of a body's state.
type Flags uint8

// The flags of a body.
const (
	OnGround Flags = 1 << iota // stood on something at the last mark or kick
	Kicked                     // a change of controls has acted since the last mark
	Still                      // near a section that its stream has not confirmed: stands still while time goes on
	Creative                   // places without cost, breaks at once, may fly
	Rests                      // lies on something: time does nothing to it until a block beside it changes
	FlagsAll Flags = 1<<5 - 1
)

// Motion is the whole state of a body that updates and actions of its own stream read and write: what SetMotion
// carries. All parts are exact; nothing in it is derived from blocks on the receiving side.
type Motion struct {
	Pos  Vec      // middle of the underside of the box
	Vel  Vec      //
	Lost [2]int64 // velocity on X and Z that a plane took since the last mark (for stepping up)
	Keys Keys
	Yaw  uint16 // heading: 65536 a turn, 0 looks to -Z (north), growing clockwise (east at 16384)

	Flags Flags

	DigBlock Block           // what is being dug, 0 (air) for nothing
	DigPos   Pos             // where
	DigAt    timestream.Time // since when, in time of the stream

	// Rate allowances as the time at which each bucket is full again (generic cell rate algorithm): they
	// do not change as time passes, so a body at rest costs nothing.
	ActFull, PlaceFull, BreakFull, ChatFull timestream.Time
}

// After returns the motion after a span of plain flight: position + velocity * span and nothing else.
func (m Motion) After(d timestream.Duration) Motion {
	m.Pos[0] += m.Vel[0] * int64(d)
	m.Pos[1] += m.Vel[1] * int64(d)
	m.Pos[2] += m.Vel[2] * int64(d)
	return m
}

// Fly is After in place.
func (m *Motion) Fly(d timestream.Duration) {
	m.Pos[0] += m.Vel[0] * int64(d)
	m.Pos[1] += m.Vel[1] * int64(d)
	m.Pos[2] += m.Vel[2] * int64(d)
}

// Reaches tells whether n is m after a span of plain flight.
func (m *Motion) Reaches(n *Motion, d timestream.Duration) bool {
	for i := range m.Pos {
		if m.Vel[i] != n.Vel[i] || m.Pos[i]+m.Vel[i]*int64(d) != n.Pos[i] {
			return false
		}
	}
	return m.Lost == n.Lost && m.Keys == n.Keys && m.Yaw == n.Yaw && m.Flags == n.Flags &&
		m.DigBlock == n.DigBlock && m.DigPos == n.DigPos && m.DigAt == n.DigAt &&
		m.ActFull == n.ActFull && m.PlaceFull == n.PlaceFull && m.BreakFull == n.BreakFull && m.ChatFull == n.ChatFull
}

// Valid tells whether a decoded motion keeps the bounds that the arithmetic of the simulation relies on.
func (m *Motion) Valid() bool {
	const far = int64(1<<31) * (Unit / 4)
	for i := range m.Pos {
		if m.Vel[i] > SpeedMax || m.Vel[i] < -SpeedMax || m.Pos[i] > far || m.Pos[i] < -far {
			return false
		}
	}
	for _, l := range m.Lost {
		if l > SpeedMax || l < -SpeedMax {
			return false
		}
	}
	return m.Keys&^KeysAll == 0 && m.Flags&^FlagsAll == 0 && int(m.DigBlock) < BlockCount
}

// Middle returns the middle of the underside of a cell.
func Middle(p Pos) Vec {
	return Vec{
		int64(p.X)*Unit + Unit/2, //exact: a block times the unit
		int64(p.Y) * Unit,        //exact: a block times the unit
		int64(p.Z)*Unit + Unit/2, //exact: a block times the unit
	}
}

// Overlaps tells whether a box from lo to hi shares room with one of the boxes of a block at p; touching is not
// sharing. Boxes are in 1/16 block.
func Overlaps(lo, hi Vec, p Pos, boxes []Box) bool {
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
