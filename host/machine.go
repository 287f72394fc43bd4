package host

import (
	"fmt"
	"runtime"
	"runtime/metrics"
	"time"

	"voxtide/commands"
	"voxtide/store/disk"
)

// machine says how the process and its machine do, for the command status. It may wait for a disk; not the loop calls it.
func (h *Host) machine() []string {
	up := fmt.Sprintf("up %s, %s of memory, %d goroutines", commands.Span(int64((Since()-h.began)/time.Second)), megabytes(memory()), runtime.NumGoroutine())
	if h.cfg.Version != "" {
		up += ", version " + h.cfg.Version
	}
	lines := []string{up, h.gauges.stepsLine()}
	if free, all, err := disk.Room(h.cfg.Dir); err == nil {
		lines = append(lines, fmt.Sprintf("%s of %s are free on the disk of the world", megabytes(free), megabytes(all)))
	} else {
		lines = append(lines, "the room on the disk is not known: "+err.Error())
	}
	if off := h.disk.Load().ClockOff(); off != 0 {
		lines = append(lines, fmt.Sprintf("the clock of this machine is off by %s and not believed", commands.Span(int64(max(off, -off)/time.Second))))
	}
	if err := h.health(); err != nil {
		lines = append(lines, "ill: "+err.Error())
	}
	return lines
}

// stepsLine tells how long steps took since the start.
func (g *gauges) stepsLine() string {
	s := g.read()
	if s.all == 0 {
		return "no step yet"
	}
	within := s.most
	for i, bound := range stepBounds {
		if s.counts[i]*100 >= s.all*99 {
			within = bound
			break
		}
	}
	return fmt.Sprintf("a step takes %v in the mean, 99 of 100 at most %v, the longest took %v; %d over time",
		(s.sum / time.Duration(s.all)).Round(time.Microsecond), min(within, s.most).Round(time.Microsecond), s.most.Round(time.Microsecond), s.late)
}

// read returns how long steps took.
func (g *gauges) read() steps {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.steps
}

// memory returns the bytes that Go holds of the machine's memory.
func memory() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64() - s[1].Value.Uint64()
}

// megabytes writes a number of bytes.
func megabytes(n uint64) string {
	if n >= 10<<30 {
		return fmt.Sprintf("%d GB", n>>30)
	}
	return fmt.Sprintf("%d MB", n>>20)
}
