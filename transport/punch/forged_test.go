package punch

import (
	"encoding/binary"
	"net/netip"
	"testing"

	"voxtide/internal/testrand"
)

// forger makes packets of the forms of links, with the right pair and without any key.
type forger struct {
	luck interface{ Uint32() uint32 }
	pair uint32
	buf  [200]byte
}

func (f *forger) next() []byte {
	kind := byte(typeKnock + f.luck.Uint32()%4)
	n := knockBytes
	if kind >= typeHandshake {
		n = headBytes + tagBytes + int(f.luck.Uint32()%150)
	}
	p := f.buf[:n]
	for i := range p {
		p[i] = byte(f.luck.Uint32())
	}
	p[0] = kind
	binary.LittleEndian.PutUint32(p[1:], f.pair)
	if kind != typeSealed && f.luck.Uint32()%2 == 0 {
		p[6] &= numbersMax>>8 - 1 // a number that is not spent
	}
	return p
}

// TestForgedKnocks: 200,000 forged packets in two seconds, with the right number of the pair and from everywhere, the
// peer's address included, beside a linked pair: nothing is answered, nothing is allocated, the link stays as it is, and
// payloads go on passing.
func TestForgedKnocks(t *testing.T) {
	p := newPlayers(t, 20*ms)
	p.introduce(77)
	p.linked()
	p.run(3000 * ms) // all knocks are over
	before := p.links[0].Status(1)
	f := &forger{luck: testrand.New(t), pair: 77}
	victim := netip.MustParseAddrPort("198.51.100.9:9999")
	sent, answered := 0, 0
	p.w.seen = func(f flight) {
		if f.to != p.sock[0].at[0] && f.to != p.sock[1].at[0] {
			answered++
		}
	}
	end, passed := p.w.now+2000*ms, 0
	rounds := 0
	for ; p.w.now < end; rounds++ {
		for i := range 500 {
			from := victim
			switch i % 4 {
			case 1:
				from = p.sock[1].at[0]
			case 2:
				from = netip.AddrPortFrom(netip.AddrFrom4([4]byte{198, 51, 100, byte(i)}), uint16(2000+i))
			}
			p.links[0].receive(f.next(), from, p.w.now)
			sent++
		}
		if rounds%10 == 0 && p.links[1].Send(0, []byte("still here"), p.w.now) {
			passed--
		}
		p.run(p.step)
		for _, _, ok := p.links[0].Receive(); ok; _, _, ok = p.links[0].Receive() {
			passed++
		}
	}
	p.run(100 * ms)
	for _, _, ok := p.links[0].Receive(); ok; _, _, ok = p.links[0].Receive() {
		passed++
	}
	after := p.links[0].Status(1)
	if answered > 0 {
		t.Errorf("%d packets were sent to strangers", answered)
	}
	if passed != 0 || rounds < 100 {
		t.Errorf("%d payloads are missing, in %d rounds", -passed, rounds)
	}
	if after.State != Open || after.Address != before.Address || len(p.events[0]) != 1 {
		t.Errorf("%+v, %v", after, p.events[0])
	}
	drops := after.Drops.Forged + after.Drops.Replayed + p.links[0].Counters().Malformed
	if drops < uint64(sent) {
		t.Errorf("%d of %d are counted", drops, sent)
	}
	t.Logf("%d forged packets: %+v", sent, after.Drops)
	if n := testing.AllocsPerRun(10_000, func() { p.links[0].receive(f.next(), victim, p.w.now) }); n != 0 {
		t.Errorf("%v allocations for a forged packet", n)
	}
	f.pair = 78
	if n := testing.AllocsPerRun(10_000, func() { p.links[0].receive(f.next(), victim, p.w.now) }); n != 0 {
		t.Errorf("%v allocations for a packet of no pair", n)
	}
}

// TestForgedWhileKnocking: the same before there is a way; the two are linked all the same.
func TestForgedWhileKnocking(t *testing.T) {
	p := newPlayers(t, 20*ms)
	p.introduce(77)
	f := &forger{luck: testrand.New(t), pair: 77}
	strangers := 0
	p.w.seen = func(f flight) {
		if f.to != p.sock[0].at[0] && f.to != p.sock[1].at[0] {
			strangers++
		}
	}
	for range 60 {
		for i := range 500 {
			p.links[0].receive(f.next(), netip.AddrPortFrom(netip.AddrFrom4([4]byte{198, 51, 100, byte(i)}), 4000), p.w.now)
		}
		p.run(p.step)
	}
	p.linked()
	if strangers > 0 {
		t.Errorf("%d packets were sent to strangers", strangers)
	}
}

// TestReplays: copies of all that one end ever sent, from its own address and from another, change nothing and are not
// answered.
func TestReplays(t *testing.T) {
	p := newPlayers(t, 20*ms)
	var copies []flight
	p.w.seen = func(f flight) {
		if f.from == p.sock[1].at[0] {
			f.data = append([]byte(nil), f.data...)
			copies = append(copies, f)
		}
	}
	p.introduce(77)
	p.linked()
	p.pass(1, "once")
	p.run(3000 * ms)
	p.w.seen = nil
	p.run(100 * ms) // nothing is on its way any longer
	var answers int
	p.w.seen = func(f flight) { answers++ }
	before := p.links[0].Status(1)
	for _, from := range []string{"203.0.113.2:4002", "198.51.100.9:9999"} {
		for _, c := range copies {
			p.links[0].receive(append([]byte(nil), c.data...), netip.MustParseAddrPort(from), p.w.now)
		}
	}
	after := p.links[0].Status(1)
	if _, payload, ok := p.links[0].Receive(); ok {
		t.Errorf("%q came again", payload)
	}
	if got := after.Drops.Replayed - before.Drops.Replayed; got != uint64(2*len(copies)) || answers != 0 || after.Address != before.Address {
		t.Errorf("%d of %d copies are replays, %d answers, %+v", got, 2*len(copies), answers, after)
	}
	t.Logf("%d packets copied twice", len(copies))
}

// TestAmplification: no packet of an introduction is answered with more bytes than it has, from the first knock until the
// link stands; what a linked peer asks for, too.
func TestAmplification(t *testing.T) {
	p := newPlayers(t, 20*ms)
	p.introduce(77)
	received, answered, worst := 0, 0, 0
	p.w.seen = func(f flight) { answered += len(f.data) }
	for range 1200 {
		p.w.advance(p.w.now + p.step)
		for i, l := range p.links {
			for _, f := range p.sock[i].came {
				received, answered = len(f.data), 0
				knocks := l.Status(uint64(1 - i)).Knocks
				l.receive(append([]byte(nil), f.data...), f.from, p.w.now)
				if l.Status(uint64(1-i)).Knocks == knocks && f.data[0] == typeKnock && answered > received {
					t.Fatalf("%d bytes of type %d are answered with %d", received, f.data[0], answered)
				}
				if f.data[0] == typeHandshake && p.links[i].byID(uint64(1-i)).initiates == false && answered > received {
					t.Fatalf("a handshake of %d bytes is answered with %d", received, answered)
				}
				worst = max(worst, answered)
			}
			p.sock[i].came = nil
			l.Update(p.w.now)
		}
	}
	if p.links[0].Status(1).State != Open {
		t.Error("not linked")
	}
	t.Logf("the largest answer has %d bytes", worst)
}

// BenchmarkForgedKnock is what a forged knock with the right pair costs; BenchmarkStrangeKnock one of no pair.
func BenchmarkForgedKnock(b *testing.B) { benchForged(b, 77) }

func BenchmarkStrangeKnock(b *testing.B) { benchForged(b, 78) }

func benchForged(b *testing.B, pair uint32) {
	p := newPlayers(b, 20*ms)
	p.introduce(77)
	p.linked()
	var packet [knockBytes]byte
	packet[0] = typeKnock
	binary.LittleEndian.PutUint32(packet[1:], pair)
	packet[6] = 3
	from := netip.MustParseAddrPort("198.51.100.9:9999")
	b.ReportAllocs()
	for b.Loop() {
		p.links[0].receive(packet[:], from, p.w.now)
	}
}
