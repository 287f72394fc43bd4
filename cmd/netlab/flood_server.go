package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"voxtide/internal/cputime"
	"voxtide/server"
	"voxtide/server/host"
	"voxtide/transport/secure"
)

// serverState is what the attacked server reports about itself. It runs in a process of its own, so that its memory
// and processor time are its alone.
type serverState struct {
	RSS     float64       `json:"rss_mb"`
	CPU     float64       `json:"cpu_s"` // used so far
	Players int           `json:"players"`
	Joined  int           `json:"joined"`
	Resumed int           `json:"resumed"`
	Left    int           `json:"left"`
	Ended   int           `json:"ended"`
	Gate    secure.Stats  `json:"gate"`
	At      time.Duration `json:"-"` // when it was asked
}

// floodServer is the server's process: a world in a folder, until the input ends. It answers each line of input with
// a line of its present state.
func floodServer(dir string, in io.Reader, out io.Writer) error {
	h, err := host.Open(host.Config{Dir: dir, Seed: 7, SeedSet: true, ViewDistance: 48})
	if err != nil {
		return err
	}
	defer h.Close("the flood is over")
	at, err := h.Listen("127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Fprintln(out, at)
	for lines := bufio.NewScanner(in); lines.Scan(); {
		var s serverState
		h.Do(func(srv *server.Server) {
			m := srv.Metrics()
			s.Players, s.Joined, s.Resumed, s.Left, s.Ended = m.Players, m.Joined, m.Resumed, m.Left, m.SessionsEnded
		})
		s.Gate = h.Network().Secure
		s.RSS, s.CPU = resident(), cputime.Used().Seconds()
		line, err := json.Marshal(&s)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s\n", line)
	}
	return nil
}

// resident returns this process's memory in MB, 0 where the system does not tell. Built with the race detector it is what the Go runtime holds and what
// is mapped from files: the detector's own records of each word that was ever touched tell nothing of the server.
func resident() float64 {
	text, _ := os.ReadFile("/proc/self/statm") // its second number is all pages, its third those of files
	f := strings.Fields(string(text))
	if len(f) < 3 {
		return 0
	}
	field, held := 1, uint64(0)
	if raceDetector() {
		field, held = 2, host.MemoryInUse()
	}
	pages, err := strconv.ParseUint(f[field], 10, 64)
	if err != nil {
		return 0
	}
	return float64(pages*uint64(os.Getpagesize())+held) / 1e6
}

// raceDetector reports whether this program was built with the race detector.
func raceDetector() bool {
	b, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(b.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}
