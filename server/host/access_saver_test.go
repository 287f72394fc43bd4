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

	"voxtide/protocol"
	"voxtide/server"
	"voxtide/server/access"
)

// fullDisk is a folder on a disk that may be full: then no file can be written there.
type fullDisk struct {
	full atomic.Bool
	puts atomic.Int64 // attempts to write access.toml
}

func (f *fullDisk) put(path, text string) error {
	if filepath.Base(path) == peopleFileName {
		f.puts.Add(1)
	}
	if f.full.Load() {
		return &os.PathError{Op: "write", Path: path, Err: syscall.ENOSPC}
	}
	return replaceFile(path, text)
}

// TestListsAreKeptAgain: lists that could not be saved are written once there is room, the newest of several, and the log says
// so twice: when saving failed first and when it worked again. An edit by hand meanwhile is not overwritten.
func TestListsAreKeptAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		var log lockedBuffer
		var disk fullDisk
		files := &accessFiles{dir: dir, replaceFile: disk.put}
		if _, err := files.read(); err != nil {
			t.Fatal(err)
		}
		k := newAdminJobs(adminWork{}, files, nil, slog.New(slog.NewTextHandler(&log, nil)), func(f func(*server.Server)) { f(nil) })
		keep := func(names ...string) (err error) {
			b := &access.Lists{}
			for _, n := range names {
				b.AddOperator(access.Principal{Name: n})
			}
			k.SaveAccess(b, func(e error) { err = e })
			synctest.Wait()
			return err
		}
		reread := func() (b *access.Lists, err error) { // as a reload does: on the goroutine of adminJobs
			k.enqueue(func([]string) {}, func() { b, err = k.saver.reload() })
			synctest.Wait()
			return b, err
		}
		onDisk := func() (names []string) {
			b, err := (&accessFiles{dir: dir}).read()
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range b.Operators {
				names = append(names, w.Name)
			}
			return names
		}
		if err := replaceFile(filepath.Join(dir, "nowhere", peopleFileName), ""); err == nil || strings.Contains(err.Error(), ".new") { // each attempt would log another text
			t.Errorf("in a folder that is not there: %v", err)
		}
		disk.full.Store(true)
		if err := keep("ann"); !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "tries again") {
			t.Errorf("on a full disk: %v", err)
		}
		if err := keep("ann", "bob"); !errors.Is(err, syscall.ENOSPC) || !k.AccessUnsaved() {
			t.Errorf("on a full disk: %v, owes %v", err, k.AccessUnsaved())
		}
		time.Sleep(10*saveRetryEvery + time.Second)
		if n := disk.puts.Load(); n < 10 || n > 14 {
			t.Errorf("in %v it was tried %d times", 10*saveRetryEvery, n)
		}
		if n := strings.Count(log.String(), "not kept"); n != 1 {
			t.Errorf("the log says it %d times:\n%s", n, log.String())
		}
		disk.full.Store(false)
		time.Sleep(saveRetryEvery)
		synctest.Wait()
		if got := onDisk(); len(got) != 2 || k.AccessUnsaved() || !strings.Contains(log.String(), "kept again") {
			t.Errorf("with room again the file has %v, owes %v\n%s", got, k.AccessUnsaved(), log.String())
		}
		quiet := disk.puts.Load()
		time.Sleep(10 * saveRetryEvery)
		if n := disk.puts.Load(); n != quiet {
			t.Errorf("%d writes of what is kept", n-quiet)
		}
		os.WriteFile(filepath.Join(dir, peopleFileName), []byte("[[operator]]\nname = \"dora\"\n"), 0o600)
		if err := keep("ann"); !errors.Is(err, ErrEdited) {
			t.Errorf("over an edit: %v", err)
		}
		time.Sleep(3 * saveRetryEvery)
		if got := onDisk(); len(got) != 1 || got[0] != "dora" {
			t.Errorf("the edit was written over: %v", got)
		}
		if b, err := reread(); err != nil || len(b.Operators) != 1 || b.Operators[0].Name != "dora" || k.AccessUnsaved() {
			t.Errorf("read again: %+v, %v, owes %v", b, err, k.AccessUnsaved())
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

// opAnn makes a player an operator who was never here.
const opAnn = "op ann ab00000000000000000000000000000000000000000000000000000000000000"

// TestListsOnAFullDisk: an operator, a whitelisted and a trusted player who could not be saved are saved when the command is
// given again; meanwhile /healthz and the metrics say so, and a host that ends with unsaved lists returns an error.
func TestListsOnAFullDisk(t *testing.T) {
	defer checkLeaks(t)
	dir := t.TempDir()
	h, _ := openHost(t, dir, nil)
	var disk fullDisk
	h.jobs.saver.files.replaceFile = disk.put
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
		if b, err := (&accessFiles{dir: dir}).read(); err != nil || len(b.Operators)+len(b.Whitelist)+len(b.Claims[0].Trusted) != 3 {
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
	if err := h.Close(protocol.ReasonStopping.String()); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("an end on a full disk: %v", err)
	}
}
