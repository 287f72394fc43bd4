package sim

import (
	"math/rand/v2"
	"testing"

	"voxtide/edits"
	"voxtide/internal/testrand"
	"voxtide/timestream"
	"voxtide/world"
)

// TestSplitLaw advances two equal worlds to the same instant, one in one piece and one in many: law 3 for the whole
// update, falling blocks included. The streams are advanced in the same order at the same stops, because each sees the
// blocks that the other changes.
func TestSplitLaw(t *testing.T) {
	seed := testrand.Seed(t)
	r := rand.New(rand.NewPCG(seed, 1))
	freed, landed := 0, 0
	for n := range testrand.Rounds(1500) {
		one, cut := build(seed+uint64(n)), build(seed+uint64(n))
		if one.R.W.Hash() != cut.R.W.Hash() {
			t.Fatal("two worlds of one seed differ")
		}
		before := mass(one.R.W)
		now := timestream.Time(0)
		for range 12 {
			to := now.Add(timestream.Duration(1 + r.IntN(400_000)))
			for st := timestream.Stream(0); st <= 2; st++ {
				one.Advance(st, to)
				at := now
				for at < to {
					at = min(to, at.Add(timestream.Duration(1+r.IntN(90_000))))
					if r.IntN(4) == 0 {
						at = min(to, at.NextTick())
					}
					cut.Advance(st, at)
				}
			}
			now = to
			freed = max(freed, one.R.W.EntityCount()-2)
			if one.R.W.Hash() != cut.R.W.Hash() {
				t.Fatalf("world %d differs at %d when the advance is cut (-seed %d -rounds %d)", n, now, seed, n+1)
			}
		}
		if after := mass(one.R.W); after != before {
			t.Fatalf("world %d: %d became %d (-seed %d)", n, before, after, seed)
		}
		for st := timestream.Stream(0); st <= 2; st++ { // at a tick no body is inside a block
			one.Advance(st, now.NextTick())
		}
		landed += one.R.W.EntityCount()
	}
	if freed == 0 {
		t.Fatal("no sand was ever set free: the test tests nothing of it")
	}
}

// TestUndo advances and reverts: law 1 for updates.
func TestUndo(t *testing.T) {
	seed := testrand.Seed(t)
	for n := range 200 {
		s := build(seed + uint64(n))
		before := s.R.W.Hash()
		for st := timestream.Stream(0); st <= 2; st++ {
			s.Advance(st, 3_333_333)
		}
		if s.R.W.Hash() == before {
			t.Fatal("three seconds changed nothing")
		}
		s.R.Revert()
		if s.R.W.Hash() != before {
			t.Fatalf("reverting three seconds leaves a trace (-seed %d)", seed+uint64(n))
		}
	}
}

// TestTransferToServer gives a stream's sand to the server in mid-fall: it goes on to fall, on the server's time.
func TestTransferToServer(t *testing.T) {
	s, foot := column(6)
	w := s.R.W
	s.R.PutBlock(1, foot, world.Air)
	s.Advance(1, 120_000)
	s.Advance(timestream.Server, 180_000)
	before := mass(w)
	s.TransferToServer(1)
	if n := len(w.Bodies(timestream.Server)); n != 6 || len(w.Bodies(1)) != 1 {
		t.Fatalf("%d bodies were handed over, want 6", n)
	}
	for _, b := range w.Bodies(timestream.Server) {
		if at := w.Entity(b).At; at != 180_000 {
			t.Fatalf("handed over at %d, want the server's stamp", at)
		}
	}
	s.Advance(timestream.Server, 5_000_000)
	if mass(w) != before || len(w.Bodies(timestream.Server)) != 0 {
		t.Fatal("the sand did not come to rest on the server's time")
	}
}

func TestSteadyStateAllocatesNothing(t *testing.T) {
	s, foot := column(3)
	now := timestream.Time(0)
	work := func() {
		s.R.Do(edits.Edit{Kind: edits.SetBlock, Pos: foot, Block: world.Air})
		s.R.Do(edits.Edit{Kind: edits.AddSupportCheck, Stream: 1, Pos: foot.Above()})
		for st := timestream.Stream(0); st <= 2; st++ {
			s.Advance(st, now.Add(timestream.Second))
		}
		s.R.Revert()
	}
	work()
	if n := testing.AllocsPerRun(50, work); n != 0 {
		t.Fatalf("%v allocations a second of falling sand and its undoing", n)
	}
}
