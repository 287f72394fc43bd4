package netem

import (
	"container/heap"
	"net"
	"sync"
	"time"

	"voxtide/internal/splitmix"
)

// packet is a packet in flight.
type packet struct {
	at    time.Duration // time of its arrival after the start
	order uint64
	addr  net.Addr
	data  []byte
}

// packetHeap is a heap of packets by arrival.
type packetHeap []*packet

func (f packetHeap) Len() int { return len(f) }
func (f packetHeap) Less(i, j int) bool {
	return f[i].at < f[j].at || f[i].at == f[j].at && f[i].order < f[j].order
}
func (f packetHeap) Swap(i, j int) { f[i], f[j] = f[j], f[i] }

// Push implements heap.Interface.
func (f *packetHeap) Push(x any) { *f = append(*f, x.(*packet)) }

// Pop implements heap.Interface.
func (f *packetHeap) Pop() any {
	n := len(*f) - 1
	p := (*f)[n]
	(*f)[n] = nil
	*f = (*f)[:n]
	return p
}

// headerBytes is the size of IPv4 and UDP headers.
const headerBytes = 28

// link takes packets and delivers them when they arrive.
type link struct {
	start   time.Time
	seed    uint64
	deliver func(*packet)

	mu         sync.Mutex
	conditions Conditions
	bursts     burstModel
	sent       uint64 // number of packets sent so far
	order      uint64
	rateFreeAt time.Duration // time at which the rate's queue is empty
	inFlight   packetHeap
	stats      Stats
	stopped    bool

	wakeup chan struct{}
	end    chan struct{}
}

func newLink(c Conditions, seed, way uint64, start time.Time, arrive func(*packet)) *link {
	d := &link{start: start, conditions: c, deliver: arrive, wakeup: make(chan struct{}, 1), end: make(chan struct{})}
	d.seed = splitmix.Mix(seed + way*0xd1342543de82ef95)
	d.bursts.rng = newRNG(splitmix.Mix(d.seed))
	return d
}

func (d *link) configure(c Conditions) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.conditions = c
}

func (d *link) counts() Stats {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.stats
}

// send takes a copy of a packet; false once the link has stopped.
func (d *link) send(b []byte, addr net.Addr) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.stopped {
		return false
	}
	first := len(d.inFlight) == 0
	var before time.Duration
	if !first {
		before = d.inFlight[0].at
	}
	d.accept(b, addr, time.Since(d.start))
	if len(d.inFlight) > 0 && (first || d.inFlight[0].at < before) {
		select {
		case d.wakeup <- struct{}{}:
		default:
		}
	}
	return true
}

// accept decides the fate of a packet sent at a time after the start.
func (d *link) accept(b []byte, addr net.Addr, now time.Duration) {
	c := &d.conditions
	f := drawPacket(c, d.seed, d.sent)
	d.sent++
	d.stats.Packets++
	d.stats.Bytes += uint64(len(b) + headerBytes)
	lost := c.Burst && d.bursts.burstAt(now, c.Loss) || f.lost
	for _, cut := range c.Cuts {
		lost = lost || now >= cut.From && now < cut.From+cut.For
	}
	if lost {
		d.stats.Lost++
		return
	}
	at, ok := d.passRate(len(b), now)
	if !ok || len(b) > PacketMax || len(d.inFlight) >= InFlightMax {
		d.stats.Dropped++
		return
	}
	d.schedule(b, addr, at+c.Delay+f.extraDelay[0])
	if f.duplicated && len(d.inFlight) < InFlightMax {
		d.stats.Duplicated++
		d.schedule(b, addr, at+c.Delay+f.extraDelay[1])
	}
}

// passRate returns when a packet of n bytes has passed the rate, and whether it had room in the queue.
func (d *link) passRate(n int, now time.Duration) (time.Duration, bool) {
	rate := d.conditions.Rate
	if rate <= 0 {
		return now, true
	}
	queue := d.conditions.Queue
	if queue <= 0 {
		queue = rate / 4
	}
	bytes := n + headerBytes
	waiting := int(max(0, d.rateFreeAt-now).Seconds() * float64(rate))
	if waiting+bytes > queue && waiting > 0 {
		return 0, false
	}
	d.rateFreeAt = max(d.rateFreeAt, now) + time.Duration(bytes)*time.Second/time.Duration(rate)
	return d.rateFreeAt, true
}

func (d *link) schedule(b []byte, addr net.Addr, at time.Duration) {
	d.order++
	heap.Push(&d.inFlight, &packet{at, d.order, addr, append([]byte(nil), b...)})
}

// run delivers packets until stop.
func (d *link) run(done *sync.WaitGroup) {
	defer done.Done()
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	var due []*packet
	for {
		wait := time.Hour
		d.mu.Lock()
		now := time.Since(d.start)
		for len(d.inFlight) > 0 && d.inFlight[0].at <= now {
			due = append(due, heap.Pop(&d.inFlight).(*packet))
		}
		if len(d.inFlight) > 0 {
			wait = d.inFlight[0].at - now
		}
		d.mu.Unlock()
		for _, p := range due {
			d.deliver(p)
		}
		clear(due)
		due = due[:0]
		timer.Reset(wait)
		select {
		case <-d.wakeup:
		case <-timer.C:
		case <-d.end:
			return
		}
	}
}

func (d *link) stop() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.stopped {
		d.stopped = true
		d.inFlight = nil
		close(d.end)
	}
}
