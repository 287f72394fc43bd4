package predict

import (
	"voxtide/timestream"
	"voxtide/world"
)

// Jump is how far a frame moved what was predicted of a body at the last picture's time: where it stands now, less
// where it stood, in position units. A layer above spreads it over some pictures; nothing below hears of it.
type Jump struct {
	ID    world.EntityID
	Delta world.Vec
}

type ghost struct {
	id  world.EntityID
	pos world.Vec
}

// note remembers where all bodies that move are at the end of a picture.
func (p *Predictor) note() {
	p.ghosts = p.ghosts[:0]
	w := p.R.W
	for i := range w.StreamCount() {
		for _, s := range w.AwakeAt(i) {
			e := w.Entity(s)
			p.ghosts = append(p.ghosts, ghost{e.ID, e.Motion.Pos})
		}
	}
}

// measure finds out which bodies a frame moved, when the new prediction has come to the last picture's time.
func (p *Predictor) measure() {
	for _, g := range p.ghosts {
		s := p.R.W.Find(g.id)
		if s == world.NoSlot {
			continue
		}
		at := p.R.W.Entity(s).Motion.Pos
		if at != g.pos {
			p.Jumps = append(p.Jumps, Jump{g.id, world.Vec{at[0] - g.pos[0], at[1] - g.pos[1], at[2] - g.pos[2]}})
		}
	}
}

// Sample is a body of another stream as it was received.
type Sample struct {
	ID       world.EntityID
	Stream   timestream.Stream
	At       timestream.Time
	Pos, Vel world.Vec
}

// sample notes the received state of the bodies of others, for a layer above that draws them between received states.
func (p *Predictor) sample() {
	p.Samples = p.Samples[:0]
	w := p.R.W
	for i := range w.StreamCount() {
		of := w.StreamAt(i).Stream
		if of == p.Own {
			continue
		}
		for _, s := range w.Bodies(of) {
			e := w.Entity(s)
			p.Samples = append(p.Samples, Sample{e.ID, of, e.At, e.Motion.Pos, e.Motion.Vel})
		}
	}
}
