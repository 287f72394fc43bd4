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
