package client

import (
	"math"

	"voxtide/physics"
	"voxtide/scene"
	"voxtide/timestream"
	"voxtide/world"
)

// eyes is what the picture adds to what is simulated, for the look of it alone: the eye that follows a step up, walking
// legs, the stroke of an arm. Nothing of it feeds back.
type eyes struct {
	rise   float64 // how far the eye still is below where it belongs, in blocks
	feet   [3]float64
	last   timestream.Time
	stroke timestream.Time // when the own arm last struck
	height float64         // of the eye above the feet, in blocks
	walks  map[world.EntityID]*walk
	feel   feel
}

// walk is how far a body has walked.
type walk struct {
	at     [3]float64
	time   timestream.Time
	stride float64 // radians
	pace   float64 // 0 to 1

	span    float64 // seconds since the picture before
	up      bool    // was in the air in the picture before
	fell    float64 // how fast it falls, or fell before it came to the ground in this picture, in blocks a second
	landed  bool    // in this picture
	stepped bool    // set a foot down in this picture
	wet     bool    // its feet are in water
	ground  float64 // 0 in the air, 1 on the ground
	chipped float64 // seconds until the next chip of what it digs
	veil    float64 // 0 seen, 1 behind something
	facing  float64 // where all but the head looks, radians clockwise from north
	nod     float64 // of the head, radians upward
}

const (
	stepMax    = 0.7                          // blocks that count as a step up, and not as a jump or a lift
	riseTime   = 100 * timestream.Millisecond // in which the eye follows one
	crouchTime = 40 * timestream.Millisecond  // in which the eye goes down with the body
	strokeTime = 250 * timestream.Millisecond // of the arm
	strideBy   = 2.2                          // radians a block
	runSpeed   = 6.0                          // blocks a second at which legs swing furthest
	walksMax   = 4096
)

// day returns the time of day in a world at an instant: 0 sunrise, 0.25 noon, 0.5 sunset, 0.75 midnight.
func day(w *world.World, t timestream.Time) float64 {
	return float64(w.Sun(t)) / float64(world.DayLength)
}

// look fills in what the player sees with: the camera, the sky, what the look meets, the hand.
func (c *Client) look(sc *scene.Scene, in Input) {
	w, now := c.strategy.World(), c.strategy.Now()
	sc.Sky = scene.Sky{Day: day(w, now), Clouds: float64(now) / 1e6}
	slot := w.Find(world.AvatarID(c.stream))
	if slot == world.NoSlot {
		return
	}
	e := w.Entity(slot)
	sc.Camera.Pos = c.eyes.follow(&e.Motion, sc.Own.Drawn, now)
	sc.Camera.Yaw = float32(float64(in.Yaw) / 65536 * 2 * math.Pi)
	sc.Camera.Pitch = float32(in.Pitch / 180 * math.Pi)
	p := sc.Camera.Pos
	at := world.Pos{X: int32(math.Floor(p[0])), Y: int32(math.Floor(p[1])), Z: int32(math.Floor(p[2]))}
	b, _ := w.Block(at)
	sc.Camera.Submerged, sc.Camera.Buried = world.Blocks[b].Liquid, world.Blocks[b].Opaque
	if h, ok := Pick(w, physics.Eye(&e.Motion), Look(in.Yaw, in.Pitch), Reach); ok {
		b, _ := w.Block(h.Pos)
		for _, box := range b.Outline() {
			sc.Targets = append(sc.Targets, outline(h.Pos, &box))
		}
	}
	cracks(sc, w)
	c.hand(sc, e, in, at)
	c.eyes.sense(sc, e, c.cfg.Feel, now)
	c.veil(sc)
}

// follow returns where the eye is: it takes its time to follow a step up, and to go down when the body crouches.
func (x *eyes) follow(m *world.Motion, feet [3]float64, now timestream.Time) [3]float64 {
	span := float64(max(0, now.Sub(x.last)))
	x.last = now
	if up := feet[1] - x.feet[1]; m.Flags&world.OnGround != 0 && up > 0.01 && up < stepMax && span < float64(timestream.Second) {
		x.rise = min(x.rise+up, 1)
	}
	x.feet = feet
	x.rise *= math.Exp(-3 * span / float64(riseTime))
	goal := float64(physics.Eye(m)[1]-m.Pos[1]) / float64(world.Unit)
	if x.height == 0 {
		x.height = goal
	}
	x.height += (goal - x.height) * (1 - math.Exp(-span/float64(crouchTime)))
	return [3]float64{feet[0], feet[1] + x.height - x.rise, feet[2]}
}

func outline(p world.Pos, b *world.Box) (o scene.Outline) {
	for i, low := range [3]int32{p.X, p.Y, p.Z} {
		o.Low[i] = float64(low) + float64(b.Lo[i])/16
		o.High[i] = float64(low) + float64(b.Hi[i])/16
	}
	return o
}

// cracks shows what anybody digs.
func cracks(sc *scene.Scene, w *world.World) {
	for i := -1; i < len(sc.Bodies); i++ {
		body := &sc.Own
		if i >= 0 {
			body = &sc.Bodies[i]
		}
		if body.Digging > 0 {
			p := body.DigPos
			b, _ := w.Block(world.Pos{X: p[0], Y: p[1], Z: p[2]})
			sc.Cracks = append(sc.Cracks, scene.Crack{Pos: p, Block: uint16(b), Progress: body.Digging})
		}
	}
}

// hand shows what the own hand holds and does.
func (c *Client) hand(sc *scene.Scene, e *world.Entity, in Input, at world.Pos) {
	x, now := &c.eyes, c.strategy.Now()
	if strikes(in.Do) || sc.Own.Digging > 0 && now.Sub(x.stroke) >= strokeTime {
		x.stroke = now
	}
	sc.Held = scene.Held{Shown: true, Block: uint16(e.Stack.Block), Light: c.lightAt(at)}
	if since := now.Sub(x.stroke); since < strokeTime && x.stroke > 0 {
		sc.Held.Swing = float32(since) / float32(strokeTime)
	}
}

// gait lets the legs of a body go as far as it has walked.
func (x *eyes) gait(b *scene.Body, e *world.Entity, now timestream.Time) {
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
	way := math.Hypot(b.Drawn[0]-k.at[0], b.Drawn[2]-k.at[2])
	k.stepped = false
	if span > 0 && way < 4 {
		before := k.stride
		k.stride = math.Mod(k.stride+way*strideBy, 8*math.Pi)
		k.stepped = math.Floor(before/math.Pi) != math.Floor(k.stride/math.Pi)
		k.pace += (min(1, way/span/runSpeed) - k.pace) * (1 - math.Exp(-span*12))
	}
	k.lands(e, span)
	k.turns(b, span)
	k.at, k.time = b.Drawn, now
	b.Stride, b.Pace = float32(k.stride), float32(k.pace)
	if b.Digging > 0 {
		b.Arm = float32(math.Mod(float64(now)/float64(strokeTime), 1))
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

const (
	neck      = 0.9 // radians that a head turns on a body that stands
	neckWalks = 0.2 // on one that walks
	turnTime  = 0.1 // seconds in which a body follows by two thirds
)

// turns lets the body follow the head, late and not all the way, and the head look at what is dug.
func (k *walk) turns(b *scene.Body, span float64) {
	head := float64(b.Yaw) / 65536 * 2 * math.Pi
	most := neck + (neckWalks-neck)*min(1, 3*k.pace)
	ahead := math.Remainder(head-k.facing, 2*math.Pi)
	if over := math.Abs(ahead) - most; over > 0 {
		k.facing += math.Copysign(over*(1-math.Exp(-span/turnTime)), ahead)
	}
	ahead = max(-1.5, min(1.5, math.Remainder(head-k.facing, 2*math.Pi)))
	k.facing = head - ahead
	goal := 0.0
	if b.Digging > 0 {
		x, y, z := float64(b.DigPos[0])+0.5-b.Drawn[0], float64(b.DigPos[1])-1.1-b.Drawn[1], float64(b.DigPos[2])+0.5-b.Drawn[2]
		goal = math.Atan2(y, max(0.3, math.Hypot(x, z)))
	}
	k.nod += (goal - k.nod) * (1 - math.Exp(-span/turnTime))
	b.Turn, b.Pitch = float32(ahead), float32(k.nod)
}
