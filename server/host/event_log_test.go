package host

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"voxtide/protocol"
	"voxtide/server"
	"voxtide/server/rendezvous"
	"voxtide/timestream"
)

// stuckWriter is a log that nobody reads until free is closed.
type stuckWriter struct {
	free chan bool
	mu   sync.Mutex
	text strings.Builder
}

func (s *stuckWriter) Write(b []byte) (int, error) {
	<-s.free
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(b)
}

// TestStuckLog: a log that nobody reads costs lines and no time of the loop; once it is read again it says how many lines were
// dropped.
func TestStuckLog(t *testing.T) {
	defer checkLeaks(t)
	log := &stuckWriter{free: make(chan bool)}
	h, err := Open(Config{Dir: t.TempDir(), Log: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelInfo}))})
	if err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	h.Do(func(s *server.Server) {
		for range 2 * logLinesMax {
			s.Broadcast("hello")
		}
	})
	if took := time.Since(begin); took > time.Minute { // waiting for the log, it would take for ever
		t.Errorf("took %v", took)
	}
	close(log.free)
	for end := time.Now().Add(time.Minute); len(h.events.lines) > 0 && time.Now().Before(end); time.Sleep(time.Millisecond) {
	}
	h.Do(func(s *server.Server) { s.Broadcast("again") })
	if err := h.Close(protocol.ReasonStopping.String()); err != nil {
		t.Error(err)
	}
	log.mu.Lock()
	defer log.mu.Unlock()
	if text := log.text.String(); strings.Count(text, "text=hello") < logLinesMax || !strings.Contains(text, `text=again "lines lost before"=2`) {
		t.Errorf("%d lines, then %q", strings.Count(text, "\n"), text[strings.LastIndex(text[:len(text)-1], "\n")+1:])
	}
}

// TestLogWithoutAddresses: what players are told of each other for direct links is in the log at debug alone.
func TestLogWithoutAddresses(t *testing.T) {
	for _, level := range []slog.Level{slog.LevelInfo, slog.LevelDebug} {
		var text bytes.Buffer
		w := newEventLog(slog.New(slog.NewTextHandler(&text, &slog.HandlerOptions{Level: level})), nil)
		w.names = map[timestream.Stream]string{1: "ann", 2: "bob"}
		at := protocol.LinkAddress{IP: [16]byte{10: 0xff, 0xff, 198, 51, 100, 7}, Port: 4711}
		w.Link(&rendezvous.News{To: 1, Peer: &protocol.Peer{Stream: 2, Addresses: []protocol.PeerAddress{{How: protocol.LinkSeenByServer, LinkAddress: at}}}})
		w.Link(&rendezvous.News{To: 1, Gone: &protocol.LinkEnded{Stream: 2, Why: protocol.LinkFar}})
		w.Link(&rendezvous.News{To: 2, Offer: &protocol.LinkOffer{Stream: 1}})
		w.close()
		lines := strings.Count(text.String(), "direct link")
		if debug := level == slog.LevelDebug; debug != (lines == 3) || debug != strings.Contains(text.String(), "198.51.100.7:4711") || !debug && text.Len() > 0 {
			t.Errorf("at %v: %s", level, text.String())
		}
	}
}
