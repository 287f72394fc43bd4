package client_test

import (
	"testing"
	"time"

	"voxtide/client"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/transport/memnet"
	"voxtide/world"
)

// newJudgedHarness returns a harness whose client plays by a method that the server has agreed to.
func newJudgedHarness(t testing.TB, link memnet.Link, method string) *harness {
	t.Helper()
	r, _ := newMethodHarness(t, link, server.Config{Creative: true, AnyMethod: true}, method)
	r.play()
	r.run(2 * time.Second)
	if r.srv.Metrics().MethodSwitches != 1 || r.cl.MethodRefusal() != "" {
		t.Fatalf("%s: %d switches, refusal %q", method, r.srv.Metrics().MethodSwitches, r.cl.MethodRefusal())
	}
	return r
}

// body returns the player's body on the server.
func (r *harness) body() *world.Entity {
	w := r.srv.World()
	return w.Entity(w.Find(world.AvatarID(r.cl.Stream())))
}

// clean is how much slack a test accepts beside the margin of two ticks: the network's jitter, a step of the server and a frame.
const clean = 35 * time.Millisecond

// slack fails unless the least slack is near the margin.
func (r *harness) slack(when string) {
	r.t.Helper()
	s, ok := r.cl.Slack()
	least := time.Duration(s.Least) * time.Microsecond
	if !ok || least < 33*time.Millisecond-clean || least > 33*time.Millisecond+clean {
		r.t.Errorf("%s: slack %v, %v", when, least, ok)
	}
	r.t.Logf("%s: slack %v, %d reused, %d late", when, least, s.Reused, s.Late)
}

// TestInputsByTick: a real client that is judged by ticks sends each tick's input in time, over delay and jitter, and its body follows.
// Of inputs that the network loses the server uses the last one again; values that carry three make up for that.
func TestInputsByTick(t *testing.T) {
	for _, c := range []struct {
		method    string
		loss      float64
		low, high int // reused of 1,000 ticks
	}{
		{"dumb,judge=ticks", 0, 0, 5},
		{"dumb,judge=ticks", 0.1, 60, 140},
		{"dumb,judge=ticks,repeat=3", 0.1, 0, 12},
	} {
		link := memnet.Link{Delay: 40 * time.Millisecond, Jitter: 5 * time.Millisecond, Loss: c.loss, Copies: true}
		r := newJudgedHarness(t, link, c.method)
		r.run(3 * time.Second)
		before, _ := r.cl.Slack()
		from := r.body().Motion.Pos
		r.in.Keys, r.in.Yaw = world.KeyForward, 16384
		r.run(10 * time.Second)
		r.in.Keys = 0
		r.run(2 * time.Second)
		after, _ := r.cl.Slack()
		ticks := int(after.Tick - before.Tick)
		reused := int(after.Reused-before.Reused) * 1000 / ticks
		if ticks < 700 || reused < c.low || reused > c.high {
			t.Errorf("%s, loss %v: %d of 1000 inputs reused in %d ticks", c.method, c.loss, reused, ticks)
		}
		if m := r.srv.Metrics(); m.InputsReused < uint64(after.Reused) || m.SessionsEnded > 0 {
			t.Errorf("metrics: %d reused, %d told, %d sessions ended", m.InputsReused, after.Reused, m.SessionsEnded)
		}
		b := r.body().Motion
		if moved := float64(b.Pos[0]-from[0]) / float64(world.Unit); moved < 35 || moved > 60 || b.Vel != (world.Vec{}) || b.Yaw != 16384 {
			t.Errorf("%s, loss %v: moved %.2f m, velocity %v", c.method, c.loss, moved, b.Vel)
		}
		if a := r.cl.World(); a.Entity(a.Find(world.AvatarID(r.cl.Stream()))).Motion.Pos != b.Pos {
			t.Error("the client has it elsewhere")
		}
		if c.loss == 0 {
			r.slack(c.method)
		}
		t.Logf("%s, loss %v: %d of 1000 inputs reused", c.method, c.loss, reused)
	}
}

// TestTicksFollowTheNetwork: when the way to the server becomes longer, inputs come too late until the server has told so, and the
// client's ticks become earlier at once; when it becomes shorter, later by a hundredth of the time. In the end inputs come with the
// margin again.
func TestTicksFollowTheNetwork(t *testing.T) {
	r := newJudgedHarness(t, memnet.Link{Delay: 20 * time.Millisecond, Copies: true}, "dumb,judge=ticks")
	r.run(3 * time.Second)
	r.slack("20 ms")
	r.up.SetLink(memnet.Link{Delay: 120 * time.Millisecond, Copies: true})
	r.run(2 * time.Second)
	s, _ := r.cl.Slack()
	if s.Least < 0 || s.Late == 0 || s.Late > 60 {
		t.Errorf("inputs that are 100 ms later are too late once, and within 2 s no more: %+v", s)
	}
	r.run(12 * time.Second)
	r.slack("120 ms")
	r.up.SetLink(memnet.Link{Delay: 20 * time.Millisecond, Copies: true})
	r.run(14 * time.Second)
	r.slack("20 ms again")
}

// TestArrivalOverANetwork: with a real client and jitter the stream stands at the server's clock in each step, and the body does what
// its player did as the inputs came.
func TestArrivalOverANetwork(t *testing.T) {
	r := newJudgedHarness(t, memnet.Link{Delay: 40 * time.Millisecond, Jitter: 25 * time.Millisecond, Loss: 0.05, Copies: true}, "dumb,judge=arrival")
	from := r.body().Motion.Pos
	for i := range 500 {
		r.in.Keys = world.KeyForward * world.Keys(i/40&1)
		r.run(16 * time.Millisecond)
		if st := r.srv.World().Stream(r.cl.Stream()); st.Stamp != r.srv.Now() {
			t.Fatalf("frame %d: the stream is %d us behind", i, r.srv.Now().Sub(st.Stamp))
		}
	}
	r.in.Keys = 0
	r.run(2 * time.Second)
	if m := r.srv.Metrics(); m.Stalls != 0 || r.body().Motion.Pos == from || r.cl.UnackedCount() > 0 {
		t.Errorf("%d stalls, %d un-acked, moved %v", m.Stalls, r.cl.UnackedCount(), r.body().Motion.Pos != from)
	}
}

// TestRivalsCorrectionsAreNoFault: corrections under a method that promises no causes are reported, but not as those that have to be
// explained; what the own method is corrected for is, before and after.
func TestRivalsCorrectionsAreNoFault(t *testing.T) {
	r := newJudgedHarness(t, memnet.Link{Delay: 60 * time.Millisecond, Jitter: 30 * time.Millisecond, Copies: true}, "timestream,judge=arrival")
	for i := range 40 {
		r.in.Keys = world.KeyForward * world.Keys(i&1)
		r.run(200 * time.Millisecond)
	}
	rival := r.cl.Stats().Corrections
	if rival[protocol.Unexplained] == 0 {
		t.Fatalf("corrections %v: nothing to tell apart", rival)
	}
	r.in.Keys = 0
	r.run(client.ReportEvery)
	r.setMethod("timestream")
	r.run(2 * time.Second)
	r.move(2)
	r.run(client.ReportEvery)
	s, m := r.cl.Stats(), r.srv.Metrics()
	total := 0
	for cause, n := range s.Corrections {
		total += n - m.Corrections[cause]
	}
	if m.Corrections[protocol.Unexplained] != 0 || m.RivalCorrections != total || m.RivalCorrections < rival[protocol.Unexplained] || m.Corrections[protocol.CauseServerMoved] < 2 {
		t.Errorf("the client counts %v, the server %v and %d", s.Corrections, m.Corrections, m.RivalCorrections)
	}
	t.Logf("%d of a rival method, %v of the own", m.RivalCorrections, m.Corrections)
}
