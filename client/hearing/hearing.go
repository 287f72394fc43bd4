// Package hearing says what a frame sounds like, as client/effects says what is added to its look: which sounds begin with it, where, of
// what material, and what goes on around the ears.
//
// Job: Hear, once a frame. Data flow: the shown world, the drawn bodies, the blocks that look different from the last frame and the own
// actions in, scene.Sounds out. Owner: one goroutine, that of the client. Nothing of it feeds back.
//
// Invariants: a sound belongs to what shows, so what a player does is heard in the very frame of the press, at any ping; what has been
// heard is not heard again when the server confirms it; what is taken back, or undone and predicted again, is silent (heard.go); what has
// no place within reach of the ears is left out; a frame allocates nothing.
//
// Files from low to high: materials, heard, body and items, which remember; blocks, steps, needs and around, which say what is heard;
// hearing.
package hearing

import (
	"math"

	"voxtide/actions"
	"voxtide/client/cell"
	"voxtide/internal/splitmix"
	"voxtide/predict"
	"voxtide/render/scene"
	"voxtide/sound"
	"voxtide/timestream"
	"voxtide/world"
)

// Frame is the frame that is listened to. All but the sounds of its scene is filled in.
type Frame struct {
	Scene   *scene.Scene
	World   *world.World // as it is shown
	Now     timestream.Time
	Own     timestream.Stream
	Changed []predict.BlockChange // blocks that look different from the last frame
	Unacked []actions.Action      // own ones, in order of number
	Acked   uint64                // the number of the last own action that was acked
	// Corrected says that a prediction of blocks or of the bag came out otherwise: what changes in this frame may be taken back.
	Corrected bool
}

// block returns a block, air where no section is loaded.
func (f *Frame) block(p world.Pos) world.Block {
	b, _ := f.World.BlockAt(p, f.Now)
	return b
}

// Ears are what is remembered from frame to frame.
type Ears struct {
	bodies map[world.EntityID]*body
	items  items
	heard  heard
	around around
	held   heldTool
	rng    splitmix.Source
	last   timestream.Time // of the last frame
	span   float64         // seconds since that, at most spanMax
	newest uint64          // number of the last own action that was listened to
	fresh  []actions.Action
	began  bool
}

const (
	spanMax   = 0.1 // seconds that are made up for after a long frame
	beginsMax = 48  // sounds in a frame
)

// Reset forgets all: another session begins.
func (x *Ears) Reset() {
	clear(x.bodies)
	*x = Ears{bodies: x.bodies, rng: x.rng, fresh: x.fresh[:0]}
}

// Miss says that a frame is not listened to: what goes on meanwhile is not heard later.
func (x *Ears) Miss() {
	if x.began {
		x.Reset()
	}
}

// Hear fills in the sounds of the frame's scene.
func (x *Ears) Hear(f *Frame) {
	x.span = max(0, min(float64(f.Now.Sub(x.last))/float64(timestream.Second), spanMax))
	x.last = f.Now
	x.takeActions(f)
	x.hearActions(f)
	x.hearBlocks(f)
	for i := -1; i < len(f.Scene.Entities); i++ {
		b := &f.Scene.OwnEntity
		if i >= 0 {
			b = &f.Scene.Entities[i]
		}
		switch {
		case b.Kind == scene.EntityAvatar:
			x.hearBody(f, b, i < 0)
		case b.Kind == scene.EntityItem:
			x.items.note(x, f, b)
		}
	}
	x.items.missed(x, f)
	x.hearStruck(f)
	x.around.listen(x, f)
	x.forgetBodies(f.Now)
	x.heard.acked(x, f)
	x.began = true
}

// takeActions collects the own actions that are new in this frame.
func (x *Ears) takeActions(f *Frame) {
	x.fresh = x.fresh[:0]
	for i := len(f.Unacked) - 1; i >= 0 && f.Unacked[i].Number > x.newest; i-- {
		x.fresh = append(x.fresh, f.Unacked[i])
	}
	if n := len(f.Unacked); n > 0 {
		x.newest = max(x.newest, f.Unacked[n-1].Number)
	}
	if !x.began {
		x.fresh = x.fresh[:0]
	}
}

// begin adds a sound at a place, unless nobody hears it there.
func (x *Ears) begin(f *Frame, id sound.ID, at [3]float64, own bool, level float64) {
	to := &f.Scene.Sounds.Begin
	if id == sound.None || level <= 0.02 || len(*to) >= beginsMax {
		return
	}
	s := scene.Sound{ID: id, Pos: at, Own: own, Level: float32(level)}
	if !own {
		eye := f.Scene.Camera.Pos
		if distance(eye, at) >= id.Reach() {
			return
		}
		s.Muffled = float32(f.muffled(eye, at))
	}
	*to = append(*to, s)
}

func distance(a, b [3]float64) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}

const (
	muffleStep = 0.5  // blocks between two looks at what lies between
	muffleEnds = 1.2  // blocks at the end that do not count: the place itself lies in a block
	mufflePart = 0.16 // how much half a block of stone takes away
)

// muffled returns how much of a sound is kept back by opaque blocks between it and the eye.
func (f *Frame) muffled(eye, at [3]float64) (sum float64) {
	far := distance(eye, at)
	for d := muffleStep; d < far-muffleEnds && sum < 1; d += muffleStep {
		var p [3]float64
		for i := range p {
			p[i] = eye[i] + (at[i]-eye[i])*d/far
		}
		if f.block(cell.At(p)).Info().Opaque {
			sum += mufflePart
		}
	}
	return min(sum, 1)
}

// random returns a number from 0 to 1.
func (x *Ears) random() float64 { return float64(x.rng.Uint64()>>11) / (1 << 53) }

// middle returns the middle of a cell.
func middle(p world.Pos) [3]float64 {
	return [3]float64{float64(p.X) + 0.5, float64(p.Y) + 0.5, float64(p.Z) + 0.5}
}
