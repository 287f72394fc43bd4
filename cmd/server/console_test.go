package main

import (
	"strings"
	"testing"
	"time"

	"voxtide/protocol"
	"voxtide/server"
	"voxtide/server/host"
)

// TestConsoleReads: an endless line and bytes that are no text cost themselves alone; the last line needs no end.
func TestConsoleReads(t *testing.T) {
	h, err := host.Open(host.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	dir := t.TempDir()
	console(h, openTerminal(strings.NewReader(strings.Repeat("list ", 100_000)+"\n\n  \n/seed\n\xff\xfe\nBackup ~/copies\nBACKUP "+dir+"\nban bob 2x\nlist"), &out, &out, nil))
	want := []string{"a command has at most 1024 bytes", "seed ", "a command is one line of text", "no backup: ~ means nothing here", dir + " holds hash ", `"2x" is not a duration`, "0 players"}
	got := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(got) != len(want) {
		t.Fatalf("%q", got)
	}
	for i := range want {
		if !strings.Contains(got[i], want[i]) {
			t.Errorf("%q, want %q", got[i], want[i])
		}
	}
	if err := h.Close(protocol.ReasonStopping.String()); err != nil {
		t.Error(err)
	}
}

// stuckWriter is an output that nobody reads: a write ends when it is let go.
type stuckWriter struct{ began, free chan bool }

func (s stuckWriter) Write(b []byte) (int, error) {
	close(s.began)
	<-s.free
	return len(b), nil
}

// TestStuckOutput: while nobody reads what the console says, the world goes on.
func TestStuckOutput(t *testing.T) {
	h, err := host.Open(host.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	out, over := stuckWriter{make(chan bool), make(chan bool)}, make(chan bool)
	go func() {
		console(h, openTerminal(strings.NewReader("list\n"), out, out, nil))
		close(over)
	}()
	<-out.began
	steps := func() (n uint64) {
		h.Do(func(s *server.Server) { n = uint64(s.Metrics().Steps) })
		return n
	}
	for from, end := steps(), time.Now().Add(time.Minute); steps() < from+5; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the world stands still")
		}
	}
	close(out.free)
	<-over
	if err := h.Close(protocol.ReasonStopping.String()); err != nil {
		t.Error(err)
	}
}
