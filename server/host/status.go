package host

import (
	"fmt"
	"net"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"strings"
	"time"

	"voxtide/commands"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/store/pebble"
	"voxtide/transport/lan"
)

// statusLines describes the process and its machine, for the command status. It may wait for the disk, so the loop never calls it.
func (h *Host) statusLines() []string {
	up := fmt.Sprintf("up %s, %s of memory, %d goroutines", commands.FormatDuration(int64((Monotonic()-h.openedAt)/time.Second)), formatMegabytes(MemoryInUse()), runtime.NumGoroutine())
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

// MemoryInUse returns the bytes that Go holds of the machine's memory. Any goroutine may call it.
func MemoryInUse() uint64 {
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

// aboutEvery is how often what strangers are told is made again.
const aboutEvery = time.Second

// tellStrangers renews what those are told who ask without joining. The loop calls it after each step.
func (h *Host) tellStrangers(s *server.Server, frozen bool, now time.Duration) {
	if h.aboutAt != 0 && now-h.aboutAt < aboutEvery {
		return
	}
	h.aboutAt = now
	if s.StatusHidden() {
		h.network.about.Store(nil)
		return
	}
	motd, _, _ := strings.Cut(s.MOTD(), "\n")
	b := protocol.AppendStatus(nil, &protocol.Status{
		Protocol: protocol.Version, Players: s.PlayerCount() + h.playersElsewhere(), Most: s.PlayersMax(), Waiting: s.Waiting(), Whitelist: s.WhitelistOn(), Creative: s.Creative(), Frozen: frozen,
		World: filepath.Base(h.cfg.Dir), MOTD: motd, Program: h.cfg.Version,
	})
	h.network.about.Store(&b)
}

// AnswerLAN answers who looks for servers in the local network, with the port of an address of Listen, until the world is closed. The error says
// that there is no network for it.
func (h *Host) AnswerLAN(at net.Addr) error {
	u, ok := at.(*net.UDPAddr)
	if !ok || u.IP.IsLoopback() { // others cannot reach it
		return nil
	}
	a, err := lan.Answer(uint16(u.Port))
	if err != nil {
		return err
	}
	if !h.outside.add(a) {
		a.Close()
	}
	return nil
}
