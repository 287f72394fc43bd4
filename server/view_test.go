package server

import (
	"testing"

	"voxtide/protocol"
	"voxtide/transport"
	"voxtide/world"
)

// TestFarView: somebody who sees 320 blocks far, millions of blocks away, gets all sections, and goes on after a cut:
// what a resume cannot name comes anew, no message is too large, and the farthest are those that come anew.
func TestFarView(t *testing.T) {
	view, up := 21, 8
	if testing.Short() { // under the race detector; still more sections than a resume names
		view = 17
	}
	if n := subsOf(view, up); n > protocol.SubsMax {
		t.Fatalf("%d subscriptions", n)
	}
	far := world.Pos{X: -1 << 24, Y: 0, Z: 1<<24 + 7}
	r := newRig(t, func(c *Config) {
		c.View, c.ViewY, c.BulkCredit, c.BulkBytes = view, up, 4000, 16<<20
		c.Spawn = func(int) world.Vec { return world.Middle(far) }
	})
	ann := r.join("ann")
	want := 0
	for _, o := range offsets(view, up)[0] {
		if (world.Pos{Y: far.Y + o.Y*world.SectionSize}).InHeight() {
			want++
		}
	}
	all := func() int {
		n := 0
		for range 4000 {
			r.play(1)
			if n = len(r.s.rec.W.Stream(ann.stream()).Subs); n == want && len(r.s.sessions[0].flight) == 0 {
				break
			}
		}
		return n
	}
	if n := all(); n != want || want <= protocol.HeldMax {
		t.Fatalf("%d of %d sections", n, want)
	}
	if n := len(ann.dumb.Held(nil)); n != protocol.HeldMax {
		t.Fatalf("a resume names %d sections", n)
	}
	if n := len(protocol.AppendJoin(nil, &protocol.Join{Name: "ann", Held: ann.dumb.Held(nil)})); n > transport.MessageMax {
		t.Fatalf("the resume takes %d bytes", n)
	}
	before := r.s.Metrics().Snapshots
	ann.resume(r)
	r.play(3)
	if ann.wholes != 2 || !ann.welcome.Resumed {
		t.Fatalf("%d whole frames", ann.wholes)
	}
	kept := 0
	for _, s := range r.s.rec.W.Stream(ann.stream()).Subs {
		if s.Confirmed {
			kept++
		}
	}
	if kept < protocol.HeldMax {
		t.Errorf("only %d sections were kept", kept)
	}
	if n := all(); n != want || r.s.Metrics().Snapshots-before < want-protocol.HeldMax {
		t.Fatalf("%d of %d sections after the cut, %d anew", n, want, r.s.Metrics().Snapshots-before)
	}
	ann.agrees()
}

// TestWholeFrameFits: a whole frame goes on with the sections that it has room for, nearest first; the others come anew.
func TestWholeFrameFits(t *testing.T) {
	r := newRig(t, func(c *Config) { c.View, c.ViewY, c.BulkCredit = 4, 3, 500 })
	ann := r.join("ann")
	r.play(120)
	c := r.s.sessions[0]
	n := len(r.s.rec.W.Stream(ann.stream()).Subs)
	c.room = n / 4 * 8
	c.center = world.SectionPos{}
	c.startWhole(0)
	r.play(1)
	st := r.s.rec.W.Stream(ann.stream())
	confirmed := 0
	for _, s := range st.Subs {
		if s.Confirmed {
			confirmed++
			if p := s.Section; p.X*p.X+p.Y*p.Y+p.Z*p.Z > 16 {
				t.Errorf("%v is far and was kept", p)
			}
		}
	}
	if confirmed > n/4 || confirmed == 0 || ann.wholes != 2 {
		t.Errorf("%d of %d sections were kept, %d whole frames", confirmed, n, ann.wholes)
	}
	if c.room != 0 {
		t.Errorf("the next one has room for %d bytes", c.room)
	}
	r.play(120)
	if m := len(r.s.rec.W.Stream(ann.stream()).Subs); m != n {
		t.Errorf("%d of %d sections came back", m, n)
	}
	ann.agrees()
}
