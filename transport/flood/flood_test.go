package flood

import (
	"bytes"
	"context"
	"net"
	"net/netip"
	"slices"
	"testing"
	"time"

	"go.uber.org/goleak"

	"voxtide/internal/leaktest"
)

// TestMain also finds what a test left running. KCP's package has timers of its own, which run from the start.
func TestMain(m *testing.M) { leaktest.Main(m, goleak.IgnoreCurrent()) }

func listen(t *testing.T) *net.UDPConn {
	t.Helper()
	c, err := openLoopback()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	c.SetReadDeadline(time.Now().Add(time.Minute))
	return c
}

// TestRelay: both ways pass unchanged, the server sees one address of the player and another after Rebind, and what is
// injected comes from it.
func TestRelay(t *testing.T) {
	server, player := listen(t), listen(t)
	at := server.LocalAddr().(*net.UDPAddr).AddrPort()
	r, err := NewRelay(at)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, ok := r.Recorded(nil, 3); ok {
		t.Fatal("something is recorded before anything was sent")
	}
	buf := make([]byte, packetMax)
	var seen []netip.AddrPort
	for i := range 2 {
		said := bytes.Repeat([]byte{byte(i + 1)}, 1200)
		player.WriteToUDP(said, r.Addr())
		n, from, err := server.ReadFromUDPAddrPort(buf)
		if err != nil || !bytes.Equal(buf[:n], said) {
			t.Fatal(n, err)
		}
		seen = append(seen, from)
		r.Inject([]byte{7})
		if n, again, err := server.ReadFromUDPAddrPort(buf); err != nil || n != 1 || again != from {
			t.Fatal("injected from", again, "not", from, err)
		}
		server.WriteToUDPAddrPort([]byte{9, byte(i)}, from)
		if n, _, err := player.ReadFromUDPAddrPort(buf); err != nil || n != 2 || buf[1] != byte(i) {
			t.Fatal(n, err)
		}
		if b, ok := r.Recorded(nil, uint32(i)); !ok || !bytes.Equal(b, said) {
			t.Fatal("not recorded")
		}
		if err := r.Rebind(); err != nil {
			t.Fatal(err)
		}
	}
	if seen[0] == seen[1] {
		t.Fatal("the same address after Rebind")
	}
}

// TestAttack checks that all kinds of attack are sent at about the rate, and that the Relay's memory is bounded.
func TestAttack(t *testing.T) {
	server, player := listen(t), listen(t)
	r, err := NewRelay(server.LocalAddr().(*net.UDPAddr).AddrPort())
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for i, kept := 0, 0; kept < rememberedMax || i < 3*rememberedMax; i++ { // who is not read in time loses some
		player.WriteToUDP(bytes.Repeat([]byte{byte(i)}, 40), r.Addr())
		if i%64 == 0 {
			time.Sleep(time.Millisecond)
			r.mu.Lock()
			kept = len(r.remembered)
			r.mu.Unlock()
		}
	}
	var sent [packetKinds]uint64
	for n := uint64(0); slices.Contains(sent[:], 0); n++ { // on a busy machine an attack may be too short for all kinds
		if n == 100 {
			t.Fatalf("of some kinds none are sent: %v", sent)
		}
		ctx, stop := context.WithTimeout(context.Background(), 300*time.Millisecond)
		a := Attack{Server: server.LocalAddr().(*net.UDPAddr).AddrPort(), Relays: []*Relay{r}, Rate: 5000, Workers: 2, Seed: 1 + n}
		got, err := a.Run(ctx)
		stop()
		if err != nil {
			t.Fatal(err)
		}
		for k := range sent {
			sent[k] += got.Sent[k]
		}
		if n := got.Total(); float64(n) > 5000*(got.Duration+100*time.Millisecond).Seconds() {
			t.Errorf("%d packets in %v at 5000 a second", n, got.Duration)
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.remembered) > rememberedMax {
		t.Errorf("%d packets are remembered", len(r.remembered))
	}
}
