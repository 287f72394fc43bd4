package linktest

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"voxtide/internal/testrand"
	"voxtide/transport"
	"voxtide/transport/netem"
	"voxtide/transport/reliable"
)

// TestLiveBesideBulk: 4 MB of bulk on a link of 20 Mbit/s and 40 ms delay live messages little: half of them, and all but
// the slowest hundredth. The time is virtual, so that a busy machine makes nothing late.
func TestLiveBesideBulk(t *testing.T) {
	seed := testrand.Seed(t)
	synctest.Test(t, func(t *testing.T) {
		c := netem.Conditions{Delay: 20 * ms, Rate: 20 * 1000 * 1000 / 8}
		alone, _, _ := liveDelays(t, c, seed, reliable.Config{}, 0)
		with, took, s := liveDelays(t, c, seed, reliable.Config{}, 4<<20)
		t.Logf("live alone p50 %v p99 %v; beside bulk p50 %v p90 %v p99 %v; 4 MB took %v; resent %d of %d segments",
			at(alone, 50), at(alone, 99), at(with, 50), at(with, 90), at(with, 99), took, s.Resent, s.Segments)
		for _, percent := range []int{50, 99} {
			if late := at(with, percent) - at(alone, percent); late > liveLater {
				t.Errorf("p%d of the live messages is %v later beside bulk", percent, late)
			}
		}
	})
}

// liveLater bounds how much later that is. With all of its window in flight the bulk lane makes
// it 85 ms.
const liveLater = 5 * ms

// at returns a percentile of sorted times.
func at(d []time.Duration, percent int) time.Duration {
	return d[min(len(d)-1, len(d)*percent/100)].Round(ms / 10)
}

// liveDelays sends 60 live messages a second, for a second or as long as the given bulk takes,
// and returns their delays, sorted.
func liveDelays(t *testing.T, c netem.Conditions, seed uint64, cfg reliable.Config, bulk int) (delays []time.Duration, took time.Duration, s reliable.Stats) {
	pa, pb := netem.Pair(c, c, seed)
	a, b := connect(t, pa, pb, cfg)
	var sent []time.Time
	piece := make([]byte, 32<<10)
	start := time.Now()
	next := start
	for got := 0; got < bulk || time.Since(start) < time.Second; time.Sleep(ms / 2) {
		if time.Since(start) > 20*time.Second {
			t.Fatalf("%d bytes of bulk in 20 s", got)
		}
		if now := time.Now(); now.After(next) {
			next = next.Add(time.Second / 60)
			sent = append(sent, now)
			a.Send(transport.Live, make([]byte, 60))
			for range 4 {
				if bulk > 0 && len(sent)*4*len(piece) <= 2*bulk {
					a.Send(transport.Bulk, piece)
				}
			}
			a.Flush()
			b.Flush()
		}
		for m, ok := b.Receive(); ok; m, ok = b.Receive() {
			if m.Lane == transport.Live {
				delays = append(delays, time.Since(sent[len(delays)]))
			} else {
				got += len(m.Data)
			}
		}
	}
	slices.Sort(delays)
	return delays, time.Since(start).Round(ms), a.Stats()
}

// TestBulkRate checks that the bulk lane sends at its configured rate, not faster and not much slower.
func TestBulkRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const rate = 400_000
		pa, pb := netem.Pair(netem.Conditions{Delay: 5 * ms}, netem.Conditions{Delay: 5 * ms}, 1)
		a, b := connect(t, pa, pb, reliable.Config{BulkRate: rate})
		for range 60 {
			a.Send(transport.Bulk, make([]byte, 32<<10))
		}
		a.Flush()
		start, got := time.Now(), 0
		before := a.Stats().BytesUp
		for time.Since(start) < time.Second {
			time.Sleep(ms)
			for m, ok := b.Receive(); ok; m, ok = b.Receive() {
				got += len(m.Data)
			}
		}
		s := a.Stats()
		sent := float64(s.BytesUp-before) / time.Since(start).Seconds()
		t.Logf("%.0f bytes/s, %d of messages", sent, got)
		if sent > rate*1.15 || sent < rate/2 {
			t.Fatalf("%.0f bytes/s, not %d", sent, rate)
		}
	})
}
