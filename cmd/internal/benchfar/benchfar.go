// Package benchfar is the land beyond the view of measured scenes: made on the spot, where a client would ask a server for it.
//
// Data flow: the questions of a far.View are answered at once by a farland.Untouched, and what it shows goes into the frame. Owner: the
// goroutine that measures. Invariant: all that is wanted is there after a bounded number of frames, whatever the time.
package benchfar

import (
	"time"

	"voxtide/client/far"
	"voxtide/protocol"
	"voxtide/render/scene"
	"voxtide/server/farland"
	"voxtide/world/worldgen"
)

// Land is the land beyond the view of a scene. The zero value is none.
type Land struct {
	LeftOut bool // frames are without it; what the renderer has of it stays there

	view  *far.View
	made  farland.Untouched
	reach int           // blocks; 0: there is none
	clock time.Duration // of its questions: all that is missing is asked for with each frame
	asked [2]float64    // where the eye was, x and z
	none  scene.Far     // what a frame without it has
}

// Begin begins a scene with a land to a reach in blocks, 0 for none, beyond a view distance, 0 for all sections that there are. Close ends it.
func (f *Land) Begin(land worldgen.Land, view, reach int, d far.Detail) {
	f.reach = reach
	if reach > 0 {
		f.view, f.made = far.New(d), farland.NewUntouched(land)
		f.view.SetReach(reach)
		f.view.SetView(view)
	}
}

// Close ends what Begin began.
func (f *Land) Close() { f.view.Close() }

// Frame adds the land to a frame, with the columns that sections cover.
func (f *Land) Frame(sc *scene.Scene, covered far.Covered) {
	if f.reach == 0 {
		return
	}
	if f.LeftOut && sc.Far != nil {
		f.none = *sc.Far
		f.none.Draw = nil
		sc.Far = &f.none
		return
	}
	at := [2]float64{sc.Camera.Pos[0], sc.Camera.Pos[2]}
	if sc.Far == nil || f.Waiting() || at != f.asked { // else everything would be looked at again with each frame
		f.asked = at
		f.clock += time.Second
	}
	for _, a := range f.view.Ask(f.clock, sc.Camera.Pos) {
		if a.Sum == 0 {
			f.view.Received(f.made.Tile(a.Place)) // of which it is sure that it can be read
		}
	}
	covered.Eye = sc.Camera.Pos
	sc.Far = f.view.Update(covered)
	f.view.Clear(f.clock)
	sc.Camera.Reach = protocol.FarReachMax
}

// Waiting reports whether some of it is not drawn yet.
func (f *Land) Waiting() bool { return f.reach > 0 && f.view.Waiting() > 0 }
