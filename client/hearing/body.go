package hearing

import (
	"math"

	"voxtide/client/cell"
	"voxtide/render/scene"
	"voxtide/sound"
	"voxtide/timestream"
	"voxtide/world"
)

// body is what is remembered of an avatar.
type body struct {
	seen     timestream.Time // when it was drawn last
	pos      [3]float64      // where
	stride   float64         // the phase of its walk
	wet      bool            // its feet
	ground   bool
	lies     bool
	fall     float64         // blocks a second
	landedAt timestream.Time //
	swum     float64         // blocks since the last stroke
	climbed  float64         // blocks since the last rung
	tickIn   float64         // seconds until the next tick of what it digs
	chewIn   float64         // seconds until the next bite
	beatIn   float64         // seconds until the heart beats
	damage   uint8
	hurtTo   uint8           // the damage up to which it was heard
	hurtAt   timestream.Time // when
}

const (
	bodiesMax   = 256
	bodyReach   = 48   // blocks from the eye within which bodies are listened to
	jumpMin     = 4    // blocks that a body cannot have walked in a frame
	paceMin     = 0.12 // of a walk that is heard
	digEvery    = 0.22 // seconds
	chewEvery   = 0.26 // seconds
	strokeEvery = 1.5  // blocks
	rungEvery   = 0.75 // blocks
	landEvery   = 150 * timestream.Millisecond
	landSpeed   = 3.5 // blocks a second from which a landing is heard
	splashSpeed = 2.5 // blocks a second from which a dive splashes
	ownSteps    = 0.7 // how loud own steps are beside those of others
)

// hearBody adds the sounds of an avatar.
func (x *Ears) hearBody(f *Frame, b *scene.Entity, own bool) {
	slot := f.World.Find(world.EntityID(b.ID))
	if slot == world.NoEntity || !own && distance(b.Drawn, f.Scene.Camera.Pos) > bodyReach {
		return
	}
	e := f.World.Entity(slot)
	k := x.bodies[e.ID]
	if k == nil {
		if x.bodies == nil {
			x.bodies = map[world.EntityID]*body{}
		}
		if len(x.bodies) >= bodiesMax {
			return
		}
		k = &body{}
		x.bodies[e.ID] = k
	}
	if before := k.seen; before == 0 || distance(k.pos, b.Drawn) > jumpMin { // it has come from nowhere: what it was like then is not heard
		if before != 0 {
			x.hearDeath(f, k, e, own)
		}
		k.remember(f, b, e)
		return
	}
	x.hearWater(f, k, b, own)
	x.hearSteps(f, k, b, e, own)
	x.hearDigging(f, k, b)
	x.hearNeeds(f, k, b, e, own)
	if lies := e.Motion.Flags&world.Lying != 0; lies != k.lies {
		x.begin(f, sound.Of(sound.LieDown, sound.NoMaterial), b.Drawn, own, 1)
	}
	k.remember(f, b, e)
}

// remember notes how a body is in a frame.
func (k *body) remember(f *Frame, b *scene.Entity, e *world.Entity) {
	m := &e.Motion
	k.seen, k.pos, k.stride = f.Now, b.Drawn, float64(b.WalkPhase)
	k.wet = water(f.block(cell.At(b.Drawn)))
	k.ground, k.lies = m.Flags&world.OnGround != 0, m.Flags&world.Lying != 0
	if down := -float64(m.Vel[world.AxisY]) / 1000; down != 0 { // 0: it has met the ground, and OnGround follows
		k.fall = max(0, down)
	}
	if k.ground {
		k.fall = 0
	}
	k.damage = m.Needs.Damage
}

// forgetBodies forgets the bodies that are not drawn any longer.
func (x *Ears) forgetBodies(now timestream.Time) {
	for id, k := range x.bodies {
		if now.Sub(k.seen) > timestream.Second || k.seen == 0 {
			delete(x.bodies, id)
		}
	}
}

// hearSteps adds what is heard of a body's feet: steps, rungs and landings.
func (x *Ears) hearSteps(f *Frame, k *body, b *scene.Entity, e *world.Entity, own bool) {
	m := &e.Motion
	loud := 1.0
	if own {
		loud = ownSteps
	}
	if m.Keys&world.KeySneak != 0 {
		loud *= 0.3
	}
	ground := m.Flags&world.OnGround != 0
	if ground && !k.ground && k.fall > landSpeed && f.Now.Sub(k.landedAt) > landEvery {
		k.landedAt = f.Now
		x.begin(f, of(sound.Land, floorOf(f, b.Drawn)), b.Drawn, own, loud*min(1.3, (k.fall-landSpeed)/9+0.3))
		return
	}
	stepped := math.Floor(k.stride/math.Pi) != math.Floor(float64(b.WalkPhase)/math.Pi)
	if stepped && ground && b.WalkAmount > paceMin {
		x.begin(f, of(sound.Step, floorOf(f, b.Drawn)), b.Drawn, own, loud*(0.5+0.5*float64(b.WalkAmount)))
		return
	}
	at := f.block(cell.At([3]float64{b.Drawn[0], b.Drawn[1] + 0.3, b.Drawn[2]}))
	if k.climbed += math.Abs(b.Drawn[1] - k.pos[1]); ground || !at.Info().Climbable {
		k.climbed = 0
	} else if k.climbed > rungEvery {
		k.climbed = 0
		x.begin(f, of(sound.Step, at), b.Drawn, own, loud*0.7)
	}
}

// floorOf returns the block whose material feet at a point meet: water that they stand in, what lies there, or what is below.
func floorOf(f *Frame, feet [3]float64) world.Block {
	if in := f.block(cell.At([3]float64{feet[0], feet[1] + 0.02, feet[2]})); in.Solid() || water(in) {
		return in
	}
	for _, down := range [2]float64{0.1, 0.6} { // the lower one is a fence, or a block that the feet stand beside the middle of
		if on := f.block(cell.At([3]float64{feet[0], feet[1] - down, feet[2]})); on.Solid() {
			return on
		}
	}
	for i := range 4 { // on an edge
		at := feet
		at[1] -= 0.1
		at[2*(i&1)] += 0.3 * float64(i&2-1)
		if on := f.block(cell.At(at)); on.Solid() {
			return on
		}
	}
	return world.Air
}

// hearWater adds what is heard of a body that enters, leaves, or swims in water.
func (x *Ears) hearWater(f *Frame, k *body, b *scene.Entity, own bool) {
	wet := water(f.block(cell.At(b.Drawn)))
	switch {
	case wet && !k.wet && k.fall > splashSpeed:
		x.begin(f, sound.Of(sound.Splash, sound.NoMaterial), b.Drawn, own, min(1.2, 0.3+k.fall/14))
	case wet != k.wet:
		x.begin(f, sound.Of(sound.Swim, sound.NoMaterial), b.Drawn, own, 0.5)
		k.swum = 0
	case wet:
		deep := water(f.block(cell.At([3]float64{b.Drawn[0], b.Drawn[1] + 0.9, b.Drawn[2]})))
		if k.swum += distance(b.Drawn, k.pos); k.swum > strokeEvery && deep {
			k.swum = 0
			x.begin(f, sound.Of(sound.Swim, sound.NoMaterial), b.Drawn, own, 0.8)
		}
	}
}

// hearDigging adds the ticks of a block that a body breaks.
func (x *Ears) hearDigging(f *Frame, k *body, b *scene.Entity) {
	if b.BreakProgress <= 0 {
		k.tickIn = 0
		return
	}
	if k.tickIn -= x.span; k.tickIn > 0 {
		return
	}
	k.tickIn = digEvery
	p := world.Pos{X: b.BreakPos[0], Y: b.BreakPos[1], Z: b.BreakPos[2]}
	x.begin(f, of(sound.Dig, f.block(p)), middle(p), false, 1)
}
