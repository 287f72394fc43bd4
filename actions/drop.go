package actions

import (
	"voxtide/internal/faults"
	"voxtide/internal/wire"
	"voxtide/physics"
	"voxtide/world"
)

// Drop{Slot, Count, Yaw, Pitch} throws up to Count items of a slot where the player looks. The item is born in the player's own stream,
// so that it flies at once and exactly; at rest it becomes the server's like any other. For PickUpDelay nobody picks it up.

const (
	// throwSpeed is the speed of a thrown item beside that of the body, in velocity units: 6 m/s.
	throwSpeed = 6000
	// throwBelow is how far below the eye a thrown item is born.
	throwBelow = 3 * world.Unit / 10
)

func drop(c Context, a *Action) Refusal {
	if c.player == nil {
		return NotAllowed
	}
	from := c.player.Slots[a.Slot]
	if from.Count == 0 {
		return NothingHeld
	}
	m := c.motion()
	at := physics.EyePos(&m)
	at[world.AxisY] -= throwBelow
	if !c.confirmed(at.Block()) {
		return NotLoaded
	}
	n := min(a.Count, from.Count)
	if !c.Throw(c.Stream, c.At, from.With(n), at, throwVelocity(&m, a.Yaw, a.Pitch)) {
		return NoRoom
	}
	if !faults.Active(faults.ThrowKeepsItem) {
		c.PutInventorySlot(c.Stream, int(a.Slot), from.With(from.Count-n))
	}
	return Done
}

// throwVelocity returns the velocity of what a body throws along a heading and a pitch.
func throwVelocity(m *world.Motion, yaw uint16, pitch int16) (v world.Vec) {
	const scale = 1 << 10 // AimVector counts lengths of 1024 and more
	for i, d := range physics.AimVector(yaw, pitch, throwSpeed*scale) {
		v[i] = min(max(m.Vel[i]+d/scale, -world.SpeedMax), world.SpeedMax)
	}
	return v
}

func writeDrop(b []byte, a *Action) []byte {
	b = append(b, a.Slot, a.Count)
	return wire.AppendU16(wire.AppendU16(b, a.Yaw), uint16(a.Pitch))
}

func readDrop(r *wire.Reader, a *Action) {
	a.Slot, a.Count = r.Byte(), r.Byte()
	a.Yaw, a.Pitch = r.U16(), int16(r.U16())
	if a.Slot >= world.InventorySize || a.Count == 0 || a.Count > world.StackMax || a.Pitch > straightUp || a.Pitch < -straightUp {
		r.Fail(ErrValue)
	}
}
