package nat_test

import (
	"testing"
	"time"

	"voxtide/transport/nat"
	"voxtide/transport/punch"
)

// TestIdleLinkOutlivesTheTimeout lets every pair that links be silent for two minutes, with mappings that are forgotten after 20 s and without
// a session that keeps them: the link's own packets every 5 s do.
func TestIdleLinkOutlivesTheTimeout(t *testing.T) {
	kept := 0
	for _, a := range nat.Kinds() {
		for _, b := range nat.Kinds() {
			a, b := a, b
			a.Config.Timeout, b.Config.Timeout = 20*time.Second, 20*time.Second
			if !theory(a.Config, b.Config) {
				continue
			}
			net := nat.New(2)
			p := newPair(t, net, net.NewNAT(a.Config), net.NewNAT(b.Config))
			p.tell()
			p.run(2*time.Second, 0)
			p.session = false
			before := net.Stats().Sent
			p.run(2*time.Minute, 0)
			name := a.Name + "-" + b.Name
			if sent := net.Stats().Sent - before; sent > 2*2*2*(120/5) {
				t.Errorf("%s: %d packets in two idle minutes", name, sent)
			}
			for i, q := range p.players {
				if q.count(punch.Linked) != 1 || q.count(punch.Gone) != 0 {
					t.Errorf("%s: player %d was told %+v", name, i, q.events)
				}
			}
			p.passes(name)
			kept++
		}
	}
	t.Logf("%d links of %d pairs were kept through two idle minutes by packets every 5 s", kept, len(nat.Kinds())*len(nat.Kinds()))
}

// TestTimeoutBelowKeepalive has NATs that forget after 3 s. While players act it costs nothing. When both are idle for longer, the first
// packet of each is filtered; but it opens the own NAT, and it is repeated by both ends within half a second, so that the link stays.
func TestTimeoutBelowKeepalive(t *testing.T) {
	kept, filtered := 0, 0
	for _, a := range nat.Kinds() {
		for _, b := range nat.Kinds() {
			a, b := a, b
			a.Config.Timeout, b.Config.Timeout = 3*time.Second, 3*time.Second
			if !theory(a.Config, b.Config) {
				continue
			}
			name := a.Name + "-" + b.Name
			net := nat.New(2)
			p := newPair(t, net, net.NewNAT(a.Config), net.NewNAT(b.Config))
			p.again = true
			p.tell()
			p.run(30*time.Second, 500*ms)
			if n := p.players[0].count(punch.Gone) + p.players[1].count(punch.Gone); n > 0 || !p.linked() {
				t.Errorf("%s: gone %d times in play", name, n)
			}
			p.run(time.Minute, 0)
			gone := p.players[0].count(punch.Gone)
			filtered += int(net.Stats().Filtered)
			if kept++; gone > 0 {
				t.Errorf("%s: gone %d times in an idle minute", name, gone)
			}
			p.run(15*time.Second, 500*ms)
			if !p.linked() {
				t.Errorf("%s: not linked again: %+v", name, p.players[0].events)
			}
			p.passes(name)
		}
	}
	t.Logf("%d links stayed through an idle minute with a timeout of 3 s; NATs filtered %d packets", kept, filtered)
}

// change is what happens to the first player's NAT while both play.
type change struct {
	name    string
	ports   nat.Ports // of the first NAT, unless its kind draws ports anyway
	address bool      // it gets another one
}

var changes = []change{{"restarted", nat.PreservePorts, false}, {"restarted, other ports", nat.RandomPorts, false}, {"another address", nat.PreservePorts, true}}

// goesOn reports whether a link goes on when a's NAT has forgotten everything: a is seen as before, or b's NAT lets a's packets in from
// where they now come, so that b can follow.
func (c *change) goesOn(a, b nat.Config) bool {
	same := !c.address && c.ports == nat.PreservePorts && a.Ports == nat.PreservePorts && a.Mapping == nat.EndpointIndependent
	return same || b.Filter == nat.EndpointIndependent || b.Filter == nat.AddressDependent && !c.address
}

// TestRemapping changes the mapping of a link in play. It goes on, at another address, where theory says so; else it is gone for both
// within 12 s, and the rendezvous introduces both again.
func TestRemapping(t *testing.T) {
	for _, c := range changes {
		went, renewed, worst := 0, 0, time.Duration(0)
		for _, a := range nat.Kinds() {
			for _, b := range nat.Kinds() {
				if !theory(a.Config, b.Config) {
					continue
				}
				name := c.name + ", " + a.Name + "-" + b.Name
				net := nat.New(4)
				cfg := a.Config
				cfg.Ports = max(cfg.Ports, c.ports)
				home := net.NewNAT(cfg)
				p := newPair(t, net, home, net.NewNAT(b.Config))
				p.again = true
				p.tell()
				p.run(5*time.Second, 50*ms)
				before := p.seen(p.players[0])
				if home.Reboot(); c.address {
					home.Renumber()
				}
				at := p.now
				p.run(20*time.Second, 50*ms)
				if moved := p.seen(p.players[0]) != before; moved != (c.address || cfg.Ports == nat.RandomPorts) {
					t.Errorf("%s: seen at another address %v", name, moved)
				}
				gone := p.players[0].count(punch.Gone) + p.players[1].count(punch.Gone)
				if want := c.goesOn(cfg, b.Config); want != (gone == 0) {
					t.Errorf("%s: gone %d times, %+v", name, gone, p.players[0].events)
				}
				p.passes(name)
				if gone == 0 {
					went++
					continue
				}
				renewed++
				after, _, ok := p.linkedAfter()
				after += p.told - at
				if worst = max(worst, after); !ok || gone != 2 || after > 12*time.Second {
					t.Errorf("%s: linked again %v after %v, told %+v", name, ok, after, p.players[0].events)
				}
			}
		}
		t.Logf("%s: %d links went on, %d were gone and came again, at most %v later", c.name, went, renewed, worst)
	}
}

// TestLoss links every pair that theory links over a path that loses a fifth of all packets.
func TestLoss(t *testing.T) {
	worst, tries := time.Duration(0), 0
	for seed := range uint64(10) {
		for _, a := range nat.Kinds() {
			for _, b := range nat.Kinds() {
				if !theory(a.Config, b.Config) {
					continue
				}
				net := nat.New(seed)
				p := newPair(t, net, net.NewNAT(a.Config), net.NewNAT(b.Config))
				net.SetPath(nat.Path{Delay: peerDelay, Jitter: 10 * ms, Loss: 0.2})
				p.tell()
				p.run(5*time.Second, 50*ms)
				after, _, ok := p.linkedAfter()
				if !ok {
					t.Errorf("seed %d, %s-%s: not linked, %+v", seed, a.Name, b.Name, p.players[0].events)
				}
				worst = max(worst, after)
				tries++
			}
		}
	}
	t.Logf("%d pairs linked through 20%% loss, the slowest after %v", tries, worst)
}
