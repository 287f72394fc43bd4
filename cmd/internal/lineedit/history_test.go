package lineedit

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestHistory: what is typed is there at the next start, newest first, bounded, for its owner alone; what would spoil a terminal, what
// begins with a space and what repeats is not kept.
func TestHistory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history")
	h, err := OpenHistory(path)
	if err != nil || h.Len() != 0 {
		t.Fatal(err, h.Len())
	}
	for _, line := range []string{"", "list", "list", " secret", "say \x1b[2J", "say \xff", strings.Repeat("x", lineMax+1), "ban bob"} {
		h.Add(line)
	}
	again, err := OpenHistory(path)
	if err != nil || again.Len() != 2 || again.At(0) != "ban bob" || again.At(1) != "list" {
		t.Fatalf("%v %q", err, again.lines)
	}
	for n := range 3 * HistoryMax {
		again.Add(fmt.Sprint("say ", n))
	}
	if again.Len() != HistoryMax {
		t.Errorf("%d lines", again.Len())
	}
	os.Chmod(path, 0o666)
	last, err := OpenHistory(path)
	i, _ := os.Stat(path)
	text, _ := os.ReadFile(path)
	if err != nil || last.Len() != HistoryMax || last.At(0) != fmt.Sprint("say ", 3*HistoryMax-1) || i.Mode().Perm() != 0o600 || strings.Count(string(text), "\n") != HistoryMax {
		t.Errorf("%v: %d lines, %v, %d in the file", err, last.Len(), i.Mode(), strings.Count(string(text), "\n"))
	}
	os.WriteFile(path, []byte("good\n\x1b]0;bad\n"+strings.Repeat("long", lineMax)+"\nend without newline"), 0o600)
	if h, err := OpenHistory(path); err != nil || h.Len() != 2 || h.At(0) != "end without newline" {
		t.Errorf("%v %q", err, h.lines)
	}
	if h, err := OpenHistory(t.TempDir()); err == nil || h.Len() != 0 {
		t.Error("a folder is a history")
	} else if h.Add("kept in memory"); h.Len() != 1 {
		t.Error("nothing is kept in memory")
	}
}

// TestNoTerminal: a pipe or a file is no terminal, and is left alone.
func TestNoTerminal(t *testing.T) {
	r, w, _ := os.Pipe()
	defer r.Close()
	defer w.Close()
	if _, ok := New(r, w, w, Options{}); ok {
		t.Error("a pipe is a terminal")
	}
	if _, ok := New(strings.NewReader(""), &strings.Builder{}, nil, Options{}); ok {
		t.Error("memory is a terminal")
	}
}

func ExampleCompleted() {
	table := func(line string) (int, []string) { return 0, []string{"whitelist", "who"} }
	fmt.Println(Completed("w", table))
	// Output: wh []
}
