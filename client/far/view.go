package far

import (
	"time"

	"voxtide/protocol"
	"voxtide/render/scene"
)

// View is the land beyond the view. The zero value shows nothing; New returns one that does.
type View struct {
	reach   int32 // blocks; 0: nothing is asked and shown
	view    int   // blocks; see SetView
	detail  Detail
	eye     [2]int32
	settled bool // wanted is that of eye and reach

	wanted  []protocol.FarPlace // nearest first
	tiles   map[protocol.FarPlace]*tile
	rows    []protocol.FarAsk
	askAt   time.Duration
	renew   int  // the next of wanted to be looked at again
	changes bool // blocks were seen to change in a tile
	maker   *mesher
	in      protocol.FarTile
	shown   shown
	clear   clarity
}

// tile is a tile that was asked for.
type tile struct {
	sum     uint32 // of what was received; 0: nothing yet
	askedAt time.Duration
	again   time.Duration         // until the same question is asked again; 0: it was not asked yet
	changed span                  // when blocks were seen to change there, since it was last asked for
	land    *protocol.FarTile     // nil: not yet made
	heights *[side * side]float32 // of the right triangles of mesh
	edges   edges                 // of mesh
	mesh    *scene.FarMesh        // of land
	before  *scene.FarMesh        // what is drawn until the renderer has mesh; nil: nothing
	wanted  bool
}

// span is from when to when something was seen; the zero value is that nothing was.
type span struct{ from, to time.Duration }

// drawn returns the mesh that can be drawn of a tile, nil if there is none.
func (t *tile) drawn() *scene.FarMesh {
	switch {
	case t == nil:
		return nil
	case t.mesh != nil && t.mesh.Loaded:
		return t.mesh
	case t.before != nil && t.before.Loaded:
		return t.before
	}
	return nil
}

// shown is what the renderer draws.
type shown struct {
	stale  bool // it has to be chosen again
	loaded int  // meshes of scene.Load that the renderer had when it was chosen
	drawn  drawn
	edge   edge
	scene  scene.Far
}

// clarity is how far the view is clear.
type clarity struct {
	reach float32
	at    time.Duration
}

// edge is the wall between covered columns and far land. Where far land is higher than the sections, as it is in a wood, whose crowns it
// shows as one, there is nothing else between the two.
type edge struct {
	walls    walls
	vertices []uint32
	indices  []uint16
}
