// Package mixer adds all that sounds at a time up to two channels: voices, each of which plays a sound once from a place, and beds, which go
// on and follow slow targets.
//
// Job: Play and SetListener between two calls of Mix. Owner: one goroutine. Data flow: samples in (they belong to the caller and never
// change), frames of left and right out.
//
// Invariants: nothing is allocated; no output is above Ceiling, however much sounds, because the limiter looks lookahead frames ahead;
// gains move without a step, so nothing clicks; with no voice and no bed Mix only clears its output, and Silent says so; a sound that
// begins between two calls is in the output of the second, lookahead frames late.
package mixer

import (
	"math"

	"voxtide/sound"
)

// Voices is how many sounds there can be at once.
const Voices = 32

// block is how many frames are mixed with gains on one line; lookahead is how far the limiter looks ahead. 1.3 ms.
const (
	block     = 64
	Lookahead = block
)

// Mixer is the state of all that sounds.
type Mixer struct {
	voices   [Voices]voice
	beds     [sound.BedCount]bed
	listener Listener
	volumes  [sound.GroupCount]float32 // with the master's
	limiter  limiter
	left     [block]float32 // the block that is being mixed
	right    [block]float32
	ready    int // frames of the limiter's block that have not been taken yet
	sounds   bool
	stopped  [2]float32 // what a voice was at when another took its place, dying away
}

// Listener is where the ears are.
type Listener struct {
	Pos     [3]float64 // blocks
	Yaw     float64    // radians: 0 looks to -Z and grows clockwise
	Drowned bool       // below water: all that is not a bed of the depths is dull
}

// New returns a mixer with all volumes at 1.
func New() *Mixer {
	m := &Mixer{}
	for g := range m.volumes {
		m.volumes[g] = 1
	}
	return m
}

// SetVolume sets the volume of a group: 0 to 1, the master's included.
func (m *Mixer) SetVolume(g sound.Group, to float32) { m.volumes[g] = to }

// SetListener moves the ears.
func (m *Mixer) SetListener(l Listener) { m.listener = l }

// Silent reports whether nothing sounds: until something begins all that Mix returns is silence.
func (m *Mixer) Silent() bool { return !m.sounds }

// Active returns how many voices sound.
func (m *Mixer) Active() (n int) {
	for i := range m.voices {
		if m.voices[i].left() > 0 {
			n++
		}
	}
	return n
}

// Mix fills out with the next frames: left, right, left, right. Its length is even.
func (m *Mixer) Mix(out []float32) {
	for len(out) > 0 {
		if m.ready == 0 {
			if !m.sounds {
				clear(out)
				return
			}
			m.mixBlock()
			m.ready = block
		}
		n := min(m.ready, len(out)/2)
		m.limiter.take(out[:2*n], block-m.ready)
		m.ready -= n
		out = out[2*n:]
	}
}

// mixBlock mixes the next block and hands it to the limiter.
func (m *Mixer) mixBlock() {
	clear(m.left[:])
	clear(m.right[:])
	any := false
	for i := range m.voices {
		if v := &m.voices[i]; v.left() > 0 {
			any = true
			m.aim(v)
			v.add(&m.left, &m.right)
		}
	}
	for i := range m.beds {
		if b := &m.beds[i]; b.sounds() {
			any = true
			m.aimBed(b, sound.Bed(i))
			b.add(&m.left, &m.right)
		}
	}
	m.addStopped()
	m.limiter.push(&m.left, &m.right)
	m.sounds = any || !m.limiter.empty() || m.stopped != [2]float32{}
}

// addStopped lets what voices were at when they were stopped die away, so that it does not click.
func (m *Mixer) addStopped() {
	if m.stopped == [2]float32{} {
		return
	}
	const keep = 0.97
	l, r := m.stopped[0], m.stopped[1]
	for i := range m.left {
		m.left[i] += l
		m.right[i] += r
		l, r = l*keep, r*keep
	}
	if max(abs(l), abs(r)) < 1e-5 {
		l, r = 0, 0
	}
	m.stopped = [2]float32{l, r}
}

func abs(v float32) float32 { return max(v, -v) }

// hear returns the gains of both ears, and how dull a sound is, 0 to 1, at a place that is heard as far as reach blocks.
func (m *Mixer) hear(at [3]float64, reach, muffled float64) (left, right, dull float32) {
	l := &m.listener
	dx, dy, dz := at[0]-l.Pos[0], at[1]-l.Pos[1], at[2]-l.Pos[2]
	distance := math.Sqrt(dx*dx + dy*dy + dz*dz)
	if distance >= reach {
		return 0, 0, 1
	}
	near := 1 - distance/reach
	gain := near * near / (1 + distance/halfAt) * (1 - 0.65*muffled)
	sin, cos := math.Sincos(l.Yaw)
	side := 0.0
	if distance > 0.01 {
		side = (dx*cos + dz*sin) / max(distance, 1.5) // beside the ear there is no side yet
	}
	pan := (side*0.8 + 1) * math.Pi / 4
	air := distance / reach * 0.5
	dulled := air + 0.8*muffled*(1-air)
	if l.Drowned {
		dulled = max(dulled, 0.93)
		gain *= 0.6
	}
	return float32(gain * math.Cos(pan) * math.Sqrt2), float32(gain * math.Sin(pan) * math.Sqrt2), float32(dulled)
}

// halfAt is the distance in blocks at which a sound has half the gain that it would have by its reach alone.
const halfAt = 5.0

// lowPass returns the coefficient of the low pass of one pole for how dull a sound is: 20 kHz down to 300 Hz.
func lowPass(dull float32) float32 {
	if dull <= 0.01 {
		return 1
	}
	hz := 20000 * math.Pow(300./20000, float64(dull))
	return float32(1 - math.Exp(-2*math.Pi*hz/sound.Rate))
}
