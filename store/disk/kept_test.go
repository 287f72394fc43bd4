package disk

import (
	"math/rand/v2"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"

	"voxtide/chance"
	"voxtide/store"
)

// TestKept: the writer's word comes with each ticket that it publishes, rising to the last one, when Committed has it and
// not before it is durable: a power cut in that very moment, with nothing of what was not fsynced, leaves those batches.
func TestKept(t *testing.T) {
	rnd := rand.New(rand.NewPCG(chance.Seed(t), 1))
	disk := vfs.NewCrashableMem()
	type word struct {
		ticket, committed uint64
		left              *vfs.MemFS
	}
	var s *Store
	var words []word
	o := options(disk)
	o.Kept = func(ticket uint64) {
		words = append(words, word{ticket, s.Committed(0), disk.CrashClone(vfs.CrashCloneCfg{})})
	}
	s, err := openTuned("world", o, small)
	if err != nil {
		t.Fatal(err)
	}
	m := &maker{Rand: rnd}
	var batches []*store.Batch
	last := uint64(0)
	for range 40 {
		b := m.batch()
		batches = append(batches, b)
		if last = s.Commit(0, b); rnd.IntN(3) > 0 {
			s.wait(last)
		}
	}
	if err := s.Close(); err != nil { // the writer has ended
		t.Fatal(err)
	}
	told := uint64(0)
	for _, w := range words {
		if w.ticket <= told || w.committed < w.ticket {
			t.Fatalf("ticket %d was told after %d, while %d were published", w.ticket, told, w.committed)
		}
		told = w.ticket
		after, err := Open("world", options(w.left))
		if err != nil {
			t.Fatal(err)
		}
		held, err := follow(after, store.NewMemory(nil), batches)
		if err != nil || uint64(held) < w.ticket {
			t.Fatalf("%d batches are there, %d were told: %v", held, w.ticket, err)
		}
		if err := after.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if told != last {
		t.Errorf("told up to %d of %d", told, last)
	}
}
