package edits

import (
	"math/rand/v2"
	"slices"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/world"
)

// logDistance returns the distance of leaves from a log, along leaves, looked for in the plainest way; leafReach+1 if none is so near.
func logDistance(w *world.World, p world.Pos) int {
	near, seen := []world.Pos{p}, map[world.Pos]bool{p: true}
	for d := 1; d <= leafReach; d++ {
		var next []world.Pos
		for _, c := range near {
			for f := range world.Face(world.FaceCount) {
				n := c.Next(f)
				b, _ := w.Block(n)
				if IsLog(b) {
					return d
				}
				if b.Class() == world.ClassLeaves && !seen[n] {
					seen[n] = true
					next = append(next, n)
				}
			}
		}
		near = next
	}
	return leafReach + 1
}

// thicket fills a part of the clearing with leaves and logs.
func thicket(r *Recorder, rnd *rand.Rand, size int) {
	for i := range size * size * size {
		p, b := world.Pos{X: int32(i % size), Y: int32(i / size % size), Z: int32(i / size / size)}, world.Air
		switch n := rnd.IntN(20); {
		case n < 11:
			b = world.Leaves
		case n < 12:
			b = world.Leaves.With(world.PropPlaced, 1)
		case n == 12 && rnd.IntN(3) == 0:
			b = world.Log
		}
		r.W.SetBlock(p, b)
	}
}

// TestLeaves takes logs and leaves out of thickets: checks are added for just those leaves that had a log and have none now, and the
// checks let them go.
func TestLeaves(t *testing.T) {
	rnd, gone, stayed := testrand.New(t), 0, 0
	for range testrand.Rounds(12) {
		r, _ := clearing(t)
		const size = 13
		thicket(r, rnd, size)
		for range 20 {
			p := world.Pos{X: int32(rnd.IntN(size)), Y: int32(rnd.IntN(size)), Z: int32(rnd.IntN(size))}
			before := r.W.Clone()
			was, _ := r.W.Block(p)
			if was == world.Air {
				continue
			}
			r.PutBlock(0, p, world.Air)
			checks := slices.Clone(r.W.Stream(0).SupportChecks)
			for i := range size * size * size {
				c := world.Pos{X: int32(i % size), Y: int32(i / size % size), Z: int32(i / size / size)}
				if b, _ := r.W.Block(c); !goesWithLog(b) {
					continue
				}
				had, has := logDistance(before, c) <= leafReach, logDistance(r.W, c) <= leafReach
				switch added := slices.Contains(checks, c); {
				case added && has, !added && had && !has:
					t.Fatalf("%v went from %v: of the leaves at %v, that a log kept: %v, and keeps: %v, the check is added: %v", was, p, c, had, has, added)
				}
			}
			for _, c := range checks {
				r.Do(Edit{Kind: RemoveSupportCheck, Stream: 0, Pos: c})
				if !r.CheckLeaves(0, c) {
					t.Fatalf("the leaves at %v stay", c)
				}
				gone++
			}
		}
		for i := range size * size * size {
			c := world.Pos{X: int32(i % size), Y: int32(i / size % size), Z: int32(i / size / size)}
			if b, _ := r.W.Block(c); goesWithLog(b) && logDistance(r.W, c) <= leafReach {
				stayed++
				if r.CheckLeaves(0, c) {
					t.Fatalf("the leaves at %v go although a log is near", c)
				}
			}
		}
		r.Revert()
	}
	if t.Logf("%d leaves went, %d stayed", gone, stayed); gone < 20 || stayed < 20 {
		t.Error("too few to say something")
	}
}

// TestColumnBeyondTheKnown digs below sand that goes on in a section which the digger has not: it falls on the server's stream.
func TestColumnBeyondTheKnown(t *testing.T) {
	r, _ := clearing(t)
	r.W.SetSection(world.SectionPos{Y: 1}, world.NewSection(world.Sand))
	r.W.AddStream(1, 0, 1)
	r.W.AddPlayer(1, world.Player{Name: "p"})
	r.W.SetSubscription(1, world.Subscription{Section: world.SectionPos{}, Epoch: 1, Confirmed: true})
	at := world.Pos{X: 3, Y: 15, Z: 3}
	for _, known := range []bool{false, true} {
		if known {
			r.W.SetSubscription(1, world.Subscription{Section: world.SectionPos{Y: 1}, Epoch: 2, Confirmed: true})
		}
		r.PutBlock(1, at, world.Stone)
		r.PutBlock(1, at, world.Air)
		own, server := len(r.W.Stream(1).SupportChecks), len(r.W.Stream(0).SupportChecks)
		if own+server != 1 || (own == 1) != known {
			t.Errorf("known %v: %d checks of the digger, %d of the server", known, own, server)
		}
		r.Revert()
	}
	// The same for leaves whose log may be there.
	r.W.SetSubscription(1, world.Subscription{Section: world.SectionPos{Y: 1}, Epoch: 1})
	r.W.SetBlock(at, world.Leaves)
	if r.CheckLeaves(1, at) || len(r.W.Stream(0).SupportChecks) != 1 {
		t.Errorf("the digger decides on leaves beside what he does not know")
	}
}

func BenchmarkLooseLeaves(b *testing.B) {
	w := world.New()
	for x := int32(-2); x < 3; x++ {
		for y := int32(-2); y < 3; y++ {
			for z := int32(-2); z < 3; z++ {
				w.SetSection(world.SectionPos{X: x, Y: y, Z: z}, world.NewSection(world.Leaves))
			}
		}
	}
	w.AddStream(0, 0, 0)
	r := &Recorder{W: w}
	b.ReportAllocs()
	for b.Loop() {
		r.PutBlock(0, world.Pos{X: 1, Y: 1, Z: 1}, world.Log)
		r.PutBlock(0, world.Pos{X: 1, Y: 1, Z: 1}, world.Air)
		r.Revert()
	}
}
