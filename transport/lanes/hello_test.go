package lanes

import (
	"fmt"
	"net"
	"net/netip"
	"testing"
	"time"
)

// from gives the address of a made-up client.
func from(i int) netip.AddrPort {
	return netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)}), 5)
}

// ask gives what a Hub answers to a hello at a time.
func ask(h *Hub, version uint16, n nonce, at netip.AddrPort, now time.Duration) datagram {
	var b batch
	to := func() net.Addr { return net.UDPAddrFromAddrPort(at) }
	h.greet(&datagram{kind: typeHello, version: version, nonce: n}, peerAt(at), to, now, &b)
	d, ok := decode(b.buf)
	if !ok || len(b.items) != 1 || d.nonce != n {
		panic(fmt.Sprintf("answered with %x", b.buf))
	}
	return d
}

func join(h *Hub, id uint32, at netip.AddrPort, now time.Duration) *Conn {
	return h.meet(id, peerAt(at), func() net.Addr { return net.UDPAddrFromAddrPort(at) }, now)
}

// TestGreetings: the same hello gets the same answer, before and after the connection is
// made; only its address can make it, once; and who asks forgets nobody but the oldest.
func TestGreetings(t *testing.T) {
	h := still()
	first := ask(h, Version, nonce{1}, from(1), 0)
	if first.kind != typeWelcome {
		t.Fatal("not welcome")
	}
	if again := ask(h, Version, nonce{1}, from(1), time.Second); again.id != first.id {
		t.Fatal("the same hello, and another answer")
	}
	if other := ask(h, Version, nonce{2}, from(1), time.Second); other.id == first.id {
		t.Fatal("two hellos, one number")
	}
	if join(h, first.id, from(2), time.Second) != nil {
		t.Fatal("another address made the connection")
	}
	if c := join(h, first.id, from(1), time.Second); c == nil || join(h, first.id, from(1), time.Second) != nil {
		t.Fatal("the connection is not made, or twice")
	}
	if again := ask(h, Version, nonce{1}, from(1), time.Second); again.id != first.id || h.greetings.n != 1 {
		t.Fatal("a late hello is taken for another")
	}
	late := ask(h, Version, nonce{3}, from(3), 2*time.Second)
	for i := range 2 * halfOpenMax {
		ask(h, Version, nonce{9}, from(100+i), 3*time.Second)
	}
	if h.greetings.n != halfOpenMax || join(h, late.id, from(3), 3*time.Second) != nil {
		t.Fatal("more half-open than the bound")
	}
	ask(h, Version, nonce{4}, from(4), 3*time.Second+2*halfOpenFor)
	if h.greetings.n != 1 {
		t.Fatalf("%d half-open, all but one too old", h.greetings.n)
	}
}

// TestRefusals: each limit has its reason, and one that is gone makes room.
func TestRefusals(t *testing.T) {
	h := still()
	h.cfg.Connections, h.cfg.PerSource = 5, 2
	refused := func(version uint16, n nonce, at netip.AddrPort, why string) {
		t.Helper()
		if d := ask(h, version, n, at, 0); d.kind != typeRefuse || string(d.body) != why {
			t.Fatalf("answered with type %d, %q; want %q", d.kind, d.body, why)
		}
	}
	var all []*Conn
	open := func(i, of int) {
		t.Helper()
		c := join(h, ask(h, Version, nonce{byte(i)}, from(of), 0).id, from(of), 0)
		if c == nil {
			t.Fatal("not made")
		}
		all = append(all, c)
	}
	refused(Version+1, nonce{1}, from(1), refuseVersion)
	open(1, 1)
	open(2, 1)
	refused(Version, nonce{3}, from(1), refuseSource)
	open(3, 2)
	open(4, 2)
	open(5, 3)
	refused(Version, nonce{6}, from(4), refuseFull)
	h.forget(all[0])
	open(7, 1)
	h.forget(all[0]) // twice is once
	refused(Version, nonce{8}, from(4), refuseFull)
	h.cfg.Connections, h.cfg.PerSource = 1000, 1000
	for i := 0; len(h.accepted) < acceptMax; i++ {
		open(10+i, 5)
	}
	refused(Version, nonce{200}, from(6), refuseBusy)
	if n := h.counts.refused.Load(); n != 5 {
		t.Fatalf("%d refusals counted", n)
	}
	for range acceptMax {
		if _, ok := h.Accept(); !ok {
			t.Fatal("one is missing")
		}
	}
	if _, ok := h.Accept(); ok {
		t.Fatal("one too many")
	}
	for _, c := range all {
		h.forget(c)
	}
	if len(h.conns)+len(h.greeted)+len(h.sources) > 0 {
		t.Fatal("something is left in a table")
	}
}
