package host

import (
	"fmt"
	"runtime"
	"runtime/metrics"
	"time"

	"voxtide/commands"
	"voxtide/store/pebble"
)

// statusLines describes the process and its machine, for the command status. It may wait for the disk, so the loop never calls it.
func (h *Host) statusLines() []string {
	up := fmt.Sprintf("up %s, %s of memory, %d goroutines", commands.FormatDuration(int64((Monotonic()-h.openedAt)/time.Second)), formatMegabytes(memoryInUse()), runtime.NumGoroutine())
	if h.cfg.Version != "" {
		up += ", version " + h.cfg.Version
	}
	lines := []string{up, h.metrics.stepSummary()}
	if free, all, err := pebble.FreeSpace(h.cfg.Dir); err == nil {
		lines = append(lines, fmt.Sprintf("%s of %s are free on the disk of the world", formatMegabytes(free), formatMegabytes(all)))
	} else {
		lines = append(lines, "the room on the disk is not known: "+err.Error())
	}
	if off := h.worlds.current.Load().disk.ClockOffset(); off != 0 {
		lines = append(lines, fmt.Sprintf("the clock of this machine is off by %s and not believed", commands.FormatDuration(int64(max(off, -off)/time.Second))))
	}
	if err := h.health(); err != nil {
		lines = append(lines, "ill: "+err.Error())
	}
	return lines
}

// memoryInUse returns the bytes that Go holds of the machine's memory.
func memoryInUse() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64() - s[1].Value.Uint64()
}

// formatMegabytes writes a number of bytes.
func formatMegabytes(n uint64) string {
	if n >= 10<<30 {
		return fmt.Sprintf("%d GB", n>>30)
	}
	return fmt.Sprintf("%d MB", n>>20)
}
