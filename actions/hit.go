package actions

import (
	"voxtide/internal/wire"
	"voxtide/world"
)

// Hit{Target, Yaw, Pitch, Seen, Lean} swings at a body where the player sees it. The rule that both sides run is the swing: it
// pays for itself and changes nothing of the target. Whether it met the body, the server alone judges afterwards, against the
// picture that the player had (package server/past), and tells by a refusal or by what becomes of the body. So the swing shows at
// once and the harm when it is told (Gambetta, part II: blood at once, health not until the server says so).

// HitReach is the greatest distance from the eye at which a body can be struck, in 1/1024 block.
const HitReach = reach

func hit(c Context, a *Action) Refusal {
	m := c.motion()
	if a.Target == world.AvatarID(c.Stream) {
		return NotAllowed
	}
	if !spend(&m.HitFullAt, c.Stamp, hitCost, hitBurst) {
		return TooFast
	}
	c.setMotion(&m)
	return Done
}

func writeHit(b []byte, a *Action) []byte {
	b = wire.AppendUvarint(b, uint64(a.Target.OriginStream()))
	b = wire.AppendUvarint(b, uint64(a.Target.Counter()))
	b = wire.AppendU16(wire.AppendU16(b, a.Yaw), uint16(a.Pitch))
	b = wire.AppendUvarint(b, uint64(a.Seen))
	return append(b, byte(a.Lean[0]), byte(a.Lean[1]), byte(a.Lean[2]))
}

func readHit(r *wire.Reader, a *Action) {
	of := world.ReadStream(r)
	a.Target = world.MakeEntityID(of, r.Uvarint32())
	a.Yaw, a.Pitch = r.U16(), int16(r.U16())
	if a.Pitch > straightUp || a.Pitch < -straightUp {
		r.Fail(ErrValue)
	}
	a.Seen = world.ReadTime(r)
	for i := range a.Lean {
		a.Lean[i] = int8(r.Byte())
	}
}

// straightUp is the greatest pitch.
const straightUp = 1 << 14
