package linktest

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"
	"time"

	"voxtide/transport"
)

// peer drives one end and checks all that it receives.
type peer struct {
	t              *testing.T
	c              transport.Conn
	rng            *rand.Rand
	sent, received [transport.Lanes]uint64
	delivered      [transport.Lanes]uint64
	refused        [transport.Lanes]int
	values         [3]uint64 // newest set
	seen           [3]uint64 // newest received
	buf            []byte
	onLive         func(number uint64)
}

// message sends one of n bytes and its number, which every byte depends on.
func (p *peer) message(lane transport.Lane, n int) {
	p.t.Helper()
	number := p.sent[lane] + 1
	p.buf = binary.AppendUvarint(p.buf[:0], number)
	for i := range n {
		p.buf = append(p.buf, byte(number)+byte(i)*7)
	}
	switch err := p.c.Send(lane, p.buf); err {
	case nil:
		p.sent[lane]++
	case transport.ErrFull:
		p.refused[lane]++
	default:
		p.t.Fatal(err)
	}
}

// value sets a value that names how many live messages were sent before it.
func (p *peer) value(slot, n int) {
	p.t.Helper()
	p.values[slot]++
	b := binary.AppendUvarint(nil, p.values[slot])
	b = binary.AppendUvarint(b, p.sent[transport.Live])
	if err := p.c.Value(uint8(slot), append(b, make([]byte, n)...)); err != nil {
		p.t.Fatal(err)
	}
}

// receive takes up to most things that have arrived, and checks them.
func (p *peer) receive(most int) {
	p.t.Helper()
	for range most {
		m, ok := p.c.Receive()
		if !ok {
			return
		}
		number, k := binary.Uvarint(m.Data)
		if m.Kind == transport.KindValue {
			after, _ := binary.Uvarint(m.Data[k:])
			if after > p.received[transport.Live] || number <= p.seen[m.Slot] {
				p.t.Fatalf("slot %d: value %d after %d messages; had value %d, %d messages",
					m.Slot, number, after, p.seen[m.Slot], p.received[transport.Live])
			}
			p.seen[m.Slot] = number
			continue
		}
		for i, v := range m.Data[k:] {
			if v != byte(number)+byte(i)*7 {
				p.t.Fatalf("lane %d, message %d: byte %d is wrong", m.Lane, number, i)
			}
		}
		p.received[m.Lane]++
		if number != p.received[m.Lane] {
			p.t.Fatalf("lane %d: message %d where %d was to come", m.Lane, number, p.received[m.Lane])
		}
		if p.onLive != nil && m.Lane == transport.Live {
			p.onLive(number)
		}
	}
}

// progress checks that what is known to have arrived only grows, and is no more than what
// the far end has received or could.
func (p *peer) progress() {
	p.t.Helper()
	for i := range p.sent {
		lane := transport.Lane(i)
		before, pending := p.c.Delivered(lane), p.c.Pending(lane)
		d := p.c.Delivered(lane) // an ack may come between any two of these
		if before < p.delivered[i] || d < before || d > p.sent[i] || pending < 0 || before == p.sent[i] && pending > 0 || pending == 0 && d < p.sent[i] {
			p.t.Fatalf("lane %d: sent %d, delivered %d and %d after %d, pending %d", i, p.sent[i], before, d, p.delivered[i], pending)
		}
		p.delivered[i] = d
	}
}

// link is two ends and how their time passes.
type link struct {
	t     *testing.T
	a, b  *peer
	step  func()
	real  bool
	quiet int // turns in which nothing moves that make it still
	full  int // lanes that can be filled in a second or two
}

func newLink(t *testing.T, a, b transport.Conn, seed uint64, step func(), real bool) *link {
	return &link{
		t: t, step: step, real: real, full: int(transport.Lanes), quiet: 60,
		a: &peer{t: t, c: a, rng: rand.New(rand.NewPCG(seed, 1))},
		b: &peer{t: t, c: b, rng: rand.New(rand.NewPCG(seed, 2))},
	}
}

// turn has both ends receive, send and flush, then lets a little time pass.
func (l *link) turn(send func(p *peer)) {
	l.t.Helper()
	for _, p := range [2]*peer{l.a, l.b} {
		p.receive(1 << 20)
		if send != nil {
			send(p)
		}
		p.c.Flush()
		p.progress()
	}
	l.step()
}

// until takes turns until it is so, for at most some seconds of the link's time in which nothing more arrives.
func (l *link) until(what string, is func() bool) {
	l.t.Helper()
	start := time.Now()
	var last [4][transport.Lanes]uint64
	for i := 0; !is(); i++ {
		if now := [4][transport.Lanes]uint64{l.a.received, l.b.received, l.a.delivered, l.b.delivered}; now != last {
			start, last = time.Now(), now
		}
		if l.real && time.Since(start) > time.Minute || !l.real && i > 20_000 {
			l.t.Fatalf("not %s: a sent %v, delivered %v; b got %v; b sent %v, delivered %v; a got %v; values %v %v, %v %v",
				what, l.a.sent, l.a.delivered, l.b.received, l.b.sent, l.b.delivered, l.a.received,
				l.a.values, l.b.seen, l.b.values, l.a.seen)
		}
		l.turn(nil)
	}
}

func (l *link) settle() {
	l.t.Helper()
	l.until("settled", func() bool {
		return l.a.sent == l.a.delivered && l.b.sent == l.b.delivered && l.a.sent == l.b.received &&
			l.b.sent == l.a.received && l.a.values == l.b.seen && l.b.values == l.a.seen
	})
}
