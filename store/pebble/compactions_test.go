package pebble

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"

	"voxtide/store"
	"voxtide/world"
)

// compactingDB is a database that counts the compactions that it is let have.
type compactingDB struct {
	mu                            sync.Mutex
	waiting, running, begun, most int
}

func (d *compactingDB) GetAllowedWithoutPermission() int { return 1 }

func (d *compactingDB) GetWaitingCompaction() (bool, pebble.WaitingCompaction) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.waiting > 0, pebble.WaitingCompaction{}
}

func (d *compactingDB) Schedule(pebble.CompactionGrantHandle) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.waiting == 0 {
		return false
	}
	d.waiting--
	d.begin()
	return true
}

func (d *compactingDB) count() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.begun
}

// begin is called with mu held.
func (d *compactingDB) begin() {
	d.running++
	d.begun++
	d.most = max(d.most, d.running)
}

// ask asks for a compaction as the database does: one that is not granted waits.
func (d *compactingDB) ask(g *compactionGate) {
	d.mu.Lock() // as the database does
	defer d.mu.Unlock()
	if ok, _ := g.TrySchedule(); ok {
		d.begin()
	} else {
		d.waiting++
	}
}

// TestCompactionGate: a compaction begins at once, waits while another one runs or much is written, and no longer than compactionPatience.
func TestCompactionGate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db, g := &compactingDB{}, newCompactionGate()
		g.Register(2, db)
		at := func(d time.Duration, begun int, why string) {
			t.Helper()
			time.Sleep(d)
			synctest.Wait()
			if n := db.count(); n != begun {
				t.Errorf("%d compactions have begun, not %d: %s", n, begun, why)
			}
		}
		done := func() {
			db.mu.Lock()
			db.running--
			db.mu.Unlock()
			g.Done()
		}
		db.ask(g)
		at(0, 1, "nothing is written")
		db.ask(g)
		at(time.Second, 1, "one runs")
		done()
		at(0, 2, "the next one begins when it has ended")
		done()
		for range 20 { // a batch each 100 ms
			g.noteBatch(bulkBatch - 1)
			time.Sleep(100 * time.Millisecond)
		}
		db.ask(g)
		at(0, 3, "the batches are small")
		done()
		g.noteBatch(bulkBatch)
		db.ask(g)
		for range 20 {
			at(100*time.Millisecond, 3, "much is written")
			g.noteBatch(bulkBatch)
		}
		at(bulkQuiet+2*compactionEvery, 4, "the writing is over")
		done()
		g.noteBatch(bulkBatch)
		db.ask(g)
		began := time.Now()
		for db.count() == 4 && time.Since(began) < time.Minute {
			g.noteBatch(bulkBatch)
			time.Sleep(100 * time.Millisecond)
			synctest.Wait()
		}
		if took := time.Since(began); took < compactionPatience || took > compactionPatience+2*compactionEvery {
			t.Errorf("it waited for %v while much was written", took)
		}
		db.ask(g)
		g.Unregister()
		done()
		at(time.Minute, 5, "the database is closed")
		db.mu.Lock()
		defer db.mu.Unlock()
		if db.most != 1 {
			t.Errorf("%d at once", db.most)
		}
	})
}

// TestCompactionsWait: the compactions of a world in which much is changed at once come after it, and change nothing of what it holds.
func TestCompactionsWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, err := openWith("world", options(vfs.NewMem()), func(o *pebble.Options) { o.MemTableSize = 256 << 10 })
		if err != nil {
			t.Fatal(err)
		}
		seq, edit := uint64(0), uint64(0)
		slice := func(b world.Block) { // 4,096 cells, as a step of a rollback changes them
			batch := &store.Batch{Edits: edit}
			for i := range int32(world.SectionCells) {
				edit++
				batch.Changes = append(batch.Changes, store.BlockChange{Seq: edit, Pos: world.Pos{X: i & 15, Y: i >> 8, Z: i >> 4 & 15}, Block: b, Author: 1})
			}
			batch.Edits = edit
			seq = s.Commit(0, batch)
			s.wait(seq)
			time.Sleep(16 * time.Millisecond)
		}
		for i := range 100 {
			slice(world.Block(1 + i%2))
		}
		synctest.Wait()
		during, tables := s.db.Metrics().Compact.Count, s.db.Metrics().Levels[0].TablesCount
		time.Sleep(bulkQuiet + time.Second)
		synctest.Wait()
		after, left := s.db.Metrics().Compact.Count, s.db.Metrics().Levels[0].TablesCount
		t.Logf("%d edits in %d tables, %d compactions meanwhile; then %d compactions, %d tables", edit, tables, during, after, left)
		if during > 0 || tables < 8 || after == 0 || left >= tables {
			t.Error("they did not come after it")
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	})
}
