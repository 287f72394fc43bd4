package client

import (
	"math"

	"voxtide/scene"
	"voxtide/timestream"
	"voxtide/world"
)

// walk is how far a body has walked.
type walk struct {
	at     [3]float64
	time   timestream.Time
	stride float64 // radians
	pace   float64 // 0 to 1

	span    float64         // seconds since the picture before
	up      bool            // was in the air in the picture before
	fell    float64         // how fast it falls, or fell before it came to the ground in this picture, in blocks a second
	landed  bool            // in this picture
	stepped bool            // set a foot down in this picture
	wet     bool            // its feet are in water
	ground  float64         // 0 in the air, 1 on the ground
	chipped float64         // seconds until the next chip of what it digs
	veil    float64         // 0 seen, 1 behind something
	facing  float64         // where all but the head looks, radians clockwise from north
	nod     float64         // of the head, radians upward
	crouch  float64         // 0 to 1
	lean    float64         // radians forward
	struck  timestream.Time // when it last changed a block
}

const (
	strideBy  = 2.2 // radians a block
	runSpeed  = 6.0 // blocks a second at which legs swing furthest
	walksMax  = 4096
	neck      = 0.9  // radians that a head turns on a body that stands
	sideways  = 0.7  // that a body turns from the look to where it goes
	backwards = 1.87 // from the look, from which on a body goes backwards
	goes      = 0.1  // of runSpeed, from which on it counts where a body goes
	turnTime  = 0.1  // seconds in which a body follows by two thirds
	poseTime  = 0.08 // in which it crouches or leans by two thirds
	leanFlies = 0.8  // radians, at runSpeed
	leanSwims = 1.25
)

// gait lets the legs of a body go as far as it has walked, and the rest of it follow. Its player looks up by so much, in
// degrees.
func (x *eyes) gait(b *scene.Body, e *world.Entity, pitch int8, swims bool, now timestream.Time) {
	if e.Kind != world.KindAvatar {
		b.Spin = float32(math.Mod(float64(now)/1e6, 2*math.Pi))
		return
	}
	k := x.walks[e.ID]
	if k == nil {
		if x.walks == nil || len(x.walks) > walksMax {
			x.walks = map[world.EntityID]*walk{}
		}
		k = &walk{at: b.Drawn, time: now, facing: float64(b.Yaw) / 65536 * 2 * math.Pi}
		x.walks[e.ID] = k
	}
	span := float64(now.Sub(k.time)) / 1e6
	dx, dz := b.Drawn[0]-k.at[0], b.Drawn[2]-k.at[2]
	way := math.Hypot(dx, dz)
	k.stepped = false
	if span > 0 && way < 4 {
		before := k.stride
		k.stride = math.Mod(k.stride+way*strideBy, 8*math.Pi)
		k.stepped = math.Floor(before/math.Pi) != math.Floor(k.stride/math.Pi)
		k.pace += (min(1, way/span/runSpeed) - k.pace) * (1 - math.Exp(-span*12))
	}
	b.Stride, b.Pace = float32(k.stride), float32(k.pace)
	k.lands(e, span)
	k.turns(b, span, dx, dz, pitch)
	k.poses(b, e, swims, span)
	k.at, k.time = b.Drawn, now
	if b.Digging > 0 {
		b.Arm = float32(math.Mod(float64(now)/float64(strokeTime), 1))
	} else if since := now.Sub(k.struck); since < strokeTime && k.struck > 0 {
		b.Arm = float32(since) / float32(strokeTime)
	}
}

// lands notes how a body falls and comes to the ground.
func (k *walk) lands(e *world.Entity, span float64) {
	k.span = span
	ground := e.Motion.Flags&world.OnGround != 0
	if down := -float64(e.Motion.Vel[world.AxisY]) / 1000; down != 0 { // at 0 it has met the ground and not yet been told so
		k.fell = max(0, down)
	}
	k.landed = ground && k.up
	k.up = !ground
	if ground && !k.landed {
		k.fell = 0
	}
}

// follow returns how much of the way to a goal is gone in a span, if two thirds are in a time, both in seconds.
func follow(span, time float64) float64 { return 1 - math.Exp(-span/time) }

// turns lets the body follow the head, late and not all the way, and turn to where it goes, by so much in blocks along X
// and Z since the picture before; the head nods to where it looks.
func (k *walk) turns(b *scene.Body, span, x, z float64, pitch int8) {
	head := float64(b.Yaw) / 65536 * 2 * math.Pi
	ahead := math.Remainder(head-k.facing, 2*math.Pi)
	if k.pace > goes && (x != 0 || z != 0) {
		to := math.Remainder(math.Atan2(x, -z)-head, 2*math.Pi)
		if math.Abs(to) > backwards {
			to = math.Remainder(to+math.Pi, 2*math.Pi)
		}
		to = max(-sideways, min(sideways, to))
		ahead += (-to - ahead) * follow(span, turnTime)
	} else if over := math.Abs(ahead) - neck; over > 0 {
		ahead -= math.Copysign(over*follow(span, turnTime), ahead)
	}
	ahead = max(-1.5, min(1.5, ahead))
	k.facing = head - ahead
	k.nod += (float64(pitch)*math.Pi/180 - k.nod) * follow(span, turnTime)
	b.Turn, b.Pitch = float32(ahead), float32(k.nod)
}

// poses lets a body crouch, and lean forward when it swims or flies.
func (k *walk) poses(b *scene.Body, e *world.Entity, swims bool, span float64) {
	m := &e.Motion
	flies := m.Flags&world.Creative != 0 && m.Keys&world.KeyFly != 0 && m.Flags&world.OnGround == 0
	crouch, lean := 0.0, 0.0
	switch {
	case flies:
		lean = leanFlies * k.pace
	case swims:
		lean = leanSwims * min(1, 2*k.pace)
	case m.Keys&world.KeySneak != 0:
		crouch = 1
	}
	k.crouch += (crouch - k.crouch) * follow(span, poseTime)
	k.lean += (lean - k.lean) * follow(span, 2*poseTime)
	b.Crouch, b.Lean = float32(k.crouch), float32(k.lean)
	if flies {
		b.Pace *= 0.2
	}
}

// strokes notes that the arms of players moved who changed a block.
func (x *eyes) strokes(by []timestream.Stream, now timestream.Time) {
	for _, s := range by {
		if k := x.walks[world.AvatarID(s)]; k != nil && now.Sub(k.struck) >= strokeTime {
			k.struck = now
		}
	}
}

// swims tells whether a body is in water up to its chest.
func swims(w *world.World, b *scene.Body) bool {
	at, _ := w.Block(cellOf([3]float64{b.Drawn[0], b.Drawn[1] + 0.9, b.Drawn[2]}))
	return at.Info().Liquid
}
