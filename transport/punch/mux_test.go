package punch

import (
	"bytes"
	"encoding/binary"
	"errors"
	"net"
	"net/netip"
	"os"
	"runtime"
	"testing"
	"time"

	"voxtide/transport/netem"
	"voxtide/transport/secure"
)

// patience is how long a busy machine may take for what takes milliseconds.
const patience = 60 * time.Second

func listen(t testing.TB, network, at string) *net.UDPConn {
	t.Helper()
	a, err := net.ResolveUDPAddr(network, at)
	if err != nil {
		t.Skip(err)
	}
	pc, err := net.ListenUDP(network, a)
	if err != nil {
		t.Skipf("no %s here: %v", network, err)
	}
	t.Cleanup(func() { pc.Close() })
	return pc
}

// TestMux: two clients, each with one socket, have a session to a server and a link to each other at once; over IPv4, and
// over IPv6 where there is one, and also when the session goes through an emulated network.
func TestMux(t *testing.T) {
	for name, at := range map[string][2]string{"v4": {"udp4", "127.0.0.1:0"}, "v6": {"udp6", "[::1]:0"}} {
		for _, worse := range []bool{false, true} {
			text := name
			if worse {
				text += " under netem"
			}
			t.Run(text, func(t *testing.T) { muxed(t, at[0], at[1], worse) })
		}
	}
}

func muxed(t *testing.T, network, at string, worse bool) {
	server := listen(t, network, at)
	g := secure.Listen(server, secure.Config{Secret: secretOf(50)})
	defer g.Close()
	go func() { // echoes
		var b [2000]byte
		for {
			n, from, err := g.ReadFrom(b[:])
			if errors.Is(err, net.ErrClosed) {
				return
			}
			if err == nil {
				g.WriteTo(b[:n], from)
			}
		}
	}()
	var muxes [2]*Mux
	var ends [2]*secure.Endpoint
	var links [2]*Links
	echoes := make(chan int, 1000)
	for i := range muxes {
		muxes[i] = NewMux(listen(t, network, at))
		pc := net.PacketConn(muxes[i])
		if worse {
			pc = netem.Wrap(pc, netem.Conditions{Delay: 30 * ms}, netem.Conditions{Delay: 30 * ms}, 1)
		}
		known := secretOf(50).Public()
		ends[i] = secure.Dial(pc, server.LocalAddr(), secure.Config{Secret: secretOf(i), Known: &known, Handshake: patience})
		defer ends[i].Close()
		go func() {
			var b [2000]byte
			for {
				_, _, err := ends[i].ReadFrom(b[:])
				if errors.Is(err, net.ErrClosed) {
					return
				}
				if err == nil {
					echoes <- i
				}
			}
		}()
		links[i] = New(muxes[i], Config{Secret: secretOf(i), AllowLoopback: true})
	}
	start := time.Now()
	for i, l := range links {
		own := muxes[1-i].Addresses()
		if len(own) != 1 || own[0] != unmap(muxes[1-i].LocalAddr().(*net.UDPAddr).AddrPort()) {
			t.Fatalf("a socket bound to one address has the addresses %v", own)
		}
		l.Introduce(0, Introduction{ID: uint64(1 - i), Key: secretOf(1 - i).Public(), Pair: 5, Secret: [32]byte{5}, Role: byte(i), Addresses: own})
	}
	var payloads, echoed [2]int
	for payloads[0] < 20 || payloads[1] < 20 || echoed[0] < 20 || echoed[1] < 20 {
		if time.Since(start) > patience {
			t.Fatalf("payloads %v, echoes %v, %+v, %+v", payloads, echoed, links[0].Status(1), muxes[0].Stats())
		}
		time.Sleep(10 * ms)
		now := time.Since(start)
		for i, l := range links {
			l.Update(now)
			l.Send(uint64(1-i), []byte("over the link"), now)
			for _, b, ok := l.Receive(); ok; _, b, ok = l.Receive() {
				if string(b) != "over the link" {
					t.Fatalf("%q", b)
				}
				payloads[i]++
			}
			ends[i].WriteTo([]byte("over the server"), ends[i].Peer())
		}
		for n := len(echoes); n > 0; n-- {
			echoed[<-echoes]++
		}
	}
	s := links[0].Status(1)
	if s.How != LAN || s.Address != unmap(muxes[1].LocalAddr().(*net.UDPAddr).AddrPort()) {
		t.Errorf("%+v", s)
	}
	t.Logf("payloads %v, echoes %v in %v; %v at %v", payloads, echoed, time.Since(start).Round(ms), s.How, s.RoundTrip)
}

// TestMuxRefused: the system's word that nobody listens at the server's address comes through a Mux.
func TestMuxRefused(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux reports it")
	}
	gone := listen(t, "udp4", "127.0.0.1:0")
	to := gone.LocalAddr()
	gone.Close()
	known := secretOf(50).Public()
	g := secure.Dial(NewMux(listen(t, "udp4", "127.0.0.1:0")), to, secure.Config{Secret: secretOf(1), Known: &known, Handshake: patience})
	defer g.Close()
	go func() {
		var b [2000]byte
		for {
			if _, _, err := g.ReadFrom(b[:]); errors.Is(err, net.ErrClosed) {
				return
			}
		}
	}()
	for start := time.Now(); !g.Peer().Refused(); time.Sleep(ms) {
		if time.Since(start) > patience {
			t.Fatal("never told")
		}
	}
}

// TestMuxPasses: a packet of every first byte: those of links are kept, all others come out as they are, with their
// address, without an allocation; deadlines, buffers and the system's socket are there.
func TestMuxPasses(t *testing.T) {
	pc, other := listen(t, "udp4", "127.0.0.1:0"), listen(t, "udp4", "127.0.0.1:0")
	x := NewMux(pc)
	x.Watch([]Watched{{Pair: 0x01010101}})
	from := other.LocalAddr().(*net.UDPAddr).AddrPort()
	to := pc.LocalAddr().(*net.UDPAddr).AddrPort()
	var b [2000]byte
	kept := 0
	for kind := range 256 {
		data := append([]byte{byte(kind)}, bytes.Repeat([]byte{1}, 60)...)
		if _, err := other.WriteToUDPAddrPort(data, to); err != nil {
			t.Fatal(err)
		}
		if ofLinks(data) {
			kept++
			continue
		}
		var n int
		var at netip.AddrPort
		var err error
		if kind%2 == 0 {
			n, at, err = x.ReadFromUDPAddrPort(b[:])
		} else {
			var a net.Addr
			n, a, err = x.ReadFrom(b[:])
			at = addrPortOf(a)
		}
		if err != nil || !bytes.Equal(b[:n], data) || unmap(at) != from {
			t.Fatalf("type %d: %x from %v, %v", kind, b[:n], at, err)
		}
	}
	for range kept {
		n, at, ok := x.Receive(b[:])
		if !ok || n != 61 || at != from || !ofLinks(b[:n]) {
			t.Fatalf("%d, %v, %v", n, at, ok)
		}
	}
	if _, _, ok := x.Receive(b[:]); ok || kept != 4 {
		t.Errorf("%d types are kept", kept)
	}
	data := make([]byte, 500)
	if n := testing.AllocsPerRun(1000, func() {
		other.WriteToUDPAddrPort(data, to)
		if _, _, err := x.ReadFromUDPAddrPort(b[:]); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations for a packet of the server", n)
	}
	if err := x.SetReadBuffer(1 << 20); err != nil {
		t.Error(err)
	}
	if raw, err := x.SyscallConn(); raw == nil || err != nil {
		t.Error(err)
	}
	x.SetReadDeadline(time.Now().Add(-time.Second))
	if _, _, err := x.ReadFromUDPAddrPort(b[:]); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error(err)
	}
	x.Close()
	if _, _, err := x.ReadFromUDPAddrPort(b[:]); !errors.Is(err, net.ErrClosed) {
		t.Error(err)
	}
	x.Send(data, to)
	if s := x.Stats(); s.Failed != 1 {
		t.Errorf("%+v", s)
	}
}

// TestMuxInbox: an inbox is bounded, each pair has its own, the last places are the linked peer's, and what nobody watches
// is dropped; nothing of it allocates.
func TestMuxInbox(t *testing.T) {
	x := NewMux(nil)
	peer, stranger := netip.MustParseAddrPort("203.0.113.2:4002"), netip.MustParseAddrPort("198.51.100.9:9999")
	packet := func(pair uint32) []byte {
		return binary.LittleEndian.AppendUint32([]byte{typeKnock}, pair)[:5:5]
	}
	pad := func(b []byte) []byte { return append(b, make([]byte, knockBytes-len(b))...) }
	one, two, three := pad(packet(1)), pad(packet(2)), pad(packet(3))
	x.Watch([]Watched{{1, peer}, {2, netip.AddrPort{}}})
	n := testing.AllocsPerRun(1000, func() {
		x.keep(one, stranger)
		x.keep(three, stranger)
	})
	if n != 0 {
		t.Errorf("%v allocations", n)
	}
	for range 100 {
		x.keep(one, peer)
		x.keep(two, stranger)
		x.keep(two[:10], stranger)
	}
	var b [PacketMax]byte
	got := map[uint32]map[netip.AddrPort]int{1: {}, 2: {}}
	for _, from, ok := x.Receive(b[:]); ok; _, from, ok = x.Receive(b[:]) {
		got[binary.LittleEndian.Uint32(b[1:])][from]++
	}
	if got[1][stranger] != InboxMax-keptPlaces || got[1][peer] != keptPlaces || got[2][stranger] != InboxMax {
		t.Errorf("%v", got)
	}
	if s := x.Stats(); s.Unwatched != 1001+100 || s.Full != 1001-48+100-16+100-64 {
		t.Errorf("%+v", s)
	}
	x.keep(one, peer)
	x.Watch([]Watched{{2, peer}})
	if _, _, ok := x.Receive(b[:]); ok {
		t.Error("a packet of a pair that is watched no longer")
	}
}

// TestOwnAddresses: what a host says of itself.
func TestOwnAddresses(t *testing.T) {
	var all []netip.Addr
	for _, a := range []string{
		"127.0.0.1", "169.254.1.1", "192.168.1.2", "10.0.0.7", "203.0.113.5", "172.17.0.1", "172.18.0.1", "fe80::1", "2001:db8::1",
		"2001:db8::2", "fd00::3", "2001:db8::4", "::1", "192.168.1.2",
	} {
		all = append(all, netip.MustParseAddr(a))
	}
	for local, want := range map[string]string{
		"[::]:4000":         "[192.168.1.2:4000 10.0.0.7:4000 203.0.113.5:4000 [2001:db8::1]:4000 [2001:db8::2]:4000 [fd00::3]:4000]",
		"0.0.0.0:4000":      "[192.168.1.2:4000 10.0.0.7:4000 203.0.113.5:4000 172.17.0.1:4000 172.18.0.1:4000]",
		"192.168.1.2:4000":  "[192.168.1.2:4000]",
		"127.0.0.1:4000":    "[127.0.0.1:4000]",
		"[2001:db8::9]:400": "[]",
	} {
		var text []byte
		for i, at := range hostAddresses(netip.MustParseAddrPort(local), all) {
			if i > 0 {
				text = append(text, ' ')
			}
			text = append(text, at.String()...)
		}
		if got := "[" + string(text) + "]"; got != want {
			t.Errorf("%s: %s, not %s", local, got, want)
		}
	}
	x := NewMux(listen(t, "udp", ":0"))
	own := x.Addresses()
	if len(own) > OwnMax {
		t.Errorf("%v", own)
	}
	t.Logf("this machine: %d addresses", len(own))
}
