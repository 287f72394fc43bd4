package reliable

import (
	"container/heap"
	"encoding/binary"
	"net"
	"testing"
	"time"

	"voxtide/transport"
	"voxtide/transport/secure"
)

// TestSleepingPumpWakes: however long an end has had nothing to do, so that its pump sleeps without an end, what is flushed or closed
// leaves at once.
func TestSleepingPumpWakes(t *testing.T) {
	h, to := serving(t, Config{})
	c, far := dial(t, h, to, socket(t), Config{})
	for _, hub := range []*Hub{h, c.hub} {
		eventually(t, "all is said, and the pump sleeps for long", func() bool {
			time.Sleep(10 * ms)
			return time.Duration(hub.sleepsUntil.Load())-hub.now() > 30*time.Minute
		})
	}
	arrives(t, far, c)
	arrives(t, c, far)
	c.Close("over")
	eventually(t, "gone", func() bool { return h.Stats().Open == 0 })
}

// TestQueuedForLater: a connection that is queued for later is served by the earliest time that was asked for, and not before.
func TestQueuedForLater(t *testing.T) {
	h := hubWithoutGoroutines()
	first, second := newConn(h, nil, 0), newConn(h, nil, 0)
	var due dueHeap
	for _, c := range []*Conn{first, second} {
		c.pump.dueAt.Store(int64(4 * time.Second))
		heap.Push(&due, c)
	}
	for _, at := range []time.Duration{5, 3, 6} {
		h.enqueue(second, at*time.Second)
	}
	h.enqueue(first, 7*time.Second)
	for _, c := range h.takeQueue(nil) {
		due.advance(c)
	}
	for c, want := range map[*Conn]time.Duration{first: 4 * time.Second, second: 3 * time.Second} {
		if at := time.Duration(c.pump.dueAt.Load()); at != want {
			t.Errorf("due at %v, not %v", at, want)
		}
	}
	if due[0] != second || h.hasQueued() {
		t.Errorf("first is %v, queued %v", due[0], h.hasQueued())
	}
	h.enqueue(second, 9*time.Second)
	if h.takeQueue(nil); second.pump.serveBy != 9*time.Second {
		t.Errorf("an old wish is remembered: %v", second.pump.serveBy)
	}
}

// oneByOne is a socket over which each packet is sent and received with a call of its own.
type oneByOne struct{ *net.UDPConn }

// TestManyOverOneSocket: what more connections than a batch has packets send at once, both ways and on both lanes, arrives complete
// and in order.
func TestManyOverOneSocket(t *testing.T) {
	t.Run("many", func(t *testing.T) { manyOverOneSocket(t, socket(t)) })
	t.Run("one by one", func(t *testing.T) { manyOverOneSocket(t, oneByOne{socket(t).(*net.UDPConn)}) })
}

func manyOverOneSocket(t *testing.T, pc net.PacketConn) {
	const conns, messages = 40, 30
	h, to := servingOn(t, pc, Config{Secure: secure.Config{PerSource: conns, SourceRate: conns}})
	var ends [2 * conns]*Conn // the clients, and then the servers' ends in the same order
	for i := range conns {
		ends[i], ends[conns+i] = dial(t, h, to, socket(t), Config{})
	}
	var next [2 * conns][transport.Lanes]uint32
	left := 2 * conns * int(transport.Lanes) * messages
	receive := func() {
		for i, c := range ends {
			for m, ok := c.Receive(); ok; m, ok = c.Receive() {
				if m.Kind != transport.KindMessage {
					continue
				}
				if n := binary.LittleEndian.Uint32(m.Data); n != next[i][m.Lane] {
					t.Fatalf("connection %d, lane %d: message %d instead of %d", i, m.Lane, n, next[i][m.Lane])
				}
				next[i][m.Lane]++
				left--
			}
		}
	}
	data := make([]byte, 700)
	for n := range uint32(messages) {
		binary.LittleEndian.PutUint32(data, n)
		h.Cork()
		for _, c := range ends {
			for lane := range transport.Lanes {
				if err := c.Send(lane, data); err != nil {
					t.Fatal(err)
				}
			}
			c.Flush()
		}
		h.Uncork()
		receive()
		time.Sleep(5 * ms)
	}
	eventually(t, "everything", func() bool { receive(); return left == 0 })
	if n := h.Stats().Secure.Failed; n != 0 {
		t.Errorf("%d packets failed", n)
	}
}
