package sim

import (
	"math/rand/v2"
	"testing"

	"voxtide/chance"
	"voxtide/edits"
	"voxtide/physics"
	"voxtide/timestream"
	"voxtide/world"
)

// build returns a small land with sand on stilts, slabs, water and ladders, two avatars and the server's stream, all
// from the seed, so that two of the same seed are equal.
func build(seed uint64) *Sim {
	r := rand.New(rand.NewPCG(seed, 2))
	w := world.New()
	floor := world.NewSection(world.Stone)
	land := world.NewSection(world.Air)
	some := []world.Block{world.Stone, world.Sand, world.Sand, world.Gravel, world.StoneSlab, world.Water, world.Ladder, world.TallGrass}
	for range 220 {
		land.Set(r.IntN(world.SectionCells), some[r.IntN(len(some))])
	}
	for x := int32(-1); x <= 1; x++ {
		for z := int32(-1); z <= 1; z++ {
			w.PutSection(world.SectionPos{X: x, Y: -1, Z: z}, floor.Clone())
			w.PutSection(world.SectionPos{X: x, Z: z}, world.NewSection(world.Air))
			w.PutSection(world.SectionPos{X: x, Y: 1, Z: z}, world.NewSection(world.Air))
		}
	}
	w.PutSection(world.SectionPos{}, land)
	w.AddStream(timestream.Server, 0, 1)
	s := &Sim{R: &edits.Recorder{W: w}, All: true}
	for st := timestream.Stream(1); st <= 2; st++ {
		w.AddStream(st, 0, 1)
		w.AddPlayer(st, world.Player{Name: "p"})
		for _, p := range w.SectionList(nil) {
			w.SetSub(st, world.Sub{Section: p, Epoch: 1, Confirmed: true})
		}
		e := world.Entity{ID: world.AvatarID(st), Kind: world.KindAvatar, Stream: st}
		for range 50 {
			e.Motion.Pos = world.Vec{r.Int64N(16 * world.Unit), r.Int64N(12 * world.Unit), r.Int64N(16 * world.Unit)}
			if physics.Free(w, &world.Kinds[e.Kind], e.Motion.Pos) {
				break
			}
		}
		e.Motion.Keys = world.Keys(r.IntN(int(world.KeysAll)+1)) &^ world.KeyFly
		e.Motion.Yaw = uint16(r.IntN(1 << 16))
		w.AddEntity(e)
	}
	for range 40 { // support that goes away, on behalf of either
		s.R.PutBlock(timestream.Stream(1+r.IntN(2)), world.SectionPos{}.At(r.IntN(world.SectionCells)), world.Air)
	}
	s.R.Commit()
	return s
}

// mass counts blocks that can fall, falling blocks and items of them: law 12 for sand.
func mass(w *world.World) (n int) {
	for i := range world.SectionCells {
		for _, p := range [...]world.SectionPos{{}, {Y: 1}} {
			if b, _ := w.Block(p.At(i)); world.Blocks[b].Falls {
				n++
			}
		}
	}
	for i := range w.StreamCount() {
		st := w.StreamAt(i).Stream
		for _, s := range w.Bodies(st) {
			if e := w.Entity(s); e.Kind == world.KindFalling {
				n++
			} else if e.Kind == world.KindItem && world.Blocks[e.Stack.Block].Falls {
				n += int(e.Stack.Count)
			}
		}
		if p := w.Player(st); p != nil {
			for _, s := range p.Slots {
				if world.Blocks[s.Block].Falls {
					n += int(s.Count)
				}
			}
		}
	}
	return n
}

// TestSplitLaw advances two equal worlds to the same instant, one in one piece and one in many: law 3 for the whole
// update, sand included. The streams are advanced in the same order at the same stops, because what one does to blocks
// is seen by the other.
func TestSplitLaw(t *testing.T) {
	seed := chance.Seed(t)
	r := rand.New(rand.NewPCG(seed, 1))
	freed, landed := 0, 0
	for n := range chance.Rounds(1500) {
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
						at = min(to, at.NextMark())
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
		for st := timestream.Stream(0); st <= 2; st++ { // at a mark nobody is inside a block
			one.Advance(st, now.NextMark())
		}
		landed += one.R.W.EntityCount()
	}
	if freed == 0 {
		t.Fatal("no sand was ever set free: the test tests nothing of it")
	}
}

// TestUndo advances and reverts: law 1 for updates.
func TestUndo(t *testing.T) {
	seed := chance.Seed(t)
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

// column is a flat world with an avatar at the origin and a pillar of sand beside, whose foot stands on one block.
func column(height int32) (*Sim, world.Pos) {
	s := build(7)
	w := s.R.W
	for i := range world.SectionCells {
		w.SetBlock(world.SectionPos{}.At(i), world.Air)
	}
	for i := timestream.Stream(0); i <= 2; i++ {
		for len(w.Stream(i).Checks) > 0 {
			w.RemoveCheck(i, w.Stream(i).Checks[0])
		}
	}
	foot := world.Pos{X: 8, Y: 0, Z: 8}
	w.SetBlock(foot, world.Dirt)
	for y := range height {
		w.SetBlock(world.Pos{X: 8, Y: 1 + y, Z: 8}, world.Sand)
	}
	for i := timestream.Stream(1); i <= 2; i++ {
		m := world.Motion{Pos: world.Middle(world.Pos{X: 2 * int32(i), Z: 2})}
		w.SetMotion(w.Find(world.AvatarID(i)), 0, &m)
	}
	return s, foot
}

// TestSandFallsOnTheStreamThatFreedIt digs a pillar's foot away: the sand moves with that stream's time alone, the
// whole pillar at its next mark, and lies one lower in the end.
func TestSandFallsOnTheStreamThatFreedIt(t *testing.T) {
	s, foot := column(4)
	w := s.R.W
	s.Advance(1, 70_000)
	s.R.PutBlock(1, foot, world.Air)
	s.Advance(2, 1_000_000)
	s.Advance(timestream.Server, 1_000_000)
	if b, _ := w.Block(foot.Above()); b != world.Sand {
		t.Fatal("the sand moved on another's time")
	}
	s.Advance(1, 99_999)
	if b, _ := w.Block(foot.Above()); b != world.Sand {
		t.Fatal("the sand moved before the mark")
	}
	s.Advance(1, 100_000)
	if n := len(w.Bodies(1)); n != 5 {
		t.Fatalf("%d bodies of the stream at the mark, want the avatar and 4 of sand", n)
	}
	s.Advance(1, 3_000_000)
	for y := range int32(4) {
		if b, _ := w.Block(world.Pos{X: 8, Y: y, Z: 8}); b != world.Sand {
			t.Fatalf("no sand at height %d", y)
		}
	}
	if b, _ := w.Block(world.Pos{X: 8, Y: 4, Z: 8}); b != world.Air || len(w.Bodies(1)) != 1 {
		t.Fatal("the pillar did not come down by one")
	}
}

// TestPillarLandsFromLowToHigh lets a pillar fall by one: at the mark at which its foot lands all of it lands, because
// each finds the one below it landed. In any other order some would land a mark later.
func TestPillarLandsFromLowToHigh(t *testing.T) {
	for range 20 {
		s, foot := column(5)
		w := s.R.W
		s.R.PutBlock(1, foot, world.Air)
		for m := timestream.Time(0); len(w.Bodies(1)) != 6; m = m.NextMark() {
			s.Advance(1, m)
		}
		for m := w.Stream(1).Stamp; len(w.Bodies(1)) == 6; m = m.NextMark() {
			s.Advance(1, m)
		}
		if n := len(w.Bodies(1)); n != 1 {
			t.Fatalf("%d of the pillar are still falling when its foot has landed", n-1)
		}
	}
}

// TestLandingLifts lets sand land where an avatar of another stream stands.
func TestLandingLifts(t *testing.T) {
	s, foot := column(2)
	w := s.R.W
	slot := w.Find(world.AvatarID(2))
	m := world.Motion{Pos: world.Middle(world.Pos{X: 8, Y: 0, Z: 8})}
	w.SetBlock(foot, world.Air)
	w.SetBlock(foot.Above(), world.Air)
	w.SetMotion(slot, 0, &m) // stands below the sand, in its way
	s.R.Do(edits.Edit{Kind: edits.AddCheck, Stream: 1, Pos: foot.Above().Above()})
	s.Advance(1, 3_000_000)
	if b, _ := w.Block(foot); b != world.Sand {
		t.Fatal("the sand did not land")
	}
	if y := w.Entity(slot).Motion.Pos[1]; y != world.Unit {
		t.Fatalf("the body under the sand is at %d, want on top of it", y)
	}
	if len(s.Lifted) != 1 || s.Lifted[0] != world.AvatarID(2) {
		t.Fatalf("lifted: %v", s.Lifted)
	}
}

// TestHandOver gives a stream's sand to the server in mid-fall: it goes on to fall, on the server's time.
func TestHandOver(t *testing.T) {
	s, foot := column(6)
	w := s.R.W
	s.R.PutBlock(1, foot, world.Air)
	s.Advance(1, 120_000)
	s.Advance(timestream.Server, 180_000)
	before := mass(w)
	s.HandOver(1)
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

func TestKinds(t *testing.T) {
	for k := world.KindNone + 1; k < world.KindCount; k++ {
		if behaviour[k] == nil || world.Kinds[k].Name == "" {
			t.Errorf("entity kind %d has no whole row", k)
		}
	}
}

func TestSteadyStateAllocatesNothing(t *testing.T) {
	s, foot := column(3)
	now := timestream.Time(0)
	work := func() {
		s.R.Do(edits.Edit{Kind: edits.SetBlock, Pos: foot, Block: world.Air})
		s.R.Do(edits.Edit{Kind: edits.AddCheck, Stream: 1, Pos: foot.Above()})
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
