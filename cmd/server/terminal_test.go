//go:build unix

package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/term"

	"voxtide/settings"
)

// screen is what a terminal of 100 columns shows: enough of its language for a line editor and a log.
type screen struct {
	mu   sync.Mutex
	rows [][]rune
	x, y int
	raw  string
}

func (s *screen) put(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.raw += text
	r := []rune(text)
	for i := 0; i < len(r); i++ {
		for len(s.rows) <= s.y {
			s.rows = append(s.rows, nil)
		}
		switch {
		case r[i] == '\r':
			s.x = 0
		case r[i] == '\n':
			s.y++
		case r[i] == '\x1b' && i+1 < len(r) && r[i+1] == '[':
			n, j := 0, i+2
			for ; j < len(r) && (r[j] >= '0' && r[j] <= '9' || r[j] == ';'); j++ {
				n = n*10 + int(r[j]-'0')
			}
			if j == len(r) {
				return
			}
			switch r[j] {
			case 'K':
				s.rows[s.y] = s.rows[s.y][:min(s.x, len(s.rows[s.y]))]
			case 'A':
				s.y -= max(n, 1)
			case 'B':
				s.y += max(n, 1)
			case 'C':
				s.x += max(n, 1)
			case 'D':
				s.x -= max(n, 1)
			}
			i = j
		default:
			for len(s.rows[s.y]) <= s.x {
				s.rows[s.y] = append(s.rows[s.y], ' ')
			}
			s.rows[s.y][s.x] = r[i]
			s.x++
		}
	}
}

func (s *screen) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var b strings.Builder
	for _, r := range s.rows {
		b.WriteString(strings.TrimRight(string(r), " ") + "\n")
	}
	return b.String()
}

// seat is a person at the terminal of a server.
type seat struct {
	t    *testing.T
	keys *os.File
	tty  *os.File
	show screen
	code chan int
}

func sit(t *testing.T, args ...string) *seat {
	t.Helper()
	keys, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	pty.Setsize(keys, &pty.Winsize{Rows: 40, Cols: 100})
	s := &seat{t: t, keys: keys, tty: tty, code: make(chan int, 1)}
	go func() {
		b := make([]byte, 4096)
		for {
			n, err := keys.Read(b)
			s.show.put(string(b[:n]))
			if err != nil {
				return
			}
		}
	}()
	ctx, end := context.WithTimeout(context.Background(), 2*time.Minute)
	t.Cleanup(func() { end(); keys.Close(); tty.Close() })
	go func() {
		s.code <- run(ctx, append([]string{"--listen", "127.0.0.1:0", "--world", "w"}, args...), tty, tty, tty)
	}()
	return s
}

func (s *seat) sees(want string) {
	s.t.Helper()
	for end := time.Now().Add(20 * time.Second); !strings.Contains(s.show.text(), want); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			s.t.Fatalf("never %q:\n%s", want, s.show.text())
		}
	}
}

func (s *seat) types(keys string) { s.keys.WriteString(keys) }

func (s *seat) ends(want int) {
	s.t.Helper()
	select {
	case got := <-s.code:
		if got != want {
			s.t.Errorf("exit %d, want %d:\n%s", got, want, s.show.text())
		}
	case <-time.After(time.Minute):
		s.t.Fatalf("it does not end:\n%s", s.show.text())
	}
}

// TestTerminal: a person at a terminal edits lines, completes them from the table and from names, finds what was typed at another
// start, is not torn by the log, and gets the terminal back as it was.
func TestTerminal(t *testing.T) {
	home := t.TempDir()
	t.Setenv(settings.HomeEnv, home)
	s := sit(t, "-v")
	before, err := term.GetState(int(s.tty.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	s.sees("\n>\n")
	for _, c := range []struct{ what, keys, want string }{
		{"a word is completed from the table", "whit\t", "\n> whitelist\n"},
		{"Ctrl-C takes a line back", "\x03", "\n>\n"},
		{"options are listed above", "white\t\t", "whitelist"},
		{"Ctrl-U and another line", "\x15seeed\x1b[D\x1b[D\x04\r", "\nseed "},
		{"Ctrl-D on an empty line says how to stop", "\x04", "the server goes on; say stop, or press Ctrl-C"},
		{"an unknown command", "whatever\r", `no command "whatever"`},
		{"the history goes back", "\x1b[A\x1b[A", "\n> seed\n"},
	} {
		s.types(c.keys)
		t.Log(c.what)
		s.sees(c.want)
	}
	s.types("\x03")
	s.sees("\n>\n")

	// The log of a slow command comes while a line is typed: it stands above, whole, and the line goes on below.
	s.types("save\rsay half of a li")
	s.sees("saved: edit 0")
	s.sees("> say half of a li\n")
	for n := range 20 {
		s.types("ne"[n%2 : n%2+1])
		s.types("\x7f")
	}
	s.types("ne\r")
	s.sees("line=\"say half of a line\"")
	for row := range strings.Lines(s.show.text()) {
		if strings.Contains(row, "msg=") && strings.Contains(row, "> ") {
			t.Errorf("torn: %q", row)
		}
	}
	s.types("typed and not sent")
	s.sees("> typed and not sent\n")
	s.types("\x03\x03")
	s.ends(130)
	after, err := term.GetState(int(s.tty.Fd()))
	if err != nil || *after != *before {
		t.Errorf("the terminal is %v, and was %v", after, before)
	}

	path := filepath.Join(home, historyFile)
	i, err := os.Stat(path)
	if err != nil || i.Mode().Perm() != 0o600 {
		t.Fatalf("the history: %v %v", i, err)
	}
	text, _ := os.ReadFile(path)
	if string(text) != "seed\nwhatever\nsave\nsay half of a line\n" {
		t.Errorf("the history: %q", text)
	}
	s = sit(t)
	s.sees("\n>\n")
	s.types("\x1b[A")
	s.sees("> say half of a line")
	s.types("\x15stop for today\r")
	s.ends(0)
	if after, err := term.GetState(int(s.tty.Fd())); err != nil || *after != *before {
		t.Errorf("after stop the terminal is %v, and was %v", after, before)
	}
	s = sit(t, "--players", "0")
	s.ends(2)
	if strings.Contains(s.show.text(), "> ") {
		t.Errorf("a prompt for nobody: %s", s.show.text())
	}
}
