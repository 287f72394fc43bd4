package client_test

import (
	"testing"
	"time"

	"voxtide/client"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/server/admin"
	"voxtide/transport/memnet"
	"voxtide/world"
)

// reported fails unless the server's counts equal those of the client.
func (r *harness) reported(when string) {
	r.t.Helper()
	s, m := r.cl.Stats(), r.srv.Metrics()
	if s.Corrections != m.Corrections || s.Desyncs != m.Desyncs {
		r.t.Fatalf("%s: the client counts %v and %d desyncs, the server has %v and %d", when, s.Corrections, s.Desyncs, m.Corrections, m.Desyncs)
	}
}

// move lets the server teleport the player, which causes a correction.
func (r *harness) move(n int) {
	r.t.Helper()
	before := r.cl.Stats().Corrections[protocol.CauseServerMoved]
	for range n {
		r.in.Keys ^= world.KeyForward
		r.run(100 * time.Millisecond)
		r.srv.RunCommand(admin.Console, "tp ann ~1 ~ ~", func(lines []string) {})
		r.srv.RunCommand(admin.Console, "tp ann 5 0 5", func(lines []string) {})
		r.run(400 * time.Millisecond)
	}
	r.in.Keys = 0
	if r.cl.Stats().Corrections[protocol.CauseServerMoved] < before+n {
		r.t.Fatalf("corrections %v", r.cl.Stats().Corrections)
	}
}

// TestReports: the server learns the causes of its clients' corrections, and their desyncs: the first at once, later ones
// within the time between two reports, the last at leaving. Each counts once, also over cuts of the connection.
func TestReports(t *testing.T) {
	link := memnet.Link{Delay: 60 * time.Millisecond, Loss: 0.05, Copies: true}
	r := newHarness(t, link, server.Config{View: 1, ViewY: 1, HashEvery: 32 * time.Millisecond}, "")
	r.play()
	r.run(time.Second)
	r.move(1)
	r.run(time.Second)
	r.reported("the first")
	r.move(2)
	r.cl.InspectReceived(func(w *world.World) { w.SetBlock(world.Pos{X: 2, Y: -1, Z: 2}, world.Glass) })
	r.run(time.Second)
	if s, m := r.cl.Stats(), r.srv.Metrics(); s.Desyncs == 0 || m.Desyncs != 0 || s.Corrections == m.Corrections {
		t.Fatalf("reported too soon, or nothing to report: %d desyncs, %d reported, %v, %v", s.Desyncs, m.Desyncs, s.Corrections, m.Corrections)
	}
	r.run(client.ReportEvery)
	r.reported("in time")

	// A report is lost with its connection, or it arrives without the client knowing: it is sent again and counted once.
	for lost, cut := range map[string]func(){
		"lost with the connection": func() { r.up.SetLink(memnet.Link{Delay: 60 * time.Millisecond, Loss: 1, Copies: true}) },
		"arrived before the cut":   func() {},
	} {
		r.run(client.ReportEvery) // the next report is sent at once
		cut()
		before := r.cl.Stats()
		r.move(1)
		r.run(time.Second)
		r.up.Kill()
		r.run(20 * time.Second)
		if s := r.cl.Stats(); r.cl.State() != client.Playing || s.Resumes != before.Resumes+1 || s.Corrections == before.Corrections {
			t.Fatalf("%s: %v, %d resumes: %s", lost, r.cl.State(), s.Resumes, r.cl.Reason())
		}
		r.run(client.ReportEvery)
		r.reported(lost)
	}

	r.move(1)
	r.run(100 * time.Millisecond)
	r.move(1)
	r.up.SetLink(memnet.Link{Delay: 60 * time.Millisecond, Copies: true}) // unlike a real connection, this one does not send again while it closes
	r.cl.Leave()
	for range 60 {
		r.now += 16 * time.Millisecond
		r.net.Advance(r.now)
		r.srv.Step(r.now)
	}
	if r.srv.Metrics().Left != 1 {
		t.Fatal("the session has not ended")
	}
	r.reported("at leaving")
}

// TestReportsOfAFreshSession: a client whose session has ended meanwhile, or whose server has lost it, reports in the next
// session what was not reported, and goes on.
func TestReportsOfAFreshSession(t *testing.T) {
	link := memnet.Link{Delay: 20 * time.Millisecond, Copies: true}
	cfg := server.Config{View: 1, ViewY: 1, HashEvery: 32 * time.Millisecond, Bounds: server.Bounds{SilenceTimeout: 2 * time.Second, Linger: time.Millisecond}}
	r := newHarness(t, link, cfg, "")
	r.play()
	r.run(time.Second)
	r.srv.RunCommand(admin.Console, "give ann stone", func([]string) {}) // so that the server keeps her record
	r.move(1)
	spoil := func() { // within the time between two reports
		r.run(client.ReportEvery)
		r.reported("before")
		r.move(1)
		r.run(time.Second)
		r.cl.InspectReceived(func(w *world.World) { w.SetBlock(world.Pos{X: 2, Y: -1, Z: 2}, world.Glass) })
		r.run(time.Second)
		r.up.Cut(r.now + 30*time.Second)
	}
	spoil()
	r.run(70 * time.Second)
	if m := r.srv.Metrics(); r.cl.State() != client.Playing || m.Left != 1 || m.Desyncs == 0 {
		t.Fatalf("%v, %d left, %d desyncs", r.cl.State(), m.Left, m.Desyncs)
	}
	r.reported("the session had ended")

	spoil()
	then := r.srv.Metrics()
	stats := r.cl.Stats()
	cfg.StartTime = r.srv.Now()
	next := newHarness(t, link, cfg, "").srv
	r.srv = next
	r.run(70 * time.Second)
	if m := next.Metrics(); r.cl.State() != client.Playing || m.Joined != 1 || m.Desyncs != stats.Desyncs-then.Desyncs {
		t.Fatalf("%v (%s), %d joined, %d desyncs of %d were reported, then %d", r.cl.State(), r.cl.Reason(), m.Joined, then.Desyncs, stats.Desyncs, m.Desyncs)
	}
	r.move(1)
	r.run(2 * client.ReportEvery)
	all := r.cl.Stats().Corrections
	for cause, n := range next.Metrics().Corrections {
		if all[cause] < n || cause == int(protocol.CauseServerMoved) && n == 0 {
			t.Fatalf("%v of %v were reported", next.Metrics().Corrections, all)
		}
	}
}
