package pebble

import (
	"math/rand/v2"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"

	"voxtide/internal/testrand"
	"voxtide/store"
	"voxtide/store/storetest"
)

// TestOnDurable: the writer's word comes with each seq that it publishes, rising to the last one, when Committed has it and
// not before it is durable: a power cut in that very moment, with nothing of what was not fsynced, leaves those batches.
func TestOnDurable(t *testing.T) {
	rnd := rand.New(rand.NewPCG(testrand.Seed(t), 1))
	disk := vfs.NewCrashableMem()
	type word struct {
		seq, committed uint64
		left           *vfs.MemFS
	}
	var s *Store
	var words []word
	o := options(disk)
	o.OnDurable = func(seq uint64) {
		words = append(words, word{seq, s.Committed(0), disk.CrashClone(vfs.CrashCloneCfg{})})
	}
	s, err := openWith("world", o, small)
	if err != nil {
		t.Fatal(err)
	}
	m := &storetest.Maker{Rand: rnd}
	var batches []*store.Batch
	last := uint64(0)
	for range 40 {
		b := m.Batch()
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
		if w.seq <= told || w.committed < w.seq {
			t.Fatalf("seq %d was told after %d, while %d were published", w.seq, told, w.committed)
		}
		told = w.seq
		after, err := Open("world", options(w.left))
		if err != nil {
			t.Fatal(err)
		}
		held, err := follow(after, store.NewMemory(nil), batches)
		if err != nil || uint64(held) < w.seq {
			t.Fatalf("%d batches are there, %d were told: %v", held, w.seq, err)
		}
		if err := after.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if told != last {
		t.Errorf("told up to %d of %d", told, last)
	}
}
