package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"voxtide/bots"
)

// bar says how far a run is: on a terminal as a bar that moves, in a log a line now and then. Run's goroutine alone calls it.
type bar struct {
	out     io.Writer
	moves   bool
	players int
	whole   time.Duration
	said    time.Time
	phase   string
	playing func() // called once, when play begins
	width   int    // of the last line
}

func newBar(out io.Writer, players int, whole time.Duration) *bar {
	b := &bar{out: out, players: players, whole: whole, playing: func() {}}
	if f, ok := out.(*os.File); ok {
		i, err := f.Stat()
		b.moves = err == nil && i.Mode()&os.ModeCharDevice != 0
	}
	return b
}

// barEvery is the time between two lines in a log.
const barEvery = 10 * time.Second

func (b *bar) show(p bots.Progress) {
	news := p.Phase != b.phase
	b.phase = p.Phase
	if news && p.Phase == "playing" {
		b.playing()
	}
	if !b.moves {
		if news || time.Since(b.said) >= barEvery {
			b.said = time.Now()
			fmt.Fprintf(b.out, "bots: %s\n", b.text(p))
		}
		return
	}
	const cells = 30
	part := 0.0
	switch p.Phase {
	case "joining":
		part = float64(p.Joined) / float64(max(1, b.players))
	case "playing":
		part = p.Done.Seconds() / max(b.whole.Seconds(), 0.001)
	default:
		part = 1
	}
	n := max(0, min(cells, int(part*cells)))
	line := fmt.Sprintf("[%s%s] %s", strings.Repeat("=", n), strings.Repeat(" ", cells-n), b.text(p))
	fmt.Fprintf(b.out, "\r%-*s", b.width, line)
	b.width = len(line)
}

func (b *bar) text(p bots.Progress) string {
	return fmt.Sprintf("%s, %d of %d in, %.0f of %.0f s, %d actions, %d acked", p.Phase, p.Joined, b.players, p.Done.Seconds(), b.whole.Seconds(),
		p.Actions, p.Acked)
}

// end takes the bar away.
func (b *bar) end() {
	if b.moves && b.width > 0 {
		fmt.Fprintf(b.out, "\r%-*s\r", b.width, "")
	}
}
