package lan

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"testing"
	"time"
)

func loopback(t testing.TB) *net.UDPConn {
	c, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestFind: who asks finds the port of the game, and stops when told to.
func TestFind(t *testing.T) {
	a := &Answerer{port: 7400}
	server := loopback(t)
	a.serve(server)
	defer a.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	got := make(chan netip.AddrPort, 100)
	over := make(chan struct{})
	go func() {
		askOver(ctx, []*net.UDPConn{loopback(t)}, server.LocalAddr().(*net.UDPAddr), func(at netip.AddrPort) { got <- at })
		close(over)
	}()
	select {
	case at := <-got:
		if at != netip.MustParseAddrPort("127.0.0.1:7400") {
			t.Error(at)
		}
	case <-ctx.Done():
		t.Fatal("nobody answers")
	}
	cancel()
	<-over
}

// TestNoAmplifier: an answer is shorter than its question, there are few a second, and none leaves the local network.
func TestNoAmplifier(t *testing.T) {
	a := &Answerer{port: 7400}
	q := append([]byte(questionMagic), make([]byte, questionBytes-len(questionMagic))...)
	now, near := time.Now(), netip.MustParseAddr("192.168.1.7")
	n := 0
	for range 1000 {
		if b := a.answer(q, near, now); b != nil {
			if n++; len(b) >= len(q) {
				t.Fatalf("%d bytes are answered with %d", len(q), len(b))
			}
		}
	}
	if n != answersMax {
		t.Errorf("%d answers in a second", n)
	}
	now = now.Add(time.Hour)
	for _, far := range []string{"8.8.8.8", "2001:4860::1", "0.0.0.0", "255.255.255.255", "224.0.0.1"} {
		if a.answer(q, netip.MustParseAddr(far), now) != nil {
			t.Error("an answer goes to", far)
		}
	}
	for _, b := range [][]byte{nil, q[:31], append(q[:32:32], 0), []byte(answerMagic)} {
		if a.answer(b, near, now) != nil {
			t.Errorf("%x is answered", b)
		}
	}
}

// FuzzPackets: no packet panics on either side.
func FuzzPackets(f *testing.F) {
	f.Add([]byte(questionMagic))
	f.Add(append([]byte(answerMagic), make([]byte, 10)...))
	f.Fuzz(func(t *testing.T, b []byte) {
		a := &Answerer{port: 1}
		if out := a.answer(b, netip.MustParseAddr("10.0.0.1"), time.Now()); len(out) > len(b) {
			t.Fatal(len(out))
		}
		if port, ok := readAnswer(b, [8]byte{}); ok && port == 0 {
			t.Fatal("no port")
		}
	})
}

func Example() {
	a := &Answerer{port: 7400}
	question := append([]byte(questionMagic), make([]byte, questionBytes-len(questionMagic))...)
	answer := a.answer(question, netip.MustParseAddr("192.168.1.7"), time.Now())
	fmt.Println(readAnswer(answer, [8]byte{}))
	// Output: 7400 true
}
