package reliable

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"voxtide/internal/testrand"
)

const ms = time.Millisecond

// simulatedPath is a simulated bottleneck, in virtual time: what a pace lets out passes a queue, and
// is reported on in groups.
type simulatedPath struct {
	rate   float64 // segments per ms
	trip   time.Duration
	jitter time.Duration // of each segment
	noise  time.Duration // most that a time of arrival is off, as on a busy machine
	queue  int           // segments that fit, 0 is any number
}

// drive runs a pace for some time and gives segments acked and what a live packet would have
// waited at each ms after the first second.
func (r simulatedPath) drive(luck *rand.Rand, long time.Duration) (acked int, waits []time.Duration) {
	type arrival struct {
		at, came time.Duration // at the sender, the ack; at the far end
		mark     bulkInfo
		lost     bool
	}
	var p rateControl
	var s pacer
	var m delayMeter
	var way []arrival
	var backlog float64 // in the bottleneck
	var sent, resent uint64
	var buf [kcpMax]byte
	var rateAt time.Duration
	p.begin(r.trip)
	upTo := func(d time.Duration) time.Duration { return time.Duration(luck.Int64N(int64(d) + 1)) }
	packet := make([]byte, kcpMax)
	group := 0
	for now := ms; now < long; now += ms {
		backlog = max(0, backlog-r.rate)
		if now > time.Second {
			waits = append(waits, time.Duration(backlog/r.rate*float64(ms)))
		}
		slices.SortFunc(way, func(a, b arrival) int { return int(a.came - b.came) })
		for len(way) > 0 && way[0].at <= now {
			a := way[0]
			way = way[1:]
			if a.lost {
				resent++
			} else {
				acked++
				m.add(&a.mark, segmentBytes, a.came)
			}
			p.acked(segmentBytes, sent, resent, now, r.trip)
			if group++; group%ackEvery == 0 {
				var back bulkInfo
				if m.report(&back); back.reports {
					p.report(time.Duration(back.queue)*queueUnit, float64(back.rate)*1000, now, r.trip, true)
				}
			}
		}
		for ; rateAt < now+p.ahead() && s.sizes.Len() < spreadMax; sent++ {
			s.push(packet)
			rateAt = max(rateAt, now) + time.Duration(segmentBytes/p.rate*float64(time.Second))
		}
		for {
			b, place := s.pop(buf[:], now, p.rate*spreadFaster, p.trainLength(), p.trainEvery())
			if b == nil {
				break
			}
			if r.queue > 0 && int(backlog) >= r.queue { // lost, and sent again later
				way = append(way, arrival{now + 2*r.trip, now + r.trip, bulkInfo{}, true})
				continue
			}
			backlog++
			came := now + time.Duration(backlog/r.rate*float64(ms)) + r.trip/2 + upTo(r.jitter) + upTo(r.noise)
			mark := bulkInfo{stamps: true, stamp: uint16(now / timeUnit), train: place}
			way = append(way, arrival{came + r.trip/2, came, mark, false})
		}
	}
	slices.Sort(waits)
	return acked, waits
}

// TestRateControl checks that on any link most of the rate is used and the queue stays short.
func TestRateControl(t *testing.T) {
	luck := testrand.New(t)
	for _, c := range []struct {
		what  string
		road  simulatedPath
		share float64 // of the rate
		wait  time.Duration
	}{
		{"20 Mbit/s, 40 ms", simulatedPath{rate: 2, trip: 40 * ms, noise: ms / 2}, 0.75, 6 * ms},
		{"20 Mbit/s, 80 ms", simulatedPath{rate: 2, trip: 80 * ms, noise: ms / 2}, 0.7, 10 * ms},
		{"50 Mbit/s, 24 ms", simulatedPath{rate: 5, trip: 24 * ms, noise: ms / 2}, 0.7, 6 * ms},
		{"5 Mbit/s, 40 ms", simulatedPath{rate: 0.5, trip: 40 * ms, noise: ms / 2}, 0.65, 12 * ms},
		{"20 Mbit/s, 60 ms, jitter 20", simulatedPath{rate: 2, trip: 60 * ms, jitter: 20 * ms}, 0.25, 60 * ms},
		{"20 Mbit/s, 220 ms, jitter 10", simulatedPath{rate: 2, trip: 220 * ms, jitter: 10 * ms}, 0.08, 60 * ms},
		{"20 Mbit/s, 40 ms, no queue", simulatedPath{rate: 2, trip: 40 * ms, queue: 8}, 0.25, 6 * ms},
	} {
		const long = 20 * time.Second
		acked, waits := c.road.drive(luck, long)
		share := float64(acked) / (c.road.rate * float64(long/ms))
		p50, p99 := waits[len(waits)/2], waits[len(waits)*99/100]
		t.Logf("%s: %.0f %% of what could pass, a queue of p50 %v, p99 %v, at most %v", c.what, share*100, p50.Round(ms/10), p99.Round(ms/10), waits[len(waits)-1].Round(ms/10))
		if share < c.share || p99 > c.wait {
			t.Errorf("%s: too little, or too long a queue", c.what)
		}
	}
}

// TestWindowedMin checks that an old minimum of the round trip is forgotten.
func TestWindowedMin(t *testing.T) {
	var s windowedMin
	s.add(10*ms, 0)
	s.add(30*ms, baseFor/2)
	if s.get() != 10*ms {
		t.Fatal(s.get())
	}
	s.add(30*ms, baseFor+ms)
	if s.get() != 10*ms {
		t.Fatal("forgotten too soon")
	}
	if s.add(30*ms, 2*baseFor+2*ms); s.get() != 30*ms {
		t.Fatal("not forgotten")
	}
}
