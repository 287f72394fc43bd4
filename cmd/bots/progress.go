package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"voxtide/lab/bots"
)

// progressBar shows how far a run is: on a terminal as a moving bar, in a log as a line now and then. Only Run's
// goroutine calls it.
type progressBar struct {
	out        io.Writer
	onTerminal bool
	players    int
	duration   time.Duration
	said       time.Time
	phase      string
	width      int // of the last line
}

func newProgressBar(out io.Writer, players int, whole time.Duration) *progressBar {
	b := &progressBar{out: out, players: players, duration: whole}
	if f, ok := out.(*os.File); ok {
		i, err := f.Stat()
		b.onTerminal = err == nil && i.Mode()&os.ModeCharDevice != 0
	}
	return b
}

// progressEvery is the time between two lines in a log.
const progressEvery = 10 * time.Second

func (b *progressBar) show(p bots.Progress) {
	news := p.Phase != b.phase
	b.phase = p.Phase
	if !b.onTerminal {
		if news || time.Since(b.said) >= progressEvery {
			b.said = time.Now()
			fmt.Fprintf(b.out, "bots: %s\n", b.text(p))
		}
		return
	}
	const cells = 30
	part := 0.0
	switch p.Phase {
	case "visiting", "joining":
		part = float64(p.Joined) / float64(max(1, b.players))
	case "filling":
		part = float64(p.Full) / float64(max(1, b.players))
	case "playing":
		part = p.Done.Seconds() / max(b.duration.Seconds(), 0.001)
	default:
		part = 1
	}
	n := max(0, min(cells, int(part*cells)))
	line := fmt.Sprintf("[%s%s] %s", strings.Repeat("=", n), strings.Repeat(" ", cells-n), b.text(p))
	fmt.Fprintf(b.out, "\r%-*s", b.width, line)
	b.width = len(line)
}

func (b *progressBar) text(p bots.Progress) string {
	return fmt.Sprintf("%s, %d of %d in, %d see all, %.0f of %.0f s, %d actions, %d acked", p.Phase, p.Joined, b.players, p.Full, p.Done.Seconds(), b.duration.Seconds(),
		p.Actions, p.Acked)
}

// end removes the bar.
func (b *progressBar) end() {
	if b.onTerminal && b.width > 0 {
		fmt.Fprintf(b.out, "\r%-*s\r", b.width, "")
	}
}
