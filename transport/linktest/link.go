package linktest

// Link compares transports over the same bad link: KCP alone as its library offers it, with
// its forward error correction, and ours, with early copies and without.

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"voxtide/badnet"
	"voxtide/transport"
)

// LinkConfig is what a Link sends over what.
type LinkConfig struct {
	Conditions badnet.Conditions // of each direction
	Rate       int               // ordered messages a second, 1 to 1000
	Size       int               // bytes of each, 8 to 1000
	Duration   time.Duration     // of each contestant's run
	Seed       uint64
	Bulk       bool // beside 4 MB and without, ours only
	BulkBytes  int  // 0 is 4 MiB
}

// Row is what one contestant did.
type Row struct {
	Name string `json:"name"`
	// Sent messages, and Got of them within the time and 5 s more.
	Sent int `json:"sent"`
	Got  int `json:"got"`
	// One-way delays from handing over to receiving.
	P50 Millis `json:"p50_ms"`
	P90 Millis `json:"p90_ms"`
	P99 Millis `json:"p99_ms"`
	Max Millis `json:"max_ms"`
	// Bytes a second with IP and UDP headers, as sent: with the messages, and against them.
	Up   int `json:"up_bytes_per_s"`
	Down int `json:"down_bytes_per_s"`
	// Datagrams a second.
	PacketsUp   int `json:"up_packets_per_s"`
	PacketsDown int `json:"down_packets_per_s"`
	// BulkTook is how long the bulk took, if there was any.
	BulkTook Millis `json:"bulk_took_ms,omitempty"`
}

// Millis is a time that is written as milliseconds.
type Millis time.Duration

// MarshalJSON implements json.Marshaler.
func (m Millis) MarshalJSON() ([]byte, error) {
	return json.Marshal(float64(time.Duration(m).Round(10*time.Microsecond)) / float64(time.Millisecond))
}

// way is one contestant's ends, ready to send.
type way struct {
	send    func(msg []byte) error
	receive func() (msg []byte, ok bool) // what has come, without waiting; the buffer is the way's
	bulk    func(n int) (left int)       // hands over up to n bytes of bulk and gives what found no room
	got     func() int                   // bytes of bulk that have come
	close   func()
}

// contestant opens its ends over a network.
type contestant struct {
	name string
	open func(ctx context.Context, a, b *badnet.Conn) (*way, error)
	bulk bool
}

// contestants are all, in the order in which they run.
func contestants() []contestant {
	return []contestant{
		{"kcp", openKCP(0, 0), false},
		{"kcp fec 3/1", openKCP(3, 1), false},
		{"lanes", openLanes(true), false},
		{"lanes copies", openLanes(false), false},
	}
}

// Contestants gives their names.
func Contestants() (names []string) {
	for _, c := range contestants() {
		names = append(names, c.name)
	}
	return names
}

// Link runs all contestants, one after the other, each over a network of its own with the same
// seed. With Bulk it runs ours alone, without and with it. It stops early, with ctx's error,
// when ctx ends. said is told each row as it is there.
func Link(ctx context.Context, c LinkConfig, said func(Row)) (rows []Row, err error) {
	if c.BulkBytes == 0 {
		c.BulkBytes = 4 << 20
	}
	all := contestants()
	if c.Bulk {
		ours := all[len(all)-1]
		beside := ours
		beside.name, beside.bulk = ours.name+" bulk", true
		all = []contestant{ours, beside}
	}
	for _, who := range all {
		r, err := who.run(ctx, c)
		if err != nil {
			return rows, err
		}
		rows = append(rows, r)
		said(r)
	}
	return rows, nil
}

// settleFor is how long messages may still arrive when the last was sent.
const settleFor = 5 * time.Second

// run measures one contestant. With bulk it lasts as long as that takes, but no longer than
// the configuration says and settleFor more.
func (who contestant) run(ctx context.Context, c LinkConfig) (r Row, err error) {
	a, b := badnet.Pair(c.Conditions, c.Conditions, c.Seed)
	defer a.Close()
	defer b.Close()
	w, err := who.open(ctx, a, b)
	if err != nil {
		return r, err
	}
	defer w.close()
	r.Name = who.name
	m := &meeting{ctx: ctx, way: w, gap: time.Second / time.Duration(c.Rate), msg: make([]byte, c.Size)}
	if who.bulk {
		m.left, m.whole = c.BulkBytes, c.BulkBytes
	}
	up, down := a.Stats()
	m.play(c.Duration)
	up2, down2 := a.Stats()
	if err := ctx.Err(); err != nil {
		return r, err
	}
	seconds := m.took.Seconds()
	r.Up, r.PacketsUp = int(float64(up2.Bytes-up.Bytes)/seconds), int(float64(up2.Packets-up.Packets)/seconds)
	r.Down, r.PacketsDown = int(float64(down2.Bytes-down.Bytes)/seconds), int(float64(down2.Packets-down.Packets)/seconds)
	m.settle()
	r.Sent, r.Got, r.BulkTook = len(m.sent), len(m.delays), Millis(m.bulkTook)
	slices.Sort(m.delays)
	r.P50, r.P90, r.P99, r.Max = m.at(50), m.at(90), m.at(99), m.at(100)
	return r, ctx.Err()
}

// meeting is one run's state. Messages carry nothing: they are ordered, so the n-th that comes
// is the n-th that was sent.
type meeting struct {
	ctx    context.Context
	way    *way
	gap    time.Duration
	msg    []byte
	sent   []time.Time
	delays []time.Duration
	took   time.Duration

	left, whole int // bytes of bulk not handed over, and in all
	bulkTook    time.Duration
}

// play sends for so long, or until the bulk has come.
func (m *meeting) play(long time.Duration) {
	start := time.Now()
	next := start
	for m.ctx.Err() == nil {
		now := time.Now()
		since := now.Sub(start)
		if m.whole == 0 && since >= long || m.bulkTook > 0 || since >= long+settleFor {
			break
		}
		if !now.Before(next) {
			if m.way.send(m.msg) == nil {
				m.sent = append(m.sent, now)
			}
			if m.left > 0 {
				m.left = m.way.bulk(m.left)
			}
			next = next.Add(m.gap)
		}
		m.receive()
		if m.whole > 0 && m.way.got() >= m.whole {
			m.bulkTook = time.Since(start)
		}
		time.Sleep(min(time.Until(next), 200*time.Microsecond))
	}
	m.took = time.Since(start)
}

func (m *meeting) receive() {
	for _, ok := m.way.receive(); ok; _, ok = m.way.receive() {
		if len(m.delays) < len(m.sent) {
			m.delays = append(m.delays, time.Since(m.sent[len(m.delays)]))
		}
	}
}

// settle waits for what is under way.
func (m *meeting) settle() {
	for start := time.Now(); len(m.delays) < len(m.sent) && time.Since(start) < settleFor && m.ctx.Err() == nil; {
		m.receive()
		time.Sleep(200 * time.Microsecond)
	}
}

// at gives a percentile of the sorted delays; what never came counts as the longest.
func (m *meeting) at(percent int) Millis {
	i := len(m.sent) * percent / 100
	switch {
	case len(m.delays) == 0:
		return 0
	case len(m.delays) < len(m.sent) && i >= len(m.delays):
		return Millis(settleFor)
	}
	return Millis(m.delays[min(i, len(m.delays)-1)])
}

// lane is that of the messages measured.
const lane = transport.Live
