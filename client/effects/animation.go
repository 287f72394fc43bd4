package effects

import (
	"math"

	"voxtide/client/cell"
	"voxtide/render/scene"
	"voxtide/timestream"
	"voxtide/world"
)

// animation is the gait and pose of an avatar.
type animation struct {
	gestures
	at     [3]float64      // where it was drawn in the last frame
	time   timestream.Time // of that frame
	stride float64         // phase of the legs, radians
	pace   float64         // 0 to 1

	span       float64         // seconds since the last frame
	inAir      bool            // in the last frame
	fallSpeed  float64         // blocks a second; in the frame of a landing, the speed before it
	landed     bool            // in this frame
	stepped    bool            // a foot was set down in this frame
	bodyYaw    float64         // of all but the head, radians clockwise from north
	headPitch  float64         // radians upward
	crouch     float64         // 0 to 1
	lean       float64         // radians forward
	swungAt    timestream.Time // when the player last changed a block
	nextChipIn float64         // seconds until the next chip of the block that the avatar breaks
	lie        float64         // 0 upright, 1 lying
	pillow     uint8           // of its bed: quarter turns from the north
	inWater    bool            // the feet
	occlusion  float64         // of the name tag: 0 visible, 1 behind something
}

const (
	stridePerBlock  = 2.2 // radians
	runSpeed        = 6.0 // blocks a second at which the legs swing furthest
	animationsMax   = 4096
	headTurnMax     = 0.9  // radians that the head turns on a standing body
	sidewaysTurnMax = 0.7  // radians that the body turns from the look to the direction of movement
	backwardsFrom   = 1.87 // radians from the look from which a movement is backwards
	walkingPaceMin  = 0.1  // pace from which the direction of movement counts
	turnTime        = 0.1  // seconds in which the body turns two thirds of the way
	poseTime        = 0.08 // seconds in which it crouches two thirds of the way
	leanFlying      = 0.8  // radians, at runSpeed
	leanSwimming    = 1.25
	swingTime       = 250 * timestream.Millisecond // of an arm
)

// animations are the animations of the avatars that were drawn.
type animations map[world.EntityID]*animation

// of returns an entity's animation, nil for entities that have none.
func (a animations) of(b *scene.Entity) *animation { return a[world.EntityID(b.ID)] }

// animate moves the legs of an avatar with its way, and the rest of its body along. pitch is how far up its player looks,
// in degrees. Other entities spin.
func (a *animations) animate(b *scene.Entity, e *world.Entity, pitch int8, swims bool, now timestream.Time) {
	if e.Kind != world.KindAvatar {
		b.Spin = float32(math.Mod(float64(now)/1e6, 2*math.Pi))
		return
	}
	k := (*a)[e.ID]
	if k == nil {
		if *a == nil || len(*a) > animationsMax {
			*a = animations{}
		}
		k = &animation{at: b.Drawn, time: now, bodyYaw: float64(b.Yaw) / 65536 * 2 * math.Pi}
		(*a)[e.ID] = k
	}
	span := float64(now.Sub(k.time)) / 1e6
	dx, dz := b.Drawn[0]-k.at[0], b.Drawn[2]-k.at[2]
	way := math.Hypot(dx, dz)
	k.stepped = false
	if span > 0 && way < 4 {
		before := k.stride
		k.stride = math.Mod(k.stride+way*stridePerBlock, 8*math.Pi)
		k.stepped = math.Floor(before/math.Pi) != math.Floor(k.stride/math.Pi)
		k.pace += (min(1, way/span/runSpeed) - k.pace) * (1 - math.Exp(-span*12))
	}
	b.WalkPhase, b.WalkAmount = float32(k.stride), float32(k.pace)
	k.trackLanding(e, span)
	k.turnBody(b, span, dx, dz, pitch)
	k.pose(b, e, swims, span)
	k.lieDown(b, e, span)
	k.show(b, e, span, now)
	k.at, k.time = b.Drawn, now
	if b.BreakProgress > 0 {
		b.ArmSwing = float32(math.Mod(float64(now)/float64(swingTime), 1))
	} else if since := now.Sub(k.swungAt); since < swingTime && k.swungAt > 0 {
		b.ArmSwing = float32(since) / float32(swingTime)
	}
}

// trackLanding notes how fast an avatar falls and whether it has landed.
func (k *animation) trackLanding(e *world.Entity, span float64) {
	k.span = span
	ground := e.Motion.Flags&world.OnGround != 0
	if down := -float64(e.Motion.Vel[world.AxisY]) / 1000; down != 0 { // 0: it has met the ground, and OnGround follows
		k.fallSpeed = max(0, down)
	}
	k.landed = ground && k.inAir
	k.inAir = !ground
	if ground && !k.landed {
		k.fallSpeed = 0
	}
}

// approach returns the share of the way to a goal that is covered in span seconds, if two thirds take time seconds.
func approach(span, time float64) float64 { return 1 - math.Exp(-span/time) }

// turnBody turns the body after the head, late and not all the way, and towards the direction of movement. The avatar has
// moved x and z blocks since the last frame. The head nods to the look.
func (k *animation) turnBody(b *scene.Entity, span, x, z float64, pitch int8) {
	head := float64(b.Yaw) / 65536 * 2 * math.Pi
	ahead := math.Remainder(head-k.bodyYaw, 2*math.Pi)
	if k.pace > walkingPaceMin && (x != 0 || z != 0) {
		to := math.Remainder(math.Atan2(x, -z)-head, 2*math.Pi)
		if math.Abs(to) > backwardsFrom {
			to = math.Remainder(to+math.Pi, 2*math.Pi)
		}
		to = max(-sidewaysTurnMax, min(sidewaysTurnMax, to))
		ahead += (-to - ahead) * approach(span, turnTime)
	} else if over := math.Abs(ahead) - headTurnMax; over > 0 {
		ahead -= math.Copysign(over*approach(span, turnTime), ahead)
	}
	ahead = max(-1.5, min(1.5, ahead))
	k.bodyYaw = head - ahead
	k.headPitch += (float64(pitch)*math.Pi/180 - k.headPitch) * approach(span, turnTime)
	b.HeadTurn, b.Pitch = float32(ahead), float32(k.headPitch)
}

// pose lets an avatar crouch, and lean forward when it swims or flies.
func (k *animation) pose(b *scene.Entity, e *world.Entity, swims bool, span float64) {
	m := &e.Motion
	flies := m.Flags&world.Creative != 0 && m.Keys&world.KeyFly != 0 && m.Flags&world.OnGround == 0
	crouch, lean := 0.0, 0.0
	switch {
	case flies:
		lean = leanFlying * k.pace
	case swims:
		lean = leanSwimming * min(1, 2*k.pace)
	case m.Keys&world.KeySneak != 0:
		crouch = 1
	}
	k.crouch += (crouch - k.crouch) * approach(span, poseTime)
	k.lean += (lean - k.lean) * approach(span, 2*poseTime)
	b.Crouch, b.Lean = float32(k.crouch), float32(k.lean)
	if flies {
		b.WalkAmount *= 0.2
	}
}

// lieDown lays an avatar on its back, its feet to the foot of the bed: its body then looks away from the pillow.
func (k *animation) lieDown(b *scene.Entity, e *world.Entity, span float64) {
	lies := 0.0
	if e.Motion.Flags&world.Lying != 0 {
		lies = 1
	}
	if k.lie += (lies - k.lie) * approach(span, 2*poseTime); k.lie < 0.01 {
		return
	}
	b.Lie, b.Block, b.WalkAmount = float32(k.lie), 0, 0
	if lies > 0 {
		k.bodyYaw = float64(k.pillow)*math.Pi/2 + math.Pi
		b.HeadTurn, b.Pitch, b.Yaw = 0, 0, uint16(int(k.pillow)*16384+32768)
	}
}

// quarterOf holds the quarter turns from the north to a side of a cell, by facing.
var quarterOf = [4]uint8{0, 2, 3, 1}

// swingArms starts the arm swing of players who changed a block. A swing that is under way goes on.
func (a animations) swingArms(by []timestream.Stream, now timestream.Time) {
	for _, s := range by {
		if k := a[world.AvatarID(s)]; k != nil && now.Sub(k.swungAt) >= swingTime {
			k.swungAt = now
		}
	}
}

// swimming reports whether a body is in water up to its chest.
func swimming(f *Frame, b *scene.Entity) bool {
	return f.block(cell.At([3]float64{b.Drawn[0], b.Drawn[1] + 0.9, b.Drawn[2]})).Info().Liquid
}
