package pebble

import (
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"voxtide/store"
	"voxtide/world"
)

// TestClock: a world with a history of a month is opened on machines whose clocks are years ahead or behind. Nothing that is not old
// is deleted before such a clock has gone steadily for long; one that is set right meanwhile is believed at once; a world that was
// closed for a day, or a week, loses what is old by then, the latter a while later.
func TestClock(t *testing.T) {
	const year, month, watched = 365 * 24 * time.Hour, 30 * 24 * time.Hour, clockTrustAfter + 2*time.Hour
	step := 10 * time.Minute
	if testing.Short() { // under the race detector
		step = 40 * time.Minute
	}
	for _, c := range []struct {
		name   string
		closed time.Duration // between the two times that it is open
		off    time.Duration // of the clock then
		right  time.Duration // after which it is set right; 0: never
		keep   time.Duration // how long history is kept
		at     time.Duration // by when they are gone; 0: they stay
		warns  bool
	}{
		{"a day later", 24 * time.Hour, 0, 0, month, 0, false},
		{"years ahead", 24 * time.Hour, 5 * year, 0, month, clockTrustAfter + pruneEvery, true},
		{"years ahead until it is set right", 24 * time.Hour, 5 * year, time.Hour, month, 0, true},
		{"years behind", 24 * time.Hour, -30 * year, 0, month, 0, true},
		{"years behind until it is set right", 24 * time.Hour, -30 * year, time.Hour, month, 0, true},
		{"closed for a year", year, 0, 0, month, clockTrustAfter + pruneEvery, true},
		{"closed for 40 hours, old by then", 40 * time.Hour, 0, 0, 36 * time.Hour, pruneEvery, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var off atomic.Int64
				var log strings.Builder
				o := options(vfs.NewMem())
				o.History, o.Log = c.keep, slog.New(slog.NewTextHandler(&log, nil))
				o.WallClock = func() int64 { return time.Now().UnixMilli() + off.Load() }
				s, err := Open("world", o)
				if err != nil {
					t.Fatal(err)
				}
				const changes = 50
				at := world.Pos{X: 1, Y: 2, Z: 3}
				for n := uint64(1); n <= changes; n++ {
					s.wait(s.Commit(0, &store.Batch{Edits: n, Time: o.WallClock(), Changes: []store.BlockChange{{Pos: at, Block: world.Block(n % 2), Seq: n, Author: 1, Before: world.Block((n + 1) % 2)}}}))
				}
				s.wait(s.Commit(0, &store.Batch{Edits: changes, Time: o.WallClock(), Snapshots: []store.Snapshot{{Section: at.Section(), Edits: changes, Packed: []byte("x")}}}))
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
				time.Sleep(c.closed)
				off.Store(c.off.Milliseconds())
				log.Reset()
				if s, err = Open("world", o); err != nil {
					t.Fatal(err)
				}
				count := func() (n int) {
					if err := s.BlockChanges(at, func(*store.HistoryEntry) bool { n++; return true }); err != nil {
						t.Fatal(err)
					}
					return n
				}
				gone := time.Duration(0)
				for open := time.Duration(0); open < watched; open += step {
					if c.right != 0 && open >= c.right {
						off.Store(0)
					}
					if n := count(); n == 0 && gone == 0 {
						gone = open
					} else if n != 0 && n != changes {
						t.Fatalf("%d of %d are left", n, changes)
					}
					time.Sleep(step)
					s.wait(s.Commit(0, &store.Batch{Edits: changes, Time: o.WallClock()}))
				}
				if (gone != 0) != (c.at != 0) || gone > c.at+2*step || c.at > clockTrustAfter && gone < clockTrustAfter {
					t.Errorf("gone after %v, wanted %v\n%s", gone, c.at, log.String())
				}
				if warned := strings.Contains(log.String(), "not believed"); warned != c.warns || strings.Count(log.String(), "not believed") > 1 {
					t.Errorf("the log:\n%s", log.String())
				}
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			})
		})
	}
}
