package pebble

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"voxtide/internal/cputime"
	"voxtide/store"
	"voxtide/world"
)

// cpu reports what a benchmark costs in time of the cores, whatever else the machine does.
func cpu(b *testing.B) func() {
	began := cputime.Used()
	return func() { b.ReportMetric(float64((cputime.Used()-began).Microseconds())/float64(b.N), "cpu-us/op") }
}

func benchStore(b *testing.B) *Store {
	s, err := Open(b.TempDir(), options(nil))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := s.Close(); err != nil {
			b.Error(err)
		}
	})
	return s
}

// BenchmarkCommit100 commits 100 edits and waits until they are durable, on the disk of the temporary folder.
func BenchmarkCommit100(b *testing.B) {
	s := benchStore(b)
	var batch store.Batch
	seq, took := uint64(0), []time.Duration(nil)
	owner := time.Duration(0)
	for b.Loop() {
		batch.Reset()
		for n := range int32(100) {
			seq++
			batch.Changes = append(batch.Changes, store.BlockChange{
				Pos: world.Pos{X: n * 7 % 256, Y: n % 64, Z: int32(seq % 256)}, Block: world.Stone, Seq: seq,
			})
		}
		began := time.Now()
		batchSeq := s.Commit(0, &batch)
		owner += time.Since(began)
		for s.Committed(0) < batchSeq {
			time.Sleep(20 * time.Microsecond)
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(float64(owner.Microseconds())/float64(len(took)), "owner-us")
}

// BenchmarkCommitBesideLog commits 100 edits each 50 ms, and appends as many bytes to a plain file and fsyncs it, in turn: what
// the disk takes is in both.
func BenchmarkCommitBesideLog(b *testing.B) {
	s := benchStore(b)
	f, err := os.Create(filepath.Join(b.TempDir(), "log"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	var batch store.Batch
	var ours, raw []time.Duration
	seq := uint64(0)
	for next := time.Now(); b.Loop(); {
		batch.Reset()
		for n := range int32(100) {
			seq++
			batch.Changes = append(batch.Changes, store.BlockChange{
				Pos: world.Pos{X: n * 7 % 256, Y: n % 64, Z: int32(seq % 256)}, Block: world.Stone, Seq: seq, Author: 5, Before: world.Dirt,
			})
		}
		began := time.Now()
		for batchSeq := s.Commit(0, &batch); s.Committed(0) < batchSeq; {
			time.Sleep(20 * time.Microsecond)
		}
		ours = append(ours, time.Since(began))
		began = time.Now()
		if _, err := f.Write(make([]byte, 4000)); err != nil {
			b.Fatal(err)
		}
		if err := f.Sync(); err != nil {
			b.Fatal(err)
		}
		raw = append(raw, time.Since(began))
		next = next.Add(50 * time.Millisecond)
		time.Sleep(time.Until(next))
	}
	for name, took := range map[string][]time.Duration{"": ours, "raw-": raw} {
		slices.Sort(took)
		b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, name+"p50-ms")
		b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, name+"p99-ms")
	}
}

// BenchmarkBulk commits edits as a tool does that has many, 400 to a batch, with at most 64 batches under way, and
// snapshots of what they changed behind them; until all are durable.
func BenchmarkBulk(b *testing.B) {
	s := benchStore(b)
	var batch store.Batch
	seq, batchSeq := uint64(0), uint64(0)
	packed := make([]byte, 300)
	for b.Loop() {
		batch.Reset()
		for n := range int32(400) {
			seq++
			batch.Changes = append(batch.Changes, store.BlockChange{
				Pos: world.Pos{X: int32(seq / 65536 * 16), Y: n % 16, Z: int32(seq % 4096)}, Block: world.Stone, Seq: seq, Author: 5, Before: world.Dirt,
			})
		}
		if seq%4096 < 400 {
			batch.Snapshots = append(batch.Snapshots, store.Snapshot{Section: batch.Changes[0].Pos.Section(), Edits: seq, Packed: packed})
		}
		batch.Edits, batch.Time = seq, 1790000000000
		batchSeq = s.Commit(0, &batch)
		for s.Committed(0)+64 < batchSeq {
			time.Sleep(20 * time.Microsecond)
		}
	}
	s.wait(batchSeq)
	b.ReportMetric(float64(seq)/b.Elapsed().Seconds(), "edits/s")
}

// column is the snapshots of column n: 32 sections of 150 bytes.
func column(n int, to []store.Snapshot) []store.Snapshot {
	for y := range int32(32) {
		packed := make([]byte, 150)
		for i := range packed {
			packed[i] = byte((n*31 + int(y)*7) * (i*i + 1) >> 3)
		}
		to = append(to, store.Snapshot{Section: world.SectionPos{X: int32(n % 512), Y: y - 8, Z: int32(n / 512)}, Edits: 9, Packed: packed})
	}
	return to
}

// BenchmarkStoreColumn stores columns, 16 to a batch, until all are durable.
func BenchmarkStoreColumn(b *testing.B) {
	s := benchStore(b)
	var batch store.Batch
	n := 0
	defer cpu(b)()
	for b.Loop() {
		batch.Snapshots = column(n, batch.Snapshots)
		if n++; n%16 == 0 {
			s.wait(s.Commit(0, &batch))
			batch.Reset()
		}
	}
}

// fillColumns stores columns in a world.
func fillColumns(b testing.TB, s *Store, columns int) {
	var batch store.Batch
	for n := range columns {
		batch.Snapshots = column(n, batch.Snapshots)
		if n%16 == 15 {
			s.wait(s.Commit(0, &batch))
			batch.Reset()
		}
	}
	if err := s.Err(); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkLoadColumn reads the 32 sections of a column of a world of 4096.
func BenchmarkLoadColumn(b *testing.B) {
	const columns = 4096
	s := benchStore(b)
	fillColumns(b, s, columns)
	n := 0
	defer cpu(b)()
	for b.Loop() {
		n = (n + 1237) % columns
		for y := range int32(32) {
			if got, err := s.Section(world.SectionPos{X: int32(n % 512), Y: y - 8, Z: int32(n / 512)}); err != nil || len(got.Packed) != 150 {
				b.Fatal(err, len(got.Packed))
			}
		}
	}
}

// BenchmarkNoColumn asks for the 32 sections of a column that never changed, among 4096 that did.
func BenchmarkNoColumn(b *testing.B) {
	s := benchStore(b)
	fillColumns(b, s, 4096)
	defer cpu(b)()
	for b.Loop() {
		for y := range int32(32) {
			if got, err := s.Section(world.SectionPos{X: 100, Y: y - 8, Z: 300}); err != nil || got.Packed != nil {
				b.Fatal(err)
			}
		}
	}
}

var openColumns = flag.Int("columns", 18000, "columns of the greater world of BenchmarkOpen; 18000 are 100 MB")

// BenchmarkOpen opens worlds of two sizes, reads their state, and closes them.
func BenchmarkOpen(b *testing.B) {
	greater := *openColumns
	if testing.Short() {
		greater = min(greater, 1000)
	}
	for _, columns := range []int{0, greater} {
		b.Run(fmt.Sprint(columns), func(b *testing.B) {
			dir := b.TempDir()
			s, err := Open(dir, options(nil))
			if err != nil {
				b.Fatal(err)
			}
			fillColumns(b, s, columns)
			size := s.db.Metrics().DiskSpaceUsage()
			if err := s.Close(); err != nil {
				b.Fatal(err)
			}
			opened := time.Duration(0)
			for b.Loop() {
				began := time.Now()
				s, err := Open(dir, options(nil))
				if err != nil {
					b.Fatal(err)
				}
				if _, err := s.Load(); err != nil {
					b.Fatal(err)
				}
				opened += time.Since(began)
				if err := s.Close(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(opened.Microseconds())/1000/float64(b.N), "open-ms")
			b.ReportMetric(float64(size)/1e6, "disk-MB")
		})
	}
}
