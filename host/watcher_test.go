package host

import (
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"voxtide/protocol"
	"voxtide/server"
)

// stuck is a log that nobody reads until it is let go.
type stuck struct {
	free chan bool
	mu   sync.Mutex
	text strings.Builder
}

func (s *stuck) Write(b []byte) (int, error) {
	<-s.free
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(b)
}

// TestStuckLog: a log that nobody reads costs lines and no time of the loop; when it is read again it says how many.
func TestStuckLog(t *testing.T) {
	defer leaks(t)
	log := &stuck{free: make(chan bool)}
	h, err := Open(Config{Dir: t.TempDir(), Log: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelInfo}))})
	if err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	h.Do(func(s *server.Server) {
		for range 2 * linesMax {
			s.Say("hello")
		}
	})
	if took := time.Since(begin); took > 5*time.Second {
		t.Errorf("took %v", took)
	}
	close(log.free)
	for end := time.Now().Add(5 * time.Second); len(h.watcher.lines) > 0 && time.Now().Before(end); time.Sleep(time.Millisecond) {
	}
	h.Do(func(s *server.Server) { s.Say("again") })
	if err := h.Close(protocol.ReasonStopping); err != nil {
		t.Error(err)
	}
	log.mu.Lock()
	defer log.mu.Unlock()
	if text := log.text.String(); strings.Count(text, "text=hello") < linesMax || !strings.Contains(text, `text=again "lines lost before"=2`) {
		t.Errorf("%d lines, then %q", strings.Count(text, "\n"), text[strings.LastIndex(text[:len(text)-1], "\n")+1:])
	}
}
