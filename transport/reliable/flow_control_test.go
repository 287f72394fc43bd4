package reliable

import (
	"runtime"
	"slices"
	"testing"
	"time"

	"voxtide/transport"
)

// TestSilentReceiverDoesNotSlowOthers: an end that does not receive makes its far end full, at the stated
// bounds; then it costs no more memory and next to no datagrams, and who shares its server
// gets everything as before.
func TestSilentReceiverDoesNotSlowOthers(t *testing.T) {
	bubble(t, func(t *testing.T, n *memoryNetwork) {
		h, to := servingOn(t, n.socket(), Config{})
		honest, toHonest := dial(t, h, to, n.socket(), Config{})
		deaf, toDeaf := dial(t, h, to, n.socket(), Config{})
		var sent []time.Time
		got := 0
		turn := func(feed bool) (delays []time.Duration) {
			for range 100 {
				if toHonest.Send(transport.Live, make([]byte, 100)) != nil {
					t.Fatal("the honest one is full")
				}
				sent = append(sent, time.Now())
				toHonest.Flush()
				for range 40 {
					if feed && (toDeaf.Send(transport.Live, make([]byte, 2000)) == nil || toDeaf.Send(transport.Bulk, make([]byte, 50_000)) == nil) {
						toDeaf.Value(1, make([]byte, 20))
					}
				}
				toDeaf.Flush()
				time.Sleep(5 * ms)
				for _, ok := honest.Receive(); ok; _, ok = honest.Receive() {
					delays = append(delays, time.Since(sent[got]))
					got++
				}
			}
			slices.Sort(delays)
			return delays
		}
		before := turn(false)
		eventually(t, "full", func() bool {
			turn(true)
			return toDeaf.Send(transport.Live, make([]byte, 2000)) == transport.ErrFull &&
				toDeaf.Send(transport.Bulk, make([]byte, 50_000)) == transport.ErrFull
		})
		for lane := range transport.Lanes {
			if n := toDeaf.Pending(lane); n > lane.Bound() {
				t.Errorf("lane %d holds %d bytes", lane, n)
			}
		}
		heap := func() int64 {
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			return int64(m.HeapAlloc)
		}
		// What was on its way when it became full still goes, as fast as the bulk lane may; then there is silence.
		var after []time.Duration
		var rate float64
		var grown int64
		eventually(t, "silence towards the deaf one, at no cost to anybody", func() bool {
			was, packets := heap(), toDeaf.Stats().PacketsUp
			begin := time.Now()
			after = turn(true)
			rate = float64(toDeaf.Stats().PacketsUp-packets) / time.Since(begin).Seconds()
			grown = heap() - was
			t.Logf("the honest one: %d of 100, half within %v before, %v beside a full deaf one; it gets %.0f datagrams/s; the heap grew by %d", len(after), before[len(before)/2],
				after[len(after)/2], rate, grown)
			return rate <= 150 && grown <= 256<<10 && len(after) >= 95 && after[len(after)/2] <= before[len(before)/2]+10*ms
		})
		for _, ok := deaf.Receive(); ok; _, ok = deaf.Receive() {
		}
		toDeaf.Close("deaf")
		eventually(t, "gone", func() bool { return h.Stats().Open == 1 })
		arrives(t, toHonest, honest)
	})
}
