package host

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"voxtide/protocol"
	"voxtide/server"
	"voxtide/server/admin"
	"voxtide/server/chores"
	"voxtide/store"
	"voxtide/store/pebble"
	"voxtide/world"
)

var touchedColumns = flag.Int("columns", 3000, "touched columns of the world of TestPrune and TestPruneKilled")

// year is a date, in ms since 1970, and later one of 200 days after it.
const (
	year  = int64(1_800_000_000_000)
	later = year + 200*86_400_000
)

// column returns the i-th column of a spiral-free square field far from where players begin.
func fieldColumn(i, side int) store.Column {
	return store.Column{X: 1000 + int32(i%side), Z: -500 + int32(i/side)}
}

// touch makes a world in a folder with a field of columns that somebody changed on the day year; make says what is in a column.
func touch(t *testing.T, dir string, n, side int, make func(i int, s *world.Section)) {
	t.Helper()
	cfg := Config{Dir: dir, Seed: 7, SeedSet: true}
	o := cfg.DiskOptions()
	st, err := pebble.Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	var pack protocol.Packer
	b := store.Batch{Time: year, LastStream: 1, EntityCounter: 1}
	hash, seq := uint64(0), uint64(0)
	commit := func() {
		b.Edits, b.Hash, b.Now, b.Ceiling, b.Clean = seq, hash, 1, 1, true
		for done := st.Commit(0, &b); st.Committed(0) < done; {
			time.Sleep(time.Millisecond)
		}
		b.Reset()
		b.Time, b.LastStream, b.EntityCounter = year, 1, 1
	}
	for i := range n {
		c := fieldColumn(i, side)
		p := world.SectionPos{X: c.X, Y: 4, Z: c.Z}
		s := world.NewSection(world.Stone)
		for k := range 16 {
			seq++
			s.Set(k, world.Planks)
			b.Changes = append(b.Changes, store.BlockChange{Pos: p.PosAt(k), Block: world.Planks, Before: world.Stone, Author: 1, Seq: seq})
		}
		if make != nil {
			make(i, s)
		}
		hash ^= world.SectionHash(p, s.Hash())
		b.Snapshots = append(b.Snapshots, store.Snapshot{Section: p, Edits: seq, Packed: pack.Pack(nil, s)})
		if len(b.Snapshots) >= 256 {
			commit()
		}
	}
	commit()
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
}

// withDate opens a world at a date of its land.
func withDate(date *atomic.Int64) func(*Config) {
	return func(c *Config) { c.testHooks.landDate = date.Load }
}

// console gives a command on the console of a host, and returns the answer.
func console(t *testing.T, h *Host, line string) string {
	t.Helper()
	answer := make(chan []string, 1)
	if err := h.Do(func(s *server.Server) { s.RunCommand(admin.Console, line, func(l []string) { answer <- l }) }); err != nil {
		t.Fatal(err)
	}
	select {
	case l := <-answer:
		return strings.Join(l, "\n")
	case <-time.After(patience):
		t.Fatalf("%s is not answered", line)
		return ""
	}
}

// jobLine waits until a line of the command jobs begins with a text, and returns it.
func jobLine(t *testing.T, h *Host, begin string) string {
	t.Helper()
	for end := time.Now().Add(5 * time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		for _, l := range strings.Split(console(t, h, "jobs"), "\n") {
			if strings.HasPrefix(l, begin) {
				return l
			}
		}
	}
	t.Fatalf("jobs never shows %q: %s", begin, console(t, h, "jobs"))
	return ""
}

// TestPrune: of a field of touched columns, unseen for 200 days, those go that are near nothing of anybody's: not those near a claim, a region, a home,
// a bed or a chest with something in it, nor those that were in somebody's view since; an empty chest keeps nothing. What is said is what goes, the
// check is in order, and the land is as it was made.
func TestPrune(t *testing.T) {
	defer checkLeaks(t)
	dir := filepath.Join(t.TempDir(), "world")
	n, side := *touchedColumns, 50
	if n > 10_000 {
		side = 400
	}
	if n < 1500 {
		t.Fatal("too few columns for what is built on them")
	}
	bed, chest, empty := 5*side+5, 5*side+25, 20*side+25
	touch(t, dir, n, side, func(i int, s *world.Section) {
		switch i {
		case bed:
			named, _ := world.BlockNamed("bed")
			if named.Class() != world.ClassBed {
				t.Fatal("bed is no bed")
			}
			s.Set(99, named)
		case chest, empty:
			named, _ := world.BlockNamed("chest")
			s.Set(99, named)
			if i == chest {
				s.SetBoxPart(99, world.BoxPart{Part: 2, Stack: world.StackOf(world.Glass, 3)})
			}
		}
	})
	var date atomic.Int64
	date.Store(year)
	h, _ := openHost(t, dir, withDate(&date))
	if got := console(t, h, "prune unseen=180d unclaimed"); !strings.Contains(got, "nothing can be said to be unseen for that long before 2027-07-") {
		t.Errorf("on the first day: %s", got)
	}
	date.Store(later)
	at := fieldColumn(15*side+40, side)
	console(t, h, fmt.Sprintf("claim 4 %d 70 %d carl", at.X*16+8, at.Z*16+8))
	at = fieldColumn(25*side+10, side)
	console(t, h, fmt.Sprintf("region add mill %d 60 %d %d 90 %d", at.X*16, at.Z*16, at.X*16+40, at.Z*16+15))
	h.land.seen.Mark(fieldColumn(29*side+49, side))
	want := 0
	near := func(i, of int) bool {
		dx, dz := i%side-of%side, i/side-of/side
		return max(dx, -dx) <= 4 && max(dz, -dz) <= 4
	}
	keeps := func(i int) bool {
		c := fieldColumn(i, side)
		return near(i, bed) || near(i, chest) || near(i, 15*side+40) || i == 29*side+49 ||
			chores.Area{LowX: at.X * 16, LowZ: at.Z * 16, HighX: at.X*16 + 40, HighZ: at.Z*16 + 15}.Near(c)
	}
	for i := range n {
		if !keeps(i) {
			want++
		}
	}
	shown := console(t, h, "prune unseen=180d unclaimed")
	if !strings.Contains(shown, fmt.Sprintf("would give back %d columns (%d sections, %d changes and their history)", want, want, 16*want)) {
		t.Fatalf("%s; want %d", shown, want)
	}
	for _, bad := range []string{"prune unseen=1h unclaimed", "prune 180d unclaimed", "prune unseen=180d"} {
		if got := console(t, h, bad); !strings.Contains(got, "prune:") {
			t.Errorf("%s: %s", bad, got)
		}
	}
	begun := time.Now()
	console(t, h, "prune unseen=180d unclaimed now")
	done := jobLine(t, h, "job 3: prune unseen=180d unclaimed gave back")
	done = strings.TrimSpace(done)
	took := time.Since(begun)
	if !strings.Contains(done, fmt.Sprintf("gave back %d columns (%d sections", want, want)) {
		t.Errorf("%s; want %d", done, want)
	}
	if again := console(t, h, "prune unseen=180d unclaimed"); !strings.Contains(again, "would give back 0 columns") {
		t.Errorf("after it: %s", again)
	}
	if err := h.Close("over"); err != nil {
		t.Fatal(err)
	}
	r, err := Check(dir, nil, nil)
	if err != nil || !r.OK() || r.Sections != n-want || r.Changes != 16*(n-want) {
		t.Fatalf("%d sections, %d changes, want %d: %v, %v", r.Sections, r.Changes, n-want, r.Problems, err)
	}
	t.Logf("%d columns: %s; it took %v. %s", n, shown, took.Round(time.Millisecond), done)
}

// TestPruneInUse: a column into which somebody comes while it is dropped stays, or is land as it was made for them; the hash is that of what is there.
func TestPruneInUse(t *testing.T) {
	defer checkLeaks(t)
	dir := filepath.Join(t.TempDir(), "world")
	touch(t, dir, 900, 30, nil)
	var date atomic.Int64
	date.Store(year)
	h, _ := openHost(t, dir, withDate(&date))
	w := &playersFixture{t: t, h: h, timeout: time.Minute}
	date.Store(later)
	ann := w.join("ann")
	w.consoleCommand("op ann")
	w.consoleCommand("gamemode creative ann")
	w.consoleCommand("prune unseen=180d unclaimed now")
	for i := range 12 {
		c := fieldColumn((i*73)%900, 30)
		w.consoleCommand(fmt.Sprintf("tp ann %d 200 %d", c.X*16, c.Z*16))
		w.playUntil("in the world", ann.Playable)
	}
	for end := time.Now().Add(time.Minute); !strings.Contains(w.consoleCommand("jobs"), "gave back"); {
		if time.Now().After(end) {
			t.Fatal(w.consoleCommand("jobs"))
		}
	}
	t.Log(w.consoleCommand("jobs"))
	w.close()
	if r, err := Check(dir, nil, nil); err != nil || !r.OK() {
		t.Fatalf("%+v, %v", r, err)
	}
}

// TestPregenerate: the squares around a place are made, once; what players load there is what the generator makes; a worker that is stopped in the
// middle goes on after the start.
func TestPregenerate(t *testing.T) {
	defer checkLeaks(t)
	dir := filepath.Join(t.TempDir(), "world")
	h, _ := openHost(t, dir, nil)
	if got := console(t, h, "pregenerate 16 0 256"); !strings.Contains(got, "it goes on beside the game") {
		t.Fatal(got)
	}
	for end := time.Now().Add(5 * time.Minute); ; time.Sleep(5 * time.Millisecond) {
		if made, _ := filepath.Glob(filepath.Join(dir, madeDir, "*.land")); len(made) >= 1 {
			break
		}
		if time.Now().After(end) {
			t.Fatal(console(t, h, "jobs"))
		}
	}
	if err := h.Close("over"); err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadFile(filepath.Join(dir, chores.FileName)); !strings.Contains(string(left), `"Radius": 16`) {
		t.Fatalf("nothing is left to do: %s", left)
	}
	w := openPlayersFixture(t, dir)
	done := ""
	for end := time.Now().Add(5 * time.Minute); done == ""; time.Sleep(20 * time.Millisecond) {
		for _, l := range strings.Split(w.consoleCommand("jobs"), "\n") {
			if strings.Contains(l, "pregenerate 16 around 0 256 is done") {
				done = l
			}
		}
		if time.Now().After(end) {
			t.Fatal(w.consoleCommand("jobs"))
		}
	}
	if strings.Contains(done, "made in") && strings.HasSuffix(done, " 0 were there already") {
		t.Errorf("it began again: %s", done)
	}
	before := w.h.land.made.Hits()
	ann := w.join("ann")
	w.playUntil("in the world", ann.Playable)
	if w.h.land.made.Hits() == before {
		t.Error("nothing of it was used")
	}
	m := &choresLand{h: w.h}
	compared := 0
	w.h.Do(func(s *server.Server) {
		at := s.Players(nil)[0].Cell.Section()
		for x := int32(-3); x <= 3; x++ {
			for y := int32(-2); y < 3; y++ {
				p := world.SectionPos{X: at.X + x, Y: at.Y + y, Z: at.Z + x}
				if sec := s.World().Section(p); sec != nil {
					want, err := m.Build(store.Stored{}, p)
					if err != nil || want.Hash() != sec.Hash() {
						t.Errorf("%v is other land: %v", p, err)
					}
					compared++
				}
			}
		}
	})
	if compared == 0 {
		t.Error("no section compared")
	}
	t.Logf("%s; %d sections compared", done, compared)
	w.consoleCommand("pregenerate 4000 0 0")
	if got := w.consoleCommand("cancel"); !strings.Contains(got, "pregenerate 4000 around 0 0 is cancelled") {
		t.Error(got)
	}
	w.close()
}

// killedChild is the variable that makes a test process the one that is killed.
const killedChild = "VOXTIDE_PRUNE_CHILD"

func missing(dir, name string) bool {
	_, err := os.Stat(filepath.Join(dir, name))
	return err != nil
}

// TestPruneKilled kills a process with -9 in the middle of a prune, several times: each time the world is in order, and in the end the job is done
// although nobody gave it again.
func TestPruneKilled(t *testing.T) {
	if dir := os.Getenv(killedChild); dir != "" {
		var date atomic.Int64
		if date.Store(later); missing(dir, seenFile) {
			date.Store(year)
		}
		h, _ := openHost(t, dir, withDate(&date))
		date.Store(later)
		if missing(dir, chores.FileName) {
			console(t, h, "prune unseen=180d unclaimed now")
		}
		time.Sleep(time.Hour)
	}
	defer checkLeaks(t)
	dir := filepath.Join(t.TempDir(), "world")
	n := *touchedColumns
	touch(t, dir, n, 50, nil)
	kills, middle, left := 0, 0, n
	wait := 900 * time.Millisecond // longer where the machine has not even begun by then
	for ; kills < 40 && left > 0; kills++ {
		c := exec.Command(os.Args[0], "-test.run=^TestPruneKilled$")
		c.Env = append(os.Environ(), killedChild+"="+dir)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(wait)
		c.Process.Kill()
		c.Wait()
		r, err := Check(dir, nil, nil)
		if err != nil || !r.OK() || r.Changes != 16*r.Sections {
			t.Fatalf("after kill %d: %d sections, %d changes: %v, %v", kills, r.Sections, r.Changes, r.Problems, err)
		}
		if r.Sections > 0 && r.Sections < left {
			middle++
		} else {
			wait += wait / 8
		}
		left = r.Sections
	}
	if left > 0 || middle == 0 {
		t.Errorf("%d columns are left, %d kills in the middle", left, middle)
	}
	t.Logf("%d kills, %d of them in the middle of it", kills, middle)
}
