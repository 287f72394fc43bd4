package punch

import (
	"net/netip"
	"strings"
	"testing"
	"time"

	"voxtide/internal/testrand"

	"voxtide/transport/secure"
)

// TestNobodyThere: three tries of at most 60 knocks, at the addresses that were named and may be used alone, then the
// introduction has failed and its place is free.
func TestNobodyThere(t *testing.T) {
	w := newWire(20 * ms)
	e := w.socket("203.0.113.1:4001")
	to := map[netip.AddrPort]int{}
	bytes, last := 0, time.Duration(0)
	w.seen = func(f flight) {
		to[f.to]++
		bytes += len(f.data)
		last = w.now
	}
	m := New(e, Config{Secret: secretOf(0)})
	var named []netip.AddrPort
	for _, a := range []string{
		"127.0.0.1:4000", "[::1]:4000", "0.0.0.0:4000", "[::]:4000", "224.0.0.1:4000", "[ff02::1]:4000", "255.255.255.255:4000",
		"203.0.113.9:53",
	} {
		named = append(named, netip.MustParseAddrPort(a))
	}
	if !m.Introduce(0, Introduction{ID: 1, Key: secretOf(1).Public(), Pair: 1, Addresses: named}) {
		t.Fatal("not introduced")
	}
	good := []netip.AddrPort{netip.MustParseAddrPort("203.0.113.9:4009"), netip.MustParseAddrPort("192.168.1.9:4009")}
	if !m.Introduce(0, Introduction{ID: 2, Key: secretOf(2).Public(), Pair: 2, In: 500 * ms, Addresses: append(good, good...)}) {
		t.Fatal("not introduced")
	}
	var failed []Event
	for w.now < 14*time.Second {
		w.advance(w.now + 16*ms)
		m.Update(w.now)
		failed = append(failed, m.Events()...)
		if w.now < 500*ms && len(to) > 0 {
			t.Fatal("knocked too early")
		}
	}
	total := 0
	for at, n := range to {
		total += n
		if at != good[0] && at != good[1] {
			t.Errorf("%d knocks at %v", n, at)
		}
	}
	if total > tries*knocksMax || total < tries*40 || bytes > 8*180*64 || last > 12*time.Second {
		t.Errorf("%d knocks, %d bytes, until %v", total, bytes, last)
	}
	if len(failed) != 2 || failed[0].Kind != Failed || failed[1].Kind != Failed || m.Status(2).State != None {
		t.Errorf("%+v", failed)
	}
	t.Logf("%d knocks of %d bytes in all at %d addresses, until %v", total, bytes, len(to), last)
}

// TestRefused: what no server can have knocked at.
func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"192.168.1.2:5000": "lan", "10.0.0.1:5000": "lan", "172.16.3.4:1024": "lan", "100.64.1.1:5000": "lan", "[fd00::1]:5000": "lan",
		"203.0.113.7:5000": "seen-by-server", "[2001:db8::1]:5000": "v6", "[::ffff:203.0.113.7]:5000": "seen-by-server",
		"203.0.113.7:1023": "", "127.0.0.1:5000": "", "127.8.8.8:5000": "", "[::1]:5000": "", "0.0.0.0:5000": "", "0.1.2.3:5000": "",
		"[::]:5000": "", "224.0.0.5:5000": "", "239.1.1.1:5000": "", "[ff05::2]:5000": "", "255.255.255.255:5000": "", "240.0.0.1:5000": "",
		"[::ffff:127.0.0.1]:5000": "", "[fe80::1]:5000": "", "[fe80::1%eth0]:5000": "", "[2001:db8::1]:80": "",
	} {
		at := netip.MustParseAddrPort(text)
		if got := Refused(at, false); got != (want == "") {
			t.Errorf("%s: refused %v", text, got)
		}
		if want != "" && HowOf(at).String() != want {
			t.Errorf("%s: %v, not %s", text, HowOf(at), want)
		}
	}
	if !Refused(netip.AddrPort{}, true) || Refused(netip.MustParseAddrPort("127.0.0.1:5000"), true) {
		t.Error("no address, or loopback where it is allowed")
	}
}

// TestRates: a peer that sends 1,000 payloads a second gets through what the bounds allow, whatever its own program does;
// the rest is counted; and an honest one never meets the bounds of who receives.
func TestRates(t *testing.T) {
	for _, size := range []int{1, 100, 1000} {
		p := newPlayers(t, 20*ms)
		p.introduce(77)
		p.linked()
		liar := p.links[1].byID(0)
		came, bytes := 0, 0
		const seconds = 5
		for range seconds * 1000 / 5 {
			for range 5 { // past the bound of what is sent
				p.links[1].sendSealed(liar, append([]byte{kindPayload}, make([]byte, size)...), liar.path.at)
			}
			p.run(p.step)
			for _, b, ok := p.links[0].Receive(); ok; _, b, ok = p.links[0].Receive() {
				came++
				bytes += len(b)
			}
		}
		s := p.links[0].Status(1)
		most, mostBytes := (seconds+1)*DatagramRate*5/4+1, (seconds+1)*ByteRate*5/4+1000
		if came > most || bytes > mostBytes || s.Drops.OverRate == 0 || s.State != Open {
			t.Errorf("%d payloads of %d bytes in %d s, %+v", came, bytes, seconds, s)
		}
		t.Logf("payloads of %d bytes: %d of %d came, %d over the rate", size, came, seconds*1000, s.Drops.OverRate)

		p = newPlayers(t, 20*ms)
		p.introduce(77)
		p.linked()
		sent := 0
		for range seconds * 1000 / 5 {
			for range 5 {
				if p.links[1].Send(0, make([]byte, size), p.w.now) {
					sent++
				}
			}
			p.run(p.step)
			for _, _, ok := p.links[0].Receive(); ok; _, _, ok = p.links[0].Receive() {
				sent--
			}
		}
		p.run(100 * ms)
		for _, _, ok := p.links[0].Receive(); ok; _, _, ok = p.links[0].Receive() {
			sent--
		}
		if s := p.links[0].Status(1); sent != 0 || s.Drops != (Drops{}) {
			t.Errorf("an honest peer: %d are missing, %+v", sent, s.Drops)
		}
	}
}

// TestInbox: payloads that nobody takes are bounded, and the oldest stay.
func TestInbox(t *testing.T) {
	p := newPlayers(t, 20*ms)
	p.introduce(77)
	p.linked()
	for i := range 200 {
		p.links[1].Send(0, []byte{byte(i)}, p.w.now)
		p.run(10 * ms)
	}
	n := 0
	for _, b, ok := p.links[0].Receive(); ok; _, b, ok = p.links[0].Receive() {
		if int(b[0]) != n {
			t.Fatalf("%d instead of %d", b[0], n)
		}
		n++
	}
	if s := p.links[0].Status(1); n != InboxMax || s.Drops.Full < 100 {
		t.Errorf("%d came out, %+v", n, s.Drops)
	}
	if p.links[0].Send(1, make([]byte, PayloadMax+1), p.w.now) || p.links[0].Send(5, nil, p.w.now) {
		t.Error("sent what cannot be sent")
	}
}

// TestPlaces: there are LinksMax links, whatever they are doing, and each closed one frees its place.
func TestPlaces(t *testing.T) {
	w := newWire(20 * ms)
	m := New(w.socket("203.0.113.1:4001"), Config{Secret: secretOf(0)})
	introduce := func(id int, pair uint32) bool {
		return m.Introduce(w.now, Introduction{ID: uint64(id), Key: secretOf(id).Public(), Pair: pair, Secret: [32]byte{byte(pair)}})
	}
	for i := 1; i <= LinksMax; i++ {
		if !introduce(i, uint32(i)) {
			t.Fatalf("no room for %d", i)
		}
	}
	if introduce(9, 9) {
		t.Error("one too many")
	}
	if !introduce(3, 3) {
		t.Error("the same again is not taken as it is")
	}
	if introduce(4, 3) {
		t.Error("a pair of two peers")
	}
	if !introduce(3, 33) || m.byPair(3) != nil || m.byPair(33) == nil {
		t.Error("a new introduction does not take the place of the old one")
	}
	m.Close(5, "enough", w.now)
	if !introduce(9, 9) || m.Status(9).State != Waiting {
		t.Error("the place is not free")
	}
	m.Close(9, "enough", w.now)
	for _, key := range []secure.Key{secretOf(0).Public(), {}} { // with a place free
		if m.Introduce(0, Introduction{ID: 10, Key: key, Pair: 10}) {
			t.Errorf("linked to itself or to nobody: %v", key)
		}
	}
	if !introduce(10, 10) {
		t.Error("there was no place free")
	}
	if len(m.Events()) != 0 {
		t.Error("events of links that never were")
	}
}

// TestClose: the peer is told why, though two of three packets are lost, and nothing passes afterwards.
func TestClose(t *testing.T) {
	for lost := range 3 {
		p := newPlayers(t, 20*ms)
		p.introduce(77)
		p.linked()
		n := 0
		p.w.fate = func(f *flight) bool {
			n++
			return n > lost
		}
		p.links[0].Close(1, strings.Repeat("consent withdrawn ", 9), p.w.now)
		if p.links[0].Send(1, []byte("x"), p.w.now) {
			t.Error("sent over a closed link")
		}
		p.run(200 * ms)
		why := strings.Repeat("consent withdrawn ", 9)[:WhyMax]
		if e := p.events[1]; len(e) != 2 || e[1].Kind != Gone || e[1].Why != why {
			t.Errorf("lost %d: %+v", lost, e)
		}
		if len(p.events[0]) != 1 || p.links[0].Status(1).State != None || p.links[1].Status(0).State != None {
			t.Errorf("lost %d: %+v, %v", lost, p.events[0], p.links[0].Status(1))
		}
		sent := 0
		p.w.seen = func(flight) { sent++ }
		p.run(time.Second)
		if sent > 0 {
			t.Errorf("%d packets after the end", sent)
		}
		p.introduce(78) // and again
		p.linked()
	}
}

// TestSilence: a peer that falls silent is stale within 2 s of a ping while payloads pass, linked again when it is heard,
// and gone after 10 s.
func TestSilence(t *testing.T) {
	p := newPlayers(t, 20*ms)
	p.introduce(77)
	p.linked()
	p.run(3000 * ms)
	cut := p.w.now
	p.w.fate = func(f *flight) bool { return false }
	for p.links[0].Status(1).State == Open {
		p.links[0].Send(1, []byte("hello?"), p.w.now)
		p.run(50 * ms)
	}
	if took := p.w.now - cut; took < 2*time.Second || took > 3100*ms {
		t.Errorf("stale after %v", took)
	}
	p.w.fate = nil
	p.run(300 * ms)
	if s := p.links[0].Status(1); s.State != Open {
		t.Errorf("%+v", s)
	}
	p.w.fate = func(f *flight) bool { return false }
	cut = p.w.now
	for len(p.events[0]) == 1 {
		p.run(50 * ms)
	}
	if took := p.w.now - cut; took < 9900*ms || took > 10100*ms || p.events[0][1].Kind != Gone || p.events[0][1].Why != "timeout" {
		t.Errorf("gone after %v: %+v", took, p.events[0])
	}
}

// TestIdle: a link that nobody uses sends a ping and its answer each 5 s, and stays.
func TestIdle(t *testing.T) {
	p := newPlayers(t, 20*ms)
	p.introduce(77)
	p.linked()
	p.run(10 * time.Second)
	sent, bytes := 0, 0
	p.w.seen = func(f flight) { sent++; bytes += len(f.data) }
	p.run(60 * time.Second)
	if s := p.links[0].Status(1); s.State != Open || s.RoundTrip < 40*ms || s.RoundTrip > 60*ms {
		t.Errorf("%+v", s)
	}
	if sent < 2*12 || sent > 4*13 {
		t.Errorf("%d packets a minute", sent)
	}
	t.Logf("%d packets, %d bytes a minute", sent, bytes)
}

// TestLoss: links come about at 30% of loss each way, and what is measured of loss and round trip is near what it is.
func TestLoss(t *testing.T) {
	luck := testrand.New(t)
	slowest, worst := time.Duration(0), 0
	rounds := testrand.Rounds(40)
	for round := range rounds {
		p := newPlayers(t, 40*ms)
		p.w.fate = func(*flight) bool { return luck.IntN(10) >= 3 }
		p.introduce(uint32(100 + round))
		for p.links[0].Status(1).State != Open || p.links[1].Status(0).State != Open {
			p.run(p.step)
			if p.w.now > 13*time.Second {
				t.Fatalf("not linked: %+v, %+v", p.links[0].Status(1), p.links[1].Status(0))
			}
		}
		if p.w.now > slowest {
			slowest, worst = p.w.now, round
		}
		if round > 0 {
			continue
		}
		for range 2000 {
			p.links[1].Send(0, []byte("x"), p.w.now)
			p.run(10 * ms)
			p.links[0].Receive()
		}
		s := p.links[0].Status(1)
		if s.Loss < 0.05 || s.Loss > 0.65 || s.RoundTrip < 80*ms || s.RoundTrip > 100*ms {
			t.Errorf("measured: %+v", s)
		}
		t.Logf("measured: loss %.0f%%, round trip %v", 100*s.Loss, s.RoundTrip)
	}
	t.Logf("%d rounds, the slowest link (round %d) took %v", rounds, worst, slowest)
}

// TestSteadyState: payloads both ways, pings and their answers allocate nothing.
func TestSteadyState(t *testing.T) {
	p := newPlayers(t, 20*ms)
	p.introduce(77)
	p.linked()
	payload := make([]byte, 200)
	turn := func() {
		p.w.advance(p.w.now + 16*ms)
		for i, l := range p.links {
			l.Update(p.w.now)
			l.Send(uint64(1-i), payload, p.w.now)
			for _, _, ok := l.Receive(); ok; _, _, ok = l.Receive() {
			}
			l.Events()
			l.Status(uint64(1 - i))
		}
	}
	for range 500 {
		turn()
	}
	if n := testing.AllocsPerRun(2000, turn); n != 0 {
		t.Errorf("%v allocations a frame", n)
	}
	if s := p.links[0].Status(1); s.Received.Payloads < 2000 || s.Drops != (Drops{}) {
		t.Errorf("%+v", s)
	}
}
