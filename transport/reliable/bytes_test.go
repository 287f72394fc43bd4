package reliable

import (
	"testing"
	"testing/synctest"
	"time"

	"voxtide/transport"
)

// recordedPair joins two connections without a network: what one makes arrives after a while of
// virtual time. KCP's own clock is the machine's or the bubble's: a test that measures runs in a bubble, where it stands still.
type recordedPair struct {
	t     testing.TB
	ends  [2]*Conn
	out   batch // of put
	batch batch
	way   []datagram
	delay time.Duration
	lose  func() bool
	sends func(from int) // told before lose is asked
	now   time.Duration
	size  [2]int // of all payloads that each end sent, with everything around them
	count [2]int
}

type datagram struct {
	to   *Conn
	at   time.Duration
	data []byte
}

func newTape(t testing.TB, delay time.Duration, cfg Config) *recordedPair {
	return &recordedPair{t: t, ends: [2]*Conn{stillConn(cfg), stillConn(cfg)}, delay: delay, lose: func() bool { return false }, sends: func(int) {}}
}

// post takes what a batch holds.
func (p *recordedPair) post(from int, b *batch) {
	start := 0
	for _, end := range b.items {
		data := b.buf[start:end]
		p.size[from] += len(data) + datagramExtra
		p.count[from]++
		p.sends(from)
		if !p.lose() {
			p.way = append(p.way, datagram{p.ends[1-from], p.now + p.delay, append([]byte(nil), data...)})
		}
		start = end
	}
	b.buf, b.items = b.buf[:0], b.items[:0]
}

// pass lets a ms go by.
func (p *recordedPair) pass() {
	p.now += ms
	for i, c := range p.ends {
		c.hub.startedAt = time.Now().Add(-p.now)
		for _, c := range c.hub.takeQueue(nil) {
			c.pump.dueAt.Store(min(c.pump.dueAt.Load(), int64(c.pump.serveBy)))
		}
		if c.pump.dueAt.Load() <= int64(p.now) {
			c.build(&p.batch)
			p.post(i, &p.batch)
		}
	}
	for len(p.way) > 0 && p.way[0].at <= p.now {
		l := p.way[0]
		p.way = p.way[1:]
		if at, poke := l.to.receiveLocked(l.data, p.now, &p.out); poke {
			l.to.hub.enqueue(l.to, at)
		}
		if l.to.Stats().Malformed > 0 {
			p.t.Fatal("malformed")
		}
		to := 0
		if l.to == p.ends[1] {
			to = 1
		}
		p.post(to, &p.out)
	}
}

// TestBytesOnTheWire checks the cost in bytes of ordinary loads, with IP headers and the overhead of package secure. KCP sends
// nothing.
func TestBytesOnTheWire(t *testing.T) { synctest.Test(t, bytesOnTheWire) }

func bytesOnTheWire(t *testing.T) {
	for _, c := range []struct {
		what           string
		stamps, frames int // a second, up and down
		frame          int // bytes
		actions        int // a second, of 12 bytes
		up, down       int // most bytes a second
	}{
		{"idle, and no frames", 20, 0, 0, 0, 1500, 1200},
		{"idle", 20, 60, 8, 0, 1500, 5000},
		{"walking", 60, 60, 10, 2, 6000, 5400},
		{"building", 60, 60, 14, 8, 7000, 5900},
		{"among 50", 60, 60, 320, 2, 6000, 24_000},
	} {
		p := newTape(t, 20*ms, Config{})
		client, server := p.ends[0], p.ends[1]
		stamp, look := make([]byte, 8), make([]byte, 6)
		const long = 10000
		var before [2]int
		var packets [2]int
		for i := range long + 1000 {
			if i == 1000 {
				before, packets = p.size, p.count
			}
			now := time.Duration(i) * ms
			every := func(rate int) bool {
				return rate > 0 && int64(now)*int64(rate)/int64(time.Second) != int64(now-ms)*int64(rate)/int64(time.Second)
			}
			if every(c.actions) {
				client.Send(transport.Live, make([]byte, 12))
			}
			if every(c.stamps) {
				client.Value(0, stamp)
				if c.stamps > 20 && i%32 < 16 {
					client.Value(1, look)
				}
				client.Flush()
			}
			if every(c.frames) {
				server.Send(transport.Live, make([]byte, c.frame))
				server.Flush()
			}
			for _, c := range p.ends {
				for _, ok := c.Receive(); ok; _, ok = c.Receive() {
				}
			}
			p.pass()
		}
		up, down := (p.size[0]-before[0])*1000/long, (p.size[1]-before[1])*1000/long
		t.Logf("%s: %d bytes/s up in %d packets, %d down in %d; KCP's segments %d and %d", c.what, up, (p.count[0]-packets[0])*1000/long,
			down, (p.count[1]-packets[1])*1000/long, client.Stats().Segments, server.Stats().Segments)
		if up > c.up || down > c.down {
			t.Errorf("%s: over %d up or %d down", c.what, c.up, c.down)
		}
	}
}
