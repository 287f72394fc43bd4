package predict

import (
	"testing"

	"voxtide/edits"
	"voxtide/timestream"
	"voxtide/world"
)

// TestPeersAreBounded: of what a peer says directly at most peerMax actions wait for their acks, and none that lies further
// from now than peerWindow; the server's word drops them all.
func TestPeersAreBounded(t *testing.T) {
	p, s := joined(t, 1)
	now := t0.Add(10 * timestream.Second)
	p.Picture(now)
	peer := own + 1
	p.PushPeer(peer, put(1, now.Add(-peerWindow)-1, 3))
	p.PushPeer(peer, put(2, now.Add(peerWindow)+1, 3))
	if q := p.queue(peer); q != nil && len(q.acts) > 0 {
		t.Fatalf("%d actions from too far away wait", len(q.acts))
	}
	const told = peerMax + 100
	for n := range uint64(told) {
		p.PushPeer(peer, key(n+1, now+timestream.Time(n), world.Keys(n%2)))
	}
	p.Picture(now.Add(timestream.Second))
	if n := len(p.queue(peer).acts); n != peerMax {
		t.Fatalf("%d of %d actions wait", n, told)
	}
	w := s.begin()
	w.Moved(peer, now.Add(timestream.Second), nil)
	w.Ack(peer, told)
	s.tell(t, p)
	p.Picture(now.Add(2 * timestream.Second))
	if n := len(p.queue(peer).acts); n != 0 {
		t.Fatalf("%d actions wait after their ack", n)
	}
	t.Logf("%d of %d actions were kept", peerMax, told)
}

// TestStruckIsBounded: of more players than struckMax who change a block in one frame the rest does not strike; the blocks
// change all the same.
func TestStruckIsBounded(t *testing.T) {
	const others = struckMax + 20
	p, s := joined(t, others)
	s.edits += others
	w := s.begin()
	for i := range timestream.Stream(others) {
		by := own + 1 + i
		at := p.World().Entity(p.World().Find(world.AvatarID(by))).Motion.Pos.Block()
		w.Edit(s.edits-others+uint64(i)+1, &edits.Edit{Kind: edits.SetBlock, Author: by, Pos: at.Below(), Block: world.Glass})
	}
	s.tell(t, p)
	changed := map[world.Pos]bool{}
	for i := range timestream.Stream(others) {
		at := p.World().Entity(p.World().Find(world.AvatarID(own + 1 + i))).Motion.Pos.Block().Below()
		if b, _ := p.World().Block(at); b == world.Glass {
			changed[at] = true
		}
	}
	if len(p.Struck) != struckMax || len(changed) != others {
		t.Errorf("%d players struck, %d of %d blocks changed", len(p.Struck), len(changed), others)
	}
}
