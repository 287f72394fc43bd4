package host

import (
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"voxtide/internal/testrand"
	"voxtide/store"
	"voxtide/store/pebble"
)

// TestCheckMissesTheEnd: a world whose server was killed passes its check; without its newest log, or with a wrong bit in the
// last tenth of it, it does not.
func TestCheckMissesTheEnd(t *testing.T) {
	dir, rnd := filepath.Join(t.TempDir(), "world"), testrand.New(t)
	cfg := Config{Dir: dir, Seed: 7, SeedSet: true, Log: slog.New(slog.DiscardHandler)}
	st, err := pebble.Open(dir, cfg.DiskOptions())
	if err != nil {
		t.Fatal(err)
	}
	last := uint64(0)
	for n := range uint64(200) {
		last = st.Commit(0, &store.Batch{Edits: n, Chat: []store.ChatLine{{Text: strings.Repeat("the tide comes in ", 8)}}})
		for st.Committed(0) < last {
			time.Sleep(50 * time.Microsecond)
		}
	}
	killed := filepath.Join(t.TempDir(), "killed")
	for { // what is written behind has come to the end when a copy is in order
		if err := os.CopyFS(killed, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		if mark, err := os.ReadFile(filepath.Join(killed, "mark")); err == nil && strings.Contains(string(mark), "batch 200 edits 199") {
			break
		}
		os.RemoveAll(killed)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	logs, _ := filepath.Glob(filepath.Join(killed, "db", "*.log"))
	slices.Sort(logs)
	log := logs[len(logs)-1]
	text, err := os.ReadFile(log)
	if err != nil || len(text) < 5000 {
		t.Fatalf("the log has %d bytes, %v", len(text), err)
	}
	for name, c := range map[string]struct {
		spoil func()
		wants bool
	}{
		"as it was": {func() {}, true},
		"no log":    {func() { os.Remove(log) }, false},
		"a bit":     {func() { b := slices.Clone(text); b[len(b)-1-rnd.IntN(len(b)/10)] ^= 1; os.WriteFile(log, b, 0o600) }, false},
	} {
		os.WriteFile(log, text, 0o600)
		c.spoil()
		r, err := Check(killed, nil, nil)
		if err == nil && (r.OK() != c.wants || r.MissingTail == c.wants) || err != nil && c.wants {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
}
