package reliable

import (
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"voxtide/internal/testrand"
	"voxtide/transport"
)

// burstLoss is bad times of up to 200 ms, in which all is lost, or loss of each by itself.
type burstLoss struct {
	rng      *rand.Rand
	loss     float64
	burst    bool
	inBurst  bool
	switchAt time.Duration
}

func (w *burstLoss) loses(now time.Duration) bool {
	if !w.burst {
		return w.rng.Float64() < w.loss
	}
	for now >= w.switchAt {
		if w.inBurst = !w.inBurst; w.inBurst {
			w.switchAt += time.Duration(w.rng.Float64() * float64(200*ms))
		} else {
			w.switchAt += time.Duration(w.rng.ExpFloat64() * float64(100*ms) * (1 - w.loss) / w.loss)
		}
	}
	return w.inBurst
}

// TestCopiesShortenDelays: in virtual time, 60 messages of 32 bytes a second over 40 ms, one way, come as
// early as they should at what loss there is. KCP's clock, the bubble's, stands still meanwhile, so that this is the copies'
// doing, and a seed gives the same figures on any machine.
func TestCopiesShortenDelays(t *testing.T) {
	if testing.Short() {
		t.Skip("40 minutes of one goroutine")
	}
	synctest.Test(t, copiesShortenDelays)
}

func copiesShortenDelays(t *testing.T) {
	luck := testrand.New(t)
	const long = 600_000 // ms: of stalls, which come in bunches, two minutes may have too many
	for _, c := range []struct {
		what  string
		loss  float64
		burst bool
		p99   time.Duration
		bytes int // a second, with IP headers and what a gate adds
	}{
		{"nothing lost", 0, false, 42 * ms, 8000},
		{"5% lost", 0.05, false, 65 * ms, 10_500},
		{"20% lost", 0.2, false, 125 * ms, 16_000},
		{"5% lost in bad times", 0.05, true, 300 * ms, 12_000},
	} {
		p := newTape(t, 40*ms, Config{})
		out, in := burstLoss{rng: luck, loss: c.loss, burst: c.burst}, burstLoss{rng: luck, loss: c.loss, burst: c.burst}
		who := 0
		p.lose = func() bool {
			if p.now > (long-1000)*ms {
				return false // what is under way at the end is not counted as lost
			}
			if who == 0 {
				return out.loses(p.now)
			}
			return in.loses(p.now)
		}
		a, b := p.ends[0], p.ends[1]
		p.sends = func(from int) { who = from }
		var sent, delays []time.Duration
		for i := range long {
			if i*60/1000 != (i-1)*60/1000 {
				if a.Send(transport.Live, make([]byte, 32)) == nil {
					sent = append(sent, p.now)
				}
				a.Flush()
				b.Flush()
			}
			p.pass()
			for m, ok := b.Receive(); ok; m, ok = b.Receive() {
				if m.Kind == transport.KindMessage {
					delays = append(delays, p.now-sent[len(delays)])
				}
			}
		}
		slices.Sort(delays)
		at := func(percent int) time.Duration { return delays[min(len(delays)*percent/100, len(delays)-1)] }
		bytes := p.size[0] * 1000 / long
		t.Logf("%s: p50 %v p90 %v p99 %v max %v, %d bytes/s, %d back; %d of %d came, %d segments of KCP's", c.what, at(50), at(90), at(99), at(100), bytes,
			p.size[1]*1000/long, len(delays), len(sent), a.Stats().Segments)
		if at(99) > c.p99 || bytes > c.bytes || len(sent)-len(delays) > 60 {
			t.Errorf("%s: too late, too many bytes or too little has come", c.what)
		}
	}
}
