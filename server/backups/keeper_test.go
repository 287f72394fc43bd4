package backups

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"voxtide/internal/testrand"
)

// fakeWorld copies a world that is one file.
type fakeWorld struct {
	mu      sync.Mutex
	edits   uint64
	damage  map[string]bool // by folder
	copyErr error
	free    uint64
	removed []string
}

func (w *fakeWorld) calls() World {
	return World{
		Copy: func(dir string) (string, uint64, error) {
			w.mu.Lock()
			defer w.mu.Unlock()
			if w.copyErr != nil {
				return "", 0, w.copyErr
			}
			w.edits++
			err := os.MkdirAll(filepath.Join(dir, "db"), 0o755)
			return "00ff", w.edits, errors.Join(err, os.WriteFile(filepath.Join(dir, "db", "x"), make([]byte, 5000), 0o600))
		},
		Check: func(dir string, progress func() error) (string, error) {
			w.mu.Lock()
			defer w.mu.Unlock()
			if w.damage[dir] {
				return "a byte is flipped", progress()
			}
			return "", progress()
		},
		Remove: func(dir string) error {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.removed = append(w.removed, dir)
			return os.RemoveAll(dir)
		},
		Free: func(string) (uint64, uint64, error) { return w.free, 1000, nil },
	}
}

func isWorld(dir string) bool { _, err := os.Stat(filepath.Join(dir, "db")); return err == nil }

// newKeeper returns a Keeper with a clock that a test sets. Its goroutine does not run: a test calls finish.
func newKeeper(t *testing.T, cfg Config) (*Keeper, *fakeWorld, *time.Time) {
	t.Helper()
	now := time.Date(2026, 3, 1, 0, 0, 0, 0, time.Local)
	w := &fakeWorld{damage: map[string]bool{}, free: 900}
	k := New(Catalogue{Dir: filepath.Join(t.TempDir(), "backups"), Name: "w", IsWorld: isWorld}, w.calls(), cfg, slog.New(slog.DiscardHandler), func() time.Time { return now })
	k.pace = time.Nanosecond
	t.Cleanup(k.stop)
	return k, w, &now
}

func (k *Keeper) left() (names []string) {
	for _, c := range k.catalogue.List() {
		names = append(names, filepath.Base(c.Dir))
	}
	return names
}

// TestRule: whatever copies there are, those are kept which a slow and plain reading of the rule says, and the newest is.
func TestRule(t *testing.T) {
	src := testrand.New(t)
	kept, all := 0, 0
	for range 2000 {
		r := Rule{src.IntN(4), src.IntN(6), src.IntN(5), src.IntN(4)}
		var times []time.Time
		at := time.Date(2026, time.Month(1+src.IntN(12)), 1+src.IntN(28), 0, 0, 0, 0, time.UTC)
		for range src.IntN(60) {
			at = at.Add(time.Duration(1+src.IntN(1<<uint(4+src.IntN(13)))) * time.Minute)
			times = append(times, at)
		}
		got := r.Kept(times)
		for i, stays := range got {
			// how many spans of a kind, from the newest on, hold a copy that is newer than this one; and whether this is the newest of its own
			newer := func(name func(time.Time) string) (n int, newest bool) {
				seen := map[string]bool{}
				for _, t := range times[i+1:] {
					seen[name(t)] = true
				}
				return len(seen), !seen[name(times[i])]
			}
			want := r.IsZero() || i == len(times)-1 || len(times)-i <= r.Last
			for most, name := range map[*int]func(time.Time) string{
				&r.Hourly: func(t time.Time) string { return t.Format("06 01 02 15") }, &r.Daily: func(t time.Time) string { return t.Format("06 01 02") },
				&r.Weekly: func(t time.Time) string {
					monday := t.AddDate(0, 0, -(int(t.Weekday())+6)%7)
					return monday.Format("06 01 02")
				},
			} {
				n, newest := newer(name)
				want = want || newest && n < *most
			}
			if stays != want {
				t.Fatalf("%v of %v: %v stays %v", r, times, times[i], stays)
			}
			all++
			if stays {
				kept++
			}
		}
	}
	if kept < 1000 || all-kept < 1000 {
		t.Errorf("%d of %d are kept", kept, all)
	}
	t.Logf("%d of %d copies are kept", kept, all)
}

// TestFortyRuns: forty copies over a day and a half leave exactly the set of the rule; a damaged one is named, kept and counts as none.
func TestFortyRuns(t *testing.T) {
	k, w, now := newKeeper(t, Config{Keep: Rule{Last: 3, Hourly: 6, Daily: 2}})
	var good []Copy
	bad := ""
	for i := range 40 {
		*now = now.Add(54 * time.Minute)
		if i == 37 { // one of those that would be kept
			bad = k.catalogue.Path(*now)
			w.damage[bad] = true
		}
		if _, err := k.Make(); err != nil {
			t.Fatal(err)
		}
		if i != 37 {
			good = append(good, Copy{At: *now})
		}
		k.finish()
	}
	var times []time.Time
	for _, c := range good {
		times = append(times, c.At)
	}
	want := []string{filepath.Base(bad)}
	for i, stays := range k.cfg.Keep.Kept(times) {
		if stays {
			want = append(want, filepath.Base(k.catalogue.Path(times[i])))
		}
	}
	slices.Sort(want)
	if got := k.left(); !slices.Equal(got, want) || len(w.removed) != 40-len(want) {
		t.Errorf("left are %v, not %v", got, want)
	}
	text := strings.Join(k.Lines(), "\n")
	if !strings.Contains(text, "DAMAGED: a byte is flipped") || strings.Count(text, "in order") != len(want)-1 {
		t.Errorf("%s", text)
	}
	if s := k.Status(); s.Failed != 1 || s.LastGood.At != *now || !s.Known || s.Age != 0 || s.LastGood.Bytes != 5000 {
		t.Errorf("%+v", s)
	}
	delete(w.damage, bad)
	number := 0
	for i, c := range slices.Backward(k.catalogue.List()) {
		if c.Dir == bad {
			number = len(k.catalogue.List()) - i
		}
	}
	if lines, err := k.Verify(number); err != nil || !strings.Contains(lines[0], "is in order") {
		t.Errorf("%v, %v", lines, err)
	}
	if _, err := k.Verify(99); !errors.Is(err, ErrNoCopy) {
		t.Error(err)
	}
	t.Logf("of 40 copies %d are left: %s", len(want), text)
}

// TestNeverUnchecked: a copy that nobody has looked over is not removed by a rule, however old it is.
func TestNeverUnchecked(t *testing.T) {
	k, w, now := newKeeper(t, Config{Keep: Rule{Last: 1}})
	for range 3 {
		*now = now.Add(time.Hour)
		k.Make()
	}
	k.unready = nil // the server was killed before it looked
	for range 3 {
		*now = now.Add(time.Hour)
		k.Make()
		k.finish()
	}
	if got := k.left(); len(got) != 4 || len(w.removed) != 2 {
		t.Errorf("left are %v, removed %v", got, w.removed)
	}
}

// TestFails: a copy that fails counts, leaves the older ones, and the next one is made when it is due; too little room is said.
func TestFails(t *testing.T) {
	k, w, now := newKeeper(t, Config{Keep: Rule{Last: 2}, MinFree: 10})
	k.Make()
	k.finish()
	*now = now.Add(time.Hour)
	w.copyErr = errors.New("no space left")
	if _, err := k.Make(); err == nil {
		t.Error("a failed copy is none")
	}
	w.copyErr, w.free = nil, 99
	if _, err := k.Make(); err == nil || !strings.Contains(err.Error(), "9% of the disk") || !strings.Contains(err.Error(), "min_free asks for 10%") {
		t.Errorf("%v", err)
	}
	w.free = 100
	*now = now.Add(time.Hour)
	k.Make()
	k.finish()
	if s := k.Status(); s.Failed != 2 || len(k.left()) != 2 {
		t.Errorf("%+v, %v", s, k.left())
	}
	*now = now.Add(27 * time.Hour)
	if s := k.Status(); s.Age != 27*time.Hour {
		t.Errorf("%+v", s)
	}
}

// TestSchedule: cron words and spans say when the next copy is due, whichever comes first; what was due while the server did not run is due at
// once; what is no schedule is refused with what can be written.
func TestSchedule(t *testing.T) {
	at := time.Date(2026, 11, 20, 3, 59, 30, 0, time.Local)
	for _, c := range []struct {
		s    Schedule
		want time.Duration // 0: never
	}{
		{Schedule{}, 0}, {Schedule{At: "0 4 * * *"}, 30 * time.Second}, {Schedule{At: "0 5 * * *", Every: 10 * time.Minute}, 10 * time.Minute},
		{Schedule{At: "0 4 * * *", Every: time.Hour}, 30 * time.Second}, {Schedule{At: "30 3 * * *"}, 23*time.Hour + 30*time.Minute + 30*time.Second},
	} {
		due, ok := c.s.Next(at)
		if err := c.s.Validate(); err != nil || ok != (c.want > 0) || ok && due.Sub(at) != c.want {
			t.Errorf("%+v: %v after, %v, %v", c.s, due.Sub(at), ok, err)
		}
	}
	for _, s := range []Schedule{{At: "4 o'clock"}, {At: "61 4 * * *"}, {At: "0 4 * *"}, {At: "*/5 0 4 * * *"}, {Every: time.Second}, {Every: -1}, {At: "0 0 31 2 *"}, {At: "@daily x"}} {
		if s.Validate() == nil {
			t.Errorf("%+v is taken", s)
		}
	}
	k, _, now := newKeeper(t, Config{Schedule: Schedule{At: "0 4 * * *"}})
	if due, ok := k.due(); !ok || due.Hour() != 4 {
		t.Errorf("%v, %v", due, ok)
	}
	*now = now.Add(5 * time.Hour) // it is made at five
	k.Make()
	*now = now.Add(71 * time.Hour)
	if due, ok := k.due(); !ok || now.Sub(due) < 40*time.Hour {
		t.Errorf("what was due two days ago is due %v, %v", due, ok)
	}
}

// TestGoroutine: with a real clock copies are made each span, looked over and handed on, and Close waits for it.
func TestGoroutine(t *testing.T) {
	w := &fakeWorld{damage: map[string]bool{}, free: 900}
	home := t.TempDir()
	note := filepath.Join(home, "handed on")
	script := filepath.Join(home, "push")
	os.WriteFile(script, []byte("#!/bin/sh\necho \"$2\" >> \""+note+"\"\n"), 0o700)
	k := New(Catalogue{Dir: filepath.Join(home, "backups"), Name: "w", IsWorld: isWorld}, w.calls(), Config{Keep: Rule{Last: 2}, After: script + " --to %s"}, slog.New(slog.DiscardHandler), nil)
	k.Start()
	k.Reconfigure(Config{Schedule: Schedule{Every: time.Second}, Keep: Rule{Last: 2}, After: script + " --to %s"})
	count := func() int {
		text, _ := os.ReadFile(note)
		return strings.Count(string(text), "\n")
	}
	for end := time.Now().Add(time.Minute); count() < 4; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d copies were handed on", count())
		}
	}
	k.Close()
	if got := k.left(); len(got) != 2 {
		t.Errorf("left are %v", got)
	}
	text, _ := os.ReadFile(note)
	if !strings.HasPrefix(string(text), filepath.Join(home, "backups", "w-")) {
		t.Errorf("%s", text)
	}
	t.Logf("%d copies were handed on", count())
}

// TestAt: the newest copy that is not later than a time and not damaged is found, or what there is is said.
func TestAt(t *testing.T) {
	k, w, now := newKeeper(t, Config{})
	first := *now
	if _, err := k.catalogue.At(first); err == nil || !strings.Contains(err.Error(), "there are no copies of w") {
		t.Error(err)
	}
	for i := range 4 {
		if i == 2 {
			w.damage[k.catalogue.Path(*now)] = true
		}
		k.Make()
		k.finish()
		*now = now.Add(time.Hour)
	}
	for after, want := range map[time.Duration]int{0: 0, 90 * time.Minute: 1, 150 * time.Minute: 1, 200 * time.Minute: 3, 99 * time.Hour: 3} {
		c, err := k.catalogue.At(first.Add(after))
		if err != nil || !c.At.Equal(first.Add(time.Duration(want)*time.Hour)) {
			t.Errorf("after %v: %v, %v", after, c.At, err)
		}
	}
	if _, err := k.catalogue.At(first.Add(-time.Second)); err == nil || !strings.Contains(err.Error(), "the oldest is of") {
		t.Error(err)
	}
}

// FuzzInfo: any text of a file of a copy says something sound, or nothing.
func FuzzInfo(f *testing.F) {
	for _, s := range []string{`{"hash":"ff","edits":7,"bytes":9,"checked":5,"state":"good"}`, `{"state":"good"}`, `{"bytes":-1}`, `{"state":"x"}`, "", "{"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		i := ParseInfo(text)
		if i.State == Good && i.Checked == 0 || i.Bytes < 0 || len(i.Problem) > problemMax {
			t.Fatalf("%+v", i)
		}
		written, err := i.text()
		if err != nil {
			t.Fatal(err)
		}
		if back := ParseInfo(written); back != i {
			t.Fatalf("%+v is read again as %+v", i, back)
		}
	})
}
