package host

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"voxtide/protocol"
)

// TestBackupsKept: a backup without a folder says that it lies on the same disk and how many there are; the newest are kept,
// as many as the settings say, and nothing else in the folder is touched.
func TestBackupsKept(t *testing.T) {
	defer checkLeaks(t)
	for _, keep := range []int{0, 2} {
		home := t.TempDir()
		h, _ := openHost(t, filepath.Join(home, "worlds", "w"), func(c *Config) { c.BackupsMax = keep })
		place := filepath.Join(home, "backups")
		make := func() (dir, text string) {
			text = order(t, h, "backup")
			dir, _, ok := strings.Cut(text, " holds hash ")
			if !ok || filepath.Dir(dir) != place || !strings.Contains(text, "it lies on the disk of the world") {
				t.Fatalf("%q", text)
			}
			for end := time.Now().Add(patience); strings.Contains(order(t, h, "backups"), "not checked"); time.Sleep(10 * time.Millisecond) {
				if time.Now().After(end) {
					t.Fatal("it is never looked over")
				}
			}
			return dir, text
		}
		stays := []string{"w-20100101", "w-20100101-000000", "w2-20100101-000000", "x", "w-20100102-000000x", "w-20100103-000000"}
		for _, name := range []string{"w-20200101-000000", "w-20200102-000000", "w-20200103-000000", "w2-20100101-000000", "w-20100102-000000x"} {
			dir, _ := make()
			if err := os.Rename(dir, filepath.Join(place, name)); err != nil { // from another day
				t.Fatal(err)
			}
		}
		os.Mkdir(filepath.Join(place, "w-20100101"), 0o755)
		os.Mkdir(filepath.Join(place, "w-20100101-000000"), 0o755) // not a world
		os.WriteFile(filepath.Join(place, "x"), nil, 0o600)
		os.Symlink(filepath.Join(place, "w2-20100101-000000"), filepath.Join(place, "w-20100103-000000"))
		last, text := make()
		entries, _ := os.ReadDir(place)
		var left []string
		for _, e := range entries {
			left = append(left, e.Name())
		}
		want := append([]string{"w-20200103-000000", filepath.Base(last)}, stays...)
		if keep == 0 {
			want = append(want, "w-20200101-000000", "w-20200102-000000")
			if !strings.Contains(text, "there are 4: backups in server.toml says how many are kept") {
				t.Errorf("%q", text)
			}
		} else if !strings.Contains(text, "there are 2") {
			t.Errorf("%q", text)
		}
		slices.Sort(want)
		if !slices.Equal(left, want) {
			t.Errorf("kept %d: %v is left, not %v", keep, left, want)
		}
		if err := h.Close(protocol.ReasonStopping.String()); err != nil {
			t.Error(err)
		}
		if r, err := Check(last, nil, nil); err != nil || !r.OK() {
			t.Errorf("the last one: %+v, %v", r, err)
		}
	}
}

// TestStatus: the answer holds memory, uptime, version, step times and free disk space.
func TestStatus(t *testing.T) {
	defer checkLeaks(t)
	h, _ := openHost(t, t.TempDir(), func(c *Config) { c.Version = "v9.9" })
	order(t, h, "save") // some steps
	got := order(t, h, "status")
	for _, want := range []string{`sections in memory`, `up \S+, \d+ MB of memory, \d+ goroutines, version v9\.9`, `a step takes \d+\S*s in the mean, 99 of 100 at most \S+s, the longest took \S+s; \d+ over time`, `\d+ [MG]B of \d+ [MG]B are free`} {
		if !regexp.MustCompile(want).MatchString(got) {
			t.Errorf("no %s in %q", want, got)
		}
	}
	if strings.Contains(got, "ill:") {
		t.Errorf("%q", got)
	}
	why := "tea"
	h.worlds.unhealthy.Store(&why)
	if got := order(t, h, "status"); !strings.Contains(got, "ill: the world goes on without changes: tea") {
		t.Errorf("%q", got)
	}
	if err := h.Close(protocol.ReasonStopping.String()); err != nil {
		t.Error(err)
	}
}
