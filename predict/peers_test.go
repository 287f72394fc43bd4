package predict

import (
	"testing"

	"voxtide/timestream"
	"voxtide/world"
)

// TestPeersAreBounded: no action of a peer is taken whose number is more than peerAhead above the last ack, or whose time is more
// than peerWindow from now.
func TestPeersAreBounded(t *testing.T) {
	p, s := joinedPredictor(t, 1)
	now := t0.Add(500 * timestream.Millisecond)
	p.AdvanceTo(now)
	peer := own + 1
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
	if c := p.PeerCounts(peer); c != (PeerCounts{Accepted: peerAhead + 1, Refused: 102}) {
		t.Fatalf("%+v", c)
	}
	t.Logf("%d of %d actions were taken", peerAhead, sent)
}
