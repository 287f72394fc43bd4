package actions

import (
	"voxtide/internal/wire"
	"voxtide/physics"
	"voxtide/world"
)

// SetKeys{Keys} says that the player holds these keys from now on. The first change between two ticks acts on the velocity
// at once; a second one waits for the tick.

func setKeys(c Context, a *Action) Refusal {
	m := c.motion()
	keys := a.Keys
	if m.Flags&world.Creative == 0 {
		keys &^= world.KeyFly
	}
	if m.Flags&world.Suspended != 0 {
		m.Keys = keys
	} else {
		physics.ApplyKeys(c.W, &world.EntityKinds[world.KindAvatar], &m, keys, c.At)
	}
	c.setMotion(&m)
	return Done
}

func writeSetKeys(b []byte, a *Action) []byte { return wire.AppendUvarint(b, uint64(a.Keys)) }

func readSetKeys(r *wire.Reader, a *Action) {
	v := r.Uvarint()
	if v > uint64(world.KeysAll) {
		r.Fail(ErrValue)
	}
	a.Keys = world.Keys(v)
}

// SetYaw{Yaw} says that the player looks this way from now on; the next tick or change of keys uses it.

func setYaw(c Context, a *Action) Refusal {
	m := c.motion()
	m.Yaw = a.Yaw
	c.setMotion(&m)
	return Done
}

func writeSetYaw(b []byte, a *Action) []byte { return wire.AppendU16(b, a.Yaw) }
func readSetYaw(r *wire.Reader, a *Action)   { a.Yaw = r.U16() }
