package logged

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"voxtide/internal/testrand"
	"voxtide/store"
	"voxtide/store/pebble"
	"voxtide/store/storetest"
	"voxtide/world"
)

// TestRealDisks: two worlds with Pebble in one log. The power of either is cut at any moment, and its disk goes on from what it has: in the end
// both hold what was given, row by row and change by change.
func TestRealDisks(t *testing.T) {
	seed := testrand.Seed(t)
	cuts, batches := 0, 0
	for round := range testrand.Rounds(3) {
		r := rand.New(rand.NewPCG(seed, uint64(round)))
		b := newBench(t, good())
		b.cluster = newBench(t, bad()).cluster
		twin := store.NewMemory(nil)
		open := func(fs vfs.FS) *pebble.Store {
			s, err := pebble.Open("world", pebble.Options{Seed: 7, Generator: 3, Blocks: world.BlockNames(), FS: fs})
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		files := []*vfs.MemFS{vfs.NewCrashableMem(), vfs.NewCrashableMem()}
		disks := []*pebble.Store{open(files[0]), open(files[1])}
		standby := b.replica("south", disks[1])
		owner := b.replica("north", disks[0]).Claim("north 1")
		b.runs = append(b.runs[:1], owner)
		maker := storetest.NewRowMaker(r, 9)
		other := storetest.Maker{Rand: r}
		starts := 1
		settle := func(s *Store, seq uint64) { // the disks write in their own time
			for range 20_000 {
				b.run(5 * time.Millisecond)
				if s.Err() != nil || s.Opened() && s.Committed(b.now) >= seq {
					break
				}
				time.Sleep(50 * time.Microsecond)
			}
			if err := s.Err(); err != nil || s.Committed(b.now) < seq {
				t.Fatalf("-seed %d, round %d: batch %d of %d, %v", seed, round, s.Committed(b.now), seq, err)
			}
		}
		settle(owner, 0)
		last := uint64(0)
		for range 12 {
			last = 0
			for range 10 {
				x := maker.Batch()
				if r.IntN(2) == 0 {
					other.Edits = x.Edits
					x = other.Batch()
					x.Players, x.RemovedPlayers = nil, nil
					maker.Edits = x.Edits
				}
				last = owner.Commit(b.now, x)
				twin.Commit(0, x)
				batches++
				b.run(5 * time.Millisecond)
			}
			if r.IntN(2) == 0 {
				settle(owner, last)
			}
			switch r.IntN(3) {
			case 0: // the standby's power
				b.stop(standby)
				old := disks[1]
				files[1] = files[1].CrashClone(vfs.CrashCloneCfg{UnsyncedDataPercent: r.IntN(101), RNG: r})
				disks[1] = open(files[1])
				old.Close()
				standby = b.replica("south", disks[1])
				cuts++
			case 1: // the owner's: what is in the log by then is the world
				settle(owner, last)
				b.stop(owner)
				old := disks[0]
				files[0] = files[0].CrashClone(vfs.CrashCloneCfg{UnsyncedDataPercent: r.IntN(101), RNG: r})
				disks[0] = open(files[0])
				old.Close()
				again := b.replica("north", disks[0])
				for !again.CaughtUp() && again.Err() == nil {
					b.run(5 * time.Millisecond)
				}
				starts++
				owner = again.Claim(fmt.Sprint("north ", starts))
				b.stop(again)
				b.runs = append(b.runs, owner)
				last = 0
				settle(owner, last)
				cuts++
			default:
				settle(owner, last)
			}
		}
		settle(owner, last)
		for range 20_000 {
			b.run(5 * time.Millisecond)
			if at, durable := standby.Position(); standby.CaughtUp() && at.N-durable.N < 50 && durable.N >= owner.Stats().Durable.N || standby.Err() != nil {
				break
			}
			time.Sleep(50 * time.Microsecond)
		}
		if err := standby.Err(); err != nil {
			t.Fatalf("-seed %d, round %d: %v", seed, round, err)
		}
		b.equal(fmt.Sprintf("-seed %d, round %d: the owner's disk", seed, round), disks[0], twin)
		b.equal(fmt.Sprintf("-seed %d, round %d: the standby's disk", seed, round), disks[1], twin)
		if err := owner.Close(); err != nil {
			t.Error(err)
		}
		if err := standby.Close(); err != nil {
			t.Error(err)
		}
	}
	t.Logf("%d batches, %d cuts", batches, cuts)
	if cuts == 0 {
		t.Error("no power was cut")
	}
}
