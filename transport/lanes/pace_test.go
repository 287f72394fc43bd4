package lanes

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"voxtide/chance"
)

const ms = time.Millisecond

// road is a simulated bottleneck, in virtual time: what a pace lets out passes a queue, and
// is acked in groups.
type road struct {
	rate   float64 // segments per ms
	trip   time.Duration
	jitter time.Duration // of each group's round trip
	queue  int           // segments that fit, 0 is any number
}

// drive runs a pace for some time and gives segments acked and what a live packet would have
// waited at each ms of the second half.
func (r road) drive(p *pace, luck *rand.Rand, long time.Duration) (acked int, waits []time.Duration) {
	type group struct {
		at, sent time.Duration
		n        int
	}
	var acks []group
	var base shortest
	var backlog float64 // in the bottleneck
	var sent, resent uint64
	flying, left := 0, 0
	for now := time.Duration(0); now < long; now += ms {
		backlog = max(0, backlog-r.rate)
		if now > long/2 {
			waits = append(waits, time.Duration(backlog/r.rate*float64(ms)))
			base.take(r.trip+time.Duration(luck.Int64N(int64(r.jitter)+1)), now)
		}
		for i := 0; i < len(acks); {
			a := acks[i]
			if a.at > now {
				i++
				continue
			}
			acks = slices.Delete(acks, i, i+1)
			base.take(now-a.sent, now)
			p.trip(now-a.sent, base.get())
			p.acked(a.n, sent, resent, now, now-a.sent, base.get(), true)
			flying -= a.n
			acked += a.n
		}
		for flying < int(p.window) {
			flying++
			sent++
			if r.queue > 0 && int(backlog) >= r.queue { // lost, and sent again later
				resent++
				acks = append(acks, group{now + 2*r.trip, now + r.trip, 1})
				continue
			}
			backlog++
			if left++; left == ackEvery {
				left = 0
				wait := time.Duration(backlog/r.rate*float64(ms)) + r.trip + time.Duration(luck.Int64N(int64(r.jitter)+1))
				acks = append(acks, group{now + wait, now, ackEvery})
			}
		}
	}
	slices.Sort(waits)
	return acked, waits
}

// TestPace: on any road most of the rate is used and the queue stays short.
func TestPace(t *testing.T) {
	luck := chance.Source(t)
	for _, c := range []struct {
		what  string
		road  road
		share float64 // of the rate, or of what the largest window allows
		wait  time.Duration
	}{
		{"20 Mbit/s, 40 ms", road{rate: 2, trip: 40 * ms}, 0.75, 18 * ms},
		{"50 Mbit/s, 24 ms", road{rate: 5, trip: 24 * ms}, 0.7, 15 * ms},
		{"5 Mbit/s, 40 ms", road{rate: 0.5, trip: 40 * ms}, 0.55, 30 * ms},
		{"20 Mbit/s, 60 ms, jitter 20", road{rate: 2, trip: 60 * ms, jitter: 20 * ms}, 0.35, 30 * ms},
		{"20 Mbit/s, 220 ms, jitter 10", road{rate: 2, trip: 220 * ms, jitter: 10 * ms}, 0.3, 18 * ms},
		{"20 Mbit/s, 40 ms, no queue", road{rate: 2, trip: 40 * ms, queue: 8}, 0.25, 15 * ms},
	} {
		p := &pace{window: paceFirst, most: 256}
		const long = 20 * time.Second
		acked, waits := c.road.drive(p, luck, long)
		could := min(c.road.rate, 256/float64(c.road.trip/ms)) * float64(long/ms)
		share, p50, p99 := float64(acked)/could, waits[len(waits)/2], waits[len(waits)*99/100]
		t.Logf("%s: %.0f %% of what could pass, a queue of p50 %v, p99 %v", c.what, share*100, p50.Round(ms/10), p99.Round(ms/10))
		if share < c.share || p99 > c.wait {
			t.Errorf("%s: too little, or too long a queue", c.what)
		}
	}
}

// TestPaceRests: after a pause little leaves at once.
func TestPaceRests(t *testing.T) {
	p := &pace{window: 200, most: 256, steady: true}
	if p.rested(); p.window != paceFirst || p.steady {
		t.Fatalf("window %v after a pause", p.window)
	}
	p = &pace{window: 5, most: 5}
	if p.rested(); p.window != 5 {
		t.Fatal("a pause makes the window larger")
	}
}

// TestShortest: an old shortest round trip is forgotten.
func TestShortest(t *testing.T) {
	var s shortest
	s.take(10*ms, 0)
	s.take(30*ms, baseFor/2)
	if s.get() != 10*ms {
		t.Fatal(s.get())
	}
	s.take(30*ms, baseFor+ms)
	if s.get() != 10*ms {
		t.Fatal("forgotten too soon")
	}
	if s.take(30*ms, 2*baseFor+2*ms); s.get() != 30*ms {
		t.Fatal("not forgotten")
	}
}
