package pebble

import (
	"slices"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"

	"voxtide/internal/testrand"
	"voxtide/store"
	"voxtide/world"
)

// TestColumns compares the columns of random rectangles with those that were written, as changes or as snapshots.
func TestColumns(t *testing.T) {
	r := testrand.New(t)
	s := mustOpen(t, vfs.NewMem())
	defer s.Close()
	kept := map[world.SectionPos]bool{}
	var b store.Batch
	for seq := range uint64(400) {
		p := world.SectionPos{X: int32(r.IntN(24) - 12), Y: int32(r.IntN(32) - 8), Z: int32(r.IntN(24) - 12)}
		kept[world.SectionPos{X: p.X, Z: p.Z}] = true
		if r.IntN(3) == 0 {
			b.Snapshots = append(b.Snapshots, store.Snapshot{Section: p, Packed: []byte{1}})
			continue
		}
		b.Changes = append(b.Changes, store.BlockChange{Pos: p.PosAt(r.IntN(world.SectionCells)), Block: world.Stone, Seq: seq + 1})
	}
	s.wait(s.Commit(0, &b))
	found := 0
	for range 300 {
		from := world.SectionPos{X: int32(r.IntN(30) - 15), Y: int32(r.IntN(9)), Z: int32(r.IntN(30) - 15)}
		to := world.SectionPos{X: from.X + int32(r.IntN(12)), Y: int32(r.IntN(9)), Z: from.Z + int32(r.IntN(12))}
		var want []world.SectionPos
		for x := from.X; x <= to.X; x++ {
			for z := from.Z; z <= to.Z; z++ {
				if p := (world.SectionPos{X: x, Z: z}); kept[p] {
					want = append(want, p)
				}
			}
		}
		n := r.IntN(40)
		got, err := s.Columns(nil, from, to, n)
		if want = want[:min(n, len(want))]; err != nil || !slices.Equal(got, want) {
			t.Fatalf("%v to %v: %v, want %v: %v", from, to, got, want, err)
		}
		found += len(got)
	}
	if found == 0 {
		t.Error("nothing was found")
	}
	s.Close()
	if _, err := s.Columns(nil, world.SectionPos{}, world.SectionPos{X: 9, Z: 9}, 9); err == nil {
		t.Error("a closed store has columns")
	}
}

// TestDropColumn drops columns at both ends of the numbers: exactly their sections go, with their history, and what comes in the same batch or
// later counts.
func TestDropColumn(t *testing.T) {
	s := mustOpen(t, vfs.NewMem())
	defer s.Close()
	cols := []store.Column{{X: -1 << 27, Z: 1<<27 - 1}, {X: 0, Z: -1}, {X: 0, Z: 0}, {X: 1, Z: -1}, {X: -1, Z: 1<<27 - 1}}
	seq := uint64(0)
	fill := func(b *store.Batch, c store.Column) {
		for _, y := range []int32{-8, 0, 23} {
			p := world.SectionPos{X: c.X, Y: y, Z: c.Z}
			b.Snapshots = append(b.Snapshots, store.Snapshot{Section: p, Edits: seq, Packed: []byte{7}})
			for _, cell := range []int{0, world.SectionCells - 1} {
				seq++
				b.Changes = append(b.Changes, store.BlockChange{Pos: p.PosAt(cell), Block: world.Stone, Seq: seq})
			}
		}
	}
	var b store.Batch
	for _, c := range cols {
		fill(&b, c)
	}
	s.wait(s.Commit(0, &b))
	for i, c := range cols {
		b.Reset()
		b.Dropped = []store.Column{c}
		if i == 2 {
			b.Changes = append(b.Changes, store.BlockChange{Pos: world.SectionPos{X: c.X, Y: 3, Z: c.Z}.PosAt(9), Block: world.Glass, Seq: seq + 1})
		}
		s.wait(s.Commit(0, &b))
		for k, other := range cols {
			got, err := s.Sections(nil, other)
			want := 3
			if k <= i {
				want = 0
			}
			if k == 2 && i >= 2 {
				want = 1
			}
			if err != nil || len(got) != want {
				t.Fatalf("%v dropped: %v has sections %v, want %d: %v", c, other, got, want, err)
			}
		}
	}
	changes := 0
	if err := s.ScanSections(func(k *store.StoredSection) error { changes += k.ChangeCount; return nil }); err != nil || changes != 1 {
		t.Errorf("%d changes are left: %v", changes, err)
	}
	if err := s.Compact(t.Context()); err != nil {
		t.Error(err)
	}
	if n, err := s.Bytes(); err != nil {
		t.Error(n, err)
	}
}
