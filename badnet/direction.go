package badnet

import (
	"container/heap"
	"net"
	"sync"
	"time"
)

// packet is one under way.
type packet struct {
	at    time.Duration // after the start, when it arrives
	order uint64
	addr  net.Addr
	data  []byte
}

// flight is a heap of packets by arrival.
type flight []*packet

func (f flight) Len() int { return len(f) }
func (f flight) Less(i, j int) bool {
	return f[i].at < f[j].at || f[i].at == f[j].at && f[i].order < f[j].order
}
func (f flight) Swap(i, j int) { f[i], f[j] = f[j], f[i] }

// Push implements heap.Interface.
func (f *flight) Push(x any) { *f = append(*f, x.(*packet)) }

// Pop implements heap.Interface.
func (f *flight) Pop() any {
	n := len(*f) - 1
	p := (*f)[n]
	(*f)[n] = nil
	*f = (*f)[:n]
	return p
}

// headerBytes is what IPv4 and UDP add to a packet.
const headerBytes = 28

// direction takes packets and has them arrive when their time has come.
type direction struct {
	start  time.Time
	seed   uint64
	arrive func(*packet)

	mu      sync.Mutex
	cond    Conditions
	weather weather
	n       uint64 // packets so far
	order   uint64
	free    time.Duration // when the rate's queue is empty
	flight  flight
	stats   Stats
	stopped bool

	wake chan struct{}
	end  chan struct{}
}

func newDirection(c Conditions, seed, way uint64, start time.Time, arrive func(*packet)) *direction {
	d := &direction{start: start, cond: c, arrive: arrive, wake: make(chan struct{}, 1), end: make(chan struct{})}
	d.seed = mix(seed + way*0xd1342543de82ef95)
	d.weather.luck = random(mix(d.seed))
	return d
}

func (d *direction) set(c Conditions) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.cond = c
}

func (d *direction) counts() Stats {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.stats
}

// send takes a packet, copied; false once stopped.
func (d *direction) send(b []byte, addr net.Addr) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.stopped {
		return false
	}
	first := len(d.flight) == 0
	var before time.Duration
	if !first {
		before = d.flight[0].at
	}
	d.accept(b, addr, time.Since(d.start))
	if len(d.flight) > 0 && (first || d.flight[0].at < before) {
		select {
		case d.wake <- struct{}{}:
		default:
		}
	}
	return true
}

// accept decides what happens to a packet sent at that time after the start.
func (d *direction) accept(b []byte, addr net.Addr, now time.Duration) {
	c := &d.cond
	f := fateOf(c, d.seed, d.n)
	d.n++
	d.stats.Packets++
	d.stats.Bytes += uint64(len(b) + headerBytes)
	lost := c.Burst && d.weather.bads(now, c.Loss) || f.lost
	for _, cut := range c.Cuts {
		lost = lost || now >= cut.From && now < cut.From+cut.For
	}
	if lost {
		d.stats.Lost++
		return
	}
	at, ok := d.passes(len(b), now)
	if !ok || len(b) > PacketMax || len(d.flight) >= FlightMax {
		d.stats.Dropped++
		return
	}
	d.push(b, addr, at+c.Delay+f.late[0])
	if f.doubled && len(d.flight) < FlightMax {
		d.stats.Doubled++
		d.push(b, addr, at+c.Delay+f.late[1])
	}
}

// passes gives when a packet of n bytes has passed the rate, and whether it had room.
func (d *direction) passes(n int, now time.Duration) (time.Duration, bool) {
	rate := d.cond.Rate
	if rate <= 0 {
		return now, true
	}
	queue := d.cond.Queue
	if queue <= 0 {
		queue = rate / 4
	}
	bytes := n + headerBytes
	waiting := int(max(0, d.free-now).Seconds() * float64(rate))
	if waiting+bytes > queue && waiting > 0 {
		return 0, false
	}
	d.free = max(d.free, now) + time.Duration(bytes)*time.Second/time.Duration(rate)
	return d.free, true
}

func (d *direction) push(b []byte, addr net.Addr, at time.Duration) {
	d.order++
	heap.Push(&d.flight, &packet{at, d.order, addr, append([]byte(nil), b...)})
}

// run has packets arrive until stop.
func (d *direction) run(done *sync.WaitGroup) {
	defer done.Done()
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	var due []*packet
	for {
		wait := time.Hour
		d.mu.Lock()
		now := time.Since(d.start)
		for len(d.flight) > 0 && d.flight[0].at <= now {
			due = append(due, heap.Pop(&d.flight).(*packet))
		}
		if len(d.flight) > 0 {
			wait = d.flight[0].at - now
		}
		d.mu.Unlock()
		for _, p := range due {
			d.arrive(p)
		}
		clear(due)
		due = due[:0]
		timer.Reset(wait)
		select {
		case <-d.wake:
		case <-timer.C:
		case <-d.end:
			return
		}
	}
}

func (d *direction) stop() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.stopped {
		d.stopped = true
		d.flight = nil
		close(d.end)
	}
}
