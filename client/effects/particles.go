package effects

import (
	"math"

	"voxtide/client/cell"
	"voxtide/render/scene"
	"voxtide/timestream"
	"voxtide/world"
)

// particles holds the particles: small pieces of blocks that fly, fall and vanish. Nothing reads them back, and they need
// not be the same for two players.
type particles struct {
	max       int // at once; 0 for none
	list      []particle
	lastFrame timestream.Time // to which they were moved
	seed      uint64
}

// particle is one particle.
type particle struct {
	pos, vel    [3]float64 // blocks; blocks a second
	size        float32    // of its side, in blocks
	kind        particleKind
	texturePart uint8 // which 16th of the block's texture it shows
	block       world.Block
	light       [2]uint8 // 0 to 255 of the sky and of blocks
	remaining   float32  // seconds until it vanishes
	lifetime    float32  // seconds in all
}

// particleKind is how a particle moves.
type particleKind uint8

const (
	chip    particleKind = iota // falls and lies
	leaf                        // sails down
	firefly                     // floats
	spark                       // rises from a flame
	smoke                       // rises and spreads
)

const (
	particleGravity     = 18.0 // blocks per second squared
	particleDrag        = 1.6  // share of the velocity lost in a second
	leafFall            = 0.9  // blocks a second
	frameGapMax         = 0.5  // seconds between two frames after which all particles are removed
	particleDistanceMax = 32   // blocks from the eye within which particles are made: further away they are too small
	flyingSize          = 0.07 // blocks
)

// sparkTextureParts are the parts of a lamp's texture inside its frame.
var sparkTextureParts = [4]uint8{5, 6, 9, 10}

// setMax sets how many particles there may be.
func (d *particles) setMax(limit int) {
	d.max = max(0, limit)
	if len(d.list) > d.max {
		d.list = d.list[:d.max]
	}
	if cap(d.list) < d.max {
		d.list = append(make([]particle, 0, d.max), d.list...)
	}
}

// random returns a number from 0 to 1.
func (d *particles) random() float64 {
	d.seed += 0x9E3779B97F4A7C15
	h := (d.seed ^ d.seed>>30) * 0xBF58476D1CE4E5B9
	h = (h ^ h>>27) * 0x94D049BB133111EB
	return float64(h>>11) / (1 << 53)
}

// randomWithin returns a number from -by to by.
func (d *particles) randomWithin(by float64) float64 { return (2*d.random() - 1) * by }

// add adds a particle, unless there are max already.
func (d *particles) add(m particle) {
	if len(d.list) >= d.max || m.block == world.Air {
		return
	}
	m.texturePart = uint8(d.random() * 16)
	if m.kind == spark {
		m.texturePart = sparkTextureParts[m.texturePart&3]
	}
	m.remaining = m.lifetime
	d.list = append(d.list, m)
}

// advance moves all particles to a frame's time. They fly through air and water and stop at solid blocks.
func (d *particles) advance(w *world.World, now timestream.Time) {
	span := float64(now.Sub(d.lastFrame)) / float64(timestream.Second)
	d.lastFrame = now
	if span < 0 || span > frameGapMax {
		d.list = d.list[:0]
		return
	}
	kept := d.list[:0]
	for i := range d.list {
		m := d.list[i]
		if m.remaining -= float32(span); m.remaining > 0 && m.move(w, span, now) {
			kept = append(kept, m)
		}
	}
	d.list = kept
}

// move moves a particle by span seconds and reports whether it is still over loaded terrain.
func (m *particle) move(w *world.World, span float64, now timestream.Time) bool {
	phase := float64(now%(1<<40))/1e6 + float64(m.texturePart)*1.7
	switch m.kind {
	case chip:
		m.vel[1] -= particleGravity * span
		for i := range m.vel {
			m.vel[i] -= m.vel[i] * min(1, particleDrag*span)
		}
	case leaf:
		m.vel = [3]float64{0.5 * math.Sin(phase*1.3), -leafFall + 0.35*math.Cos(phase*2.1), 0.4 * math.Cos(phase*1.1)}
	case firefly:
		m.vel = [3]float64{0.5 * math.Sin(phase*0.9), 0.35 * math.Sin(phase*1.7+1), 0.5 * math.Cos(phase*0.7)}
	case spark:
		m.vel = [3]float64{0.06 * math.Sin(phase*5), 0.42, 0.06 * math.Cos(phase*4)}
	case smoke:
		m.vel = [3]float64{0.16 * math.Sin(phase*1.1), 0.5, 0.16 * math.Cos(phase*0.9)}
	}
	for i := range m.pos {
		to := m.pos
		to[i] += m.vel[i] * span
		if b, ok := w.Block(cell.At(to)); !ok {
			return false
		} else if !stopsParticles(b) {
			m.pos = to
			continue
		}
		if i == 1 { // it has come to the ground
			m.vel[0], m.vel[2] = m.vel[0]*0.5, m.vel[2]*0.5
			if m.kind == leaf {
				m.kind, m.remaining, m.lifetime = chip, min(m.remaining, 0.6), min(m.lifetime, 0.6)
			}
		}
		m.vel[i] = 0
	}
	return true
}

// stopsParticles reports whether a block stops particles because it fills its cell.
func stopsParticles(b world.Block) bool {
	i := b.Info()
	return i.Opaque || i.Shape == world.ShapeFull
}

// fill fills in the particles of a scene.
func (d *particles) fill(sc *scene.Scene) {
	for i := range d.list {
		m := &d.list[i]
		size := m.size
		switch age := m.lifetime - m.remaining; {
		case m.kind == chip:
			size *= min(1, 3*m.remaining/m.lifetime)
		case m.kind == spark:
			size *= m.remaining / m.lifetime
		case m.kind == smoke:
			size *= (0.6 + 0.6*age/m.lifetime) * min(1, 3*m.remaining)
		default:
			size *= min(1, age*2, m.remaining*2)
		}
		if m.kind == firefly {
			size *= float32(0.6 + 0.4*math.Sin(float64(m.remaining)*3+float64(m.texturePart)))
		}
		sc.Particles = append(sc.Particles, scene.Particle{Pos: m.pos, Size: size, Block: uint16(m.block), Part: m.texturePart, Light: m.light})
	}
}
