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
	span   float64 // since the picture before, in microseconds
	dark   float64 // how far the eye is used to the dark, 0 to 1
}

const (
	stepMax    = 0.7                          // blocks that count as a step up, and not as a jump or a lift
	riseTime   = 100 * timestream.Millisecond // in which the eye follows one
	crouchTime = 40 * timestream.Millisecond  // in which the eye goes down with the body
	strokeTime = 250 * timestream.Millisecond // of the arm
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
	c.mood(sc, at)
	c.eyes.sense(sc, e, c.cfg.Feel, now)
	c.veil(sc)
}

// follow returns where the eye is: it takes its time to follow a step up, and to go down when the body crouches.
func (x *eyes) follow(m *world.Motion, feet [3]float64, now timestream.Time) [3]float64 {
	span := float64(max(0, now.Sub(x.last)))
	x.last, x.span = now, span
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
