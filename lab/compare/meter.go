package compare

import (
	"math"
	"time"

	"voxtide/internal/cputime"
	"voxtide/predict"
	"voxtide/world"
)

// offMin is how far a frame must move the own body otherwise than the truth does, in blocks, to count as off the truth.
const offMin = 0.005

// meter notes what the screens show, frame by frame. It is the same for every method.
type meter struct {
	play   *play
	frame  int
	own    [][][3]float64   // drawn on the owner's screen, by player and frame
	seen   [][][][3]float64 // drawn on others' screens, by viewer, player and frame
	server [][][3]float64   // by player and frame; empty without a server
	moving [][]bool         // by player and frame: in motion in the truth, or less than a second ago
	blocks blockMeter
	series *series
	cost   costMeter
	out    sample
}

// costMeter measures the processor time of frames and of steps of the server.
type costMeter struct {
	began       time.Duration
	frame, step []float64 // us
}

// measure is a stage.Hooks.Measure.
func (c *costMeter) measure(i int, after bool) {
	if !after {
		c.began = cputime.Thread()
		return
	}
	us := float64(cputime.Thread()-c.began) / float64(time.Microsecond)
	if i < 0 {
		c.step = append(c.step, us)
	} else {
		c.frame = append(c.frame, us)
	}
}

func newMeter(p *play) *meter {
	n := len(p.tape.Tracks)
	m := &meter{play: p, own: make([][][3]float64, n), server: make([][][3]float64, n)}
	for i := range n {
		m.own[i] = make([][3]float64, 0, p.truth.frames)
		m.seen = append(m.seen, make([][][3]float64, n))
		m.moving = append(m.moving, moving(p.truth.bodies[i]))
	}
	m.blocks.events = p.truth.blocks
	return m
}

// moving returns in which frames of a path the body is in motion, or has been less than a second ago. What tells methods apart
// happens in these; in all others every method draws everybody where they stand.
func moving(path [][3]float64) []bool {
	out := make([]bool, len(path))
	last := -restFrames
	for k := 1; k < len(path); k++ {
		if path[k] != path[k-1] {
			last = k
		}
		out[k] = k-last < restFrames
	}
	return out
}

// look notes one frame of all screens. serverBody is nil without a server.
func (m *meter) look(screens []Screen, serverBody func(player int) ([3]float64, bool)) {
	if m.frame >= m.play.truth.frames {
		return
	}
	for i, s := range screens {
		at, ok := s.Body(i)
		if !ok && m.frame > 0 {
			at = m.own[i][m.frame-1]
		}
		m.own[i] = append(m.own[i], at)
		for p := range screens {
			if p == i {
				continue
			}
			at, ok := s.Body(p)
			if !ok {
				at[0] = math.NaN()
			}
			m.seen[i][p] = append(m.seen[i][p], at)
		}
		if serverBody != nil {
			at, _ := serverBody(i)
			m.server[i] = append(m.server[i], at)
		}
		m.out.unackedMax = max(m.out.unackedMax, s.Unacked())
	}
	m.blocks.look(m.frame, screens, &m.out)
	m.frame++
}

// corrected notes a correction of the own body that the client itself saw.
func (m *meter) corrected(_ int, c predict.Correction) {
	if c.Kind == predict.KindBody {
		m.out.corrections++
		m.out.takenBack = append(m.out.takenBack, float64(c.Distance)/float64(world.Unit)*100)
	}
}

// finish computes what needs the whole path.
func (m *meter) finish() *sample {
	out := &m.out
	out.players = len(m.own)
	out.seconds = float64(m.frame) * frameTime.Seconds()
	out.minutes = out.seconds / 60 * float64(len(m.own))
	m.blocks.end(out)
	for i := range m.own {
		m.errors(i)
		m.gap(i)
		for v := range m.seen {
			if v != i {
				m.disagreement(v, i)
			}
		}
	}
	for k := range m.play.truth.starts {
		m.start(&m.play.truth.starts[k])
	}
	out.frameCost, out.stepCost = m.cost.frame, m.cost.step
	if m.series != nil {
		other := [][3]float64(nil)
		if len(m.own) > 1 {
			other = m.seen[1][0]
		}
		out.series = m.series.cut(m.own[0], m.server[0], other)
	}
	return out
}

// errors notes where and how the own body was drawn otherwise than in the truth.
func (m *meter) errors(i int) {
	out, truth := &m.out, m.play.truth.bodies[i]
	var e [4][3]float64 // the last errors, newest first
	for k, at := range m.own[i] {
		copy(e[1:], e[:3])
		e[0] = sub(at, truth[k])
		if k == 0 {
			continue
		}
		if by := length(sub(e[0], e[1])); by > offMin {
			out.offTruth++
			out.jumps = append(out.jumps, by*100)
		}
		if k < 3 {
			continue
		}
		for a := range e[0] {
			d := e[0][a] - 3*e[1][a] + 3*e[2][a] - e[3][a]
			out.jerk2 += d * d * 1e4
		}
		out.jerkFrames++
	}
	out.endErrors = append(out.endErrors, length(e[0])*100)
}

// movingSpeed is the speed from which on a body counts as moving, in blocks a frame: 1 m/s.
var movingSpeed = frameTime.Seconds()

// gap notes how far the own drawn body is from the server's at each instant, and how far ahead of it while it moves.
func (m *meter) gap(i int) {
	truth := m.play.truth.bodies[i]
	for k := range m.server[i] {
		d := sub(m.own[i][k], m.server[i][k])
		m.out.hasServer = true
		if !m.moving[i][k] {
			continue
		}
		m.out.gaps = append(m.out.gaps, length(d)*100)
		step := sub(truth[k], truth[k-1])
		if v := flat(step); v > movingSpeed {
			m.out.separation = append(m.out.separation, (d[0]*step[0]+d[2]*step[2])/v*100)
		}
	}
}

// disagreement notes how far a body is apart on its owner's and on a viewer's screen at the same instant while it moves, and how
// old the viewer's picture is: the shift that fits best.
func (m *meter) disagreement(viewer, i int) {
	own, seen := m.own[i], m.seen[viewer][i]
	for k := range seen {
		if d := length(sub(own[k], seen[k])); m.moving[i][k] && d == d {
			m.out.apart = append(m.out.apart, d*100)
		}
	}
	best, at := math.Inf(1), 0
	for shift := -ageAhead; shift <= ageMost; shift++ {
		sum, n := 0.0, 0
		for k := ageMost; k < len(seen)-ageAhead; k += ageEvery {
			d := sub(own[k-shift], seen[k])
			if q := d[0]*d[0] + d[1]*d[1] + d[2]*d[2]; q == q {
				sum, n = sum+q, n+1
			}
		}
		if n > 0 && sum/float64(n) < best-1e-12 {
			best, at = sum/float64(n), shift
		}
	}
	m.out.ages = append(m.out.ages, float64(at)*frameTime.Seconds()*1000)
}

// Frames that a picture of another may be ahead of its owner's or behind, and the distance of the frames that are compared.
const (
	ageAhead = 20
	ageMost  = 120
	ageEvery = 3
)

// startFrames is how long a key may take to show: shorter than the rest before it.
const startFrames = 115

// start notes how long a key took to show on the own screen, and until the body was drawn at nine tenths of its speed.
func (m *meter) start(e *startEvent) {
	own := m.own[e.player]
	moved := -1
	from := own[e.frame-1]
	for k := e.frame; k < min(len(own), e.frame+startFrames); k++ {
		if moved < 0 && flat(sub(own[k], from)) > visibleMove {
			moved = k
			m.out.waitKeys = append(m.out.waitKeys, ms(k-e.frame))
		}
		if moved >= 0 && flat(sub(own[k], own[k-1])) >= 0.9*e.speed {
			m.out.to90 = append(m.out.to90, ms(k-e.frame))
			return
		}
	}
	if moved < 0 {
		m.out.neverMoved++
	}
}

// ms is the time of a number of frames.
func ms(frames int) float64 { return float64(frames) * frameTime.Seconds() * 1000 }
