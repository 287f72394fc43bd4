package actions

import (
	"voxtide/internal/wire"
	"voxtide/physics"
	"voxtide/timestream"
	"voxtide/world"
)

// SetKeys{Keys} says that the player holds these keys from now on. The first change between two ticks acts on the velocity
// at once; a second one waits for the tick.

func setKeys(c Context, a *Action) Refusal {
	m := c.motion()
	HoldKeys(c.W, &m, a.Keys, c.At)
	c.setMotion(&m)
	return Done
}

// HoldKeys makes a player's body hold keys from an instant on, which is where it stands.
func HoldKeys(w *world.World, m *world.Motion, keys world.Keys, at timestream.Time) {
	if m.Flags&world.Creative == 0 {
		keys &^= world.KeyFly
	}
	if m.Flags&(world.Suspended|world.Lying) != 0 { // who lies gets up at the next tick
		m.Keys = keys
	} else {
		physics.ApplyKeys(w, &world.EntityKinds[world.KindAvatar], m, keys, at)
	}
}

// HoldInput makes a player's body hold the input of a tick of protocol.JudgeTicks: the yaw counts first, and keys that stay the
// same are no change. The server and a client that predicts by ticks call it.
func HoldInput(w *world.World, m *world.Motion, keys world.Keys, yaw uint16, at timestream.Time) {
	m.Yaw = yaw
	if m.Flags&world.Creative == 0 {
		keys &^= world.KeyFly
	}
	if keys != m.Keys {
		HoldKeys(w, m, keys, at)
	}
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
