package effects

import (
	"voxtide/render/scene"
	"voxtide/timestream"
	"voxtide/world"
)

// SetDrawing changes where bodies are drawn from the next frame on. What the former way had in memory is forgotten.
func (x *Effects) SetDrawing(d Drawing) {
	if d.Own != x.drawing.Own {
		x.chase, x.converge = chase{}, converge{}
	}
	if d.Others.Kind != x.drawing.Others.Kind {
		x.tracks = tracks{}
	}
	x.drawing = d
}

// Place sets where an entity is drawn. It is called for each entity in each frame.
func (x *Effects) Place(f *Frame, b *scene.Entity, e *world.Entity) {
	if e.ID == world.AvatarID(f.Own) {
		x.placeOwn(f, b, e)
		return
	}
	if x.drawing.Others.Kind != OthersStreams && e.Stream != f.Own {
		if s, ok := x.tracks.at(e.ID, &x.drawing.Others, f.Now); ok {
			b.Drawn, b.Yaw = blocks(s.pos), s.yaw
			return
		}
	}
	b.Drawn = b.Simulated
	for i, by := range x.smoothing.offsetOf(e.ID) {
		b.Drawn[i] += by
	}
}

// placeOwn sets where the own body is drawn.
func (x *Effects) placeOwn(f *Frame, b *scene.Entity, e *world.Entity) {
	span := seconds(f.Now.Sub(x.ownPlacedAt))
	x.ownPlacedAt = f.Now
	b.Drawn = b.Simulated
	switch x.drawing.Own.Kind {
	case OwnOffset:
		for i, by := range x.smoothing.offsetOf(e.ID) {
			b.Drawn[i] += by
		}
	case OwnChase:
		b.Drawn, b.Yaw = x.chase.follow(b.Simulated, b.Yaw, span, &x.drawing.Own)
	case OwnConverge:
		b.Drawn = x.converge.move(b.Simulated, velocity(e.Motion.Vel), span, seconds(f.RoundTrip), &x.drawing.Own)
	}
}

// SeenAt returns the time of its stream at which an entity of others was drawn in the last frame, 0 when it was drawn where its
// stream is predicted to be.
func (x *Effects) SeenAt(id world.EntityID) timestream.Time {
	if x.drawing.Others.Kind == OthersStreams {
		return 0
	}
	if s, ok := x.tracks.at(id, &x.drawing.Others, x.began); ok {
		return s.at
	}
	return 0
}
