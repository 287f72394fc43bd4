package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"voxtide/settings"
)

// TestMaintenance: a running world is backed up from the console; the copy says what it holds, and so does a copy of it, a
// restored one, and check of each of them. A damaged one is found, and nothing is written over.
func TestMaintenance(t *testing.T) {
	home := t.TempDir()
	t.Setenv(settings.HomeEnv, home)
	in, say := io.Pipe()
	var out, errs outputBuffer
	code := make(chan int)
	go func() {
		code <- run(context.Background(), []string{"--listen", "127.0.0.1:0", "--world", "w", "--seed", "9"}, in, &out, &errs)
	}()
	out.wait(t, `^listening`)
	first := filepath.Join(home, "first")
	io.WriteString(say, "backup "+first+"\nbackup\n")
	holds := out.wait(t, `first holds (hash [0-9a-f]{16} edits \d+)\n`)
	named := out.wait(t, `\n(\S*backups\S*) holds hash`)
	io.WriteString(say, "backup "+first+"\n")
	out.wait(t, `no backup: .*there is something there already`)
	words := func(args ...string) (int, string) {
		var out, errs outputBuffer
		code := run(context.Background(), args, strings.NewReader(""), &out, &errs)
		return code, out.String() + errs.String()
	}
	if code, text := words("check", "w"); code != 1 || !strings.Contains(text, "another program") {
		t.Errorf("check of a running world: %d %q", code, text)
	}
	io.WriteString(say, "stop\n")
	if got := <-code; got != 0 {
		t.Fatalf("exit %d: %s", got, errs.String())
	}
	second := filepath.Join(home, "second")
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"check w", 0, "in order"},
		{"check " + first, 0, holds},
		{"check " + named, 0, "in order"},
		{"backup " + first + " " + second, 0, second + " holds " + holds},
		{"backup " + first + " " + second, 1, "already"},
		{"restore " + second + " again", 0, holds},
		{"restore " + second + " w", 1, "already"},
		{"check again", 0, holds},
		{"leave again", 0, "again is in no cluster"},
		{"leave nowhere", 1, "is not a world"},
		{"backup " + first + " " + filepath.Join(home, "backups", "again-20260102-040000"), 0, holds},
		{"restore --at 2026-01-01T04:00 again", 1, "the oldest is of 2026-01-02 04:00"},
		{"restore --at 2026-01-03 again", 1, "already"},
		{"restore --at tomorrow again", 2, "say server restore --at"},
		{"restore --at 2026-01-03 again again2", 2, "say server restore --at"},
		{"check --at 2026-01-03 again", 2, "say server restore --at"},
	} {
		if code, text := words(strings.Fields(c.args)...); code != c.code || !strings.Contains(text, c.want) {
			t.Errorf("server %s: %d %q, want %q", c.args, code, text, c.want)
		}
	}
	os.Rename(filepath.Join(home, "worlds", "again"), filepath.Join(home, "worlds", "moved away"))
	if code, text := words("restore", "--at", "2026-01-02T05:00", "again"); code != 0 || !strings.Contains(text, "again-20260102-040000, of 2026-01-02 04:00:00") || !strings.Contains(text, holds) {
		t.Errorf("restore --at: %d %q", code, text)
	}
	tables, _ := filepath.Glob(filepath.Join(second, "db", "*.sst"))
	for _, name := range tables {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		b[len(b)/3] ^= 1
		if err := os.WriteFile(name, b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if code, text := words("check", second); len(tables) > 0 && (code != 1 || !strings.Contains(text, "server restore")) {
		t.Errorf("check of a damaged world: %d %q", code, text)
	}
	if code, text := words("restore", second, "third"); len(tables) > 0 && code != 1 {
		t.Errorf("restore of a damaged backup: %d %q", code, text)
	}
	if _, err := os.Stat(filepath.Join(home, "worlds", "third")); len(tables) > 0 && err == nil {
		t.Error("a damaged world was left there")
	}
}
