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
	Lying                         // in a bed, on whose middle it is; nothing moves it until it gets up
	Unseen                        // told to those alone who may see it: it is in nobody's way, presses nothing and picks nothing up
	FlagsAll    Flags = 1<<8 - 1
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
	return m.Keys&^KeysAll == 0 && m.KickHarm <= HealthMax && m.Needs.valid() && int(m.BreakingBlock) < BlockCount
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

// The greatest health, and the most that a body can have eaten.
const (
	HealthMax = 20
	FoodMax   = 20
)

// BreathLength is how long a body holds its breath below water.
const BreathLength = 15 * timestream.Second

// Needs are what a body has suffered and what it lacks. The zero value is a whole body that has eaten and breathes. What time does to a
// body is kept as the instant at which it will have done so, so that a body at rest, and one that walks on, change nothing as time passes.
type Needs struct {
	Damage uint8 // taken, 0 to HealthMax. At HealthMax the body is at the brink: only the server lets it die.
	Hunger uint8 // food that is missing, 0 to FoodMax

	FellFrom  int32           // with the flag Falling: the height at which the fall began, in 1/16 block
	HungryAt  timestream.Time // when it lacks one food more if it goes on as now; 0: hunger has not begun
	MendsAt   timestream.Time // when it heals, or starves, by one; 0: neither
	BreathTo  timestream.Time // how long the breath lasts of a body whose head is below water; later, when the water harms it next; 0 in the air
	TouchesAt timestream.Time // from when on what it touches harms it again

	Eating      Item            // being eaten, 0 for nothing
	EatingSince timestream.Time // when eating began
}

// Health returns the health of a body, 0 to HealthMax.
func (n *Needs) Health() int { return HealthMax - int(n.Damage) }

// Food returns how much a body has eaten, 0 to FoodMax.
func (n *Needs) Food() int { return FoodMax - int(n.Hunger) }

// AtBrink reports whether the body would die, if this is the server's world.
func (n *Needs) AtBrink() bool { return n.Damage >= HealthMax }

// Harm adds damage, up to the brink.
func (n *Needs) Harm(by int) { n.Damage = uint8(min(int(n.Damage)+max(by, 0), HealthMax)) }

// Feed takes hunger away.
func (n *Needs) Feed(by uint8) { n.Hunger -= min(by, n.Hunger) }

// Breath returns how long the breath still lasts at an instant: BreathLength in the air.
func (n *Needs) Breath(at timestream.Time) timestream.Duration {
	if n.BreathTo == 0 {
		return BreathLength
	}
	return max(n.BreathTo.Sub(at), 0)
}

// Postpone moves all that is to happen to the body on by a time in which it was not in the world.
func (n *Needs) Postpone(by timestream.Duration) {
	for _, t := range [...]*timestream.Time{&n.HungryAt, &n.MendsAt, &n.BreathTo} {
		if *t != 0 {
			*t = t.Add(by)
		}
	}
}

// valid reports whether decoded needs are within their bounds.
func (n *Needs) valid() bool {
	return n.Damage <= HealthMax && n.Hunger <= FoodMax && (n.Eating == 0 || n.Eating.Known())
}
