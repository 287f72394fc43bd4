package memnet

import (
	"testing"
	"time"
	"voxtide/transport"
)

// TestLostSegmentIsNoticed: two later acks have a lost segment sent again long before its
// timeout, which is 200 ms before the first round trip is known.
func TestLostSegmentIsNoticed(t *testing.T) {
	w := newSimulatedPair(t, 1, Link{Delay: 10 * ms}, Link{Delay: 10 * ms})
	w.a.m.Cut(2 * step)
	w.play(4, func(p *peer) {
		if p == w.a {
			p.message(transport.Live, 40)
		}
	})
	w.play(3, nil)
	if w.b.received[transport.Live] != 4 || w.a.m.Stats().Resent != 1 {
		t.Fatalf("%d of 4 messages after %v: %+v", w.b.received[transport.Live], w.at, w.a.m.Stats())
	}
}

// TestTimeoutIsExact: a lost segment without company is sent again at its very time, also
// within one long Advance.
func TestTimeoutIsExact(t *testing.T) {
	w := newSimulatedPair(t, 1, Link{Delay: 10 * ms}, Link{Delay: 10 * ms})
	w.a.m.Cut(ms)
	w.a.message(transport.Live, 40)
	w.a.m.Flush()
	for _, c := range []struct {
		at   time.Duration
		want uint64
	}{{rtoFirst + 10*ms - 1, 0}, {rtoFirst + 10*ms, 1}} {
		w.net.Advance(c.at)
		if w.b.receive(); w.b.received[transport.Live] != c.want {
			t.Fatalf("%d messages at %v", w.b.received[transport.Live], c.at)
		}
	}
	w.net.Advance(c1 - 1)
	if w.a.m.Delivered(transport.Live) != 0 {
		t.Fatal("acked before the ack's delay")
	}
	w.net.Advance(c1)
	if w.a.m.Delivered(transport.Live) != 1 {
		t.Fatal("the ack did not come alone")
	}
}

// c1 is when the ack of TestTimeoutIsExact is back: sent again, there, waited, back.
const c1 = rtoFirst + 10*ms + ackDelay + 10*ms

// TestLargeMessageDoesNotWait checks that a message too large for a copy is sent as segments at once.
func TestLargeMessageDoesNotWait(t *testing.T) {
	w := newSimulatedPair(t, 1, Link{Delay: 10 * ms, Copies: true}, Link{Delay: 10 * ms})
	w.a.message(transport.Live, 5000)
	w.a.m.Flush()
	w.net.Advance(10 * ms)
	if w.b.receive(); w.b.received[transport.Live] != 1 {
		t.Fatal("a large message waits to be gathered")
	}
}

// TestEventsKeepTheirOrder checks that events run by time, and in the order of their creation at equal times.
func TestEventsKeepTheirOrder(t *testing.T) {
	n := New(1)
	draws := rng{3}
	for range 5000 {
		if draws.Uint64()%3 > 0 {
			n.push(time.Duration(draws.Uint64()%20), nil, nil)
		} else if len(n.events) > 0 {
			n.pop()
		}
	}
	for last := (event{at: -1}); len(n.events) > 0; {
		e := n.pop()
		if !last.before(&e) {
			t.Fatalf("%v, %d after %v, %d", e.at, e.order, last.at, last.order)
		}
		last = e
	}
}
