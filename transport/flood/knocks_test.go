package flood

import (
	"context"
	"crypto/ed25519"
	"errors"
	"net"
	"testing"
	"time"

	"voxtide/internal/cputime"
	"voxtide/transport/punch"
	"voxtide/transport/secure"
)

// TestKnocks: two players are linked over real sockets, and forged packets of their pair come to one of them at 100,000 a
// second, before and after the link stands: they are linked, payloads go on passing, and nothing is sent to anybody but
// the peer. It says what a packet costs.
func TestKnocks(t *testing.T) {
	var mux [2]*punch.Mux
	var links [2]*punch.Links
	var keys [2]secure.Secret
	for i := range mux {
		socket := listen(t)
		socket.SetReadDeadline(time.Time{})
		socket.SetReadBuffer(4 << 20)
		mux[i] = punch.NewMux(socket)
		seed := make([]byte, ed25519.SeedSize)
		seed[0] = byte(i)
		keys[i] = secure.NewSecret(ed25519.NewKeyFromSeed(seed))
		links[i] = punch.New(mux[i], punch.Config{Secret: keys[i], AllowLoopback: true})
		done := make(chan struct{})
		go func() { // as the session to a server does
			defer close(done)
			var b [2048]byte
			for {
				if _, _, err := mux[i].ReadFromUDPAddrPort(b[:]); errors.Is(err, net.ErrClosed) {
					return
				}
			}
		}()
		t.Cleanup(func() { mux[i].Close(); <-done })
	}
	const pair = 1234567
	ctx, stop := context.WithCancel(context.Background())
	var sent uint64
	flooded := make(chan struct{})
	go func() {
		defer close(flooded)
		k := Knocks{To: mux[0].Addresses()[0], Pairs: []uint32{pair}, Rate: 100_000, Seed: 1}
		sent, _ = k.Run(ctx)
	}()
	defer func() { stop(); <-flooded }()

	start, used := time.Now(), cputime.Used()
	for i, l := range links {
		l.Introduce(0, punch.Introduction{
			ID: uint64(1 - i), Key: keys[1-i].Public(), Pair: pair, Secret: [32]byte{7}, Role: byte(i), Addresses: mux[1-i].Addresses(),
		})
	}
	const patience, enough = 60 * time.Second, 50
	var came [2]int
	linkedAt := time.Duration(0)
	for came[0] < enough || came[1] < enough || time.Since(start) < time.Second {
		now := time.Since(start)
		if now > patience {
			t.Fatalf("%v payloads, %+v, %+v", came, links[0].Status(1), mux[0].Stats())
		}
		for i, l := range links {
			l.Update(now)
			l.Send(uint64(1-i), []byte("I place a stone"), now)
			for _, _, ok := l.Receive(); ok; _, _, ok = l.Receive() {
				came[i]++
			}
			for _, e := range l.Events() {
				if e.Kind != punch.Linked {
					t.Fatalf("%+v", e)
				}
				linkedAt = now
			}
		}
		time.Sleep(10 * time.Millisecond)
	}
	took := time.Since(start)
	stop()
	<-flooded
	s, m := links[0].Status(1), mux[0].Stats()
	if s.State != punch.Open || s.Address != mux[1].Addresses()[0] {
		t.Errorf("%+v", s)
	}
	if s.Drops.Forged == 0 || m.Unwatched == 0 || s.Knocks > 60 {
		t.Errorf("nothing was forged: %+v, %+v", s, m)
	}
	t.Logf("linked after %v; %d packets in %v (%.0f a second); %v payloads; %+v, %+v; %v of processor time, both ends and the attacker",
		linkedAt.Round(time.Millisecond), sent, took.Round(time.Millisecond), float64(sent)/took.Seconds(), came, s.Drops, m, (cputime.Used() - used).Round(time.Millisecond))
}
