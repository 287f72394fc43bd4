package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"voxtide/settings"
)

// TestLogFile: the log goes into the file of the settings and not to the standard error, which has where it is; SIGHUP goes on in a new file after
// another program moved it away; where the disk takes nothing the server runs, and the log is on the standard error.
func TestLogFile(t *testing.T) {
	home := t.TempDir()
	t.Setenv(settings.HomeEnv, home)
	path := filepath.Join(home, "logs", "server.log")
	os.WriteFile(filepath.Join(home, "server.toml"), []byte("listen = \"127.0.0.1:0\"\nlog_file = \"logs/server.log\"\n"), 0o644)
	// holds waits until a file holds a text.
	holds := func(path, text string) {
		t.Helper()
		for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
			b, err := os.ReadFile(path)
			if err == nil && strings.Contains(string(b), text) {
				return
			}
			if time.Now().After(end) {
				t.Fatalf("no %q in %s: %q, %v", text, path, b, err)
			}
		}
	}
	in, say := io.Pipe()
	var out, errs outputBuffer
	code := make(chan int)
	go func() { code <- run(context.Background(), []string{"--world", "w"}, in, &out, &errs) }()
	out.wait(t, `^listening`)
	io.WriteString(say, "list\n")
	holds(path, `"msg":"command","player":"console","line":"list"`)
	os.Rename(path, path+".moved")
	os.WriteFile(filepath.Join(home, "server.toml"), []byte("listen = \"127.0.0.1:0\"\nlog_file = \"logs/server.log\"\nlog_files = 3\n"), 0o644)
	if p, err := os.FindProcess(os.Getpid()); err != nil || p.Signal(syscall.SIGHUP) != nil {
		t.Fatal("no signal")
	}
	holds(path, `counts from the next start: log_files`)
	io.WriteString(say, "stop\n")
	if got := <-code; got != 0 || !strings.Contains(errs.String(), "the log is in "+path) || strings.Contains(errs.String(), `"msg"`) {
		t.Errorf("exit %d: %q", got, errs.String())
	}
	holds(path, "stopped; all is saved")
	say.Close()

	os.RemoveAll(filepath.Dir(path))
	os.WriteFile(filepath.Dir(path), nil, 0o600)
	var full outputBuffer
	if got := run(context.Background(), []string{"--world", "w"}, strings.NewReader("list\nstop\n"), &out, &full); got != 0 || strings.Count(full.String(), "takes nothing") != 1 ||
		!strings.Contains(full.String(), "stopped; all is saved") {
		t.Errorf("exit %d: %q", got, full.String())
	}
}
