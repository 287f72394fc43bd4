package linktest

import (
	"strings"
	"testing"

	"voxtide/transport"
)

// TestGame: what a busy session sends arrives whole, once and in order, values after their
// messages and the newest in the end.
func TestGame(t *testing.T) {
	each(t, func(t *testing.T, l *link) {
		for range 200 {
			l.turn(func(p *peer) {
				for range p.rng.IntN(4) {
					n := p.rng.IntN(90)
					if p.rng.IntN(30) == 0 {
						n = p.rng.IntN(9000)
					}
					p.message(transport.Live, n)
				}
				if p.rng.IntN(3) == 0 {
					p.value(p.rng.IntN(3), p.rng.IntN(200))
				}
				if p.rng.IntN(9) == 0 {
					p.message(transport.Bulk, p.rng.IntN(20_000))
				}
			})
		}
		l.settle()
	})
}

// TestLargest checks that a message and a value of the largest size pass and that one more byte is refused.
func TestLargest(t *testing.T) {
	each(t, func(t *testing.T, l *link) {
		for _, p := range [2]*peer{l.a, l.b} {
			for lane := range transport.Lanes {
				if p.c.Send(lane, make([]byte, transport.MessageMax+1)) != transport.ErrTooLarge {
					t.Fatal("too large, and taken")
				}
				p.message(lane, transport.MessageMax-1)
				p.message(lane, 0)
			}
			if p.c.Value(2, make([]byte, transport.ValueMax+1)) != transport.ErrTooLarge {
				t.Fatal("too large, and taken")
			}
			for i := range p.values {
				p.value(i, transport.ValueMax-4)
			}
			p.progress()
		}
		l.settle()
	})
}

// TestNothingLeavesBeforeFlush: and a value without messages needs no more than a Flush.
func TestNothingLeavesBeforeFlush(t *testing.T) {
	each(t, func(t *testing.T, l *link) {
		l.a.message(transport.Live, 10)
		l.a.value(0, 3)
		for range 20 {
			l.step()
			l.b.receive(10)
		}
		if l.b.received[transport.Live] > 0 || l.b.seen[0] > 0 {
			t.Fatal("arrived before Flush")
		}
		l.settle()
		l.b.value(1, 0)
		l.settle()
	})
}

// TestReceiverThatDoesNotReceive: an end that does not receive makes its far end full, at the bounds, and all
// arrives once it does receive. Data stays untouched until the next Receive.
func TestReceiverThatDoesNotReceive(t *testing.T) {
	each(t, func(t *testing.T, l *link) {
		sizes := []int{9_000, 60_000}[:l.full] // by lane
		same := 0
		var full [2]int // bytes that wait when a lane refuses; later an ack may come that was long on its way
		for same < l.quiet {
			before := l.a.sent
			for lane, n := range sizes {
				for refused := l.a.refused[lane]; l.a.refused[lane] == refused; {
					l.a.message(transport.Lane(lane), n)
				}
				full[lane] = l.a.c.Pending(transport.Lane(lane))
			}
			l.a.c.Flush()
			l.a.progress()
			l.step()
			if same++; l.a.sent != before {
				same = 0
			}
		}
		for lane, n := range sizes {
			bound := transport.Lane(lane).Bound()
			if p := full[lane]; p > bound || p < bound-n-10 {
				t.Fatalf("lane %d is full at %d bytes", lane, p)
			}
			if all := int(l.a.sent[lane]) * n; all > 2*bound+2*transport.MessageMax+3*transport.Window*transport.DatagramMax {
				t.Fatalf("lane %d took %d bytes that nobody received", lane, all)
			}
		}
		l.settle()
	})
}

// TestCloseSaysWhy checks that the reason arrives after everything sent before it, truncated to its bound.
func TestCloseSaysWhy(t *testing.T) {
	each(t, func(t *testing.T, l *link) {
		l.a.message(transport.Live, 50)
		l.b.message(transport.Live, 50)
		l.settle() // so that round trips are known
		long := strings.Repeat("why ", 100)
		l.a.message(transport.Live, 50)
		l.a.c.Close(long)
		if why, closed := l.a.c.Closed(); !closed || why != long[:transport.ReasonMax] {
			t.Fatalf("closed %v, %q", closed, why)
		}
		l.a.c.Close("again")
		l.a.c.Flush()
		if l.a.c.Send(transport.Live, nil) != transport.ErrClosed || l.a.c.Value(0, nil) != transport.ErrClosed {
			t.Fatal("closed, and takes more")
		}
		l.until("closed", func() bool {
			_, closed := l.b.c.Closed()
			return closed
		})
		lossy := strings.Contains(t.Name(), "/badnet_with_bad") // a bad time can take all three
		if why, _ := l.b.c.Closed(); why != long[:transport.ReasonMax] && !(lossy && why == transport.Timeout) {
			t.Fatalf("closed with %q", why)
		}
		if l.b.c.Send(transport.Live, nil) != transport.ErrClosed {
			t.Fatal("closed by the far end, and takes more")
		}
		l.b.receive(10)
		if l.a.sent != l.b.received && !strings.Contains(t.Name(), "/mem") && !lossy {
			t.Fatal("what was sent before has not come")
		}
	})
}

// TestWhatHadArrivedOutlivesTheClose checks that messages that arrived before the close can still be received.
func TestWhatHadArrivedOutlivesTheClose(t *testing.T) {
	each(t, func(t *testing.T, l *link) {
		for range 30 {
			l.a.message(transport.Live, 100)
			l.a.message(transport.Bulk, 100)
		}
		l.a.c.Flush()
		for range 2000 {
			if l.a.progress(); l.a.delivered == l.a.sent {
				break
			}
			l.step()
		}
		l.b.c.Close("enough")
		l.b.receive(1000)
		if l.b.received != l.a.sent {
			t.Fatalf("sent %v, received %v", l.a.sent, l.b.received)
		}
	})
}
