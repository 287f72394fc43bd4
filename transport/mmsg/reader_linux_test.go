package mmsg

import (
	"errors"
	"net"
	"net/netip"
	"os"
	"testing"
	"time"
)

// TestReaderKeepsOrder: however many datagrams wait, each comes once, in the order of their arrival, with its content and sender.
func TestReaderKeepsOrder(t *testing.T) {
	eachSocket(t, func(t *testing.T, pc *net.UDPConn, at netip.AddrPort) {
		r := NewReader(pc)
		from, err := net.DialUDP("udp", nil, net.UDPAddrFromAddrPort(at))
		if err != nil {
			t.Fatal(err)
		}
		defer from.Close()
		sender := from.LocalAddr().(*net.UDPAddr).AddrPort()
		sent := 0
		for _, n := range []int{1, 2, BatchMax - 1, BatchMax, BatchMax + 1, 2*BatchMax + 5} {
			var numbers []int
			for range n {
				from.Write(numbered(sent))
				numbers = append(numbers, sent)
				sent++
			}
			expect(t, r, sender, numbers...)
		}
	})
}

// TestReaderTellsSendersApart: datagrams of several senders in one batch keep their own.
func TestReaderTellsSendersApart(t *testing.T) {
	pc, at := loopback(t)
	r := NewReader(pc)
	a, atA := loopback(t)
	b, atB := loopback(t)
	for i := range 5 {
		a.WriteToUDPAddrPort(numbered(2*i), at)
		b.WriteToUDPAddrPort(numbered(2*i+1), at)
	}
	for i := range 5 {
		expect(t, r, atA, 2*i)
		expect(t, r, atB, 2*i+1)
	}
}

// TestReaderSizes: an empty datagram comes as such, and of one that is too long the beginning.
func TestReaderSizes(t *testing.T) {
	pc, at := loopback(t)
	r := NewReader(pc)
	for _, n := range []int{0, 1, ReadMax, ReadMax + 1, 3 * ReadMax, 2} {
		pc.WriteToUDPAddrPort(make([]byte, n), at)
	}
	for _, n := range []int{0, 1, ReadMax, ReadMax, ReadMax, 2} {
		if packet, from, err := r.Read(); len(packet) != n || from != at || err != nil {
			t.Fatalf("%d bytes from %v, %v instead of %d bytes", len(packet), from, err, n)
		}
	}
}

// TestReaderEnds: what has come is returned first; then a deadline and a close end the wait with the socket's errors.
func TestReaderEnds(t *testing.T) {
	pc, at := loopback(t)
	r := NewReader(pc)
	for i := range 3 {
		pc.WriteToUDPAddrPort(numbered(i), at)
	}
	expect(t, r, at, 0)
	pc.SetReadDeadline(time.Unix(1, 0))
	expect(t, r, at, 1, 2)
	for range 2 {
		if _, _, err := r.Read(); !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Fatal(err)
		}
	}
	pc.SetReadDeadline(time.Time{})
	go pc.Close()
	if _, _, err := r.Read(); !errors.Is(err, net.ErrClosed) {
		t.Fatal(err)
	}
}

// TestOnlySockets: what has a socket within has no Reader and no Writer, for it may do something of its own with each datagram.
func TestOnlySockets(t *testing.T) {
	pc, _ := loopback(t)
	around := struct{ *net.UDPConn }{pc}
	if NewReader(around) != nil || NewWriter(around) != nil {
		t.Fatal("around a socket")
	}
	if NewReader(pc) == nil || NewWriter(pc) == nil {
		t.Fatal("none on a socket")
	}
	pc.Close()
	if NewReader(pc) != nil || NewWriter(pc) != nil {
		t.Fatal("on a closed socket")
	}
}
