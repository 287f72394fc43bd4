package memnet

import (
	"math"
	"slices"
	"testing"
	"time"
	"voxtide/internal/splitmix"
	"voxtide/transport"
)

// TestBounds: a lane takes messages up to its bound, then says ErrFull, and goes on when
// the far end has acked.
func TestBounds(t *testing.T) {
	for _, lane := range []transport.Lane{transport.Live, transport.Bulk} {
		w := newSimulatedPair(t, 1, Link{Delay: 20 * ms}, Link{Delay: 20 * ms})
		for w.a.refused[lane] == 0 {
			w.a.message(lane, 9000)
		}
		n := w.a.m.Pending(lane)
		if n > lane.Bound() || n < lane.Bound()-10_000 {
			t.Fatalf("lane %d is full at %d bytes", lane, n)
		}
		w.settle(t)
		w.a.message(lane, 9000)
		w.settle(t)
		for range transport.MessagesMax {
			if err := w.a.m.Send(lane, nil); err != nil {
				t.Fatal(err)
			}
		}
		if w.a.m.Send(lane, nil) != transport.ErrFull {
			t.Fatal("messages without bytes are not bounded")
		}
	}
	w := newSimulatedPair(t, 1, Link{}, Link{})
	if w.a.m.Send(transport.Bulk, make([]byte, transport.MessageMax+1)) != transport.ErrTooLarge ||
		w.a.m.Value(0, make([]byte, transport.ValueMax+1)) != transport.ErrTooLarge {
		t.Fatal("too large, and taken")
	}
	if w.a.m.Send(transport.Live, make([]byte, transport.MessageMax)) != nil ||
		w.a.m.Value(255, make([]byte, transport.ValueMax)) != nil {
		t.Fatal("of the largest size, and refused")
	}
}

// TestReceiverThatDoesNotReceive: an end that does not receive holds a bounded amount, its far end gets
// ErrFull, and all arrives once it receives again.
func TestReceiverThatDoesNotReceive(t *testing.T) {
	for _, copies := range []bool{false, true} {
		l := Link{Delay: 10 * ms, Loss: 0.01, Copies: copies}
		w := newSimulatedPair(t, 1, l, l)
		for range 60 * 20 {
			w.at += step
			w.net.Advance(w.at)
			for range 5 {
				w.a.message(transport.Live, 900)
			}
			w.a.message(transport.Bulk, 20_000)
			w.a.value(1, 900)
			w.a.m.Flush()
			w.b.m.Flush()
		}
		for lane := range w.a.refused {
			if w.a.refused[lane] == 0 {
				t.Fatal("the sender was not told")
			}
			if n := w.b.m.inbox.Bytes(transport.Lane(lane)); n > transport.Lane(lane).Bound()+2*transport.MessageMax {
				t.Fatalf("%d bytes wait to be received", n)
			}
		}
		w.settle(t)
	}
}

// TestCopiesBuyTime checks that at 5 % loss the slowest hundredth arrives much earlier with copies.
func TestCopiesBuyTime(t *testing.T) {
	eachSeed(t, func(t *testing.T, seed uint64) {
		var p50, p99 [2]time.Duration
		var bytes [2]uint64
		for i, copies := range []bool{false, true} {
			l := Link{Delay: 40 * ms, Jitter: 4 * ms, Loss: 0.05, Copies: copies}
			w := newSimulatedPair(t, seed, l, l)
			w.play(60*120, func(p *peer) {
				p.message(transport.Live, 40)
				p.value(0, 12)
			})
			w.settle(t)
			d := w.b.delays
			slices.Sort(d)
			p50[i], p99[i] = d[len(d)/2], d[len(d)*99/100]
			bytes[i] = w.a.m.Stats().Bytes / 120
		}
		t.Logf("delay without copies p50 %v p99 %v, with p50 %v p99 %v: p99 ratio %.2f; %d and %d B/s",
			p50[0], p99[0], p50[1], p99[1], float64(p99[0])/float64(p99[1]), bytes[0], bytes[1])
		if p99[1]*3 > p99[0]*2 || p50[1] > p50[0]+step {
			t.Fatal("copies buy no time")
		}
	})
}

// TestBulkDoesNotDelayLive checks that the delay of the live lane does not depend on a full bulk lane.
func TestBulkDoesNotDelayLive(t *testing.T) {
	var worst [2]time.Duration
	for i := range worst {
		l := Link{Delay: 40 * ms, BulkRate: 200_000}
		w := newSimulatedPair(t, 1, l, l)
		w.play(600, func(p *peer) {
			p.message(transport.Live, 40)
			for i == 1 && p.refused[transport.Bulk] == 0 {
				p.message(transport.Bulk, 50_000)
			}
		})
		worst[i] = slices.Max(w.b.delays)
		if s := w.a.m.Stats(); i == 1 && (s.Bytes > 2_250_000 || s.Bytes < 1_950_000) {
			t.Fatalf("%d bytes left in 10 s at 200,000 a second", s.Bytes)
		}
	}
	if worst[0] != worst[1] {
		t.Fatalf("worst delay %v without bulk, %v with", worst[0], worst[1])
	}
}

// TestLinkMatchesItsConditions: shares of loss and duplicates, the length of bad times, the spread
// of delays and the stall are what the Link says.
func TestLinkMatchesItsConditions(t *testing.T) {
	eachSeed(t, func(t *testing.T, seed uint64) {
		for _, burst := range []bool{false, true} {
			for _, loss := range []float64{0, 0.02, 0.3, 1} {
				d := linkState{rng: rng{splitmix.Source(seed)}}
				d.configure(Link{Loss: loss, Burst: burst}, 0)
				lost, run, longest, n := 0, 0, 0, 2_000_000
				for i := range n {
					if d.drops(time.Duration(i) * ms) {
						lost++
						run++
						longest = max(longest, run)
					} else {
						run = 0
					}
				}
				got := float64(lost) / float64(n)
				if math.Abs(got-loss) > 0.08*loss {
					t.Fatalf("burst %v: loss %v, is %v", burst, loss, got)
				}
				if burst && loss == 0.02 && (longest < 150 || longest > 450) {
					t.Fatalf("longest bad time %d ms", longest)
				}
			}
		}
		d := linkState{rng: rng{splitmix.Source(seed)}}
		d.configure(Link{Delay: 40 * ms, Jitter: 20 * ms, StallEvery: time.Second, StallFor: 300 * ms}, 0)
		for i := range 5000 {
			now := time.Duration(i) * ms
			at := d.arrivalTime(now, false)
			wait := at - now
			since := at % time.Second
			if wait < 40*ms || wait > 360*ms || at >= time.Second && since < 300*ms {
				t.Fatalf("sent %v, arrives %v", now, at)
			}
			if since > 361*ms && wait > 60*ms {
				t.Fatalf("sent %v, arrives %v", now, at)
			}
		}
	})
}

// TestPacketsFit checks that no packet is larger than DatagramMax or counted with less than its payload.
func TestPacketsFit(t *testing.T) {
	for _, copies := range []bool{false, true} {
		w := newSimulatedPair(t, 3, Link{Delay: 30 * ms, Copies: copies}, Link{Delay: 30 * ms, Copies: copies})
		for range 300 {
			w.play(1, game)
			for _, e := range w.net.events {
				if p := e.packet; p != nil && (p.size > transport.DatagramMax || p.bufUsed > p.size) {
					t.Fatalf("packet of %d bytes with %d of payload", p.size, p.bufUsed)
				}
			}
		}
	}
}
