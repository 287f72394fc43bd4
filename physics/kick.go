package physics

import (
	"voxtide/internal/faults"
	"voxtide/timestream"
	"voxtide/world"
)

// TakeKick is the part of a body's discrete update in which it takes the kick on that was told for this tick or one before. Sideways
// the kick adds to the velocity; upward the body gets at least the kick's. A Suspended body loses it.
func TakeKick(m *world.Motion, tick timestream.Time) {
	if m.KickAt == 0 || m.KickAt > tick {
		return
	}
	k := m.Kick
	m.KickAt, m.Kick = 0, world.Vec{}
	if m.Flags&world.Suspended != 0 || faults.Active(faults.KickForgotten) {
		return
	}
	m.Vel[x] += k[x]
	m.Vel[z] += k[z]
	m.Vel[y] = max(m.Vel[y], k[y])
	clampSpeed(&m.Vel)
}
