package host

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"voxtide/protocol"
	"voxtide/server"
	"voxtide/server/backups"
	"voxtide/server/rollback"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// TestBackupsOfADay: forty copies over a day of a world in which blocks change leave exactly the set of the rule, and each of them is in order
// and holds the world as it was; one with a flipped byte is named and counts as none.
func TestBackupsOfADay(t *testing.T) {
	defer checkLeaks(t)
	home := t.TempDir()
	now := make(chan time.Time, 1)
	now <- time.Date(2026, 11, 20, 0, 0, 0, 0, time.Local)
	clock := func() time.Time { at := <-now; now <- at; return at }
	rule := backups.Rule{Last: 3, Hourly: 6, Daily: 2}
	h, _ := openHost(t, filepath.Join(home, "worlds", "w"), func(c *Config) {
		c.Backups.Keep, c.backupClock = rule, clock
	})
	checked := func(n int) bool { // all but the damaged one
		return strings.Count(order(t, h, "backups"), "in order") == n
	}
	var times []time.Time
	hashes := map[string]string{}
	for i := range 40 {
		at := (<-now).Add(36 * time.Minute)
		now <- at
		setCell(t, h, rollback.Restore{Pos: world.Pos{X: int32(i), Y: 100, Z: 3}, Target: world.Glass, Any: true})
		text := order(t, h, "backup")
		dir, rest, ok := strings.Cut(text, " holds hash ")
		if !ok {
			t.Fatal(text)
		}
		hashes[dir], _, _ = strings.Cut(rest, " ")
		times = append(times, at)
		kept := rule.Kept(times)
		n := 0
		for _, k := range kept {
			if k {
				n++
			}
		}
		for end := time.Now().Add(patience); !checked(n); time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("after %d: %s", i, order(t, h, "backups"))
			}
		}
	}
	var want []string
	for i, stays := range rule.Kept(times) {
		if stays {
			want = append(want, "w-"+times[i].Format("20060102-150405"))
		}
	}
	var left []string
	for end := time.Now().Add(patience); !slices.Equal(left, want) && time.Now().Before(end); time.Sleep(10 * time.Millisecond) { // the last ones are being removed
		left = nil
		entries, _ := os.ReadDir(filepath.Join(home, "backups"))
		for _, e := range entries {
			left = append(left, e.Name())
		}
	}
	for _, name := range left {
		dir := filepath.Join(home, "backups", name)
		if r, err := Check(dir, nil, nil); err != nil || !r.OK() || fmt.Sprintf("%016x", r.Hash) != hashes[dir] {
			t.Errorf("%s: %+v, %v, not hash %s", dir, r, err, hashes[dir])
		}
	}
	if !slices.Equal(left, want) {
		t.Errorf("left are %v, not %v", left, want)
	}
	dir := filepath.Join(home, "backups", want[len(want)-2]) // one of those that are kept is damaged
	flipByte(t, dir)
	if got := order(t, h, "backup verify 2"); !strings.Contains(got, dir+" is damaged: ") {
		t.Errorf("%q", got)
	}
	if got := order(t, h, "backups"); strings.Count(got, "DAMAGED") != 1 {
		t.Errorf("%s", got)
	}
	if got := order(t, h, "backup verify 99"); !strings.Contains(got, "no copy of that number") {
		t.Errorf("%q", got)
	}
	t.Logf("%d of 40 are left: %v", len(left), left)
	if err := h.Close(protocol.ReasonStopping.String()); err != nil {
		t.Error(err)
	}
}

// setCell sets a cell as a rollback does, by an edit of the server's, and waits until it is set.
func setCell(t *testing.T, h *Host, c rollback.Restore) {
	t.Helper()
	job := &rollback.Job{Author: timestream.Server, Complete: true}
	job.Add(c)
	h.Do(func(s *server.Server) { s.StartRollback(job) })
	for end, over := time.Now().Add(patience), false; !over; time.Sleep(5 * time.Millisecond) {
		if h.Do(func(*server.Server) { over = job.Finished() }); time.Now().After(end) {
			t.Fatalf("%v is never set", c.Pos)
		}
	}
}

// flipByte flips a byte in the middle of the largest table of a copy, in a file of its own: the world may share the table.
func flipByte(t *testing.T, dir string) {
	t.Helper()
	var largest string
	size := int64(0)
	filepath.Walk(filepath.Join(dir, "db"), func(path string, info os.FileInfo, err error) error {
		if err == nil && strings.HasSuffix(path, ".sst") && info.Size() > size {
			largest, size = path, info.Size()
		}
		return nil
	})
	text, err := os.ReadFile(largest)
	if err != nil {
		t.Fatal(err)
	}
	text[len(text)/3] ^= 0x40
	os.Remove(largest)
	if err := os.WriteFile(largest, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestRegionFromBackup: a region comes back from a backup as it was, with what chests held where nothing is now; what
// lies beside the region, and what others put into boxes since, stays; undo takes it back.
func TestRegionFromBackup(t *testing.T) {
	defer checkLeaks(t)
	h, _ := openHost(t, filepath.Join(t.TempDir(), "worlds", "w"), nil)
	at := func(x, y, z int32) world.Pos { return world.Pos{X: x, Y: y, Z: z} }
	put := func(p world.Pos, b world.Block) {
		setCell(t, h, rollback.Restore{Pos: p, Target: b, Any: true})
	}
	slot := func(p world.Pos, i int, st world.Stack) {
		var v store.PartHistory
		var b world.Block
		h.Do(func(s *server.Server) {
			b, _ = s.World().Block(p)
			v.Last = s.World().BlockEntityAt(p).Part(uint8(i))
		})
		v.Restore = world.BoxPart{Part: uint8(i), Stack: st}
		setCell(t, h, rollback.Restore{Pos: p, Target: b, Any: true, Parts: []store.PartHistory{v}})
	}
	get := func(p world.Pos) (b world.Block) {
		h.Do(func(s *server.Server) { b, _ = s.World().Block(p) })
		return b
	}
	chest, _ := world.BlockNamed("chest")
	stone := world.StackOf(world.Stone, 5)
	sand := world.StackOf(world.Sand, 7)
	put(at(1, 100, 1), world.Glass)
	put(at(2, 100, 1), world.Stone)
	put(at(3, 100, 1), chest)
	put(at(4, 100, 1), chest)
	put(at(20, 100, 1), world.Glass) // beside the region
	slot(at(3, 100, 1), 0, stone)
	slot(at(4, 100, 1), 0, stone)
	slot(at(4, 100, 1), 1, stone)
	if got := order(t, h, "backup"); !strings.Contains(got, "holds hash") {
		t.Fatal(got)
	}
	put(at(1, 100, 1), world.Air)
	put(at(2, 100, 1), world.Planks)
	put(at(2, 101, 1), world.Planks)
	put(at(20, 100, 1), world.Air)
	slot(at(3, 100, 1), 0, world.Stack{})
	put(at(3, 100, 1), world.Air)         // the chest is broken
	slot(at(4, 100, 1), 0, world.Stack{}) // emptied
	slot(at(4, 100, 1), 1, sand)          // others put something there
	before := order(t, h, "hash")
	got := order(t, h, "rollback restore 1 0 95 0 10 110 10")
	if !strings.Contains(got, "of backup 1 from 0 95 0 to 10 110 10 set back 5 blocks") || !strings.Contains(got, "rollback undo 1 takes it back") {
		t.Errorf("%q", got)
	}
	for p, want := range map[world.Pos]world.Block{at(1, 100, 1): world.Glass, at(2, 100, 1): world.Stone, at(2, 101, 1): world.Air, at(3, 100, 1): chest, at(20, 100, 1): world.Air} {
		if b := get(p); b.Kind() != want.Kind() {
			t.Errorf("%v holds %v, not %v", p, b, want)
		}
	}
	h.Do(func(s *server.Server) {
		for _, c := range []struct {
			p    world.Pos
			slot int
			want world.Stack
		}{{at(3, 100, 1), 0, stone}, {at(4, 100, 1), 0, stone}, {at(4, 100, 1), 1, sand}} {
			if st := s.World().BlockEntityAt(c.p).Slot(c.slot); st != c.want {
				t.Errorf("%v, slot %d: %+v, not %+v", c.p, c.slot, st, c.want)
			}
		}
	})
	if got := order(t, h, "rollback undo 1"); !strings.Contains(got, "set back") {
		t.Errorf("%q", got)
	}
	after := order(t, h, "hash")
	if a, b, _ := strings.Cut(before, " edits"); !strings.HasPrefix(after, a) {
		t.Errorf("undone: %s, was %s%s", after, a, b)
	}
	for _, wrong := range []string{"rollback restore 7 0 0 0 5 5 5", "rollback restore 1 0 0 0 9000 90 9000"} {
		if got := order(t, h, wrong); !strings.Contains(got, "no copy of that number") && !strings.Contains(got, "at most 2097152") {
			t.Errorf("%s: %q", wrong, got)
		}
	}
	if err := h.Close(protocol.ReasonStopping.String()); err != nil {
		t.Error(err)
	}
}
