package memnet

import (
	"encoding/binary"
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"
	"voxtide/internal/splitmix"
	"voxtide/transport"
)

var seedFlag = flag.Uint64("seed", 0, "the one seed to run random tests with; 0 is 1 to 5")

// eachSeed runs f with every seed and says which one failed.
func eachSeed(t *testing.T, f func(t *testing.T, seed uint64)) {
	t.Helper()
	first, last := uint64(1), uint64(5)
	if *seedFlag != 0 {
		first, last = *seedFlag, *seedFlag
	}
	for seed := first; seed <= last; seed++ {
		f(t, seed)
		t.Logf("seed %d", seed)
		if t.Failed() {
			t.Fatalf("again with -seed %d", seed)
		}
	}
}

const (
	ms   = time.Millisecond
	step = time.Second / 60
)

// peer drives one end and checks all that it receives.
type peer struct {
	t        *testing.T
	m        *Conn
	rng      rng
	sent     [transport.Lanes]uint64
	received [transport.Lanes]uint64
	values   [3]uint64 // newest set
	seen     [3]uint64 // newest received
	gotVals  int
	sentAt   []time.Duration
	other    *peer
	delays   []time.Duration
	buf      []byte
	refused  [transport.Lanes]int
}

func (p *peer) fill(n int, tag uint64) []byte {
	p.buf = p.buf[:0]
	p.buf = binary.AppendUvarint(p.buf, tag)
	for i := range n {
		p.buf = append(p.buf, byte(tag)+byte(i)*7)
	}
	return p.buf
}

func (p *peer) check(b []byte) uint64 {
	tag, k := binary.Uvarint(b)
	for i, v := range b[k:] {
		if v != byte(tag)+byte(i)*7 {
			p.t.Fatalf("message %d: byte %d of %d is wrong", tag, i, len(b)-k)
		}
	}
	return tag
}

func (p *peer) message(lane transport.Lane, n int) {
	err := p.m.Send(lane, p.fill(n, p.sent[lane]+1))
	if err == transport.ErrFull {
		p.refused[lane]++
		return
	}
	if err != nil {
		p.t.Fatal(err)
	}
	p.sent[lane]++
	if lane == transport.Live {
		p.sentAt = append(p.sentAt, p.m.net.now)
	}
}

// value sets a value that names how many live messages were sent before it.
func (p *peer) value(slot int, n int) {
	p.values[slot]++
	b := binary.AppendUvarint(nil, p.values[slot])
	b = binary.AppendUvarint(b, p.sent[transport.Live])
	if err := p.m.Value(uint8(slot), append(b, make([]byte, n)...)); err != nil {
		p.t.Fatal(err)
	}
}

func (p *peer) receive() {
	for {
		msg, ok := p.m.Receive()
		if !ok {
			return
		}
		p.receiveOne(msg)
	}
}

func (p *peer) receiveOne(msg transport.Message) {
	p.t.Helper()
	if msg.Kind == transport.KindValue {
		number, k := binary.Uvarint(msg.Data)
		after, _ := binary.Uvarint(msg.Data[k:])
		if after > p.received[transport.Live] {
			p.t.Fatalf("value names %d messages, %d received", after, p.received[transport.Live])
		}
		if number <= p.seen[msg.Slot] {
			p.t.Fatalf("slot %d: value %d after %d", msg.Slot, number, p.seen[msg.Slot])
		}
		p.seen[msg.Slot] = number
		p.gotVals++
		return
	}
	tag := p.check(msg.Data)
	p.received[msg.Lane]++
	if tag != p.received[msg.Lane] {
		p.t.Fatalf("lane %d: message %d where %d was to come", msg.Lane, tag, p.received[msg.Lane])
	}
	if msg.Lane == transport.Live {
		p.delays = append(p.delays, p.m.net.now-p.other.sentAt[tag-1])
	}
}

type simulatedPair struct {
	net  *Network
	a, b *peer
	at   time.Duration
}

func newSimulatedPair(t *testing.T, seed uint64, up, down Link) *simulatedPair {
	w := &simulatedPair{net: New(seed)}
	ma, mb := w.net.Pair(up, down)
	w.a, w.b = &peer{t: t, m: ma}, &peer{t: t, m: mb}
	w.a.other, w.b.other = w.b, w.a
	w.a.rng.Source, w.b.rng.Source = splitmix.Source(seed*3), splitmix.Source(seed*5)
	return w
}

// play sends from both ends for some steps of 1/60 s.
func (w *simulatedPair) play(steps int, send func(p *peer)) {
	for range steps {
		w.at += step
		w.net.Advance(w.at)
		for _, p := range [2]*peer{w.a, w.b} {
			p.receive()
			if send != nil {
				send(p)
			}
			p.m.Flush()
		}
	}
}

// settle plays in silence until all has come, and checks that it has.
func (w *simulatedPair) settle(t *testing.T) {
	t.Helper()
	for i := 0; i < 60*120 && !w.settled(); i++ {
		w.play(1, nil)
	}
	for _, p := range [2]*peer{w.a, w.b} {
		for lane := range p.sent {
			l := transport.Lane(lane)
			if p.other.received[l] != p.sent[l] || p.m.Delivered(l) != p.sent[l] || p.m.Pending(l) != 0 {
				t.Fatalf("lane %d: sent %d, received %d, delivered %d, pending %d", lane,
					p.sent[l], p.other.received[l], p.m.Delivered(l), p.m.Pending(l))
			}
		}
		if p.other.seen != p.values {
			t.Fatalf("newest values %v, received %v", p.values, p.other.seen)
		}
	}
}

func (w *simulatedPair) settled() bool {
	for _, p := range [2]*peer{w.a, w.b} {
		for lane := range p.sent {
			l := transport.Lane(lane)
			if p.other.received[l] != p.sent[l] || p.m.Delivered(l) != p.sent[l] {
				return false
			}
		}
		if p.other.seen != p.values {
			return false
		}
	}
	return true
}

// game is what a busy session sends: small live messages, now and then a large one,
// values of three slots, and bulk.
func game(p *peer) {
	for range p.rng.Uint64() % 4 {
		n := int(p.rng.Uint64() % 90)
		if p.rng.Uint64()%100 == 0 {
			n = int(p.rng.Uint64() % 9000)
		}
		p.message(transport.Live, n)
		if p.rng.Uint64()%2 == 0 {
			p.value(int(p.rng.Uint64()%3), int(p.rng.Uint64()%30))
		}
	}
	if p.rng.Uint64()%8 == 0 {
		p.message(transport.Bulk, int(p.rng.Uint64()%20000))
	}
	if p.rng.Uint64()%500 == 0 {
		p.message(transport.Bulk, transport.MessageMax-binary.MaxVarintLen64)
	}
}

var links = []struct {
	name string
	link Link
}{
	{"perfect", Link{}},
	{"delay", Link{Delay: 40 * ms}},
	{"jitter", Link{Delay: 20 * ms, Jitter: 60 * ms}},
	{"loss 5%", Link{Delay: 40 * ms, Jitter: 5 * ms, Loss: 0.05}},
	{"loss 30%", Link{Delay: 40 * ms, Jitter: 20 * ms, Loss: 0.3}},
	{"burst", Link{Delay: 40 * ms, Loss: 0.2, Burst: true}},
	{"duplicate", Link{Delay: 10 * ms, Jitter: 40 * ms, Duplicate: 0.5, Loss: 0.1}},
	{"stall", Link{Delay: 20 * ms, StallEvery: 2 * time.Second, StallFor: 280 * ms}},
	{"slow bulk", Link{Delay: 20 * ms, BulkRate: 400_000, BulkDelay: 80 * ms, Loss: 0.02}},
	{"all", Link{Delay: 30 * ms, Jitter: 50 * ms, Loss: 0.15, Burst: true, Duplicate: 0.1,
		StallEvery: 3 * time.Second, StallFor: 200 * ms, BulkRate: 1 << 20}},
}

// TestEverythingArrives: whole, once and in order, whatever the link; values never
// before the messages they name and never backwards; the newest value always.
func TestEverythingArrives(t *testing.T) {
	for _, c := range links {
		for _, copies := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, copies %v", c.name, copies), func(t *testing.T) {
				eachSeed(t, func(t *testing.T, seed uint64) {
					c.link.Copies = copies
					w := newSimulatedPair(t, seed, c.link, c.link)
					w.play(300, game)
					w.settle(t)
					if w.a.gotVals == 0 || w.b.received[transport.Bulk] == 0 {
						t.Fatal("nothing was tested")
					}
					s := w.a.m.Stats()
					if lossy := c.link.Loss > 0; lossy != (s.Lost > 0) || lossy && s.Resent == 0 {
						t.Fatalf("%+v", s)
					}
					if copies != (w.b.m.Stats().CopiesUsed > 0) {
						t.Fatalf("copies helped %d times", w.b.m.Stats().CopiesUsed)
					}
				})
			})
		}
	}
}

// TestMixedCopies checks that each direction can switch its copies on and off alone, while messages are in flight.
func TestMixedCopies(t *testing.T) {
	eachSeed(t, func(t *testing.T, seed uint64) {
		up := Link{Delay: 30 * ms, Jitter: 20 * ms, Loss: 0.1}
		w := newSimulatedPair(t, seed, up, up)
		for i := range 20 {
			up.Copies = i%3 != 0
			w.a.m.SetLink(up)
			up.Copies = i%4 != 0
			up.Delay = time.Duration(seed*uint64(i)%90) * ms
			w.b.m.SetLink(up)
			w.play(20, game)
		}
		w.settle(t)
	})
}

func TestPerfectLinkIsInstant(t *testing.T) {
	w := newSimulatedPair(t, 1, Link{}, Link{})
	w.a.message(transport.Live, 5)
	w.a.value(0, 4)
	w.net.Advance(time.Second)
	if w.b.receive(); w.b.received[transport.Live] != 0 || w.b.gotVals != 0 {
		t.Fatal("arrived before the Flush")
	}
	w.a.m.Flush()
	w.net.Advance(time.Second)
	if w.b.receive(); w.b.received[transport.Live] != 1 || w.b.gotVals != 1 {
		t.Fatal("not there at the same time")
	}
}

// TestSameSeedSameTrace checks that the same seed gives the same trace.
func TestSameSeedSameTrace(t *testing.T) {
	run := func(seed uint64) uint64 {
		l := links[len(links)-1].link
		l.Copies = true
		w := newSimulatedPair(t, seed, l, l)
		w.play(200, game)
		w.settle(t)
		return w.net.Hash()
	}
	eachSeed(t, func(t *testing.T, seed uint64) {
		if one, two := run(seed), run(seed); one != two {
			t.Fatalf("seed %d: %x and %x", seed, one, two)
		}
		if run(seed) == run(seed+1) {
			t.Fatal("another seed, the same trace")
		}
	})
}

func TestCloseReasonArrives(t *testing.T) {
	arrived := 0
	for seed := uint64(1); seed <= 100; seed++ {
		l := Link{Delay: 30 * ms, Loss: 0.3}
		w := newSimulatedPair(t, seed, l, l)
		w.play(30, game)
		w.a.m.Close("until tomorrow")
		w.play(30, nil)
		if r, closed := w.a.m.Closed(); !closed || r != "until tomorrow" {
			t.Fatal("the near end does not know")
		}
		if w.a.m.Send(transport.Live, nil) != transport.ErrClosed || w.a.m.Value(0, nil) != transport.ErrClosed {
			t.Fatal("a closed end takes more")
		}
		if r, closed := w.b.m.Closed(); closed {
			arrived++
			if r != "until tomorrow" || w.b.m.Send(transport.Bulk, nil) != transport.ErrClosed {
				t.Fatalf("reason %q", r)
			}
		}
	}
	if arrived < 90 || arrived == 100 { // 0.3^3 are lost for good
		t.Fatalf("%d of 100 reasons arrived", arrived)
	}
	w := newSimulatedPair(t, 1, Link{}, Link{})
	w.a.m.Close(strings.Repeat("x", 9999))
	w.play(1, nil)
	if r, _ := w.b.m.Closed(); len(r) != transport.ReasonMax {
		t.Fatalf("reason of %d bytes", len(r))
	}
}

func TestCutHeals(t *testing.T) {
	eachSeed(t, func(t *testing.T, seed uint64) {
		l := Link{Delay: 30 * ms, Loss: 0.02, Copies: seed%2 == 0}
		w := newSimulatedPair(t, seed, l, l)
		w.play(60, game)
		w.a.m.Cut(w.at + 5*time.Second)
		w.play(4, nil) // what was in flight
		w.b.m.Cut(w.at + 5*time.Second)
		before := w.b.received
		w.play(120, game)
		if w.b.received != before {
			t.Fatal("messages came through a cut link")
		}
		w.settle(t)
	})
}

func TestKillIsSilent(t *testing.T) {
	n := New(1)
	n.SetTimeout(time.Second, 10*time.Second)
	l := Link{Delay: 30 * ms}
	a, b := n.Pair(l, l)
	for at := time.Duration(0); at < 60*time.Second; at += step {
		n.Advance(at)
	}
	if _, closed := b.Closed(); closed {
		t.Fatal("keepalives did not keep it alive")
	}
	a.Kill()
	if a.Send(transport.Live, nil) != transport.ErrClosed {
		t.Fatal("a killed end sends")
	}
	n.Advance(69 * time.Second)
	if _, closed := b.Closed(); closed {
		t.Fatal("closed too early")
	}
	n.Advance(71 * time.Second)
	if r, closed := b.Closed(); !closed || r != "timeout" {
		t.Fatalf("%q %v", r, closed)
	}
}
