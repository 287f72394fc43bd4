package links

import (
	"slices"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/internal/wire"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/transport/nat"
	"voxtide/transport/punch"
	"voxtide/transport/secure"
)

// TestSharedKinds performs an action of every kind: over the link goes nothing but the ten kinds, and those in the frame that made them.
func TestSharedKinds(t *testing.T) {
	shared := []actions.Kind{actions.SetKeys, actions.SetYaw, actions.StartBreak, actions.FinishBreak, actions.CancelBreak, actions.Place, actions.SelectSlot, actions.Use, actions.StartEat, actions.CancelEat}
	m := newMeeting(t, nat.Path{Delay: 3 * ms}, 2)
	ann, bob := m.players[0], m.players[1]
	m.link(ann, bob)
	for k := actions.None + 1; k < actions.KindCount; k++ {
		before := len(bob.acted)
		ann.act(k)
		m.run(2 * frame) // the frame that makes it, and the one that the packet reaches
		if came := len(bob.acted) > before; came != slices.Contains(shared, k) {
			t.Errorf("%v: shown to the peer %v", k, came)
		}
	}
	for _, a := range bob.acted {
		if !slices.Contains(shared, a.Kind) || a.Text != "" {
			t.Errorf("%v was shown: %q", a.Kind, a.Text)
		}
	}
	if in, _ := ann.stateOf(2); in.State != Linked || bob.looks == 0 {
		t.Errorf("the link is %v, %d looks came", in.State, bob.looks)
	}
	t.Logf("%d kinds, %d actions shown", actions.KindCount-1, len(bob.acted))
}

// TestWithheld: while its client says so, a player's changes of blocks and items are not shown, and all else is; they are shown
// afterwards, if they are still un-acked.
func TestWithheld(t *testing.T) {
	m := newMeeting(t, nat.Path{Delay: 3 * ms}, 2)
	ann, bob := m.players[0], m.players[1]
	m.link(ann, bob)
	ann.withholds = true
	kept := 0
	for k := actions.None + 1; k < actions.KindCount; k++ {
		before := len(bob.acted)
		ann.own = nil
		ann.act(k)
		m.run(2 * frame)
		if came := len(bob.acted) > before; came != (k.Shared() && !k.Persistent()) {
			t.Errorf("%v: shown to the peer %v", k, came)
		}
		if k.Shared() && k.Persistent() {
			kept++
		}
	}
	ann.own, ann.withholds = nil, false
	ann.act(actions.Place)
	m.run(2 * frame)
	if n := len(bob.acted); kept == 0 || n == 0 || bob.acted[n-1].Kind != actions.Place {
		t.Errorf("%d kinds withheld, then %d actions shown", kept, n)
	}
	t.Logf("%d kinds withheld, %d actions shown", kept, len(bob.acted))
}

// TestSentAgain: what is lost is sent again while it is un-acked, each action counts once, and nothing is sent once all are acked.
func TestSentAgain(t *testing.T) {
	m := newMeeting(t, nat.Path{Delay: 10 * ms, Loss: 0.3}, 2)
	ann, bob := m.players[0], m.players[1]
	m.link(ann, bob)
	for range 50 {
		ann.act(actions.SetKeys)
		m.run(100 * ms)
		ann.own = ann.own[max(0, len(ann.own)-10):] // the server acks after a second
	}
	m.run(time.Second)
	if len(bob.acted) != 50 {
		t.Errorf("%d actions of 50 came", len(bob.acted))
	}
	for i, a := range bob.acted {
		if a.Number != uint64(i+1) {
			t.Errorf("action %d came as number %d", a.Number, i+1)
		}
	}
	ann.own = nil
	was := ann.links.machine.Status(2).Sent.Payloads
	m.run(3 * time.Second)
	if n := ann.links.machine.Status(2).Sent.Payloads - was; n != 0 {
		t.Errorf("%d messages without an un-acked action", n)
	}
	t.Logf("50 actions in %d messages over a way that loses 30%%", was)
}

// TestLies: sixteen denied actions within ten seconds end the link for the session, fifteen or slower ones do not.
func TestLies(t *testing.T) {
	m := newMeeting(t, nat.Path{Delay: 10 * ms}, 2)
	ann, bob := m.players[0], m.players[1]
	m.link(ann, bob)
	for range 40 { // a lie a second
		ann.denied[2]++
		m.run(time.Second)
	}
	if in, _ := ann.stateOf(2); in.State != Linked || in.Lies != 40 {
		t.Fatalf("40 lies in 40 s: %+v", in)
	}
	m.run(liesIn)
	ann.denied[2] += liesMax - 1
	m.run(frame)
	if in, _ := ann.stateOf(2); in.State != Linked {
		t.Fatalf("%d lies: %+v", liesMax-1, in)
	}
	ann.denied[2]++
	m.run(frame)
	in, ok := ann.stateOf(2)
	if !ok || in.State != Closed || in.Name != "bob" || in.Why != protocol.LinkLies.String() {
		t.Errorf("%d lies: %+v", liesMax, in)
	}
	if !slices.Equal(ann.said, []string{"bob" + saidOfLies}) || ann.unlinked(t, 2) != protocol.LinkLies || !slices.Contains(ann.forgot, 2) {
		t.Errorf("said %q, forgot %v", ann.said, ann.forgot)
	}
	m.run(time.Second)
	if in, _ := bob.stateOf(1); in.State == Linked {
		t.Error("the other side is still linked")
	}
	ann.told = nil
	m.pair++
	m.introduce(ann, bob)
	m.run(time.Second)
	if len(ann.links.peers) > 0 || ann.unlinked(t, 2) != protocol.LinkLies {
		t.Error("who lied is linked again")
	}
}

// TestBroken: a message that cannot be read ends the link for the session.
func TestBroken(t *testing.T) {
	for _, payload := range []string{"", "\x05", "\x05\x01\x00\xff\xff", string(make([]byte, punch.PayloadMax))} {
		m := newMeeting(t, nat.Path{Delay: 10 * ms}, 2)
		ann, bob := m.players[0], m.players[1]
		m.link(ann, bob)
		if !bob.links.machine.Send(1, []byte(payload), m.now) {
			t.Fatal("not sent")
		}
		m.run(100 * ms)
		if in, _ := ann.stateOf(2); in.State != Closed || in.Why != protocol.LinkBroken.String() || ann.unlinked(t, 2) != protocol.LinkBroken || len(ann.said) != 1 || len(ann.acted) > 0 {
			t.Errorf("%q: %+v, said %q", payload, in, ann.said)
		}
	}
}

// TestConsent: who does not consent sends nothing to anybody, whatever the server says; consent that is withdrawn ends links at once.
func TestConsent(t *testing.T) {
	m := newMeeting(t, nat.Path{Delay: 10 * ms}, 3)
	ann, bob, eve := m.players[0], m.players[1], m.players[2]
	from := map[string]int{}
	m.net.OnPacket(func(p nat.Packet) { from[p.From.String()]++ })
	address := func(p *player) string { return p.socket.Addresses()[0].String() }
	bob.links.SetMode(Off, nil)
	m.pair++
	m.introduce(ann, bob)
	m.introduce(bob, ann)
	m.run(2 * time.Second)
	if from[address(bob)] > 0 || bob.unlinked(t, 1) != protocol.LinkWithdrawn {
		t.Errorf("%d packets of who does not consent; told %v", from[address(bob)], bob.unlinked(t, 1))
	}
	bob.links.SetMode(Friends, []secure.Key{eve.secret.Public()})
	m.pair++
	m.introduce(bob, ann)
	m.run(time.Second)
	if from[address(bob)] > 0 {
		t.Errorf("%d packets to who is no friend", from[address(bob)])
	}
	m.link(bob, eve)
	m.link(ann, eve)
	was := from[address(bob)]
	bob.act(actions.SetKeys)
	bob.links.SetMode(Friends, []secure.Key{ann.secret.Public()}) // eve is none any more
	if len(bob.links.peers) != 0 {
		t.Error("the link is open in the frame in which consent was withdrawn")
	}
	m.run(200 * ms)
	closing := from[address(bob)] - was
	was = from[address(bob)]
	m.run(3 * time.Second)
	if n := from[address(bob)] - was; n != 0 || closing > 5 { // three, and what was on its way
		t.Errorf("%d packets that close the link, %d after them", closing, n)
	}
	if len(eve.acted) > 0 || !slices.Contains(eve.forgot, 2) || bob.unlinked(t, 3) != protocol.LinkWithdrawn {
		t.Errorf("eve was shown %d actions, forgot %v", len(eve.acted), eve.forgot)
	}
	if in, _ := ann.stateOf(3); in.State != Linked {
		t.Errorf("the link of others is %v", in.State)
	}
	ann.links.SetMode(House, nil) // this link leaves the house
	if len(ann.links.peers) != 0 {
		t.Error("a link that leaves the house is kept in mode house")
	}
}

// TestToldOnChange: the server is told what the player consents to when that changes, and not otherwise.
func TestToldOnChange(t *testing.T) {
	m := newMeeting(t, nat.Path{}, 1)
	ann := m.players[0]
	count := func(what string, want int) {
		t.Helper()
		m.run(time.Minute)
		if n := ann.count(protocol.MsgLinks); n != want {
			t.Errorf("%s: told %d times, not %d", what, n, want)
		}
		ann.told = nil
	}
	count("all at the beginning", 1)
	ann.links.SetMode(All, nil)
	count("the same", 0)
	friends := []secure.Key{{1}}
	ann.links.SetMode(Friends, friends)
	count("friends", 1)
	friends[0][0] = 2 // the caller's own list
	ann.links.SetMode(Friends, friends)
	count("other friends", 1)
	ann.links.Begin(m.now)
	count("another connection", 1)
	ann.links.SetMode(Off, nil)
	count("off", 1)
	ann.links.Begin(m.now)
	count("another connection after consent was withdrawn", 1)
	ann.links = New(Config{Secret: ann.secret, Socket: func() punch.Socket { return ann.socket }}, ann)
	ann.links.Begin(m.now)
	count("never any consent", 0)
	ann.links = New(Config{Secret: ann.secret, Mode: All}, ann)
	ann.links.Begin(m.now)
	count("no socket", 0)
}

// TestOffer: a player who may be asked is, once; the answer counts.
func TestOffer(t *testing.T) {
	m := newMeeting(t, nat.Path{}, 1)
	ann := m.players[0]
	ann.links = New(Config{Secret: ann.secret, Ask: true, Socket: func() punch.Socket { return ann.socket }}, ann)
	ann.links.Begin(0)
	m.run(frame)
	if ann.count(protocol.MsgLinks) != 1 {
		t.Error("the server does not know that the player may be asked")
	}
	ann.links.Offered(protocol.LinkOffer{Stream: 2, Key: protocol.PlayerKey{7}})
	if o, ok := ann.links.Offer(); !ok || o.Name != "bob" || o.Key != (secure.Key{7}) {
		t.Errorf("%+v, %v", o, ok)
	}
	ann.links.AnswerOffer(Off, nil)
	m.run(frame)
	ann.links.Offered(protocol.LinkOffer{Stream: 3, Key: protocol.PlayerKey{8}})
	if o, ok := ann.links.Offer(); ok || ann.count(protocol.MsgLinks) != 2 {
		t.Errorf("asked again: %+v; told %d times", o, ann.count(protocol.MsgLinks))
	}
}

// TestNoWay: an introduction that leads nowhere ends by itself; a connection that is lost ends all links.
func TestNoWay(t *testing.T) {
	m := newMeeting(t, nat.Path{Delay: 10 * ms}, 3)
	ann, bob, eve := m.players[0], m.players[1], m.players[2]
	m.pair++
	m.introduce(ann, bob) // of whom bob knows nothing
	m.link(ann, eve)
	m.run(15 * time.Second)
	if in, ok := ann.stateOf(2); !ok || in.State != Closed || ann.unlinked(t, 2) != protocol.LinkFailed || in.How != "server" {
		t.Errorf("a way to nobody: %+v", in)
	}
	ann.links.End()
	m.run(time.Second)
	if in, _ := eve.stateOf(1); in.State == Linked || !slices.Contains(ann.forgot, 3) {
		t.Errorf("the link over a lost connection: %+v, forgot %v", in, ann.forgot)
	}
}

// TestAllocations: a frame with two links, over which actions pass, allocates nothing.
func TestAllocations(t *testing.T) {
	m := newMeeting(t, nat.Path{Delay: 10 * ms}, 3)
	ann, bob, eve := m.players[0], m.players[1], m.players[2]
	m.link(ann, bob)
	m.link(ann, eve)
	for _, p := range m.players {
		p.verdict = predict.PeerRepeated
		p.own = append(p.own, actions.Action{Kind: actions.Place, Number: 1})
		p.number = 1
	}
	for range 20 { // the frames of ann alone, without the network; it and the others go on in between
		ann.socket.mute = true
		allocs := testing.AllocsPerRun(10, func() {
			m.now += frame
			ann.links.Update(m.now)
			ann.number++
			ann.own[0].Number, ann.own[0].At = ann.number, stampAt(m.now)
			ann.links.Share(protocol.Declare{Stamp: stampAt(m.now), LastAction: ann.number}, ann.own, true, stampAt(m.now))
		})
		ann.socket.mute = false
		if allocs != 0 {
			t.Fatalf("%v allocations of a frame", allocs)
		}
		m.run(10 * frame)
		ann.acted = ann.acted[:0]
	}
	if n := ann.links.machine.Status(2).Sent.Payloads; n < 100 || len(bob.acted) == 0 || ann.looks == 0 {
		t.Errorf("%d messages were sent, %d actions and %d looks came", n, len(bob.acted), ann.looks)
	}
}

// TestTooFar: a peer that goes on showing what is too far to be shown is unlinked; a few frames of it, the first seconds of a link, and what
// is too old by its sender's own time do not count.
func TestTooFar(t *testing.T) {
	m := newMeeting(t, nat.Path{Delay: 10 * ms}, 2)
	ann, bob := m.players[0], m.players[1]
	m.link(ann, bob)
	show := func(frames int, at timestream.Time) {
		for range frames {
			bob.own = []actions.Action{{Kind: actions.Place, Number: bob.number + 1, At: at}}
			bob.number++
			m.run(frame)
		}
		bob.own = nil
		m.run(liesIn + time.Second)
	}
	ann.verdict = predict.PeerTooFar
	show(30, stampAt(m.now)+1) // within farAfter
	show(liesMax-1, stampAt(m.now)+1)
	show(liesMax*4, stampAt(m.now).Add(-tooOld-timestream.Second))
	if in, _ := ann.stateOf(2); in.State != Linked || in.Lies != liesMax-1 {
		t.Fatalf("%+v", in)
	}
	show(liesMax, stampAt(m.now)+1)
	if in, _ := ann.stateOf(2); in.State != Closed || in.Why != protocol.LinkLies.String() {
		t.Errorf("%+v", in)
	}
}

// TestHow: the way of a link is of the kind that the server has named.
func TestHow(t *testing.T) {
	for how, want := range map[protocol.LinkHow]string{protocol.LinkLAN: "lan", protocol.LinkIPv6: "v6", protocol.LinkSeenByServer: "direct"} {
		m := newMeeting(t, nat.Path{Delay: 10 * ms}, 2)
		m.named = how
		m.link(m.players[0], m.players[1])
		for i, p := range m.players {
			if in, _ := p.stateOf(m.players[1-i].stream); in.How != want {
				t.Errorf("%v is shown as %s", how, in.How)
			}
			r := wire.NewReader(p.last(protocol.MsgLinked)[1:])
			if l, err := protocol.ReadLinked(&r); err != nil || l.How != how {
				t.Errorf("told %v, %v", l.How, err)
			}
		}
	}
}
