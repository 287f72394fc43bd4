package pebble

import (
	"cmp"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"voxtide/internal/testrand"
	"voxtide/store"
	"voxtide/store/storetest"
	"voxtide/timestream"
	"voxtide/world"
)

// TestHistory asks a store and its twin for the past in all ways: by cell, box, author, time and number, in slices of any
// size, over tables that were flushed and compacted.
func TestHistory(t *testing.T) {
	seed := testrand.Seed(t)
	rounds := 4
	if testing.Short() { // under the race detector
		rounds = 1
	}
	for round := range testrand.Rounds(rounds) {
		rnd := rand.New(rand.NewPCG(seed, uint64(round)))
		s, twin := mustOpen(t, nil), store.NewMemory(nil)
		m := &storetest.Maker{Rand: rnd}
		for range 60 {
			b := m.Batch()
			twin.Commit(0, b)
			s.wait(s.Commit(0, b))
			if rnd.IntN(50) == 0 {
				if err := s.db.Flush(); err != nil {
					t.Fatal(err)
				}
			}
		}
		if round%2 == 0 {
			if err := s.db.Compact(t.Context(), []byte{0}, []byte{0xff}, false); err != nil {
				t.Fatal(err)
			}
		}
		some := func() bool { return rnd.IntN(2) == 0 }
		for range 30 {
			var q store.Query
			if some() {
				a, b := m.Pos(), m.Pos()
				q.Box = &store.Box{
					Min: world.Pos{X: min(a.X, b.X), Y: min(a.Y, b.Y), Z: min(a.Z, b.Z)}, Max: world.Pos{X: max(a.X, b.X), Y: max(a.Y, b.Y), Z: max(a.Z, b.Z)},
				}
			}
			if q.ByAuthor = some(); q.ByAuthor {
				q.Author = timestream.Stream(rnd.IntN(5))
			} else if some() {
				q.Authors = []timestream.Stream{timestream.Stream(rnd.IntN(4)), timestream.Stream(rnd.IntN(4))}
			}
			if some() {
				q.Except, q.Only = []timestream.Stream{timestream.Stream(rnd.IntN(4))}, store.Change(rnd.IntN(3))
			}
			if some() {
				q.Since = 1000 + rnd.Int64N(int64(m.Edits))
				q.Until = q.Since + rnd.Int64N(500)
			}
			if some() {
				q.After, q.UpTo = rnd.Uint64N(m.Edits), rnd.Uint64N(m.Edits)
			}
			if err := storetest.EqualHistories(s, twin, &q, 1+rnd.IntN(300)); err != nil {
				t.Fatalf("-seed %d, round %d: %v", seed, round, err)
			}
			n := rnd.IntN(40)
			got, err := s.FirstChanges(&q, n, nil)
			want, _ := twin.FirstChanges(&q, n, nil)
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("-seed %d, round %d, replay of %d: %v\n%+v\nwant\n%+v", seed, round, n, err, got, want)
			}
			if !slices.IsSortedFunc(got, func(a, b store.HistoryEntry) int { return cmp.Compare(a.Seq, b.Seq) }) {
				t.Fatal("not in order of number")
			}
		}
		for range 300 {
			p, n := m.Pos(), rnd.IntN(3)
			ask := func(of store.History) (out []store.HistoryEntry) {
				of.BlockChanges(p, func(c *store.HistoryEntry) bool { out = append(out, *c); return len(out) <= n })
				return out
			}
			if got, want := ask(s), ask(twin); !reflect.DeepEqual(got, want) {
				t.Fatalf("-seed %d, round %d, who at %s: %+v, want %+v", seed, round, p, got, want)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if err := s.BlockChanges(world.Pos{}, nil); err != store.ErrClosed {
			t.Fatal(err)
		}
	}
}

// TestCells: what a rollback needs is right for each way in which players can build over each other.
func TestCells(t *testing.T) {
	const grief, other = timestream.Stream(1), timestream.Stream(2)
	air, stone, wood, dirt := world.Air, world.Stone, world.Planks, world.Dirt
	type step struct {
		by      timestream.Stream
		to      world.Block
		outside bool // of the time that is asked for
	}
	for i, c := range []struct {
		steps   []step
		matches int
		back    world.Block
		over    bool
	}{
		{steps: []step{{other, stone, false}}},
		{[]step{{grief, stone, false}}, 1, air, false},
		{[]step{{other, stone, false}, {grief, air, false}, {grief, dirt, false}}, 2, stone, false},
		{[]step{{grief, stone, false}, {other, wood, false}}, 1, air, true},
		{[]step{{grief, stone, false}, {other, wood, false}, {grief, dirt, false}}, 2, wood, false},
		{[]step{{grief, stone, true}, {grief, dirt, false}}, 1, stone, false},
		{[]step{{grief, stone, false}, {grief, dirt, true}}, 1, air, true},
	} {
		for _, s := range []store.Store{store.NewMemory(nil), mustOpen(t, nil)} {
			at, was := world.Pos{X: 5, Y: -3, Z: 9}, air
			for n, st := range c.steps {
				b := store.Batch{Time: 100, Changes: []store.BlockChange{{Pos: at, Block: st.to, Before: was, Author: st.by, Seq: uint64(n + 1)}}}
				if st.outside {
					b.Time = 50
				}
				was = st.to
				s.Commit(0, &b)
			}
			for s.Committed(0) < uint64(len(c.steps)) {
				time.Sleep(50 * time.Microsecond)
			}
			var got []store.CellHistory
			s.ScanCells(&store.Query{ByAuthor: true, Author: grief, Since: 90}, store.Cursor{}, 100, func(c *store.CellHistory) bool { got = append(got, *c); return true })
			if c.matches == 0 {
				if len(got) != 0 {
					t.Errorf("%d: %+v", i, got)
				}
			} else if len(got) != 1 || got[0].Matches != c.matches || !c.over && got[0].Restore != c.back || got[0].Overwritten != c.over || got[0].Last.Block != was {
				t.Errorf("%d: %+v", i, got)
			}
			s.Close()
		}
	}
}

// TestHistorySeesOneMoment: a walk in slices with UpTo sees the same while more is built.
func TestHistorySeesOneMoment(t *testing.T) {
	s := mustOpen(t, vfs.NewMem())
	defer s.Close()
	m := &storetest.Maker{NoDrops: true, Rand: rand.New(rand.NewPCG(1, 2))}
	for range 20 {
		s.wait(s.Commit(0, m.Batch()))
	}
	q := store.Query{UpTo: m.Edits}
	want, err := s.FirstChanges(&q, 1<<20, nil)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for at := (store.Cursor{}); !at.Done; {
		if at, err = s.ScanChanges(&q, at, 10, func(*store.HistoryEntry) bool { n++; return true }); err != nil {
			t.Fatal(err)
		}
		s.wait(s.Commit(0, m.Batch()))
	}
	if n != len(want) || n == 0 {
		t.Fatalf("%d changes, want %d", n, len(want))
	}
}
