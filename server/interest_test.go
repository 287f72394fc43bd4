package server

import (
	"testing"

	"voxtide/actions"
	"voxtide/protocol"
	"voxtide/transport"
	"voxtide/world"
)

// TestFarView: a player who sees 320 blocks far, millions of blocks away, gets all sections, and goes on after a cut: the sections
// that a resume cannot name are sent again, these are the farthest, and no message is too large.
func TestFarView(t *testing.T) {
	view, up := 21, 8
	if testing.Short() { // under the race detector; still more sections than a resume names
		view = 17
	}
	if n := subscriptionsMax(view, up); n > protocol.SubscriptionsMax {
		t.Fatalf("%d subscriptions", n)
	}
	far := world.Pos{X: -1 << 24, Y: 0, Z: 1<<24 + 7}
	r := newHarness(t, func(c *Config) {
		c.View, c.ViewY, c.BulkCredit, c.BulkBytes = view, up, 4000, 16<<20
		c.Spawn = func(int) world.Vec { return world.BottomCentre(far) }
	})
	ann := r.join("ann")
	want := 0
	for _, o := range interestOrder(view, up, 0) {
		if (world.Pos{Y: far.Y + o.Y*world.SectionSize}).InHeight() {
			want++
		}
	}
	all := func() int {
		n := 0
		for range 4000 {
			r.play(1)
			if n = r.s.rec.W.Stream(ann.stream()).Subscriptions.Len(); n == want && r.s.clients.sessions[0].told.InFlight() == 0 {
				break
			}
		}
		return n
	}
	if n := all(); n != want || want <= protocol.HeldMax {
		t.Fatalf("%d of %d sections", n, want)
	}
	if n := len(ann.dumb.AppendHeld(nil)); n != protocol.HeldMax {
		t.Fatalf("a resume names %d sections", n)
	}
	if n := len(protocol.AppendJoin(nil, &protocol.Join{Name: "ann", Held: ann.dumb.AppendHeld(nil)})); n > transport.MessageMax {
		t.Fatalf("the resume takes %d bytes", n)
	}
	before := r.s.Metrics().Snapshots
	ann.resume(r)
	r.play(3)
	if ann.fullUpdates != 2 || !ann.welcome.Resumed {
		t.Fatalf("%d full updates", ann.fullUpdates)
	}
	kept := 0
	for s := range r.s.rec.W.Stream(ann.stream()).Subscriptions.All() {
		if s.Confirmed {
			kept++
		}
	}
	if kept < protocol.HeldMax {
		t.Errorf("only %d sections were kept", kept)
	}
	if n := all(); n != want || r.s.Metrics().Snapshots-before < want-protocol.HeldMax {
		t.Fatalf("%d of %d sections after the cut, %d again", n, want, r.s.Metrics().Snapshots-before)
	}
	ann.agrees()
}

// TestFullUpdateFits: a full update goes on with the sections that it has room for, nearest first; the others are sent again.
func TestFullUpdateFits(t *testing.T) {
	r := newHarness(t, func(c *Config) { c.View, c.ViewY, c.BulkCredit = 4, 3, 500 })
	ann := r.join("ann")
	r.play(120)
	c := r.s.clients.sessions[0]
	n := r.s.rec.W.Stream(ann.stream()).Subscriptions.Len()
	c.told.SetFullRoom(n / 4 * 8)
	c.area.center = world.SectionPos{}
	c.told.RequestFull(0)
	r.play(1)
	st := r.s.rec.W.Stream(ann.stream())
	confirmed := 0
	for s := range st.Subscriptions.All() {
		if s.Confirmed {
			confirmed++
			if p := s.Section; p.X*p.X+p.Y*p.Y+p.Z*p.Z > 16 {
				t.Errorf("%v is far and was kept", p)
			}
		}
	}
	if confirmed > n/4 || confirmed == 0 || ann.fullUpdates != 2 {
		t.Errorf("%d of %d sections were kept, %d full updates", confirmed, n, ann.fullUpdates)
	}
	if c.told.FullRoom() != 0 {
		t.Errorf("the next one has room for %d bytes", c.told.FullRoom())
	}
	r.play(120)
	if m := r.s.rec.W.Stream(ann.stream()).Subscriptions.Len(); m != n {
		t.Errorf("%d of %d sections came back", m, n)
	}
	ann.agrees()
}

// TestLeapByTheBox: who leaps as far as the sets of open sections are wide gets the land there: no section that is left behind is taken for
// the one with its bit.
func TestLeapByTheBox(t *testing.T) {
	const view, up = 2, 1
	r := newHarness(t, func(c *Config) { c.View, c.ViewY = view, up })
	ann := r.join("ann")
	r.play(60)
	want, leaps := len(interestOrder(view, up, 0)), 0
	for _, sections := range []int32{2*(view+1) + 1, -2 * (2*(view+1) + 1), 3} {
		at := ann.avatar().Motion.Pos.Block()
		at.X += sections * world.SectionSize
		ann.do(actions.Action{Kind: actions.Teleport, Pos: at, Aim: actions.Aim{8, 0, 8}}, r.s.Now())
		r.play(90)
		center, open := ann.avatar().Motion.Pos.Block().Section(), 0
		for sub := range r.s.World().Stream(ann.stream()).Subscriptions.All() {
			if p := sub.Section; sub.Confirmed && withinView(world.SectionPos{X: p.X - center.X, Z: p.Z - center.Z}, view) && axisDistance(p.Y, center.Y) <= up {
				open++
			}
		}
		if leaps++; open != want {
			t.Errorf("%d sections on it has %d of %d", sections, open, want)
		}
	}
	t.Logf("%d leaps, %d sections each", leaps, want)
	ann.agrees()
}

// TestGroundBelowComesFirst: who stands gets the ground around as soon as ever, and who flies gets it before the air beside and above: of the land ahead within three
// sections all is there before a quarter of the view is, with what its meshes need around it.
func TestGroundBelowComesFirst(t *testing.T) {
	const view, viewY = 8, 8
	for _, c := range []struct {
		up, most int32 // sections from the ground to the eye
		keys     world.Keys
	}{{1, 310, 0}, {1, 340, world.KeyFly}, {3, 450, world.KeyFly}, {5, 900, world.KeyFly}, {7, 1600, world.KeyFly}} {
		order := interestOrder(view, viewY, orderOf(&world.Motion{Yaw: 1 << 14, Keys: c.keys})) // east
		at := map[world.SectionPos]int{}
		for i, p := range order {
			at[p] = i + 1
		}
		last := 0
		for x := int32(0); x <= 3; x++ {
			for z := -x - 1; z <= x+1; z++ {
				if x*x+z*z > 9 {
					continue
				}
				for y := -c.up - 1; y <= -c.up+2; y++ { // ground, and trees on it
					for n := range int32(9) {
						last = max(last, at[world.SectionPos{X: x + n%3 - 1, Y: y, Z: z + n/3 - 1}])
					}
				}
			}
		}
		t.Logf("%d sections above the ground, flies %v: it is there after %d of %d sections", c.up, c.keys != 0, last, len(order))
		if last > int(c.most) {
			t.Errorf("from %d sections above the ground it is not there after %d sections", c.up, c.most)
		}
	}
}

// TestWhoJumpsTakesLittleMemory: the thousands of sections that are closed when a player jumps are recorded some at a time.
func TestWhoJumpsTakesLittleMemory(t *testing.T) {
	r := newHarness(t, func(c *Config) { c.View, c.ViewY, c.BulkCredit, c.BulkBytes = 8, 8, 64, 1<<20 })
	ann := r.join("ann")
	r.play(200)
	open := r.s.World().Stream(ann.stream()).Subscriptions.Len()
	at := ann.avatar().Motion.Pos.Block()
	at.X += 4000
	ann.do(actions.Action{Kind: actions.Teleport, Pos: at, Aim: actions.Aim{8, 0, 8}}, r.s.Now())
	r.play(200)
	t.Logf("%d sections were open; room for %d edits was taken", open, cap(r.s.rec.Log))
	if open < 8*closedTogether || cap(r.s.rec.Log) > 3*closedTogether {
		t.Errorf("%d sections were open, and room for %d edits was taken", open, cap(r.s.rec.Log))
	}
	ann.agrees()
	if n := r.s.World().Stream(ann.stream()).Subscriptions.Len(); n != open {
		t.Errorf("%d sections are open after the jump, %d were before", n, open)
	}
}
