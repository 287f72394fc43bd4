package pebble

import (
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"

	"voxtide/internal/testrand"
	"voxtide/internal/wire"
	"voxtide/store"
	"voxtide/store/storetest"
	"voxtide/world"
)

// repack is Options.Repack for sections that are not compressed.
func repack(packed []byte, n *world.Numbering) ([]byte, error) {
	r := wire.NewReader(packed)
	s, err := world.ReadSection(&r)
	if err != nil {
		return nil, err
	}
	return world.AppendSection(nil, n.Section(s)), r.End()
}

// renumbered translates all numbers of blocks in a batch.
func renumbered(b *store.Batch, n *world.Numbering) {
	for i := range b.Changes {
		c := &b.Changes[i]
		c.Block, c.Before = n.Block(c.Block), n.Block(c.Before)
		if c.Box != nil {
			x := *c.Box
			for _, v := range [...]*world.BoxPart{&x.Now, &x.Before} {
				v.Stack, v.Offer.Goods, v.Offer.Price = n.Stack(v.Stack), n.Stack(v.Offer.Goods), n.Stack(v.Offer.Price)
			}
			c.Box = &x
		}
	}
	for i := range b.Snapshots {
		packed, err := repack(b.Snapshots[i].Packed, n)
		if err != nil {
			panic(err)
		}
		b.Snapshots[i].Packed = packed
	}
	for i := range b.Players {
		n.Player(&b.Players[i].Player)
		n.Entity(&b.Players[i].Avatar)
	}
	for i := range b.Entities {
		n.Entity(&b.Entities[i])
	}
}

// TestRenumber opens a world with a program that has other numbers for the same names, back and forth: all that it holds has the numbers
// of who has it open.
func TestRenumber(t *testing.T) {
	r := testrand.New(t)
	other := slices.Clone(names)
	r.Shuffle(len(other)-1, func(i, j int) { other[1+i], other[1+j] = other[1+j], other[1+i] }) // air is 0 in every table
	there, err := world.NewNumbering(names, other)
	if err != nil || there.Same() {
		t.Fatal(err)
	}
	back, err := world.NewNumbering(other, names)
	if err != nil {
		t.Fatal(err)
	}
	fs := vfs.NewMem()
	open := func(names []string, log *strings.Builder) *Store {
		o := options(fs)
		o.Blocks, o.Repack, o.Log = names, repack, slog.New(slog.NewTextHandler(log, nil))
		s, err := openWith("world", o, small)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	twin := store.NewMemory(nil)
	s := open(names, &strings.Builder{})
	m, counted := storetest.Maker{Rand: r}, 0
	for range 60 {
		b := m.Batch()
		for i := range b.Snapshots {
			var cells [world.SectionCells]world.Block
			for k := range cells {
				cells[k] = world.Block(r.IntN(3) * r.IntN(world.BlockCount) % world.BlockCount)
			}
			b.Snapshots[i].Packed = world.AppendSection(nil, world.SectionOf(&cells))
		}
		counted += len(b.Changes) + len(b.Snapshots) + len(b.Players) + len(b.Entities)
		s.wait(s.Commit(0, b))
		renumbered(b, there)
		twin.Commit(0, b)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if counted < 500 {
		t.Fatalf("only %d records", counted)
	}
	o := options(fs)
	o.Blocks, o.ReadOnly = other, true
	if _, err := Open("world", o); !errors.Is(err, ErrOlder) {
		t.Errorf("to be read alone: %v", err)
	}
	for n, want := range []bool{true, false} {
		var log strings.Builder
		s = open(other, &log)
		if err := equalStores(s, twin); err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if said := strings.Contains(log.String(), "new numbers"); said != want {
			t.Errorf("opened for the %d. time, the log says %q", n+1, log.String())
		}
	}
	s = open(names, &strings.Builder{})
	defer s.Close()
	if st, err := s.Load(); err != nil || len(st.Players) == 0 {
		t.Fatal(err)
	} else {
		want, _ := twin.Load()
		for i := range want.Players {
			back.Player(&want.Players[i].Player)
			if st.Players[i].Player != want.Players[i].Player {
				t.Errorf("%s carries %v, want %v", st.Players[i].Name, st.Players[i].Player.Slots, want.Players[i].Player.Slots)
			}
		}
	}
	t.Logf("%d records of %d blocks with other numbers", counted, len(names))
}

// TestFormerNames: a world of the first 62 blocks, with the names that they had then, opens without new numbers, and keeps the present
// names from then on.
func TestFormerNames(t *testing.T) {
	was := slices.Clone(names[:62])
	was[world.StoneSlabTop], was[world.PlankStairsEast], was[world.FencePost] = "stone_slab_top", "plank_stairs_east", "fence_post"
	fs := vfs.NewMem()
	o := options(fs)
	o.Blocks = was
	s, err := Open("world", o)
	if err != nil {
		t.Fatal(err)
	}
	s.wait(s.Commit(0, &store.Batch{Changes: []store.BlockChange{{Block: world.FencePost, Before: world.StoneSlabTop, Seq: 1}}, Edits: 1}))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if s, err = Open("world", options(fs)); err != nil {
			t.Fatal(err)
		}
		got, err := s.Section(world.SectionPos{})
		if err != nil || len(got.Changes) != 1 || got.Changes[0].Block != world.FencePost || got.Changes[0].Before != world.StoneSlabTop {
			t.Fatalf("%+v, %v", got, err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	s = mustOpen(t, fs)
	defer s.Close()
	value, err := get(pebble.Reader(s.db), metaKey(metaWorld))
	if err != nil {
		t.Fatal(err)
	}
	if m, err := readWorld(value); err != nil || !slices.Equal(m.blocks, names) {
		t.Errorf("the world keeps %d names, %v", len(m.blocks), err)
	}
}
