package host

import (
	"errors"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"voxtide/access"
	"voxtide/protocol"
	"voxtide/server"
)

// fullFolder is a folder on a disk that may be full: then nothing can be put there.
type fullFolder struct {
	full atomic.Bool
	puts atomic.Int64 // of the list of people, that were tried
}

func (f *fullFolder) put(path, text string) error {
	if filepath.Base(path) == peopleName {
		f.puts.Add(1)
	}
	if f.full.Load() {
		return &os.PathError{Op: "write", Path: path, Err: syscall.ENOSPC}
	}
	return replace(path, text)
}

// TestListsAreKeptAgain: what could not be kept of a list is written by itself once there is room, the newest of several, and
// the log says so twice: when it began and when it ended. An edit by hand meanwhile is not written over.
func TestListsAreKeptAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		var log lockedText
		var disk fullFolder
		files := &books{dir: dir, put: disk.put}
		if _, err := files.read(); err != nil {
			t.Fatal(err)
		}
		k := newHouse(Staff{}, files, nil, slog.New(slog.NewTextHandler(&log, nil)), func(f func(*server.Server)) { f(nil) }, func() *server.Server { return nil })
		keep := func(names ...string) (err error) {
			b := &access.Book{}
			for _, n := range names {
				b.AddOperator(access.Who{Name: n})
			}
			k.Keep(b, func(e error) { err = e })
			synctest.Wait()
			return err
		}
		reread := func() (b *access.Book, err error) { // as a reload does: on the house's own goroutine
			k.job(func([]string) {}, func() { b, err = k.reread() })
			synctest.Wait()
			return b, err
		}
		onDisk := func() (names []string) {
			b, err := (&books{dir: dir}).read()
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range b.Operators {
				names = append(names, w.Name)
			}
			return names
		}
		if err := replace(filepath.Join(dir, "nowhere", peopleName), ""); err == nil || strings.Contains(err.Error(), ".new") { // it would be another line of the log each time
			t.Errorf("in a folder that is not there: %v", err)
		}
		disk.full.Store(true)
		if err := keep("ann"); !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "tries again") {
			t.Errorf("on a full disk: %v", err)
		}
		if err := keep("ann", "bob"); !errors.Is(err, syscall.ENOSPC) || !k.Owes() {
			t.Errorf("on a full disk: %v, owes %v", err, k.Owes())
		}
		time.Sleep(10*payEvery + time.Second)
		if n := disk.puts.Load(); n < 10 || n > 14 {
			t.Errorf("in %v it was tried %d times", 10*payEvery, n)
		}
		if n := strings.Count(log.String(), "not kept"); n != 1 {
			t.Errorf("the log says it %d times:\n%s", n, log.String())
		}
		disk.full.Store(false)
		time.Sleep(payEvery)
		synctest.Wait()
		if got := onDisk(); len(got) != 2 || k.Owes() || !strings.Contains(log.String(), "kept again") {
			t.Errorf("with room again the file has %v, owes %v\n%s", got, k.Owes(), log.String())
		}
		quiet := disk.puts.Load()
		time.Sleep(10 * payEvery)
		if n := disk.puts.Load(); n != quiet {
			t.Errorf("%d writes of what is kept", n-quiet)
		}
		os.WriteFile(filepath.Join(dir, peopleName), []byte("[[operator]]\nname = \"dora\"\n"), 0o600)
		if err := keep("ann"); !errors.Is(err, ErrEdited) {
			t.Errorf("over an edit: %v", err)
		}
		time.Sleep(3 * payEvery)
		if got := onDisk(); len(got) != 1 || got[0] != "dora" {
			t.Errorf("the edit was written over: %v", got)
		}
		if b, err := reread(); err != nil || len(b.Operators) != 1 || b.Operators[0].Name != "dora" || k.Owes() {
			t.Errorf("read again: %+v, %v, owes %v", b, err, k.Owes())
		}
		disk.full.Store(true)
		keep("ann", "emil")
		if _, err := reread(); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("read again on a full disk: %v", err)
		}
		disk.full.Store(false)
		if err := k.close(); err != nil {
			t.Error(err)
		}
		if got := onDisk(); len(got) != 2 {
			t.Errorf("at the end the file has %v", got)
		}
	})
}

// opAnn makes somebody an operator who was never here.
const opAnn = "op ann ab00000000000000000000000000000000000000000000000000000000000000"

// TestListsOnAFullDisk: an operator, a guest and a trusted friend who could not be kept are kept when they are given again;
// meanwhile /healthz and the metrics say so, and an end with a list that is not kept is an error.
func TestListsOnAFullDisk(t *testing.T) {
	defer leaks(t)
	dir := t.TempDir()
	h, _ := open(t, dir, nil)
	var disk fullFolder
	h.books.put = disk.put
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	url := "http://" + l.Addr().String()
	h.ServeMetrics(l)
	order(t, h, "claim 9 50 0 50 bob")
	disk.full.Store(true)
	lines := []string{opAnn, "whitelist add bob", "trust carl 50 0 50"}
	for _, line := range lines {
		if got := order(t, h, line); !strings.Contains(got, "could not be kept") {
			t.Errorf("%s: %q", line, got)
		}
	}
	if code, text := get(t, url+"/healthz"); code != 503 || !strings.Contains(text, "lists of people and land are not kept") {
		t.Errorf("health: %d %q", code, text)
	}
	_, text := get(t, url+"/metrics")
	if got := samples(t, text)["voxtide_lists_unkept"]; got != 1 {
		t.Errorf("voxtide_lists_unkept is %v", got)
	}
	disk.full.Store(false)
	for _, line := range lines {
		if got := order(t, h, line); strings.Contains(got, "not") || line == lines[0] && got != "ann is an operator" {
			t.Errorf("%s, again: %q", line, got)
		}
		if b, err := (&books{dir: dir}).read(); err != nil || len(b.Operators)+len(b.Guests)+len(b.Claims[0].Trusted) != 3 {
			t.Errorf("%s, again: %+v, %v", line, b, err)
		}
	}
	if got := order(t, h, opAnn); got != "ann is an operator already" {
		t.Errorf("once it is kept: %q", got)
	}
	if code, text := get(t, url+"/healthz"); code != 200 {
		t.Errorf("health: %d %q", code, text)
	}
	disk.full.Store(true)
	order(t, h, "deop ann")
	if err := h.Close(protocol.ReasonStopping); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("an end on a full disk: %v", err)
	}
}
