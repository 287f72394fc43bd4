package mixer

import "voxtide/sound"

// Target is what a bed goes to.
type Target struct {
	Level  float32 // 0 to 1; 0 ends it
	Placed bool    // it has a place, else it is all around
	Pos    [3]float64
}

// bed plays a loop.
type bed struct {
	samples []int16
	target  Target
	at      int
	level   float32 // on its way to that of the target
	gains   [2]float32
	goal    [2]float32
	pass    float32
	state   float32
}

// bedTime is how many blocks a bed takes for two thirds of the way to its target: half a second.
const bedTime = sound.Rate / block / 2

// bedReach is how far a bed with a place is heard, in blocks.
const bedReach = 24

// SetLoop gives a bed its samples, also while it sounds.
func (m *Mixer) SetLoop(b sound.Bed, samples []int16) {
	if m.beds[b].samples = samples; m.beds[b].at >= len(samples) {
		m.beds[b].at = 0
	}
}

// SetBed sets what a bed goes to.
func (m *Mixer) SetBed(b sound.Bed, t Target) {
	m.beds[b].target = t
	m.sounds = m.sounds || m.beds[b].sounds()
}

// sounds reports whether the bed is heard or will be.
func (b *bed) sounds() bool { return len(b.samples) > 0 && (b.level > 0 || b.target.Level > 0) }

// aimBed sets the gains that a bed goes to.
func (m *Mixer) aimBed(b *bed, of sound.Bed) {
	b.level += (b.target.Level - b.level) / bedTime
	if b.target.Level == 0 && b.level < 1e-3 {
		b.level = 0
	}
	l, r, dull := float32(1), float32(1), float32(0)
	if b.target.Placed {
		l, r, dull = m.hear(b.target.Pos, bedReach, 0)
	} else if m.listener.Drowned && of != sound.Depths {
		l, r, dull = 0.4, 0.4, 0.93
	}
	volume := b.level * m.volumes[sound.Ambience] / 32768
	b.goal, b.pass = [2]float32{l * volume, r * volume}, lowPass(dull)
}

// add adds the next block of a bed.
func (b *bed) add(left, right *[block]float32) {
	l, r := b.gains[0], b.gains[1]
	dl, dr := (b.goal[0]-l)/block, (b.goal[1]-r)/block
	state := b.state
	for k := 0; k < block; {
		n := min(block-k, len(b.samples)-b.at)
		for i, x := range b.samples[b.at : b.at+n] {
			state += b.pass * (float32(x) - state)
			left[k+i] += state * l
			right[k+i] += state * r
			l, r = l+dl, r+dr
		}
		k += n
		if b.at += n; b.at == len(b.samples) {
			b.at = 0
		}
	}
	b.state, b.gains = state, b.goal
}
