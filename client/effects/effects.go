// Package effects adds the purely visual parts to a frame: smooth bodies, the gait of avatars, the moving camera and hand,
// the eye's adaptation to the dark, and particles. Players can switch parts of it off.
//
// Data flow of a frame: Begin takes the events, Place and Animate are called for each entity, MoveCamera fills in the camera
// and the hand, AddParticles the particles.
//
// Owner: one goroutine, that of the client. Invariant: nothing of it feeds back into the simulation.
package effects

import (
	"voxtide/actions"
	"voxtide/client/cell"
	"voxtide/predict"
	"voxtide/render/scene"
	"voxtide/timestream"
	"voxtide/world"
)

// Options are the effects that players may switch off. The zero value has none of them.
type Options struct {
	Particles   int  // at once: pieces of blocks, falling leaves, fireflies; 0 for none
	ViewBobbing bool // the camera and the hand move with the steps, the camera dips after a jump, the hand lags behind a turn
	SprintFOV   bool // running widens the field of view
	Sounds      bool // the scene says what is heard; package client/hearing sees to it
}

// Effects is the state of all effects.
type Effects struct {
	options     Options
	drawing     Drawing
	smoothing   smoother
	chase       chase
	converge    converge
	ownPlacedAt timestream.Time // frame time at which the own body was placed last
	began       timestream.Time // the frame's time
	tracks      tracks
	animations  animations
	camera      camera
	outside     outside
	ambience    ambience
	hand        hand
	viewBob     viewBob
	particles   particles
	bursts      bursts
	ambient     ambient
}

// New returns effects with options, which draw bodies as d says.
func New(o Options, d Drawing) *Effects {
	x := &Effects{drawing: d}
	x.SetOptions(o)
	return x
}

// SetOptions changes the effects of the next frames.
func (x *Effects) SetOptions(o Options) {
	x.options = o
	x.particles.setMax(o.Particles)
}

// Options returns the effects of the next frames.
func (x *Effects) Options() Options { return x.options }

// Reset removes all particles and forgets where bodies were: another session begins.
func (x *Effects) Reset() {
	x.chase, x.converge, x.tracks = chase{}, converge{}, tracks{}
	x.particles.list, x.bursts.recent = x.particles.list[:0], [recentMax]burst{}
}

// Begin begins a frame at a time, with the events since the last frame.
func (x *Effects) Begin(ev *predict.Events, now timestream.Time) {
	x.began = now
	x.smoothing.advance(ev.Displacements, now)
	if x.drawing.Others.Kind != OthersStreams {
		for _, s := range ev.Samples {
			x.tracks.add(s, now)
		}
		x.tracks.prune(now)
	}
	ev.Samples = ev.Samples[:0]
	x.animations.swingArms(ev.Swings, now)
	ev.Swings = ev.Swings[:0]
	x.animations.beginGestures(ev, now)
}

// Animate sets the pose of an entity, whose player looks up by pitch degrees.
func (x *Effects) Animate(f *Frame, b *scene.Entity, e *world.Entity, pitch int8) {
	if k := x.animations[e.ID]; k != nil && e.Motion.Flags&world.Lying != 0 {
		k.pillow = quarterOf[f.block(e.Motion.Pos.Block()).Get(world.PropFacing)]
	}
	x.animations.animate(b, e, pitch, swimming(f, b), f.Now)
}

// MoveCamera fills in the camera and the hand of the player whose body is e, and fades the name tags of others. All entities
// of the scene are filled in. done are the actions of the frame.
func (x *Effects) MoveCamera(f *Frame, e *world.Entity, look Look, done []actions.Action) {
	x.camera.fill(f, e, f.Scene.OwnEntity.Drawn, look)
	x.outside.move(f, &look, x.camera.span/float64(timestream.Second))
	x.camera.surround(f)
	x.hand.fill(f, e, done)
	x.ambience.fill(f, x.camera.span)
	span := x.viewBob.span(f.Now)
	x.hand.swapItem(f.Scene, span)
	if k := x.animations[e.ID]; k != nil {
		k.makeOwn(done, f.Now)
		x.hand.eat(f.Scene, k.eats, f.Now)
		x.viewBob.widen(f.Scene, e, k, x.options.SprintFOV, span)
		if x.options.ViewBobbing && look.View == FirstPerson {
			x.viewBob.dip(f.Scene, k, span)
			x.hand.addSway(f.Scene, span)
			x.viewBob.step(f.Scene, e, k, span)
		}
	}
	if look.View != FirstPerson {
		showOwn(f.Scene, x.camera.stepRise)
		f.Scene.HeldItem.Shown = false
	}
	x.animations.fadeNameTags(f)
}

// AddParticles moves the particles to the frame's time, adds new ones, and fills in those of the scene. changed are the
// blocks that look different from the last frame.
func (x *Effects) AddParticles(f *Frame, changed []predict.BlockChange) {
	d := &x.particles
	if d.max == 0 {
		return
	}
	d.advance(f.World, f.Now)
	x.bursts.add(f, d, changed)
	d.addStruck(f)
	for i := -1; i < len(f.Scene.Entities); i++ {
		b := &f.Scene.OwnEntity
		if i >= 0 {
			b = &f.Scene.Entities[i]
		}
		if k := x.animations.of(b); k != nil && cell.Within(cell.At(b.Drawn), f.Scene.Camera.Pos, particleDistanceMax) {
			d.addFootsteps(f, b, k)
			d.addChips(f, b, k)
			d.addCrumbs(f, b, k)
		}
	}
	x.ambient.add(f, d)
	d.fill(f.Scene)
}
