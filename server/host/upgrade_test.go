package host

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"voxtide/internal/testrand"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/server/sections"
	"voxtide/store/pebble"
	"voxtide/world"
	"voxtide/world/columns"
	"voxtide/world/worldgen"
)

// settlement makes a world of a generator in which one player has built, with a claim 30 columns away, and stops it.
func settlement(t *testing.T, generator int) string {
	dir := filepath.Join(t.TempDir(), "world")
	h, at := openHost(t, dir, func(cfg *Config) { cfg.ViewDistance, cfg.Generator = 32, generator })
	who := joinBuilders(t, 1, at, testrand.New(t))
	playBuilders(t, who, patience, false, settled(who))
	buildUntil(t, who, time.Second, func() bool { return who[0].Stats().Acked >= 40 })
	playBuilders(t, who, patience, false, settled(who))
	if err := h.Close(protocol.ReasonStopping.String()); err != nil {
		t.Fatal(err)
	}
	who[0].conn.Close("over")
	land := "[[claim]]\nowner = \"ann\"\nlow = [480, 480]\nhigh = [500, 530]\n"
	if err := os.WriteFile(filepath.Join(dir, landFileName), []byte(land), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// keptHashes returns the hash of each section of some columns, as a server would load them.
func keptHashes(t *testing.T, dir string, of *columns.Set) map[world.SectionPos]uint64 {
	cfg := Config{Dir: dir}
	o := cfg.DiskOptions()
	o.ReadOnly = true
	st, err := pebble.Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	m := sectionMaker{gen: worldgen.New(landOf(st.Info()))}
	out := map[world.SectionPos]uint64{}
	of.Each(func(x, z int32) {
		for y := int32(world.MinY >> 4); y <= world.MaxY>>4; y++ {
			p := world.SectionPos{X: x, Y: y, Z: z}
			l := sections.Load(st, m.gen.Section, &m.pack, p)
			if l.Err != nil {
				t.Fatal(l.Err)
			}
			if l.Section == nil {
				t.Fatalf("%v: no section", p)
			}
			out[p] = l.Section.Hash()
		}
	})
	return out
}

// addChanged adds the columns of a world with changes, and those beside them.
func addChanged(t *testing.T, dir string, to *columns.Set) {
	cfg := Config{Dir: dir}
	o := cfg.DiskOptions()
	o.ReadOnly = true
	st, err := pebble.Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	all, err := st.Columns(nil, world.SectionPos{X: -100, Z: -100}, world.SectionPos{X: 100, Z: 100}, 1000)
	if err != nil || len(all) == 0 {
		t.Fatalf("%d columns with changes, %v", len(all), err)
	}
	for _, p := range all {
		to.AddAround(p.X, p.Z, 1)
	}
}

// TestUpgrade: a world of each generator goes on with each newer one: what was changed or claimed is block for block what it was, the hash
// is, land beside it has no cliff; a dry run writes nothing; the backup is the world before; and the world opens and is played.
func TestUpgrade(t *testing.T) {
	defer checkLeaks(t)
	for _, from := range worldgen.Numbers() {
		for to := from + 1; to <= worldgen.Newest; to++ {
			t.Run(fmt.Sprintf("%d to %d", from, to), func(t *testing.T) { testUpgrade(t, from, to) })
		}
	}
}

func testUpgrade(t *testing.T, from, to int) {
	dir := settlement(t, from)
	before, err := Check(dir, nil, nil)
	if err != nil || !before.OK() || before.Info.Generator != from || before.Changes == 0 {
		t.Fatalf("%+v, %v", before, err)
	}
	if _, err := Open(Config{Dir: dir, Land: Land{Generator: to}}); !errors.Is(err, ErrOtherGenerator) || !strings.Contains(err.Error(), "server upgrade") {
		t.Errorf("opened with generator %d: %v", to, err)
	}
	u := Upgrade{Dir: dir, Generator: to, DryRun: true}
	dry, err := u.Run()
	if err != nil || dry.Kept == 0 || dry.Claimed != 2*4 || dry.Changed == 0 || dry.Lived == 0 {
		t.Fatalf("%+v, %v", dry, err)
	}
	if r, err := Check(dir, nil, nil); err != nil || r.Info.Generator != from || len(r.Info.Kept) != 0 {
		t.Fatalf("a dry run wrote: %+v, %v", r, err)
	}
	stay := &columns.Set{}
	for x := int32(480 >> 4); x <= 500>>4; x++ {
		stay.AddAround(x, 480>>4, 0)
		stay.AddAround(x, 530>>4, 0)
	}
	addChanged(t, dir, stay)
	old := keptHashes(t, dir, stay)
	u.DryRun = false
	r, err := u.Run()
	if err != nil || r.Kept != dry.Kept || r.Hash != before.Hash || r.HighestStep > worldgen.JoinStep && r.HighestStep > r.StepBefore {
		t.Fatalf("%+v, %v", r, err)
	}
	t.Logf("%+v", *r)
	for p, h := range keptHashes(t, dir, stay) {
		if h != old[p] {
			t.Fatalf("section %v is not what it was", p)
		}
	}
	after, err := Check(dir, nil, nil)
	if err != nil || !after.OK() || after.Hash != before.Hash || after.Info.Generator != to || len(after.Info.Kept) != 1 || after.Info.Kept[0].Generator != from {
		t.Fatalf("%+v, %v", after, err)
	}
	if r, err := Check(r.Backup, nil, nil); err != nil || !r.OK() || r.Hash != before.Hash || r.Info.Generator != from {
		t.Fatalf("the backup: %+v, %v", r, err)
	}
	again := filepath.Join(t.TempDir(), "again")
	if _, err := BackupOffline(dir, again, nil); err != nil {
		t.Fatal(err)
	}
	if r, err := Check(again, nil, nil); err != nil || !r.OK() || r.Hash != before.Hash || r.Info.Kept[0].Columns.Len() != dry.Kept {
		t.Fatalf("a backup of the upgraded world: %+v, %v", r, err)
	}
	h, at := openHost(t, dir, func(cfg *Config) { cfg.ViewDistance = 32 })
	who := joinBuilders(t, 1, at, testrand.New(t))
	playBuilders(t, who, patience, false, settled(who))
	h.Do(func(s *server.Server) {
		if s.Hash() != before.Hash {
			t.Errorf("the server has hash %x, before it was %x", s.Hash(), before.Hash)
		}
	})
	if err := h.Close(protocol.ReasonStopping.String()); err != nil {
		t.Error(err)
	}
	who[0].conn.Close("over")
	if _, err := (&Upgrade{Dir: dir, Generator: to}).Run(); !errors.Is(err, ErrUpgraded) {
		t.Errorf("upgraded again: %v", err)
	}
	if _, err := (&Upgrade{Dir: dir, Generator: from}).Run(); !errors.Is(err, ErrDowngrade) {
		t.Errorf("downgraded: %v", err)
	}
	if _, err := (&Upgrade{Dir: dir, Generator: worldgen.Newest + 1}).Run(); !errors.Is(err, ErrNoGenerator) {
		t.Errorf("a generator that there is not: %v", err)
	}
}

// TestUpgradeOpenWorld: a world that runs is not upgraded, and nothing is left behind.
func TestUpgradeOpenWorld(t *testing.T) {
	defer checkLeaks(t)
	dir := filepath.Join(t.TempDir(), "world")
	h, err := Open(Config{Dir: dir, Land: Land{Generator: 1}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (&Upgrade{Dir: dir}).Run(); !errors.Is(err, pebble.ErrLocked) {
		t.Errorf("%v", err)
	}
	if err := h.Close("over"); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(Config{Dir: dir, Land: Land{Generator: worldgen.Newest + 1}}); !errors.Is(err, ErrNoGenerator) {
		t.Errorf("%v", err)
	}
	left, _ := filepath.Glob(filepath.Join(filepath.Dir(dir), "*"))
	if len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}
