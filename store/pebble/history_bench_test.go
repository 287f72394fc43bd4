package pebble

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

var (
	pastEdits = flag.Int("past", 1_000_000, "changes in the store of the benchmarks of the history")
	pastDir   = flag.String("pastdir", "", "where that store is kept for the next run; none: it is made again")
)

// pastStore makes a store with a history: 200 players, each of whom builds around some spots of 40 sections, in the order
// of time. It is compacted as it would be after some hours.
func pastStore(b *testing.B) *Store {
	dir := *pastDir
	if dir == "" {
		dir = b.TempDir()
	}
	edits := *pastEdits
	if testing.Short() {
		edits = min(edits, 50_000)
	}
	dir = filepath.Join(dir, fmt.Sprint("past", edits))
	_, err := os.Stat(dir)
	s, e := Open(dir, options(nil))
	if e != nil {
		b.Fatal(e)
	}
	b.Cleanup(func() { s.Close() })
	if err == nil {
		return s
	}
	began := time.Now()
	rnd := rand.New(rand.NewPCG(1, 1))
	var batch store.Batch
	blocks := []world.Block{world.Stone, world.Planks, world.Air, world.Glass, world.Dirt}
	for n := range edits {
		who := timestream.Stream(rnd.IntN(200) + 1)
		p := spot(rnd, who)
		batch.Changes = append(batch.Changes, store.BlockChange{
			Pos: p, Block: blocks[rnd.IntN(5)], Before: blocks[rnd.IntN(5)], Author: who, Seq: uint64(n + 1),
		})
		if len(batch.Changes) == 500 {
			batch.Edits, batch.Time = uint64(n+1), pastBegan+int64(n)*60
			s.wait(s.Commit(0, &batch))
			batch.Reset()
		}
	}
	took := time.Since(began)
	if err := s.db.Compact(context.Background(), []byte{0}, []byte{0xff}, false); err != nil {
		b.Fatal(err)
	}
	size, err := s.db.EstimateDiskUsage([]byte{kindHistory}, []byte{kindHistory + 1})
	if err != nil {
		b.Fatal(err)
	}
	b.Logf("%d changes in %v, %.0f a second; %d MB on disk, %.1f MB a million", edits, took, float64(edits)/took.Seconds(),
		size/1e6, float64(size)/float64(edits))
	return s
}

const pastBegan = 1790000000000

// spot draws a cell where a player builds.
func spot(rnd *rand.Rand, who timestream.Stream) world.Pos {
	base := world.Pos{X: int32(who%20) * 400, Y: 64, Z: int32(who/20) * 400}
	base.X += int32(rnd.IntN(4)) * 96
	return world.Pos{X: base.X + int32(rnd.NormFloat64()*10), Y: base.Y + int32(rnd.NormFloat64()*4), Z: base.Z + int32(rnd.NormFloat64()*10)}
}

// BenchmarkWho asks who changed a cell last, ten changes back, at random cells: where much was built and where nothing was.
func BenchmarkWho(b *testing.B) {
	s := pastStore(b)
	rnd := rand.New(rand.NewPCG(2, 2))
	var took []time.Duration
	found := 0
	for b.Loop() {
		p := spot(rnd, timestream.Stream(rnd.IntN(200)+1))
		began := time.Now()
		n := 0
		if err := s.BlockChanges(p, func(*store.HistoryEntry) bool { n++; return n < 10 }); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(began))
		found += n
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-us")
	b.ReportMetric(float64(took[len(took)-1].Microseconds()), "max-us")
	b.ReportMetric(float64(found)/float64(b.N), "found")
}

// BenchmarkCells walks over all cells of one player, everywhere, in slices of 2000 changes.
func BenchmarkCells(b *testing.B) {
	s := pastStore(b)
	for _, q := range []struct {
		name string
		store.Query
	}{
		{"player", store.Query{ByAuthor: true, Author: 7}},
		{"hour", store.Query{Since: pastBegan + 3_600_000, Until: pastBegan + 7_200_000}},
		{"all", store.Query{}},
	} {
		b.Run(q.name, func(b *testing.B) {
			n, most := 0, time.Duration(0)
			for b.Loop() {
				n = 0
				for at := (store.Cursor{}); !at.Done; {
					began := time.Now()
					var err error
					if at, err = s.ScanCells(&q.Query, at, 2000, func(c *store.CellHistory) bool { n += c.Matches; return true }); err != nil {
						b.Fatal(err)
					}
					most = max(most, time.Since(began))
				}
			}
			b.ReportMetric(float64(n), "changes")
			b.ReportMetric(float64(most.Microseconds())/1000, "slice-ms")
		})
	}
}

// BenchmarkReplay gives the first 1000 changes of a region, in order of time.
func BenchmarkReplay(b *testing.B) {
	s := pastStore(b)
	box := &store.Box{Min: world.Pos{X: 400, Y: 0, Z: 0}, Max: world.Pos{X: 431, Y: 127, Z: 31}}
	var got []store.HistoryEntry
	for b.Loop() {
		var err error
		if got, err = s.FirstChanges(&store.Query{Box: box}, 1000, got[:0]); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(got)), "changes")
}
