package physics

import (
	"voxtide/internal/faults"
	"voxtide/timestream"
	"voxtide/world"
)

// TakeKick is the part of a body's discrete update in which it takes the kick on that was told for this tick or one before. Sideways
// the kick adds to the velocity; upward the body gets at least the kick's, which ends a fall. Its harm is done then, too. A Suspended body
// loses it.
func TakeKick(m *world.Motion, tick timestream.Time) {
	if m.KickAt == 0 || m.KickAt > tick {
		return
	}
	k, harm := m.Kick, m.KickHarm
	m.KickAt, m.Kick, m.KickHarm = 0, world.Vec{}, 0
	if m.Flags&world.Suspended != 0 || faults.Active(faults.KickForgotten) {
		return
	}
	m.Vel[x] += k[x]
	m.Vel[z] += k[z]
	m.Vel[y] = max(m.Vel[y], k[y])
	if k[y] > 0 {
		stopFalling(m)
	}
	if m.Flags&world.Creative == 0 {
		m.Needs.Harm(int(harm))
	}
	clampSpeed(&m.Vel)
}
