package client

import (
	"math"

	"voxtide/scene"
	"voxtide/timestream"
	"voxtide/world"
)

// dust are the particles: small pieces of blocks that fly, fall and are gone. They are for the look alone: nothing reads
// them back, and they need not be the same for two players.
type dust struct {
	most  int // at once; 0 for none
	motes []mote
	last  timestream.Time // the picture they were moved to
	seed  uint64

	played  [playedMax]played
	playing int     // which of played is overwritten next
	tries   float64 // of finding a place for what floats in the air, not yet made
}

// mote is one particle.
type mote struct {
	at, vel [3]float64 // blocks; blocks a second
	size    float32    // of its side, in blocks
	kind    moteKind
	part    uint8
	block   world.Block
	light   [2]uint8
	left    float32 // seconds it still lives
	life    float32 // seconds it lives in all
}

// moteKind is how a mote moves.
type moteKind uint8

const (
	chip    moteKind = iota // falls and lies
	leaf                    // sails down
	firefly                 // floats
	spark                   // rises from a flame
	smoke                   // rises and spreads
)

const (
	dustFall   = 18.0 // blocks per second squared
	dustDrag   = 1.6  // of the velocity, a second
	leafFall   = 0.9  // blocks a second
	dustJump   = 0.5  // seconds between two pictures after which all are gone
	dustFar    = 32   // blocks from the eye: nobody sees smaller things further away
	flyingSize = 0.07 // blocks
)

// begin sets how many there may be.
func (d *dust) begin(most int) {
	d.most = max(0, most)
	if len(d.motes) > d.most {
		d.motes = d.motes[:d.most]
	}
	if cap(d.motes) < d.most {
		d.motes = append(make([]mote, 0, d.most), d.motes...)
	}
}

// forget lets all be gone.
func (d *dust) forget() { d.motes, d.played = d.motes[:0], [playedMax]played{} }

// random returns a number of 0 to 1.
func (d *dust) random() float64 {
	d.seed += 0x9E3779B97F4A7C15
	h := (d.seed ^ d.seed>>30) * 0xBF58476D1CE4E5B9
	h = (h ^ h>>27) * 0x94D049BB133111EB
	return float64(h>>11) / (1 << 53)
}

// spread returns a number of -by to by.
func (d *dust) spread(by float64) float64 { return (2*d.random() - 1) * by }

// add adds a mote, or none if there are as many as there may be.
func (d *dust) add(m mote) {
	if len(d.motes) >= d.most || m.block == world.Air {
		return
	}
	m.part = uint8(d.random() * 16)
	if m.kind == spark {
		m.part = sparkParts[m.part&3]
	}
	m.left = m.life
	d.motes = append(d.motes, m)
}

// step moves all to a picture's time, through air and water, onto what is solid.
func (d *dust) step(w *world.World, now timestream.Time) {
	span := float64(now.Sub(d.last)) / float64(timestream.Second)
	d.last = now
	if span < 0 || span > dustJump {
		d.motes = d.motes[:0]
		return
	}
	kept := d.motes[:0]
	for i := range d.motes {
		m := d.motes[i]
		if m.left -= float32(span); m.left > 0 && m.move(w, span, now) {
			kept = append(kept, m)
		}
	}
	d.motes = kept
}

// move moves a mote, and tells whether it stays.
func (m *mote) move(w *world.World, span float64, now timestream.Time) bool {
	phase := float64(now%(1<<40))/1e6 + float64(m.part)*1.7
	switch m.kind {
	case chip:
		m.vel[1] -= dustFall * span
		for i := range m.vel {
			m.vel[i] -= m.vel[i] * min(1, dustDrag*span)
		}
	case leaf:
		m.vel = [3]float64{0.5 * math.Sin(phase*1.3), -leafFall + 0.35*math.Cos(phase*2.1), 0.4 * math.Cos(phase*1.1)}
	case firefly:
		m.vel = [3]float64{0.5 * math.Sin(phase*0.9), 0.35 * math.Sin(phase*1.7+1), 0.5 * math.Cos(phase*0.7)}
	case spark, smoke:
		m.vel = m.rise(phase)
	}
	for i := range m.at {
		to := m.at
		to[i] += m.vel[i] * span
		if b, ok := w.Block(cellOf(to)); !ok {
			return false
		} else if !stops(b) {
			m.at = to
			continue
		}
		if i == 1 { // it lies
			m.vel[0], m.vel[2] = m.vel[0]*0.5, m.vel[2]*0.5
			if m.kind == leaf {
				m.kind, m.left, m.life = chip, min(m.left, 0.6), min(m.life, 0.6)
			}
		}
		m.vel[i] = 0
	}
	return true
}

// stops tells whether particles lie on a block: those that fill their cell.
func stops(b world.Block) bool {
	i := b.Info()
	return i.Opaque || i.Shape == world.ShapeFull
}

func cellOf(p [3]float64) world.Pos {
	return world.Pos{X: int32(math.Floor(p[0])), Y: int32(math.Floor(p[1])), Z: int32(math.Floor(p[2]))}
}

// show fills in the particles of a picture.
func (d *dust) show(sc *scene.Scene) {
	for i := range d.motes {
		m := &d.motes[i]
		size := m.size
		switch past := m.life - m.left; {
		case m.kind == chip:
			size *= min(1, 3*m.left/m.life)
		case m.kind == spark:
			size *= m.left / m.life
		case m.kind == smoke:
			size *= (0.6 + 0.6*past/m.life) * min(1, 3*m.left)
		default:
			size *= min(1, past*2, m.left*2)
		}
		if m.kind == firefly {
			size *= float32(0.6 + 0.4*math.Sin(float64(m.left)*3+float64(m.part)))
		}
		sc.Particles = append(sc.Particles, scene.Particle{Pos: m.at, Size: size, Block: uint16(m.block), Part: m.part, Light: m.light})
	}
}
