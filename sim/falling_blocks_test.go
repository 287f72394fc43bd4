package sim

import (
	"fmt"
	"testing"

	"voxtide/edits"
	"voxtide/internal/testrand"
	"voxtide/land"
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

// TestSandAtBorders lets sand fall from random heights through columns in which somebody has land at some heights: it comes to rest on the first border or floor,
// at no instant is any of it beyond a border, and none is lost.
func TestSandAtBorders(t *testing.T) {
	r := testrand.New(t)
	onBorder, onFloor, looks := 0, 0, 0
	for range 60 {
		s, _ := column(1)
		w := s.R.W
		low := r.Int32N(16)
		top := low + 1 + r.Int32N(6)
		if !w.SetClaim(land.Claim{HighX: 5, HighZ: 15, Heights: land.Heights{LowY: low, TopY: top}, Owner: 9}, true) {
			t.Fatal("no claim")
		}
		from := map[world.Pos]int32{} // column to the cell in which its sand is to lie
		for x := range int32(6) {
			p := world.Pos{X: x, Y: r.Int32N(25), Z: r.Int32N(16)}
			want := int32(0)
			switch {
			case p.Y >= top:
				want = top
			case p.Y >= low:
				want = low
			}
			s.R.PutBlock(1, p, world.Sand)
			from[world.Pos{X: p.X, Y: p.Y, Z: p.Z}] = want
		}
		for at := timestream.Time(0); at < 4_000_000; at = at.Add(timestream.Duration(1000 + r.Int64N(90_000))) {
			s.Advance(1, at)
			for _, slot := range w.Bodies(1) {
				e := w.Entity(slot)
				if e.Kind != world.KindFallingBlock {
					continue
				}
				looks++
				for p, want := range from {
					if at := e.Motion.Pos.Block(); at.X == p.X && at.Z == p.Z && at.Y < want {
						t.Fatalf("sand from %v is at %v, beyond %d (%d to %d)", p, at, want, low, top)
					}
				}
			}
		}
		for p, want := range from {
			if b, _ := w.Block(world.Pos{X: p.X, Y: want, Z: p.Z}); b != world.Sand {
				var there []string
				for y := range int32(32) {
					if b, _ := w.Block(world.Pos{X: p.X, Y: y, Z: p.Z}); b != world.Air {
						there = append(there, fmt.Sprint(y, b))
					}
				}
				for _, slot := range w.Bodies(1) {
					there = append(there, fmt.Sprint(w.Entity(slot).Kind, w.Entity(slot).Motion.Pos))
				}
				t.Fatalf("sand from %v does not lie at %d (%d to %d): there are %v", p, want, low, top, there)
			}
			if want > 0 {
				onBorder++
			} else {
				onFloor++
			}
		}
		if n := len(w.Bodies(1)); n != 1 {
			t.Fatalf("%d bodies", n)
		}
	}
	if t.Logf("%d came to rest on a border, %d on the floor; looked at %d times as they fell", onBorder, onFloor, looks); onBorder < 100 || onFloor < 20 || looks < 500 {
		t.Error("too few")
	}
}
