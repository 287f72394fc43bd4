package sim

import (
	"testing"

	"voxtide/edits"
	"voxtide/timestream"
	"voxtide/world"
)

// TestFreedBlockFallsOnTheStreamThatFreedIt breaks a pillar's foot: the sand moves with that stream's time alone, the
// whole pillar at its next tick, and ends one block lower.
func TestFreedBlockFallsOnTheStreamThatFreedIt(t *testing.T) {
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
		t.Fatal("the sand moved before the tick")
	}
	s.Advance(1, 100_000)
	if n := len(w.Bodies(1)); n != 5 {
		t.Fatalf("%d bodies of the stream at the tick, want the avatar and 4 of sand", n)
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

// TestPillarLandsFromLowToHigh lets a pillar fall by one: at the tick at which its foot lands all of it lands, because the
// block below each has landed before it. In any other order some would land a tick later.
func TestPillarLandsFromLowToHigh(t *testing.T) {
	for range 20 {
		s, foot := column(5)
		w := s.R.W
		s.R.PutBlock(1, foot, world.Air)
		for m := timestream.Time(0); len(w.Bodies(1)) != 6; m = m.NextTick() {
			s.Advance(1, m)
		}
		for m := w.Stream(1).Stamp; len(w.Bodies(1)) == 6; m = m.NextTick() {
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
	m := world.Motion{Pos: world.BottomCentre(world.Pos{X: 8, Y: 0, Z: 8})}
	w.SetBlock(foot, world.Air)
	w.SetBlock(foot.Above(), world.Air)
	w.SetMotion(slot, 0, &m) // stands below the sand, in its way
	s.R.Do(edits.Edit{Kind: edits.AddSupportCheck, Stream: 1, Pos: foot.Above().Above()})
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

// TestLeavesGoInTheirTime fells a tree: its leaves go one after the other within ten seconds of the feller's stream, and no others do.
func TestLeavesGoInTheirTime(t *testing.T) {
	s, foot := column(0)
	w := s.R.W
	var leaves []world.Pos
	for f := range world.Face(world.FaceCount) {
		for g := range world.Face(world.FaceCount) {
			for _, p := range [...]world.Pos{foot.Above().Next(f), foot.Above().Next(f).Next(g)} {
				if b, _ := w.Block(p); b == world.Air && p != foot.Above() {
					w.SetBlock(p, world.Leaves)
					leaves = append(leaves, p)
				}
			}
		}
	}
	placed := world.Pos{X: 12, Y: 5, Z: 12}
	w.SetBlock(placed, world.Leaves.With(world.PropPlaced, 1))
	w.SetBlock(foot.Above(), world.Log)
	s.R.PutBlock(1, foot.Above(), world.Air)
	left := func() (n int) {
		for _, p := range leaves {
			if b, _ := w.Block(p); b == world.Leaves {
				n++
			}
		}
		return n
	}
	s.Advance(2, 20_000_000)
	s.Advance(timestream.Server, 20_000_000)
	if left() != len(leaves) {
		t.Fatal("leaves go on another's time")
	}
	instants := 0
	for m, before := timestream.Time(0), left(); m <= 10_050_000; m = m.NextTick() {
		s.Advance(1, m)
		if n := left(); n < before {
			instants, before = instants+1, n
		}
	}
	if t.Logf("%d leaves went at %d ticks", len(leaves), instants); instants < len(leaves)/2 || left() != 0 {
		t.Errorf("%d leaves went at %d ticks, %d are left", len(leaves)-left(), instants, left())
	}
	if b, _ := w.Block(placed); b.Class() != world.ClassLeaves || len(w.Stream(1).SupportChecks) != 0 {
		t.Error("the leaves that were placed went, or checks are left")
	}
}
