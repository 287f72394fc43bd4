package predict

import (
	"voxtide/timestream"
	"voxtide/world"
)

// Displacement is how far an update moved the predicted position of a body at the last frame's time: the new position minus the
// old one, in position units. Package effects of the client smooths it over several frames; nothing in prediction depends on
// that.
type Displacement struct {
	ID    world.EntityID
	Delta world.Vec
}

// ShownBodies are the positions of all awake bodies at the end of the last frame.
type ShownBodies []shownBody

type shownBody struct {
	id  world.EntityID
	pos world.Vec
}

// Note replaces the positions by the present ones.
func (b *ShownBodies) Note(w *world.World) {
	*b = (*b)[:0]
	for i := range w.StreamCount() {
		for _, s := range w.AwakeAt(i) {
			e := w.Entity(s)
			*b = append(*b, shownBody{e.ID, e.Motion.Pos})
		}
	}
}

// AppendDisplacements appends the bodies that stand elsewhere now. The prediction must have come to the last frame's time.
func (b ShownBodies) AppendDisplacements(dst []Displacement, w *world.World) []Displacement {
	for _, g := range b {
		s := w.Find(g.id)
		if s == world.NoEntity {
			continue
		}
		at := w.Entity(s).Motion.Pos
		if at != g.pos {
			dst = append(dst, Displacement{g.id, world.Vec{at[0] - g.pos[0], at[1] - g.pos[1], at[2] - g.pos[2]}})
		}
	}
	return dst
}

// Sample is a body of another stream as it was received.
type Sample struct {
	ID       world.EntityID
	Stream   timestream.Stream
	At       timestream.Time
	Pos, Vel world.Vec
	Yaw      uint16
}

// appendSamples appends the received state of the bodies of other streams, for a layer above that interpolates between
// received states.
func appendSamples(dst []Sample, w *world.World, own timestream.Stream) []Sample {
	for i := range w.StreamCount() {
		of := w.StreamAt(i).Stream
		if of == own {
			continue
		}
		for _, s := range w.Bodies(of) {
			e := w.Entity(s)
			dst = append(dst, Sample{e.ID, of, e.At, e.Motion.Pos, e.Motion.Vel, e.Motion.Yaw})
		}
	}
	return dst
}
