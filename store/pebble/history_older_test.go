package pebble

import (
	"math/rand/v2"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/store"
	"voxtide/store/storetest"
	"voxtide/timestream"
	"voxtide/world"
)

// TestOlderChanges: a few cells in which blocks and what they hold change again and again: what is older than a query asks for is passed over only where it makes
// no difference to what the twin in memory finds.
func TestOlderChanges(t *testing.T) {
	rnd := rand.New(rand.NewPCG(testrand.Seed(t), 8))
	s, twin := mustOpen(t, nil), store.NewMemory(nil)
	blocks := [...]world.Block{world.Air, world.Stone, world.Planks, world.Water}
	now := map[world.Pos]world.Block{}
	const edits = 240
	parts := 0
	for seq := uint64(1); seq <= edits; seq++ {
		p := world.Pos{X: rnd.Int32N(4)}
		c := store.BlockChange{Pos: p, Seq: seq, Author: timestream.Stream(1 + rnd.IntN(2)), Before: now[p], Block: now[p]}
		if rnd.IntN(2) == 0 {
			parts++
			c.Box = &store.BoxChange{Now: world.BoxPart{Part: uint8(rnd.IntN(3)), Stack: world.StackOf(world.Stone, 1+uint8(rnd.IntN(9)))}}
			c.Box.Before.Part = c.Box.Now.Part
		} else {
			c.Block = blocks[rnd.IntN(len(blocks))]
			now[p] = c.Block
		}
		b := &store.Batch{Time: int64(seq), Changes: []store.BlockChange{c}}
		twin.Commit(0, b)
		s.wait(s.Commit(0, b))
	}
	found := 0
	for range 400 {
		q := store.Query{ByAuthor: rnd.IntN(2) == 0, Author: 1}
		from := rnd.Uint64N(edits)
		if rnd.IntN(2) == 0 {
			q.After = from
		} else {
			q.Ranges = []store.EditRange{{After: from, UpTo: min(edits, from+1+rnd.Uint64N(8))}}
		}
		if err := storetest.EqualHistories(s, twin, &q, 1+rnd.IntN(60)); err != nil {
			t.Fatal(err)
		}
		if _, err := s.ScanCells(&q, store.Cursor{}, 1<<20, func(*store.CellHistory) bool { found++; return true }); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d changes, %d of them of parts; %d cells were found", edits, parts, found)
	if parts < edits/4 || found < 400 {
		t.Error("too little happened")
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}
