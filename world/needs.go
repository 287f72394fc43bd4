package world

import (
	"voxtide/internal/wire"
	"voxtide/timestream"
)

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

func (n *Needs) hash(h uint64) uint64 {
	if *n == (Needs{}) {
		return h
	}
	h = mix(h, uint64(n.Damage)|uint64(n.Hunger)<<8|uint64(n.Eating)<<16|uint64(uint32(n.FellFrom))<<32)
	for _, t := range [...]timestream.Time{n.HungryAt, n.MendsAt, n.BreathTo, n.TouchesAt, n.EatingSince} {
		h = mix(h, uint64(t))
	}
	return h
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
	needsEnd
)

// AppendNeeds appends needs: a mask of the fields that are not zero, and these: one byte each for Damage and Hunger, a varint for
// FellFrom, uvarints for times and items.
func AppendNeeds(b []byte, n *Needs) []byte {
	mask, at := byte(0), len(b)
	b = append(b, 0)
	for i, v := range [...]uint8{n.Damage, n.Hunger} {
		if v != 0 {
			mask |= needsDamage << i
			b = append(b, v)
		}
	}
	if n.FellFrom != 0 {
		mask |= needsFell
		b = wire.AppendVarint(b, int64(n.FellFrom))
	}
	for i, t := range [...]timestream.Time{n.HungryAt, n.MendsAt, n.BreathTo, n.TouchesAt} {
		if t != 0 {
			mask |= needsHungry << i
			b = wire.AppendUvarint(b, uint64(t))
		}
	}
	if n.Eating != 0 || n.EatingSince != 0 {
		mask |= needsEating
		b = wire.AppendUvarint(wire.AppendUvarint(b, uint64(n.Eating)), uint64(n.EatingSince))
	}
	b[at] = mask
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
	if !n.valid() {
		r.Fail(ErrValue)
	}
}
