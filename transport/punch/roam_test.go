package punch

import (
	"net/netip"
	"testing"
	"time"
)

// TestRoam: a peer whose address changes (its NAT forgot it) is followed within a second, both ways pass again, and the
// link is the same.
func TestRoam(t *testing.T) {
	for who := range 2 {
		p := newPlayers(t, 20*ms)
		p.introduce(77)
		p.linked()
		p.run(3000 * ms)
		old := p.sock[who].at[0]
		delete(p.w.ends, old) // what goes there is lost
		p.sock[who].move(netip.MustParseAddrPort("203.0.113.77:7777"))
		moved := p.w.now
		for p.links[1-who].Status(uint64(who)).Address == old {
			if p.w.now-moved > time.Second {
				t.Fatalf("%d is not followed", who)
			}
			p.links[who].Send(uint64(1-who), []byte("moving"), p.w.now)
			p.run(50 * ms)
		}
		t.Logf("followed after %v", p.w.now-moved)
		for _, _, ok := p.links[1-who].Receive(); ok; _, _, ok = p.links[1-who].Receive() {
		}
		for i := range 2 {
			if !p.pass(i, "again") {
				t.Errorf("nothing comes from %d", i)
			}
		}
		if s := p.links[1-who].Status(uint64(who)); s.How != SeenByPeer || len(p.events[1-who]) != 1 {
			t.Errorf("%+v, %v", s, p.events[1-who])
		}
	}
}

// TestSpoofedMove: packets of a peer that come from an address where it is not (a third one's, put there by the peer
// itself or by somebody who copies and is faster) are used, but nothing but challenges goes there, ten a second at most,
// and no payload ever.
func TestSpoofedMove(t *testing.T) {
	p := newPlayers(t, 20*ms)
	p.introduce(77)
	p.linked()
	p.run(3000 * ms)
	victim := netip.MustParseAddrPort("198.51.100.9:9999")
	at := p.sock[1].at[0]
	toVictim, bytes, came := 0, 0, 0
	p.w.fate = func(f *flight) bool {
		if f.from == at {
			f.from = victim // from now on everything of 1 seems to come from there
			came += len(f.data)
		}
		if f.to == victim {
			toVictim++
			bytes += len(f.data)
		}
		return true
	}
	for range 100 {
		p.links[1].Send(0, []byte("I am elsewhere"), p.w.now)
		p.links[0].Send(1, []byte("a payload that would hit somebody"), p.w.now)
		p.run(20 * ms)
		p.links[0].Receive()
		p.links[1].Receive()
	}
	s := p.links[0].Status(1)
	if s.Address != at || s.State != Open {
		t.Errorf("followed: %+v", s)
	}
	if toVictim == 0 || toVictim > 21 || bytes > came {
		t.Errorf("%d packets, %d bytes went to a stranger, for %d that came", toVictim, bytes, came)
	}
	if s.Received.Payloads < 50 {
		t.Errorf("%d payloads came", s.Received.Payloads)
	}
	t.Logf("%d challenges of %d bytes in all, for %d bytes", toVictim, bytes, came)
}

// TestFasterWay: of two ways the first that is answered links, and a faster one found within 2 s takes its place, at both
// ends.
func TestFasterWay(t *testing.T) {
	p := newPlayers(t, 60*ms)
	fast := [2]netip.AddrPort{netip.MustParseAddrPort("[2001:db8::1]:4001"), netip.MustParseAddrPort("[2001:db8::2]:4002")}
	for i, at := range fast {
		p.w.ends[at] = p.sock[i]
		p.sock[i].at = append(p.sock[i].at, at)
	}
	lost := 0
	p.w.fate = func(f *flight) bool {
		for i, at := range fast {
			if f.to == at {
				f.from, f.at = fast[1-i], f.at-50*ms
				lost++
				return lost > 20 || f.data[0] == typeSealed // so that the slow way is first
			}
		}
		return true
	}
	p.introduce(77)
	p.linked()
	first := p.links[0].Status(1)
	p.run(3000 * ms)
	for i := range 2 {
		s := p.links[i].Status(uint64(1 - i))
		if s.Address != fast[1-i] || s.How != V6 || s.State != Open {
			t.Errorf("%d: %+v", i, s)
		}
		if !p.pass(i, "fast") {
			t.Errorf("nothing comes from %d", i)
		}
	}
	if first.Address == fast[1] {
		t.Error("the fast way was first: nothing is shown")
	}
	t.Logf("first %v at %v, then %v at %v", first.Address, first.RoundTrip, p.links[0].Status(1).Address, p.links[0].Status(1).RoundTrip)
}
