package server

import (
	"bytes"
	"net/netip"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/internal/testrand"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/world"
)

// joinAt brings a player in whom the server sees at an address, with a key of its own.
func (r *harness) joinAt(name, at string) *testClient {
	h := r.joinAs(name, transport.Identity{name[0]})
	h.at = netip.MustParseAddrPort(at)
	h.conn.at = h.at
	return h
}

// consent sends what a player consents to.
func (h *testClient) consent(mode protocol.LinkMode) {
	own := protocol.LinkAddress{IP: netip.MustParseAddr("192.168.1.7").As16(), Port: 5555}
	l := protocol.Links{Mode: mode}
	if mode != protocol.LinksOff {
		l.Addresses = []protocol.LinkAddress{own}
	}
	h.conn.say(protocol.AppendLinks(nil, &l))
}

func (h *testClient) linked(to timestream.Stream) {
	h.conn.say(protocol.AppendLinked(nil, protocol.Linked{Stream: to, RoundTripMs: 20}))
}

// news returns what a client was told of links since the last call.
func (h *testClient) news() []any {
	n := h.linkNews
	h.linkNews = nil
	return n
}

// gone checks that a client was told of exactly one end since the last call.
func (h *testClient) gone(of *testClient, why protocol.LinkEnd) {
	h.t.Helper()
	n := h.news()
	if len(n) != 1 || n[0] != (protocol.LinkEnded{Stream: of.stream(), Why: why}) {
		h.t.Fatalf("%s is told %v, not that %s is gone: %v", h.name, n, of.name, why)
	}
}

// met checks that two clients were introduced to each other, and to nobody else, since the last call.
func met(t *testing.T, a, b *testClient) (ofA, ofB protocol.Peer) {
	t.Helper()
	atA, atB := a.news(), b.news()
	if len(atA) != 1 || len(atB) != 1 {
		t.Fatalf("%s is told %v, %s %v", a.name, atA, b.name, atB)
	}
	ofB, okB := atA[0].(protocol.Peer)
	ofA, okA := atB[0].(protocol.Peer)
	if !okA || !okB || ofA.Pair != ofB.Pair || ofA.Secret != ofB.Secret || ofA.At != ofB.At || ofA.Role+ofB.Role != 1 ||
		ofA.Stream != a.stream() || ofB.Stream != b.stream() || ofA.Key != protocol.PlayerKey(a.who) || ofB.Key != protocol.PlayerKey(b.who) {
		t.Fatalf("%s is told %v, %s %v", a.name, atA, b.name, atB)
	}
	return ofA, ofB
}

// act plays steps in which each client acts, so that there is something to ack.
func (r *harness) act(n int, who ...*testClient) {
	for i := range n {
		for _, h := range who {
			h.do(actions.Action{Kind: actions.SetYaw, Yaw: uint16(i)}, r.s.Now())
		}
		r.play(1)
	}
}

// acksOf plays a second in which two clients act, and returns how many acks of the other each is told.
func (r *harness) acksOf(a, b *testClient) (atA, atB int) {
	beforeA, beforeB := a.peerAcks[b.stream()], b.peerAcks[a.stream()]
	r.act(60, a, b)
	return a.peerAcks[b.stream()] - beforeA, b.peerAcks[a.stream()] - beforeB
}

// linkFixture is three players near each other, of whom two are at one address and none consents yet.
func linkFixture(t *testing.T) (r *harness, ann, bob, carl *testClient) {
	r = newHarness(t, nil)
	ann, bob, carl = r.joinAt("ann", "198.51.100.1:4001"), r.joinAt("bob", "198.51.100.1:4002"), r.joinAt("carl", "203.0.113.5:4003")
	r.play(30)
	return r, ann, bob, carl
}

// TestLinks: two who consent are introduced in the same step; acks of the other come from the next update after MsgLinked on, to the one
// who said it; a link ends for both when one leaves, goes too far or withdraws, within a second; with another connection they meet again.
func TestLinks(t *testing.T) {
	r, ann, bob, carl := linkFixture(t)
	ann.consent(protocol.LinksAll)
	r.play(60)
	if n := append(ann.news(), bob.news()...); len(n) > 0 {
		t.Fatalf("one consents alone, and is told %v", n)
	}
	bob.consent(protocol.LinksHouse)
	r.play(60)
	ofAnn, ofBob := met(t, ann, bob)
	if want := netip.MustParseAddr("192.168.1.7").As16(); ofAnn.Addresses[0].How != protocol.LinkLAN || ofAnn.Addresses[0].IP != want || len(ofBob.Addresses) != 2 {
		t.Fatalf("in one house, bob is told %v", ofAnn.Addresses)
	}
	if a, b := r.acksOf(ann, bob); a != 0 || b != 0 {
		t.Fatalf("%d and %d acks without a link", a, b)
	}
	ann.linked(bob.stream())
	before := ann.peerAcks[bob.stream()]
	r.play(12) // nothing moves: an update comes only now and then
	if ann.peerAcks[bob.stream()] == before {
		t.Fatal("no ack with the next update")
	}
	if a, b := r.acksOf(ann, bob); a < 50 || b != 0 {
		t.Fatalf("one is linked: %d and %d acks", a, b)
	}
	bob.linked(ann.stream())
	if m := r.s.Metrics().Links; m.Half != 1 || m.Met != 1 {
		t.Fatalf("%+v", m)
	}
	if a, b := r.acksOf(ann, bob); a < 50 || b < 50 {
		t.Fatalf("both are linked: %d and %d acks", a, b)
	}
	if m := r.s.Metrics().Links; m.Linked != 1 || m.Carried != 1 {
		t.Fatalf("%+v", m)
	}
	r.play(60 * 11) // a link that lasts
	stalls := ann.peerStalls
	for range 90 { // bob's stream stalls, of which ann has to know
		ann.declare(r.s.Now())
		r.step(stepAt)
	}
	if ann.peerStalls == stalls || carl.peerStalls != 0 {
		t.Fatalf("%d and %d stalls of a peer", ann.peerStalls-stalls, carl.peerStalls)
	}
	r.play(30)
	ann.news()
	bob.news()

	bob.consent(protocol.LinksOff)
	r.play(1)
	ann.gone(bob, protocol.LinkWithdrawn)
	bob.gone(ann, protocol.LinkWithdrawn)
	if a, b := r.acksOf(ann, bob); a != 0 || b != 0 {
		t.Fatalf("withdrawn: %d and %d acks", a, b)
	}
	bob.consent(protocol.LinksAll)
	r.play(60 * 3)
	met(t, ann, bob)

	far := r.s.clients.session(bob.stream())
	r.s.changeMotion(far, func(m *world.Motion) { m.Pos[0] += 200 * world.Unit })
	r.play(20)
	ann.gone(bob, protocol.LinkFar)
	bob.gone(ann, protocol.LinkFar)
	r.s.changeMotion(far, func(m *world.Motion) { m.Pos[0] -= 200 * world.Unit })
	r.play(60 * 11)
	met(t, ann, bob)

	bob.conn.closed = true // lost, and resumed over another connection
	r.play(4)
	ann.gone(bob, protocol.LinkLeft)
	bob.resume(r)
	r.play(60 * 10)
	if n := append(ann.news(), bob.news()...); len(n) > 0 {
		t.Fatalf("without consent over the new connection they are told %v", n)
	}
	bob.consent(protocol.LinksAll)
	for range 60 * 61 { // the last introduction never carried, nor did the one before
		if r.play(1); len(bob.linkNews) > 0 {
			break
		}
	}
	met(t, ann, bob)

	bob.conn.Close(LeaveReason)
	r.play(4)
	ann.gone(bob, protocol.LinkLeft)
	if len(carl.linkNews) > 0 || len(carl.peerAcks) > 0 {
		t.Fatalf("carl, who said nothing, is told %v, %v", carl.linkNews, carl.peerAcks)
	}
}

// TestLinksOfTheServer: a server whose links are off introduces nobody; switched off while it runs, it ends all links at once.
func TestLinksOfTheServer(t *testing.T) {
	r, ann, bob, carl := linkFixture(t)
	rules := RuntimeConfig{MaxPlayers: 9, View: 1, UpdateRate: 60, Creative: true, NoLinks: true}
	r.s.Reconfigure(rules)
	ann.consent(protocol.LinksAll)
	bob.consent(protocol.LinksAll)
	carl.conn.say(protocol.AppendLinks(nil, &protocol.Links{Ask: true}))
	r.play(60)
	if n := append(append(ann.news(), bob.news()...), carl.news()...); len(n) > 0 {
		t.Fatalf("told %v", n)
	}
	rules.NoLinks = false
	r.s.Reconfigure(rules)
	r.play(60)
	met(t, ann, bob)
	if n := carl.news(); len(n) != 1 || n[0].(protocol.LinkOffer).Stream == carl.stream() {
		t.Fatalf("carl may be asked, and is told %v", n)
	}
	rules.NoLinks = true
	r.s.Reconfigure(rules)
	r.play(1)
	ann.gone(bob, protocol.LinkWithdrawn)
	bob.gone(ann, protocol.LinkWithdrawn)
}

// TestLinkLiars: what a client says of links that it does not have, however often and in whatever numbers, ends its own session or
// nothing, and is felt by nobody else.
func TestLinkLiars(t *testing.T) {
	rnd := testrand.New(t)
	junk := func(kind byte) []byte {
		b := []byte{kind}
		for range 1 + rnd.IntN(40) {
			b = append(b, byte(rnd.Uint32()|0x80))
		}
		return b
	}
	for name, liar := range map[string]struct {
		say  func(h *testClient, ann timestream.Stream)
		ends string
	}{
		"a stream of nobody":      {func(h *testClient, ann timestream.Stream) { h.linked(1 << 20) }, ""},
		"a player not introduced": {func(h *testClient, ann timestream.Stream) { h.linked(ann) }, ""},
		"itself":                  {func(h *testClient, ann timestream.Stream) { h.linked(h.stream()) }, ""},
		"an end of nothing": {func(h *testClient, ann timestream.Stream) {
			h.conn.say(protocol.AppendUnlinked(nil, protocol.LinkEnded{Stream: ann, Why: protocol.LinkLies}))
		}, ""},
		"huge numbers": {func(h *testClient, ann timestream.Stream) {
			h.conn.say(append([]byte{protocol.MsgLinked}, bytes.Repeat([]byte{0xff}, 9)...))
		}, "malformed message of links"},
		"a server's reason": {func(h *testClient, ann timestream.Stream) {
			h.conn.say(protocol.AppendUnlinked(nil, protocol.LinkEnded{Stream: ann, Why: protocol.LinkFar}))
		}, "malformed message of links"},
		"junk": {func(h *testClient, ann timestream.Stream) {
			h.conn.say(junk([]byte{protocol.MsgLinks, protocol.MsgLinked, protocol.MsgUnlinked}[rnd.IntN(3)]))
		}, "malformed message of links"},
		"a server's message": {func(h *testClient, ann timestream.Stream) {
			h.conn.say(protocol.AppendPeerGone(nil, protocol.LinkEnded{Stream: ann}))
		}, "unknown message"},
		"1000 at once": {func(h *testClient, ann timestream.Stream) {
			for range 1000 {
				h.linked(ann)
			}
		}, "too many messages of links"},
	} {
		r, ann, bob, mallory := linkFixture(t)
		ann.consent(protocol.LinksAll)
		bob.consent(protocol.LinksAll)
		r.play(30)
		met(t, ann, bob)
		ann.linked(bob.stream())
		bob.linked(ann.stream())
		r.play(10)
		liar.say(mallory, ann.stream())
		a, b := r.acksOf(ann, bob)
		if a < 50 || b < 50 || len(ann.linkNews)+len(bob.linkNews) > 0 || ann.conn.closed || bob.conn.closed || r.s.Metrics().Links.Linked != 1 {
			t.Errorf("%s: %d and %d acks at others, news %v %v", name, a, b, ann.linkNews, bob.linkNews)
		}
		if mallory.conn.closed != (liar.ends != "") || mallory.conn.reason != liar.ends || len(mallory.peerAcks) > 0 || len(mallory.linkNews) > 0 {
			t.Errorf("%s: the liar's connection is closed: %v %q; it is told %v, %v", name, mallory.conn.closed, mallory.conn.reason, mallory.peerAcks, mallory.linkNews)
		}
	}
}

// TestConsentFlips: consent that is given and withdrawn as often as the rate allows makes the server introduce at most once in 10 s.
func TestConsentFlips(t *testing.T) {
	r, ann, bob, _ := linkFixture(t)
	ann.consent(protocol.LinksAll)
	start, introduced := r.now, 0
	for i := range 60 * 30 {
		bob.consent([]protocol.LinkMode{protocol.LinksAll, protocol.LinksOff}[i/20%2])
		if i%2 == 1 {
			bob.conn.in = bob.conn.in[:0]
		}
		r.play(1)
		for _, n := range ann.news() {
			if _, ok := n.(protocol.Peer); ok {
				introduced++
			}
		}
	}
	if introduced < 2 || introduced > 3 || bob.conn.closed || ann.conn.closed {
		t.Fatalf("%d introductions in %v; closed: %q", introduced, r.now-start, bob.conn.reason)
	}
}

// TestNoLinkNoBytes: a client without a link is told the same bytes whether or not two others have one, and whether or not it consents.
func TestNoLinkNoBytes(t *testing.T) {
	play := func(linked, consents bool) []byte {
		r, ann, bob, carl := linkFixture(t)
		carl.conn.keep = true
		if linked {
			ann.consent(protocol.LinksHouse)
			bob.consent(protocol.LinksHouse)
		}
		if consents {
			carl.consent(protocol.LinksHouse)
		}
		r.act(30, ann, bob, carl)
		if linked {
			met(t, ann, bob)
			ann.linked(bob.stream())
			bob.linked(ann.stream())
		}
		r.act(120, ann, bob, carl)
		if linked && (ann.peerAcks[bob.stream()] == 0 || bob.peerAcks[ann.stream()] == 0) {
			t.Fatal("the two are not linked")
		}
		if len(carl.peerAcks) > 0 || carl.peerStalls > 0 {
			t.Fatalf("carl is told the acks %v of others", carl.peerAcks)
		}
		return carl.conn.bytes
	}
	want := play(false, false)
	for _, c := range [][2]bool{{true, false}, {false, true}, {true, true}} {
		if got := play(c[0], c[1]); !bytes.Equal(got, want) {
			t.Errorf("others linked %v, consent %v: %d bytes, %d without", c[0], c[1], len(got), len(want))
		}
	}
	t.Logf("%d bytes", len(want))
}

// TestLinkNewsWait: news of links come behind the Welcome, and one whose lane takes nothing loses none of them.
func TestLinkNewsWait(t *testing.T) {
	r, ann, bob, _ := linkFixture(t)
	ann.consent(protocol.LinksAll)
	bob.consent(protocol.LinksAll)
	bob.conn.full = true
	r.play(20)
	if len(bob.news()) > 0 {
		t.Fatal("a full lane takes news")
	}
	bob.conn.full = false
	r.play(20)
	met(t, ann, bob)
	dora := &testClient{t: t, name: "dora", who: transport.Identity{'d'}, at: netip.MustParseAddrPort("192.0.2.9:5000"), next: 1, why: map[uint64]actions.Refusal{}, peerAcks: map[timestream.Stream]int{}}
	r.hands = append(r.hands, dora)
	r.connect(dora, &protocol.Join{Name: "dora"})
	dora.consent(protocol.LinksAll)
	r.now += time.Second
	r.play(60)
	if n := dora.news(); len(n) != 2 || dora.conn.closed {
		t.Fatalf("consent sent before the Welcome: told %v", n)
	}
}
