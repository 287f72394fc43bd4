package transport

import (
	"testing"
	"time"
)

// TestLostSegmentIsNoticed: two later acks have a lost segment sent again long before its
// timeout, which is 200 ms before the first round trip is known.
func TestLostSegmentIsNoticed(t *testing.T) {
	w := newWorld(t, 1, Link{Delay: 10 * ms}, Link{Delay: 10 * ms})
	w.a.m.Cut(2 * step)
	w.play(4, func(p *peer) {
		if p == w.a {
			p.message(Live, 40)
		}
	})
	w.play(3, nil)
	if w.b.got[Live] != 4 || w.a.m.Stats().Resent != 1 {
		t.Fatalf("%d of 4 messages after %v: %+v", w.b.got[Live], w.at, w.a.m.Stats())
	}
}

// TestTimeoutIsExact: a lost segment without company is sent again at its very time, also
// within one long Advance.
func TestTimeoutIsExact(t *testing.T) {
	w := newWorld(t, 1, Link{Delay: 10 * ms}, Link{Delay: 10 * ms})
	w.a.m.Cut(ms)
	w.a.message(Live, 40)
	w.a.m.Flush()
	for _, c := range []struct {
		at   time.Duration
		want uint64
	}{{rtoFirst + 10*ms - 1, 0}, {rtoFirst + 10*ms, 1}} {
		w.net.Advance(c.at)
		if w.b.receive(); w.b.got[Live] != c.want {
			t.Fatalf("%d messages at %v", w.b.got[Live], c.at)
		}
	}
	w.net.Advance(c1 - 1)
	if w.a.m.Delivered(Live) != 0 {
		t.Fatal("acked before the ack's delay")
	}
	w.net.Advance(c1)
	if w.a.m.Delivered(Live) != 1 {
		t.Fatal("the ack did not come alone")
	}
}

// c1 is when the ack of TestTimeoutIsExact is back: sent again, there, waited, back.
const c1 = rtoFirst + 10*ms + ackDelay + 10*ms

// TestLargeMessageDoesNotWait: what no copy can carry leaves as segments at once.
func TestLargeMessageDoesNotWait(t *testing.T) {
	w := newWorld(t, 1, Link{Delay: 10 * ms, Copies: true}, Link{Delay: 10 * ms})
	w.a.message(Live, 5000)
	w.a.m.Flush()
	w.net.Advance(10 * ms)
	if w.b.receive(); w.b.got[Live] != 1 {
		t.Fatal("a large message waits to be gathered")
	}
}

// TestNewestReadyValueIsKept: a value that waits for its message does not take the place
// of one whose messages have come.
func TestNewestReadyValueIsKept(t *testing.T) {
	var b Inbox
	b.Message(Live, nil)
	b.Value(0, 1, 1, 1, []byte{1})
	b.Value(0, 3, 3, 1, []byte{3})
	b.Value(0, 2, 2, 1, []byte{2}) // late, and older than the one that waits
	want := func(kind Kind, data ...byte) {
		t.Helper()
		if msg, ok := b.Next(); !ok || msg.Kind != kind || string(msg.Data) != string(data) {
			t.Fatalf("received %v %v, want kind %d, data %v", ok, msg, kind, data)
		}
	}
	want(KindMessage)
	want(KindValue, 1)
	b.Message(Live, nil)
	b.Message(Live, nil)
	b.Arrived(3)
	want(KindMessage)
	want(KindMessage)
	want(KindValue, 3)
	if _, ok := b.Next(); ok {
		t.Fatal("a value twice")
	}
}

// TestEventsKeepTheirOrder: by time, and at one time as they were made.
func TestEventsKeepTheirOrder(t *testing.T) {
	n := NewNet(1)
	luck := random{3}
	for range 5000 {
		if luck.next()%3 > 0 {
			n.push(time.Duration(luck.next()%20), nil, nil)
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
