package predict

import (
	"testing"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/internal/testrand"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

const peer = own + 1

// claim is an action that shows which player did it: the others stand where joinedPredictor has put them, at x 2.
func claim(n uint64, at timestream.Time) *actions.Action {
	return &actions.Action{Kind: actions.Place, Number: n, At: at, Pos: world.Pos{X: 3, Z: 3}, Face: world.Down, Aim: actions.Aim{8, 0, 8}}
}

func shows(p *Predictor) bool {
	b, _ := p.World().Block(world.Pos{X: 3, Z: 3})
	return b == world.Dirt
}

// advance tells of streams and the server's that they stand at a time.
func (s *fakeServer) advance(t *testing.T, p *Predictor, to timestream.Time, streams ...timestream.Stream) {
	w := s.begin()
	for _, st := range streams {
		w.Advance(st, to, nil)
	}
	s.tell(t, p)
}

// knowsLink tells that the server knows of the link: it acks the stream, as yet nothing of it.
func (s *fakeServer) knowsLink(t *testing.T, p *Predictor) {
	s.begin().Ack(peer, 0)
	s.tell(t, p)
}

// TestPeersAreBounded: no action of a peer is taken whose number is more than peerAhead above the last ack, or whose time is more
// than peerWindow from now.
func TestPeersAreBounded(t *testing.T) {
	p, s := joinedPredictor(t, 1)
	now := t0.Add(500 * timestream.Millisecond)
	p.AdvanceTo(now)
	if v := p.AddPeerAction(peer, put(1, now.Add(-peerWindow)-1, 3)); v != PeerTooFar {
		t.Fatal(v)
	}
	if v := p.AddPeerAction(peer, put(2, now.Add(peerWindow)+1, 3)); v != PeerTooFar {
		t.Fatal(v)
	}
	const sent = peerAhead + 100
	for n := range uint64(sent) {
		v := p.AddPeerAction(peer, key(n+1, now+timestream.Time(n), world.Keys(n%2)))
		if want := map[bool]PeerVerdict{true: PeerAccepted, false: PeerTooFar}[n < peerAhead]; v != want {
			t.Fatalf("action %d: %v", n+1, v)
		}
	}
	p.AdvanceTo(now.Add(timestream.Second / 2))
	w := s.begin()
	w.Advance(peer, now.Add(timestream.Second/2), nil)
	w.Ack(peer, sent)
	s.tell(t, p)
	p.AdvanceTo(now.Add(timestream.Second))
	if n := len(p.queue(peer).actions); n != 0 {
		t.Fatalf("%d actions wait after their ack", n)
	}
	if v := p.AddPeerAction(peer, key(sent+peerAhead, now.Add(timestream.Second), 1)); v != PeerAccepted {
		t.Fatal(v)
	}
	if c := p.PeerCounts(peer); c.Accepted != peerAhead+1 || c.Refused != 102 || c.Lies != 0 {
		t.Fatalf("%+v", c)
	}
	t.Logf("%d of %d actions were taken", peerAhead, sent)
}

// TestPeerVerdicts goes through the verdicts.
func TestPeerVerdicts(t *testing.T) {
	p, s := joinedPredictor(t, 1)
	now := t0.Add(100 * timestream.Millisecond)
	p.AdvanceTo(now)
	say := func(of timestream.Stream, a *actions.Action, want PeerVerdict) {
		t.Helper()
		if v := p.AddPeerAction(of, a); v != want {
			t.Errorf("number %d at %d: %v, not %v", a.Number, a.At, v, want)
		}
	}
	say(99, claim(1, now), PeerUnknown)
	say(own, claim(1, now), PeerUnknown)
	say(timestream.Server, claim(1, now), PeerUnknown)
	say(peer, claim(4, now), PeerAccepted)
	say(peer, claim(4, now), PeerRepeated)
	say(peer, claim(3, now), PeerRepeated)
	say(peer, claim(5+peerAhead, now), PeerTooFar)
	s.knowsLink(t, p)
	s.advance(t, p, now.Add(peerTrust), peer)
	say(peer, claim(6, now), PeerPassed)
	say(peer, claim(6, now+1), PeerAccepted)
	if v := NewNoPrediction(own).AddPeerAction(peer, claim(1, now)); v != PeerIgnored {
		t.Error(v)
	}
	c := p.PeerCounts(peer)
	if c.Accepted != 2 || c.Repeated != 2 || c.Refused != 2 || c.Lies != 1 {
		t.Errorf("%+v", c)
	}
	p.ForgetPeer(peer)
	if p.PeerCounts(peer) != (PeerCounts{}) || p.queue(peer) != nil {
		t.Error("not forgotten")
	}
	for v := range PeerVerdictCount {
		if v.String() == "" {
			t.Errorf("verdict %d has no name", v)
		}
	}
}

// TestALieEnds: an action that the server never gets shows at its time, and is gone once the stamp of its stream has passed it by
// peerTrust, or that of the server's stream, and after a stall. What else changes with it is no correction without a cause.
func TestALieEnds(t *testing.T) {
	for _, how := range []string{"its stream passes it", "the server's stream passes it", "a stall passes it", "its stream goes", "its link goes", "the server does not know of the link"} {
		p, s := joinedPredictor(t, 1)
		p.Check, p.CheckAlways = true, true
		if how != "the server does not know of the link" {
			s.knowsLink(t, p)
		}
		now := t0.Add(50 * timestream.Millisecond)
		p.AdvanceTo(now)
		lie := claim(1, now.Add(-10*timestream.Millisecond))
		if v := p.AddPeerAction(peer, lie); v != PeerAccepted {
			t.Fatal(v)
		}
		p.AdvanceTo(now)
		if !shows(p) {
			t.Fatal("the action does not show")
		}
		edge, lies := lie.At.Add(peerTrust), uint64(0)
		step := func(upTo timestream.Time, streams ...timestream.Stream) {
			s.advance(t, p, upTo, streams...)
			p.AdvanceTo(max(now, upTo))
		}
		switch how {
		case "its stream passes it":
			if step(edge-1, peer); !shows(p) {
				t.Errorf("%s: it is gone before", how)
			}
			step(edge, peer)
			lies = 1
		case "the server's stream passes it":
			if step(edge-1, timestream.Server); !shows(p) {
				t.Errorf("%s: it is gone before", how)
			}
			step(edge, timestream.Server)
			if shows(p) {
				t.Errorf("%s: it shows", how)
			}
			step(edge, peer) // only now it is a lie
			lies = 1
		case "a stall passes it":
			w := s.begin()
			w.Advance(peer, lie.At, nil)
			w.Stall(peer)
			s.tell(t, p)
			p.AdvanceTo(now)
			if shows(p) {
				t.Errorf("%s: it shows", how)
			}
			if v := p.AddPeerAction(peer, claim(2, lie.At)); v != PeerPassed {
				t.Error(v)
			}
			s.advance(t, p, lie.At.Add(peerTrust)-1, peer)
			w = s.begin()
			w.Advance(peer, lie.At.Add(peerTrust), nil)
			w.Ack(peer, 1) // it came late
			s.tell(t, p)
		case "the server does not know of the link":
			step(edge, peer) // its acks are told nobody yet: what never came of it may be on its way
			s.knowsLink(t, p)
		case "its stream goes":
			w := s.begin()
			w.Edit(1, &edits.Edit{Kind: edits.RemoveStream, Stream: peer, Number: 2})
			s.tell(t, p)
			p.AdvanceTo(now)
		case "its link goes":
			p.ForgetPeer(peer)
			p.AdvanceTo(now)
		}
		if shows(p) {
			t.Errorf("%s: it shows for ever", how)
		}
		if c := p.PeerCounts(peer); c.Lies != lies {
			t.Errorf("%s: %+v", how, c)
		}
		if p.BrokenLaw != "" {
			t.Errorf("%s: %s", how, p.BrokenLaw)
		}
	}
}

// TestTheFirstAckIsAStall: before its first ack of a linked stream the server tells no stalls of it. An action that one of them passed is not
// shown any longer once that ack has come, and counts as a lie a peerTrust after the ack's stamp, not after its own time.
func TestTheFirstAckIsAStall(t *testing.T) {
	p, s := joinedPredictor(t, 1)
	now := t0.Add(50 * timestream.Millisecond)
	p.AdvanceTo(now)
	p.AddPeerAction(peer, claim(1, now))
	passed := now.Add(400 * timestream.Millisecond)
	w := s.begin()
	w.Advance(peer, passed, nil)
	w.Ack(peer, 0)
	s.tell(t, p)
	p.AdvanceTo(passed)
	if shows(p) {
		t.Error("it shows after the ack")
	}
	for _, c := range []struct {
		to   timestream.Time
		lies uint64
	}{{now.Add(peerTrust), 0}, {passed.Add(peerTrust) - 1, 0}, {passed.Add(peerTrust), 1}} {
		s.advance(t, p, c.to, peer)
		if n := p.PeerCounts(peer); n.Lies != c.lies {
			t.Errorf("at %d: %+v, not %d lies", c.to, n, c.lies)
		}
	}
}

// TestOtherActions: a peer that sends other actions to the server than to its peers is found when they are acked; one whose action
// came to nothing because somebody else was faster is not.
func TestOtherActions(t *testing.T) {
	at := t0.Add(10 * timestream.Millisecond)
	edit := func(author timestream.Stream, x int32) *edits.Edit {
		return &edits.Edit{Kind: edits.SetBlock, Author: author, Pos: world.Pos{X: x, Z: 3}, Block: world.Dirt}
	}
	for _, c := range []struct {
		name  string
		told  *actions.Action
		edit  *edits.Edit
		stall bool
		lie   uint64
	}{
		{"as told", claim(1, at), edit(peer, 3), false, 0},
		{"another block", claim(1, at), edit(peer, 4), false, 1},
		{"no block", claim(1, at), nil, false, 1},
		{"somebody else's beside it", claim(1, at), edit(7, 4), false, 0},
		{"an own one beside it", claim(1, at), edit(own, 4), false, 0},
		{"somebody else's far away", claim(1, at), edit(7, 6), false, 1},
		{"after a stall", claim(1, at), nil, true, 0},
		{"the keys", key(1, at, world.KeyForward), nil, false, 0},
		{"other keys", key(1, at, world.KeyBack), nil, false, 1},
		{"another yaw", &actions.Action{Kind: actions.SetYaw, Number: 1, At: at, Yaw: 7}, nil, false, 1},
		{"the yaw", &actions.Action{Kind: actions.SetYaw, Number: 1, At: at, Yaw: 4096}, nil, false, 0},
	} {
		p, s := joinedPredictor(t, 1)
		s.knowsLink(t, p)
		p.AdvanceTo(at.Add(timestream.Millisecond))
		if v := p.AddPeerAction(peer, c.told); v != PeerAccepted {
			t.Fatal(c.name, v)
		}
		p.AdvanceTo(at.Add(2 * timestream.Millisecond))
		s.edits++
		w := s.begin()
		if c.edit != nil {
			w.Edit(s.edits, c.edit)
		}
		w.Advance(peer, at, nil)
		w.Ack(peer, 1)
		if c.stall {
			w.Stall(peer)
		}
		s.tell(t, p)
		if n := p.PeerCounts(peer); n.Lies != c.lie || n.Other != c.lie {
			t.Errorf("%s: %+v, not %d lies", c.name, n, c.lie)
		}
	}
}

// TestPeersAtRandom drives two peers' random actions, acks, stalls and silence with Check on: undo is exact, predicting again shows
// the same, no correction is unexplained, and what is not acked is gone in the end.
func TestPeersAtRandom(t *testing.T) {
	r := testrand.New(t)
	accepted, lies, gone := uint64(0), uint64(0), 0
	for range 60 {
		p, s := joinedPredictor(t, 2)
		p.Check, p.CheckAlways = true, true
		now, mine, n := t0, uint64(0), [2]uint64{}
		for range 60 {
			last := now
			now = now.Add(timestream.Duration(1 + r.IntN(60_000)))
			for k := range timestream.Stream(2) {
				for range r.IntN(3) {
					i := &n[k]
					*i += uint64(r.IntN(3))
					a := put(*i, now.Add(timestream.Duration(r.IntN(200_000)-150_000)), int32(r.IntN(6)))
					if r.IntN(3) == 0 {
						a = key(*i, a.At, world.Keys(r.IntN(int(world.KeysAll)+1)))
					}
					p.AddPeerAction(peer+k, a)
				}
			}
			if r.IntN(3) == 0 {
				mine++
				p.AddAction(put(mine, last+1, int32(r.IntN(6))))
			}
			if r.IntN(3) == 0 {
				w := s.begin()
				w.Advance(timestream.Server, now.Add(-40*timestream.Millisecond), nil)
				for k := range timestream.Stream(2) {
					w.Advance(peer+k, now.Add(-50*timestream.Millisecond), nil)
					if r.IntN(4) == 0 {
						w.Ack(peer+k, n[k]/2)
					}
					if r.IntN(8) == 0 {
						w.Stall(peer + k)
					}
				}
				s.tell(t, p)
			}
			if c, wrong := p.AdvanceTo(now); wrong && c.Cause == protocol.Unexplained {
				t.Fatalf("a correction without a cause: %v", &c)
			}
			for _, c := range p.Corrections {
				if c.Cause == protocol.Unexplained {
					t.Fatalf("a correction without a cause: %v", &c)
				}
			}
			if p.BrokenLaw != "" {
				t.Fatal(p.BrokenLaw)
			}
		}
		s.advance(t, p, now.Add(5*timestream.Second), timestream.Server, peer, peer+1)
		for k := range timestream.Stream(2) {
			c := p.PeerCounts(peer + k)
			accepted, lies = accepted+c.Accepted, lies+c.Lies
			if q := p.queue(peer + k); q != nil && len(q.actions) == 0 {
				gone++
			}
		}
	}
	t.Logf("%d actions taken, %d of them lies", accepted, lies)
	if gone != 2*60 || lies == 0 {
		t.Errorf("%d of %d queues are empty", gone, 2*60)
	}
}

// TestPeersAllocateNothing: once the queues have grown, peers' actions and their acks cost no memory.
func TestPeersAllocateNothing(t *testing.T) {
	p, _ := joinedPredictor(t, 1)
	now, n := t0, uint64(0)
	round := func() {
		now = now.Add(10 * timestream.Millisecond)
		for i := range timestream.Time(8) {
			n++
			p.AddPeerAction(peer, key(n, now-i, world.Keys(n%4)))
		}
		p.AdvanceTo(now)
	}
	for range 20 {
		round()
	}
	p.Revert()
	p.queue(peer).ack(n)
	if got := testing.AllocsPerRun(20, func() {
		round()
		p.Revert()
		p.queue(peer).ack(n)
		p.endPeers()
	}); got > 0 {
		t.Errorf("%v allocations a round of 8 actions", got)
	}
}
