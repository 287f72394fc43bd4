package mmsg

import (
	"net"
	"net/netip"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// nowhere are addresses to which the system sends nothing from a loopback address: it reports an error.
var nowhere = []netip.AddrPort{netip.MustParseAddrPort("127.0.0.1:0"), netip.MustParseAddrPort("192.0.2.1:9")}

// gather gathers the datagrams with the given numbers; those below zero go nowhere.
func gather(t *testing.T, w *Writer, to netip.AddrPort, numbers ...int) (wanted []int) {
	t.Helper()
	for _, i := range numbers {
		at := to
		if i < 0 {
			at = nowhere[-i%len(nowhere)]
		} else {
			wanted = append(wanted, i)
		}
		if w.Full() || !w.Add(append(w.Room(), numbered(max(i, 0))...), at) {
			t.Fatalf("datagram %d to %v is not taken", i, at)
		}
	}
	return wanted
}

// upTo returns the numbers 0 to n-1.
func upTo(n int) (numbers []int) {
	for i := range n {
		numbers = append(numbers, i)
	}
	return numbers
}

// TestWriterKeepsOrder: a Writer sends all that it has gathered, in this order, once.
func TestWriterKeepsOrder(t *testing.T) {
	eachSocket(t, func(t *testing.T, pc *net.UDPConn, at netip.AddrPort) {
		w := NewWriter(pc)
		far, err := net.ListenUDP("udp", &net.UDPAddr{IP: at.Addr().AsSlice()})
		if err != nil {
			t.Fatal(err)
		}
		defer far.Close()
		r, to := NewReader(far), far.LocalAddr().(*net.UDPAddr).AddrPort()
		for _, n := range []int{1, 2, BatchMax} {
			numbers := gather(t, w, to, upTo(n)...)
			if w.Full() != (n == BatchMax) {
				t.Fatalf("full: %v after %d", w.Full(), n)
			}
			if lost := w.Send(); lost != 0 {
				t.Fatalf("%d of %d are lost", lost, n)
			}
			expect(t, r, at, numbers...)
			if lost := w.Send(); lost != 0 {
				t.Fatalf("%d of none are lost", lost)
			}
		}
	})
}

// TestWriterLosesOne: a datagram that the system refuses is lost alone, wherever it stands.
func TestWriterLosesOne(t *testing.T) {
	pc, at := loopback(t)
	w, r := NewWriter(pc), NewReader(pc)
	for _, numbers := range [][]int{{-1, 0, 1}, {0, -1, 1}, {0, 1, -1}, {-1, -2, 0, -1, -2, 1, -1, -2}, {-1}, {0, -1, 1, 2, 3, -2, 4}} {
		wanted := gather(t, w, at, numbers...)
		if lost := w.Send(); lost != len(numbers)-len(wanted) {
			t.Fatalf("%d are lost of %v", lost, numbers)
		}
		expect(t, r, at, wanted...)
	}
	pc.Close()
	gather(t, w, at, 0, 1, 2)
	if lost := w.Send(); lost != 3 {
		t.Fatalf("%d are lost on a closed socket", lost)
	}
}

// TestWriterGoesOn: the system may take only some, be interrupted, or have no room, which ends no datagram and sends none twice.
func TestWriterGoesOn(t *testing.T) {
	pc, at := loopback(t)
	w, r := NewWriter(pc), NewReader(pc)
	raw, err := pc.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	steps := []struct {
		most  int
		errno syscall.Errno
	}{{3, 0}, {0, unix.EINTR}, {1, 0}, {0, unix.EAGAIN}, {2, 0}, {0, unix.EAGAIN}, {0, unix.EINTR}, {0, unix.ENOBUFS}, {BatchMax, 0}}
	w.call = func(fd uintptr, headers []unix.Mmsghdr) (int, syscall.Errno) {
		s := steps[0]
		steps = steps[1:]
		if s.errno != 0 {
			return 0, s.errno
		}
		return sendmmsg(fd, headers[:min(len(headers), s.most)])
	}
	gather(t, w, at, upTo(12)...)
	waits := 0
	raw.Control(func(fd uintptr) {
		for !w.sendReady(fd) {
			waits++
		}
	})
	if waits != 2 || w.lost != 1 || len(steps) != 0 {
		t.Fatalf("waited %d times, lost %d, %v is left", waits, w.lost, steps)
	}
	expect(t, r, at, 0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11)
}

// TestAddresses: an address that is written is read as the same, and one that the socket cannot reach is not written.
func TestAddresses(t *testing.T) {
	for _, c := range []struct {
		at   string
		ipv6 bool
		want string // "" is refused
	}{
		{"192.0.2.1:7", false, "192.0.2.1:7"},
		{"[::ffff:192.0.2.1]:7", false, "192.0.2.1:7"},
		{"192.0.2.1:65535", true, "[::ffff:192.0.2.1]:65535"},
		{"[2001:db8::1]:258", true, "[2001:db8::1]:258"},
		{"[fe80::1%3]:7", true, "[fe80::1%3]:7"},
		{"[fe80::1%eth0]:7", true, ""},
		{"[2001:db8::1]:7", false, ""},
	} {
		var name unix.RawSockaddrInet6
		n, got := putAddrPort(&name, netip.MustParseAddrPort(c.at), c.ipv6), ""
		if n != 0 {
			got = addrPort(&name).String()
		}
		if got != c.want {
			t.Errorf("%s, IPv6 %v: %q", c.at, c.ipv6, got)
		}
	}
	var name unix.RawSockaddrInet6
	if putAddrPort(&name, netip.AddrPort{}, true) != 0 || addrPort(&unix.RawSockaddrInet6{Family: unix.AF_UNIX}).IsValid() {
		t.Error("no address is one")
	}
}

// TestNothingAllocated: neither sending nor receiving allocates.
func TestNothingAllocated(t *testing.T) {
	eachSocket(t, func(t *testing.T, pc *net.UDPConn, at netip.AddrPort) {
		w, r := NewWriter(pc), NewReader(pc)
		if n := testing.AllocsPerRun(200, func() {
			for range BatchMax {
				w.Add(append(w.Room(), "payload"...), at)
			}
			w.Send()
			for range BatchMax {
				if _, _, err := r.Read(); err != nil {
					t.Fatal(err)
				}
			}
		}); n != 0 {
			t.Fatalf("%v allocations for %d datagrams", n, BatchMax)
		}
	})
}
