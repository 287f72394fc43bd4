package device

import (
	"time"

	"voxtide/sound"
)

// pace notices that a card takes more at a time than the queue before it holds: then it gets silence for the rest, and asks for fewer
// frames than time passes. The queue is made longer until it does not.
type pace struct {
	began  time.Time
	frames int
}

const (
	paceSpan = 300 * time.Millisecond
	queueMax = 60 * time.Millisecond
	starved  = 0.96 // of the frames of a span
	stopped  = 0.15 // likewise: the card stands still, and no queue helps
)

// starves notes that frames were asked for at a time, and reports whether they are too few.
func (p *pace) starves(now time.Time, frames int) bool {
	if p.began.IsZero() {
		p.began = now
		return false // these fill the queue
	}
	p.frames += frames
	span := now.Sub(p.began)
	if span < paceSpan {
		return false
	}
	share := float64(p.frames) / (span.Seconds() * sound.Rate)
	*p = pace{began: now}
	return share < starved && share > stopped
}
