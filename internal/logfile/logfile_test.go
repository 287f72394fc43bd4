package logfile

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"voxtide/internal/testrand"
)

// readAll returns the lines of all files of a log, the oldest first, and how many files are over, and compressed.
func readAll(t *testing.T, path string) (lines []string, over, packedFiles int) {
	t.Helper()
	all, _ := filepath.Glob(strings.TrimSuffix(path, ".log") + "-*")
	slices.Sort(all)
	for _, p := range append(all, path) {
		b, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(p, packed) {
			packedFiles++
			z, err := gzip.NewReader(bytes.NewReader(b))
			if err == nil {
				b, err = io.ReadAll(z)
			}
			if err != nil {
				t.Fatalf("%s: %v", p, err)
			}
		}
		lines = append(lines, strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")...)
	}
	return lines, len(all), packedFiles
}

// TestTurns is the law of the files: through sizes, days, restarts and reopening each line is there once and in order, no file is longer than its
// bound, all that are over are compressed, and with a bound the oldest alone are gone.
func TestTurns(t *testing.T) {
	src := testrand.New(t)
	for _, files := range []int{1000, 5} {
		now := time.Date(2026, 11, 28, 22, 0, 0, 0, time.UTC)
		var other bytes.Buffer
		o := Options{Path: filepath.Join(t.TempDir(), "logs", "server.log"), Bytes: 4000, Files: files, Now: func() time.Time { return now }, Else: &other}
		f := Open(o)
		n, starts, days := 3000, 0, 0
		for i := range n {
			fmt.Fprintf(f, "%d %s\n", i, strings.Repeat("x", src.IntN(60)))
			switch src.IntN(300) {
			case 0:
				f.Close()
				f = Open(o)
				starts++
			case 1:
				f.Reopen()
			case 2:
				now = now.Add(24 * time.Hour)
				days++
			default:
				now = now.Add(time.Duration(src.IntN(300)) * time.Millisecond)
			}
		}
		f.Close()
		lines, over, gz := readAll(t, o.Path)
		first := n - len(lines)
		for i, l := range lines {
			if !strings.HasPrefix(l, fmt.Sprint(first+i, " ")) {
				t.Fatalf("line %d is %q", first+i, l)
			}
		}
		if other.Len() > 0 || over > files || gz != over || files == 1000 && (first != 0 || over < n*30/4000) || files == 5 && over != 5 {
			t.Errorf("%d files: %d lines, %d files over, %d compressed, and elsewhere %q", files, len(lines), over, gz, other.String())
		}
		t.Logf("%d lines in %d files, %d starts, %d days", len(lines), over+1, starts, days)
	}
}

// TestDay: a file ends with its day, also where the program was started again meanwhile.
func TestDay(t *testing.T) {
	now := time.Now()
	o := Options{Path: filepath.Join(t.TempDir(), "server.log"), Files: 9, Now: func() time.Time { return now }, Else: io.Discard}
	f := Open(o)
	fmt.Fprintln(f, "today")
	f.Close()
	f = Open(o)
	fmt.Fprintln(f, "still today")
	now = now.Add(24 * time.Hour)
	fmt.Fprintln(f, "tomorrow")
	f.Close()
	if lines, over, _ := readAll(t, o.Path); over != 1 || strings.Join(lines, ", ") != "today, still today, tomorrow" {
		t.Errorf("%d over: %q", over, lines)
	}
}

// TestFullDisk: where the disk takes nothing each line is in the other writer, with the reason once; it goes on in the file once there is room.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "logs", "server.log")
	if err := os.WriteFile(filepath.Dir(path), nil, 0o600); err != nil { // a file where the folder should be
		t.Fatal(err)
	}
	now := time.Now()
	var other bytes.Buffer
	f := Open(Options{Path: path, Files: 3, Now: func() time.Time { return now }, Else: &other})
	f.packing.Wait() // it writes, too
	for i := range 5 {
		fmt.Fprintln(f, "line", i)
		now = now.Add(400 * time.Millisecond)
	}
	if got := other.String(); strings.Count(got, "takes nothing") != 1 || strings.Count(got, "line") != 5 {
		t.Errorf("%q", got)
	}
	os.Remove(filepath.Dir(path))
	now = now.Add(2 * retryAfter)
	other.Reset()
	fmt.Fprintln(f, "again")
	f.Close()
	if b, err := os.ReadFile(path); err != nil || string(b) != "again\n" || other.Len() > 0 {
		t.Errorf("%q, %v, %q", b, err, other.String())
	}
	if full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0); err == nil { // a write that fails
		f := Open(Options{Path: filepath.Join(dir, "b.log"), Else: &other, Now: func() time.Time { return now }})
		f.packing.Wait()
		f.f.Close()
		f.f = full
		fmt.Fprintln(f, "lost?")
		if !strings.Contains(other.String(), "lost?") || !strings.Contains(other.String(), "no space left") {
			t.Errorf("%q", other.String())
		}
		f.Close()
	}
}

// TestReopen: after another program has moved the file away, Reopen goes on in a new one.
func TestReopen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "server.log")
	f := Open(Options{Path: path, Files: 3, Else: io.Discard})
	fmt.Fprintln(f, "one")
	os.Rename(path, path+".moved")
	fmt.Fprintln(f, "two")
	f.Reopen()
	fmt.Fprintln(f, "three")
	f.Close()
	moved, _ := os.ReadFile(path + ".moved")
	b, _ := os.ReadFile(path)
	if string(moved) != "one\ntwo\n" || string(b) != "three\n" {
		t.Errorf("%q, %q", moved, b)
	}
}

// TestTogether: lines of many goroutines are whole while files turn.
func TestTogether(t *testing.T) {
	path := filepath.Join(t.TempDir(), "server.log")
	f := Open(Options{Path: path, Bytes: 2000, Files: 10000, Else: io.Discard})
	var all sync.WaitGroup
	for g := range 8 {
		all.Go(func() {
			for i := range 200 {
				fmt.Fprintf(f, "line %d of %d!\n", i, g)
			}
		})
	}
	all.Wait()
	f.Close()
	lines, over, _ := readAll(t, path)
	for _, l := range lines {
		if !strings.HasPrefix(l, "line ") || !strings.HasSuffix(l, "!") {
			t.Errorf("%q", l)
		}
	}
	if len(lines) != 1600 || over < 5 {
		t.Errorf("%d lines, %d files", len(lines), over)
	}
}
