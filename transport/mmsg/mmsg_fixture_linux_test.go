package mmsg

import (
	"fmt"
	"net"
	"net/netip"
	"testing"
	"time"

	"voxtide/internal/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

// patience bounds the wait for a datagram that does not come.
const patience = 20 * time.Second

// sockets are the kinds of sockets that a server may have, as arguments of net.ListenUDP.
var sockets = []struct {
	name, network string
	at            *net.UDPAddr
}{
	{"IPv4", "udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)}},
	{"both", "udp", nil},
	{"IPv6", "udp6", &net.UDPAddr{IP: net.IPv6loopback}},
}

// eachSocket runs a test with each kind of socket that this machine has, and the address at which it can be reached.
func eachSocket(t *testing.T, f func(t *testing.T, pc *net.UDPConn, at netip.AddrPort)) {
	for _, s := range sockets {
		t.Run(s.name, func(t *testing.T) {
			pc, err := net.ListenUDP(s.network, s.at)
			if err != nil && s.network == "udp4" {
				t.Fatal(err)
			} else if err != nil {
				t.Skip("a machine without IPv6: ", err)
			}
			defer pc.Close()
			pc.SetReadDeadline(time.Now().Add(patience))
			at := pc.LocalAddr().(*net.UDPAddr).AddrPort()
			if s.at == nil {
				at = netip.AddrPortFrom(netip.MustParseAddr("127.0.0.1"), at.Port())
			}
			f(t, pc, at)
		})
	}
}

func loopback(t testing.TB) (pc *net.UDPConn, at netip.AddrPort) {
	t.Helper()
	pc, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pc.Close() })
	pc.SetReadDeadline(time.Now().Add(patience))
	return pc, pc.LocalAddr().(*net.UDPAddr).AddrPort()
}

// numbered is the content of a test's i-th datagram; some are short, some as long as they may be.
func numbered(i int) []byte {
	b := fmt.Appendf(make([]byte, 0, RoomBytes), "datagram %d", i)
	if i%7 == 0 {
		b = b[:cap(b)]
	}
	return b
}

// expect reads datagrams with the given numbers, in this order, from one sender.
func expect(t *testing.T, r *Reader, from netip.AddrPort, numbers ...int) {
	t.Helper()
	for _, i := range numbers {
		packet, sender, err := r.Read()
		if err != nil {
			t.Fatalf("instead of datagram %d: %v", i, err)
		}
		if string(packet) != string(numbered(i)) || netip.AddrPortFrom(sender.Addr().Unmap(), sender.Port()) != from {
			t.Fatalf("%d bytes %.20q from %v instead of datagram %d from %v", len(packet), packet, sender, i, from)
		}
	}
}
