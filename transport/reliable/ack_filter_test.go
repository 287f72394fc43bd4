package reliable

import (
	"encoding/binary"
	"testing"
	"time"

	"voxtide/internal/testrand"
	"voxtide/transport"
)

// wideOpen is a connection whose far end has opened its window as far as it goes and acked nothing: n live segments are in
// flight.
func wideOpen(t testing.TB, n int) (c *Conn, out *batch) {
	c, out = stillConn(Config{NoCopies: true}), new(batch)
	wins := binary.LittleEndian.AppendUint16(nil, 0)
	wins = append([]byte{1 << partLive, segWins}, append(wins, 0, 255)...)
	now := time.Duration(0)
	c.receiveLocked(wins, now, out)
	for start := time.Now(); int(c.lanes[transport.Live].nextNumber) < n; now += 10 * time.Millisecond {
		if c.lanes[transport.Live].pieces.Len() < n {
			if err := c.Send(transport.Live, make([]byte, 100)); err != nil {
				t.Fatal(err)
			}
			c.Flush()
		}
		c.build(out)
		if time.Since(start) > time.Minute {
			t.Fatalf("%d of %d in flight", c.lanes[transport.Live].nextNumber, n)
		}
	}
	return c, out
}

// acking is a payload of acks, with the window open and nothing in order.
func acking(sn ...uint32) []byte {
	b := []byte{1 << partLive, segAcks, 0, 0, 0, 255, byte(len(sn))}
	for _, n := range sn {
		b = binary.AppendVarint(b, int64(n))
		b = binary.LittleEndian.AppendUint16(b, 0)
	}
	return b
}

// TestAcksInVain: acks of one segment again and again, of all in flight again and again, of what was never sent, and of
// anything: over its life a connection has KCP walk its window at most once to mark each segment sent and once to pass it by.
func TestAcksInVain(t *testing.T) {
	luck := testrand.New(t)
	const flying, payloads, each = 254, 200, 250
	for _, c := range []struct {
		name string
		sn   func(payload, i int) uint32
		vain uint64 // acks, at least
	}{
		{"the newest", func(int, int) uint32 { return flying - 1 }, payloads*each - 1},
		{"all that are in flight", func(_, i int) uint32 { return uint32(flying - 1 - i) }, payloads*each - flying},
		{"what was never sent", func(_, i int) uint32 { return uint32(flying + i) }, payloads * each},
		{"anything", func(int, int) uint32 { return luck.Uint32N(2 * flying) }, payloads*each - flying},
	} {
		t.Run(c.name, func(t *testing.T) {
			conn, out := wideOpen(t, flying)
			l := &conn.lanes[transport.Live]
			used, most := time.Now(), uint64(0)
			for p := range payloads {
				sn := make([]uint32, each)
				for i := range sn {
					sn[i] = c.sn(p, i)
				}
				before := l.ackWork
				conn.receiveLocked(acking(sn...), time.Second, out)
				if p > 0 {
					most = max(most, l.ackWork-before)
				}
			}
			bound := uint64(2*transport.Window) * uint64(l.nextNumber)
			t.Logf("%d payloads of %d acks: %d segments walked, at most %d in one after the first; %d in vain; %v each",
				payloads, each, l.ackWork, most, l.uselessAcks, time.Since(used)/payloads)
			if l.ackWork > bound {
				t.Errorf("%d segments walked for %d that were sent, %d at most", l.ackWork, l.nextNumber, bound)
			}
			if l.uselessAcks < c.vain {
				t.Errorf("%d acks in vain, not %d", l.uselessAcks, c.vain)
			}
			if s := conn.Stats(); s.Malformed > 0 {
				t.Errorf("%+v", s)
			}
		})
	}
}

// BenchmarkCraftedAcks is one payload of 250 acks of the newest segment while 254 are in flight.
func BenchmarkCraftedAcks(b *testing.B) {
	conn, out := wideOpen(b, 254)
	sn := make([]uint32, 250)
	for i := range sn {
		sn[i] = 253
	}
	payload := acking(sn...)
	b.ReportAllocs()
	for b.Loop() {
		conn.receiveLocked(payload, time.Second, out)
	}
}
