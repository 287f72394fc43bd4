package device

import (
	"time"

	"voxtide/sound"
)

// pace notices that a card takes more at a time than the queue before it holds: then it gets silence for the rest, and asks for fewer
// frames than time passes, span after span. The queue is made longer until it does not. A machine that was too busy for a moment is no such
// card: then a longer queue would only be later.
type pace struct {
	began  time.Time
	frames int
	short  int // spans in a row with too few frames
}

const (
	paceSpan = 1200 * time.Millisecond
	queueMax = 60 * time.Millisecond
	starved  = 0.985 // of the frames of a span
	stopped  = 0.15  // likewise: the card stands still, and no queue helps
	shortMax = 2     // spans
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
	p.began, p.frames, p.short = now, 0, p.short+1
	if share >= starved || share < stopped {
		p.short = 0
	}
	if p.short < shortMax {
		return false
	}
	*p = pace{began: now}
	return true
}
