package actions

import (
	"voxtide/physics"
	"voxtide/wire"
	"voxtide/world"
)

// Controls{Keys}: the player holds these keys from now on. It acts at once on the velocity, at most once between two
// marks; a second change waits for the mark.

func controls(c Context, a *Action) Refusal {
	m := c.motion()
	keys := a.Keys
	if m.Flags&world.Creative == 0 {
		keys &^= world.KeyFly
	}
	if m.Flags&world.Still != 0 {
		m.Keys = keys
	} else {
		physics.Kick(c.W, &world.Kinds[world.KindAvatar], &m, keys, c.At)
	}
	c.setMotion(&m)
	return Done
}

func writeControls(b []byte, a *Action) []byte { return wire.AppendUvarint(b, uint64(a.Keys)) }

func readControls(r *wire.Reader, a *Action) {
	v := r.Uvarint()
	if v > uint64(world.KeysAll) {
		r.Fail(ErrValue)
	}
	a.Keys = world.Keys(v)
}

// Heading{Yaw}: the player looks this way from now on; the next mark or change of controls uses it.

func heading(c Context, a *Action) Refusal {
	m := c.motion()
	m.Yaw = a.Yaw
	c.setMotion(&m)
	return Done
}

func writeHeading(b []byte, a *Action) []byte { return wire.AppendU16(b, a.Yaw) }
func readHeading(r *wire.Reader, a *Action)   { a.Yaw = r.U16() }
