package mixer

import "voxtide/sound"

// Start is a sound that begins.
type Start struct {
	ID      sound.ID
	Samples []int16
	Pos     [3]float64
	Own     bool    // at the ear itself, wherever the listener goes
	Level   float32 // times that of its samples; 0 is 1
	Pitch   float32 // times that of its samples; 0 is 1
	Muffled float32 // by what lies between, 0 to 1
}

// voice plays one sound.
type voice struct {
	Start
	at    float64 // of its samples
	age   int     // blocks
	gains [2]float32
	goal  [2]float32
	pass  float32 // coefficient of its low pass
	state float32 // of that
	dull  float32
}

// left returns how many samples are to come.
func (v *voice) left() int { return len(v.Samples) - int(v.at) }

// sameMax is how many voices play one sound that began in the same block: more of it are no richer, only louder.
const sameMax = 4

// unheard is the sum of both gains below which a sound is not begun: 60 dB below its own level.
const unheard = 2e-3 / 32768

// Play begins a sound in a free voice, or in that of the sound that is heard least, if that is less than this one.
func (m *Mixer) Play(s *Start) {
	if len(s.Samples) == 0 {
		return
	}
	next := voice{Start: *s}
	if next.Level == 0 {
		next.Level = 1
	}
	if next.Pitch == 0 {
		next.Pitch = 1
	}
	m.aim(&next)
	loud := next.goal[0] + next.goal[1]
	if loud < unheard {
		return
	}
	next.gains, next.age = next.goal, 0
	same, at, least := 0, -1, loud
	for i := range m.voices {
		v := &m.voices[i]
		if v.left() <= 0 {
			if least > 0 {
				at, least = i, 0
			}
			continue
		}
		if v.ID == s.ID && v.age == 0 {
			same++
		}
		rest := float32(v.left()) / float32(len(v.Samples))
		if heard := (v.gains[0] + v.gains[1]) * rest; heard < least {
			at, least = i, heard
		}
	}
	if at < 0 || same >= sameMax {
		return
	}
	if old := &m.voices[at]; old.left() > 0 {
		m.stopped[0] += old.state * old.gains[0]
		m.stopped[1] += old.state * old.gains[1]
	}
	m.voices[at] = next
	m.sounds = true
}

// aim sets the gains that a voice goes to.
func (m *Mixer) aim(v *voice) {
	volume := v.Level * m.volumes[v.ID.Group()] / 32768
	l, r, dull := float32(1), float32(1), float32(0)
	switch {
	case !v.Own:
		l, r, dull = m.hear(v.Pos, v.ID.Reach(), float64(v.Muffled))
	case m.listener.Drowned && v.ID.Group() != sound.Interface:
		dull = 0.75
	}
	v.goal = [2]float32{l * volume, r * volume}
	if dull != v.dull || v.pass == 0 {
		v.dull, v.pass = dull, lowPass(dull)
	}
}

// add adds the next block of a voice.
func (v *voice) add(left, right *[block]float32) {
	v.age++
	samples := v.Samples
	l, r := v.gains[0], v.gains[1]
	dl, dr := (v.goal[0]-l)/block, (v.goal[1]-r)/block
	state, pass := v.state, v.pass
	at := v.at
	n := block
	if v.Pitch == 1 { // no place between two samples
		i := int(at)
		n = min(n, len(samples)-i)
		for k, x := range samples[i : i+n] {
			state += pass * (float32(x) - state)
			left[k] += state * l
			right[k] += state * r
			l, r = l+dl, r+dr
		}
		at += float64(n)
	} else {
		step := float64(v.Pitch)
		for k := range n {
			i := int(at)
			if i+1 >= len(samples) {
				at = float64(len(samples))
				break
			}
			a, b := float32(samples[i]), float32(samples[i+1])
			x := a + (b-a)*float32(at-float64(i))
			state += pass * (x - state)
			left[k] += state * l
			right[k] += state * r
			l, r = l+dl, r+dr
			at += step
		}
	}
	v.at, v.state, v.gains = at, state, v.goal
	if v.left() <= 0 {
		v.Samples = nil
	}
}
