// Package device is the sound card. It alone knows oto.
//
// Job: Open gives frames to the card; Suspend and Resume let the card rest while there is silence. Owner: the caller, from any goroutine. Data
// flow: a goroutine of the card asks the caller's function for the next frames, 9 ms at a time, and the card holds 18 ms of them: what is
// queued for the function is at the card's output 27 ms later at most.
//
// Invariants: without a card Open returns an error, and what oto leaves behind waits and never runs; a card that takes more at a time than was
// agreed gets it (pace.go), so that it never stutters for good; a suspended card asks for nothing.
package device

import (
	"encoding/binary"
	"errors"
	"math"
	"strings"
	"sync/atomic"
	"time"

	"github.com/ebitengine/oto/v3"

	"voxtide/sound"
)

// How much lies between the mixer and the card's output.
const (
	CardBuffer  = 18 * time.Millisecond    // in the card, as two halves
	QueueBuffer = 9 * time.Millisecond     // between, to be mixed at once
	Latency     = CardBuffer + QueueBuffer // at most, for what is mixed now
	frameBytes  = 2 * 4                    // of two channels
)

// Card is an open card.
type Card struct {
	context *oto.Context
	player  *oto.Player
	source  *source
}

// Open opens the card. It waits until the card is there: call it from a goroutine of its own. fill is called by the card's for the next
// frames, left and right in turn.
func Open(fill func(out []float32)) (*Card, error) {
	if err := probe(); err != nil {
		return nil, err
	}
	ctx, ready, err := oto.NewContext(&oto.NewContextOptions{SampleRate: sound.Rate, ChannelCount: 2, Format: oto.FormatFloat32LE, BufferSize: CardBuffer})
	if err != nil {
		return nil, err
	}
	<-ready
	if err := ctx.Err(); err != nil {
		return nil, errors.New(firstLine(err.Error()))
	}
	c := &Card{context: ctx, source: &source{fill: fill, now: time.Now}}
	c.player = ctx.NewPlayer(c.source)
	c.source.widen = c.player.SetBufferSize
	c.source.bytes = framesIn(QueueBuffer) * frameBytes
	c.player.SetBufferSize(c.source.bytes)
	c.player.Play()
	return c, nil
}

func framesIn(d time.Duration) int { return int(d * sound.Rate / time.Second) }

// firstLine returns an error's text without the list of all that was tried.
func firstLine(text string) string {
	text, _, _ = strings.Cut(text, "\n")
	text, _, _ = strings.Cut(text, ", ")
	return text
}

// Suspend stops the card from asking.
func (c *Card) Suspend() error { return c.context.Suspend() }

// Resume lets it ask again.
func (c *Card) Resume() error {
	c.source.restart.Store(true)
	return c.context.Resume()
}

// Err returns why the card does not play any longer, nil while it does.
func (c *Card) Err() error { return c.context.Err() }

// source is what oto reads from.
type source struct {
	fill    func(out []float32)
	frames  []float32
	bytes   int // that are asked for at a time
	widen   func(bytes int)
	now     func() time.Time
	pace    pace
	restart atomic.Bool
}

// Read implements io.Reader.
func (s *source) Read(p []byte) (int, error) {
	n := len(p) / frameBytes
	if cap(s.frames) < 2*n {
		s.frames = make([]float32, 2*n)
	}
	out := s.frames[:2*n]
	s.fill(out)
	for i, v := range out {
		binary.LittleEndian.PutUint32(p[4*i:], math.Float32bits(v))
	}
	if s.restart.Swap(false) {
		s.pace = pace{}
	}
	if s.pace.starves(s.now(), n) && s.bytes < framesIn(queueMax)*frameBytes {
		s.bytes *= 2
		s.widen(s.bytes)
	}
	return n * frameBytes, nil
}
