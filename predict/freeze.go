package predict

import (
	"voxtide/sim"
	"voxtide/timestream"
	"voxtide/world"
)

// lookout remembers whether the sections around a body are all here, as long as the body is in the same ones and none
// came or went.
type lookout struct {
	lo, hi  world.SectionPos
	changes uint64
	frozen  bool
}

// staleMost is how much older than the own stream another's may be, or a body, to be predicted: so far back a sweep goes. A
// server that is well tells nothing older; the bodies of one that is not stay as they were received.
const staleMost = timestream.Minute

// oldest returns the instant from which on streams and bodies are predicted.
func (p *Predictor) oldest() timestream.Time {
	if st := p.R.W.Stream(p.Own); st != nil {
		return st.Stamp.Add(-staleMost)
	}
	return 0
}

// freeze notes the bodies of others that stay as they were received: those near a section that is missing here; and all that
// are too old.
func (p *Predictor) freeze() {
	w := p.R.W
	oldest := p.oldest()
	fr := p.sim.Frozen[:0]
	for range w.SlotCount() {
		fr = append(fr, false)
	}
	p.sim.Frozen = fr
	for len(p.lookouts) < len(fr) {
		p.lookouts = append(p.lookouts, lookout{})
	}
	for i := range w.StreamCount() {
		of := w.StreamAt(i).Stream
		for _, s := range w.AwakeAt(i) {
			e := w.Entity(s)
			fr[s] = e.At < oldest || of != p.Own && p.frozen(&p.lookouts[s], e.Motion.Pos.Block())
		}
	}
}

func (p *Predictor) frozen(l *lookout, at world.Pos) bool {
	const r = sim.Reach
	lo := world.Pos{X: at.X - r, Y: max(at.Y-r, world.MinY), Z: at.Z - r}.Section()
	hi := world.Pos{X: at.X + r, Y: min(at.Y+r, world.MaxY), Z: at.Z + r}.Section()
	if l.lo != lo || l.hi != hi || l.changes != p.changes {
		*l = lookout{lo, hi, p.changes, !p.here(lo, hi)}
	}
	return l.frozen
}

// here tells whether all sections of a box are here.
func (p *Predictor) here(lo, hi world.SectionPos) bool {
	for y := lo.Y; y <= hi.Y; y++ {
		for z := lo.Z; z <= hi.Z; z++ {
			for x := lo.X; x <= hi.X; x++ {
				if !p.R.W.Has(world.SectionPos{X: x, Y: y, Z: z}) {
					return false
				}
			}
		}
	}
	return true
}
