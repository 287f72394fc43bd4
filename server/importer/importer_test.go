package importer_test

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"voxtide/server/host"
	"voxtide/server/importer"
	"voxtide/world"
)

// TestPutTwice: what is put over what was put before is there, a box that holds something stays, and the world is in order.
func TestPutTwice(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "w")
	chest, _ := world.BlockNamed("chest")
	p := world.SectionPos{X: 3, Y: 9, Z: -2}
	for round, fill := range []world.Block{world.Stone, world.Glass} {
		i, err := importer.Open(dir, 5, true, 0, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		s := world.NewSection(fill)
		if round == 0 {
			s.Set(7, chest)
			s.SetBoxPart(7, world.BoxPart{Part: 2, Stack: world.StackOf(world.Marble, 5)})
		}
		if err := i.Put(p, s); err != nil {
			t.Fatal(err)
		}
		if err := i.Close(); err != nil || i.Changed != round {
			t.Errorf("%v, %d changed", err, i.Changed)
		}
		r, err := host.Check(dir, slog.New(slog.DiscardHandler), nil)
		if err != nil || !r.OK() || r.Hash != i.Hash() || r.Sections != 1 {
			t.Fatalf("%v %+v", err, r)
		}
	}
	i, err := importer.Open(dir, 0, false, 0, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer i.Close()
	s, err := i.Read(p)
	if err != nil || s.Get(0) != world.Glass || s.Get(7) != chest || s.BlockEntity(7).Slot(2).Count != 5 {
		t.Errorf("%v %v %v", err, s.Get(0), s.Get(7))
	}
}

func Example() {
	dir, err := os.MkdirTemp("", "importer")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	i, err := importer.Open(filepath.Join(dir, "w"), 5, true, 0, slog.New(slog.DiscardHandler))
	if err != nil {
		fmt.Println(err)
		return
	}
	err = i.Put(world.SectionPos{Y: 10}, world.NewSection(world.Stone))
	fmt.Println(i.Sections, err, i.Close())
	// Output: 1 <nil> <nil>
}
