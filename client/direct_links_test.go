package client_test

import (
	"crypto/ed25519"
	"net/netip"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/client/links"
	"voxtide/server"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/transport/memnet"
	"voxtide/transport/nat"
	"voxtide/transport/punch"
	"voxtide/transport/secure"
	"voxtide/world"
)

const (
	toServer = 100 * time.Millisecond // one way
	toPeer   = 10 * time.Millisecond
	step     = 16 * time.Millisecond
)

// pairOfClients is the real server with two clients who can be linked, under virtual time.
type pairOfClients struct {
	t       *testing.T
	net     *memnet.Network
	peers   *nat.Network
	srv     *server.Server
	now     time.Duration
	clients [2]*client.Client
	in      [2]client.Input
	sockets [2]*nat.Socket
	secrets [2]secure.Secret
	said    [2][]string
	times   [2]timestream.Time // of the last frames
	each    func()             // before each frame; nil for nothing
}

func newPair(t *testing.T, mode [2]links.Mode, changed func(i int, cfg *client.Config)) *pairOfClients {
	p := &pairOfClients{t: t, net: memnet.New(3), peers: nat.New(3)}
	p.peers.SetPath(nat.Path{Delay: toPeer})
	var err error
	p.srv, err = server.New(server.Config{Generate: flat, Creative: true, AnyMethod: true, StartingInventory: []world.Stack{world.StackOf(world.Dirt, 10)},
		Spawn: func(i int) world.Vec { return world.BottomCentre(world.Pos{X: int32(4 + 3*i), Z: 4}) }})
	if err != nil {
		t.Fatal(err)
	}
	via := memnet.Link{Delay: toServer}
	far := netip.MustParseAddrPort("20.9.9.9:30000")
	for i := range p.clients {
		seed := make([]byte, ed25519.SeedSize)
		seed[0] = byte(i + 1)
		secret := secure.NewSecret(ed25519.NewKeyFromSeed(seed))
		p.secrets[i] = secret
		host, port := p.peers.NewHost(), uint16(4000)
		cfg := client.Config{Name: [2]string{"ann", "bob"}[i], CheckRevert: true, CheckEveryFrame: true, Dial: func() transport.Conn {
			near, end := p.net.Pair(via, via)
			port++
			s := host.Listen(port)
			p.sockets[i] = s
			p.srv.Accept(transport.WithLocation(transport.WithIdentity(end, transport.Identity(secret.Public())), func() netip.AddrPort { return s.MappedTo(far) }))
			return near
		}, Links: &links.Config{Secret: secret, Mode: mode[i], Socket: func() punch.Socket { return p.sockets[i] }}}
		if changed != nil {
			changed(i, &cfg)
		}
		p.clients[i] = client.New(cfg)
	}
	return p
}

func (p *pairOfClients) run(d time.Duration) {
	p.t.Helper()
	for end := p.now + d; p.now < end; {
		p.now += step
		p.net.Advance(p.now)
		p.peers.Advance(p.now)
		p.srv.Step(p.now)
		p.net.Advance(p.now)
		if p.each != nil {
			p.each()
		}
		for i, c := range p.clients {
			sc := c.Frame(p.now, p.in[i])
			p.times[i] = timestream.Time(sc.Time)
			p.in[i].Actions = nil
			for _, l := range sc.Chat {
				p.said[i] = append(p.said[i], l.Text)
			}
			if s := c.Stats(); s.BrokenLaw != "" || s.Unexplained() > 0 {
				p.t.Fatalf("client %d after %v: %s, %d unexplained corrections", i, p.now, s.BrokenLaw, s.Unexplained())
			}
		}
	}
}

// until runs until something holds, and returns how long that took.
func (p *pairOfClients) until(what string, limit time.Duration, holds func() bool) time.Duration {
	p.t.Helper()
	for began := p.now; ; p.run(step) {
		if holds() {
			return p.now - began
		}
		if p.now-began > limit {
			p.t.Fatalf("after %v not: %s; links %+v, %+v", limit, what, p.clients[0].DirectLinks(), p.clients[1].DirectLinks())
		}
	}
}

// linked reports whether both clients have a link.
func (p *pairOfClients) linked() bool {
	return p.state(0) == links.Linked && p.state(1) == links.Linked
}

// state returns the state of the link of a client, Closed if it has none.
func (p *pairOfClients) state(i int) links.State {
	for _, in := range p.clients[i].DirectLinks() {
		return in.State
	}
	return links.Closed
}

func (p *pairOfClients) playable() bool { return p.clients[0].Playable() && p.clients[1].Playable() }

// seenAfter lets ann place a block beside her, and returns after how long bob's frames show it.
func (p *pairOfClients) seenAfter() time.Duration {
	p.t.Helper()
	ann, _ := p.clients[0].Avatar()
	at := ann.Motion.Pos.Block()
	at.X += 2
	p.in[0].Actions = []actions.Action{{Kind: actions.Place, Pos: at, Face: world.Down, Aim: actions.Aim{8, 0, 8}}}
	p.run(step)
	if b, _ := p.clients[0].World().Block(at); b == world.Air {
		p.t.Fatalf("ann has placed nothing at %v", at)
	}
	return p.until("bob sees the block", 2*time.Second, func() bool { b, ok := p.clients[1].World().Block(at); return ok && b != world.Air })
}

// settle lets the players stand still until all is acked, and compares all states.
func (p *pairOfClients) settle() {
	p.t.Helper()
	for i := range p.in {
		p.in[i].Keys = 0
	}
	p.run(3 * time.Second)
	var hashes [2]uint64
	for i, c := range p.clients {
		received, shown := c.Hashes()
		if hashes[i] = received; received != shown || c.UnackedCount() > 0 {
			p.t.Errorf("client %d: received %x, shown %x, %d un-acked", i, received, shown, c.UnackedCount())
		}
	}
	if hashes[0] != hashes[1] {
		p.t.Errorf("the clients differ: %x, %x", hashes[0], hashes[1])
	}
}

// TestDirectLink: two players 10 ms from each other and 100 ms from the server see each other's actions after the former; without the
// link all goes on by the server.
func TestDirectLink(t *testing.T) {
	p := newPair(t, [2]links.Mode{links.All, links.All}, nil)
	p.until("both play", 10*time.Second, p.playable)
	took := p.until("linked", 5*time.Second, p.linked)
	p.run(time.Second)
	direct := p.seenAfter()
	if direct > toPeer+2*step {
		t.Errorf("seen after %v over the link", direct)
	}
	p.in[1].Keys, p.in[1].Yaw = world.KeyForward, 1<<15
	for i := range 40 { // both walk and turn
		p.in[0].Keys, p.in[0].Yaw = world.KeyForward|world.KeyJump, uint16(i)<<11
		p.run(100 * time.Millisecond)
	}
	p.in[0].Keys, p.in[1].Keys = 0, 0
	in := p.clients[1].DirectLinks()[0]
	if in.Name != "ann" || in.How != "direct" || in.Lies != 0 || in.RoundTrip < 2*toPeer || in.RoundTrip > 2*toPeer+3*step || in.Seen <= 0 {
		t.Errorf("%+v", in)
	}
	p.peers.SetPath(nat.Path{Delay: toPeer, Loss: 1})
	cut := p.now
	p.run(500 * time.Millisecond)
	p.in[0].Yaw = 0
	relayed := p.seenAfter()
	if relayed < toServer || relayed > 2*toServer+4*step {
		t.Errorf("seen after %v without the link", relayed)
	}
	p.until("both know that the link is gone", 30*time.Second, func() bool { return !p.linked() && p.state(0) == links.Closed })
	gone := p.now - cut
	p.peers.SetPath(nat.Path{Delay: toPeer})
	again := p.until("linked again", 3*time.Minute, p.linked)
	p.settle()
	t.Logf("linked after %v; seen after %v, without the link %v; gone %v after the cut, again after %v; corrections %v", took, direct, relayed, gone, again, p.clients[1].Stats().Corrections)
}

// TestLinkOfOtherMethods: a client whose method shows no actions of peers has a link without use, and no harm; a change of the method and
// a resume while linked lose nothing.
func TestLinkOfOtherMethods(t *testing.T) {
	p := newPair(t, [2]links.Mode{links.All, links.All}, nil)
	p.until("both play", 10*time.Second, p.playable)
	p.until("linked", 5*time.Second, p.linked)
	p.run(time.Second)
	for n, text := range []string{"dumb,others=interpolate", "timestream", "timestream,judge=arrival,others=reckon", "timestream"} {
		m, err := client.ParseMethod(text)
		if err != nil || p.clients[1].SetMethod(m) != nil {
			t.Fatal(err)
		}
		p.in[0].Keys, p.in[0].Yaw = world.KeyForward, uint16(n)<<14
		p.in[1].Keys = world.KeyForward
		p.run(500 * time.Millisecond)
		p.in[0].Keys, p.in[0].Yaw = world.KeyBack, uint16(n)<<14
		p.run(500 * time.Millisecond)
		p.in[0].Keys = 0
		p.run(time.Second)
		if p.state(1) != links.Linked {
			t.Errorf("%s: the link is %v", text, p.state(1))
		}
	}
	p.settle()
	p.clients[0].Reconnect("a test")
	p.run(step)
	if p.state(0) != links.Closed {
		t.Error("a link outlives its connection")
	}
	again := p.until("linked again", 20*time.Second, p.linked)
	p.run(time.Second)
	if after := p.seenAfter(); after > toPeer+2*step {
		t.Errorf("seen after %v over the new link", after)
	}
	p.settle()
	t.Logf("linked again %v after the resume", again)
}

// TestConsentInPlay: nobody is linked to who does not consent; an offer is shown and answered; consent that is withdrawn closes the link in
// the same frame, for both within a second.
func TestConsentInPlay(t *testing.T) {
	p := newPair(t, [2]links.Mode{links.All, links.Off}, func(i int, cfg *client.Config) { cfg.Links.Ask = true })
	packets := 0
	p.peers.OnPacket(func(nat.Packet) { packets++ })
	p.until("both play", 10*time.Second, p.playable)
	p.until("bob is asked", 10*time.Second, func() bool { _, ok := p.clients[1].LinkOffer(); return ok })
	o, _ := p.clients[1].LinkOffer()
	p.run(5 * time.Second)
	if o.Name != "ann" || o.Key == (secure.Key{}) || packets > 0 || len(p.clients[0].DirectLinks()) > 0 {
		t.Errorf("%+v; %d packets", o, packets)
	}
	p.clients[1].AnswerLinkOffer(links.Friends, []secure.Key{o.Key})
	took := p.until("linked", 10*time.Second, p.linked)
	p.clients[1].SetDirectLinks(links.Off, nil)
	if p.state(1) != links.Closed {
		t.Error("the link is open although consent was withdrawn")
	}
	ended := p.until("ann's link ends", time.Second, func() bool { return p.state(0) == links.Closed })
	p.run(time.Second)
	was := packets
	p.run(5 * time.Second)
	if packets != was {
		t.Errorf("%d packets after consent was withdrawn", packets-was)
	}
	p.settle()
	t.Logf("linked %v after the answer; ended after %v", took, ended)
}

// TestLinkLate: a link that begins when its players have acted thousands of times works from its first second on.
func TestLinkLate(t *testing.T) {
	p := newPair(t, [2]links.Mode{links.All, links.Off}, nil)
	p.until("both play", 10*time.Second, p.playable)
	p.each = func() {
		for i := range p.in {
			p.in[i].Yaw += 1 << 11
		}
	}
	p.run(32 * time.Second)
	p.clients[1].SetDirectLinks(links.All, nil)
	p.until("linked", 10*time.Second, p.linked)
	p.run(500 * time.Millisecond)
	after := p.seenAfter()
	p.each = nil
	in := p.clients[1].DirectLinks()[0]
	if n := p.clients[0].Stats().Actions; n < 600 || after > toPeer+2*step || in.Lies > 0 {
		t.Errorf("%d actions; seen after %v; %+v", n, after, in)
	}
	p.settle()
	t.Logf("linked after %d actions, seen after %v", p.clients[0].Stats().Actions, after)
}
