package linktest

// Link compares transports over the same bad link: kcp-go alone, kcp-go with forward error correction, and package
// reliable with early copies and without.

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"voxtide/transport"
	"voxtide/transport/netem"
)

// LinkConfig says what a Link sends, and over which network.
type LinkConfig struct {
	Conditions netem.Conditions // of each direction
	Rate       int              // ordered messages per second, 1 to 1000
	Size       int              // bytes of each, 8 to 1000
	Duration   time.Duration    // of each contestant's run
	Seed       uint64
	Bulk       bool // package reliable only: alone and beside BulkBytes
	BulkBytes  int  // 0 is 4 MiB
}

// Row is the result of one contestant.
type Row struct {
	Name string `json:"name"`
	// Sent counts messages, and Got those that arrived, up to 5 s after the end.
	Sent int `json:"sent"`
	Got  int `json:"got"`
	// One-way delays from Send to Receive.
	P50 Millis `json:"p50_ms"`
	P90 Millis `json:"p90_ms"`
	P99 Millis `json:"p99_ms"`
	Max Millis `json:"max_ms"`
	// Bytes per second with IP and UDP headers, as sent: in the direction of the messages, and against it.
	Up   int `json:"up_bytes_per_s"`
	Down int `json:"down_bytes_per_s"`
	// Datagrams per second.
	PacketsUp   int `json:"up_packets_per_s"`
	PacketsDown int `json:"down_packets_per_s"`
	// BulkTime is how long the bulk data took.
	BulkTime Millis `json:"bulk_took_ms,omitempty"`
}

// Millis is a time that is encoded as milliseconds.
type Millis time.Duration

// MarshalJSON implements json.Marshaler.
func (m Millis) MarshalJSON() ([]byte, error) {
	return json.Marshal(float64(time.Duration(m).Round(10*time.Microsecond)) / float64(time.Millisecond))
}

// session is one contestant's two ends, ready to send.
type session struct {
	send         func(msg []byte) error
	receive      func() (msg []byte, ok bool) // what has arrived, without waiting; the session owns the buffer
	bulk         func(n int) (left int)       // hands over up to n bytes of bulk data and returns the number without room
	bulkReceived func() int                   // bytes of bulk data that have arrived
	close        func()
}

// contestant opens a session over a network.
type contestant struct {
	name string
	open func(ctx context.Context, a, b *netem.Conn) (*session, error)
	bulk bool
}

// contestants lists the contestants in the order in which they run.
func contestants() []contestant {
	return []contestant{
		{"kcp", openKCP(0, 0), false},
		{"kcp fec 3/1", openKCP(3, 1), false},
		{"lanes", openReliable(true), false},
		{"lanes copies", openReliable(false), false},
	}
}

// Contestants returns the contestants' names.
func Contestants() (names []string) {
	for _, c := range contestants() {
		names = append(names, c.name)
	}
	return names
}

// Link runs the contestants one after the other, each over a network of its own with the same seed. With Bulk it runs
// package reliable only, without bulk data and with them. It stops early with ctx's error when ctx ends. It calls
// said with each row as soon as it is there.
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

// settleFor is how long messages may still arrive after the last was sent.
const settleFor = 5 * time.Second

// run measures one contestant. With bulk data it lasts until they have arrived, but at most the configured time and
// settleFor.
func (who contestant) run(ctx context.Context, c LinkConfig) (r Row, err error) {
	a, b := netem.Pair(c.Conditions, c.Conditions, c.Seed)
	defer a.Close()
	defer b.Close()
	w, err := who.open(ctx, a, b)
	if err != nil {
		return r, err
	}
	defer w.close()
	r.Name = who.name
	m := &measurement{ctx: ctx, session: w, gap: time.Second / time.Duration(c.Rate), msg: make([]byte, c.Size)}
	if who.bulk {
		m.bulkLeft, m.bulkTotal = c.BulkBytes, c.BulkBytes
	}
	up, down := a.Stats()
	m.run(c.Duration)
	up2, down2 := a.Stats()
	if err := ctx.Err(); err != nil {
		return r, err
	}
	seconds := m.duration.Seconds()
	r.Up, r.PacketsUp = int(float64(up2.Bytes-up.Bytes)/seconds), int(float64(up2.Packets-up.Packets)/seconds)
	r.Down, r.PacketsDown = int(float64(down2.Bytes-down.Bytes)/seconds), int(float64(down2.Packets-down.Packets)/seconds)
	m.drain()
	r.Sent, r.Got, r.BulkTime = len(m.sent), len(m.delays), Millis(m.bulkTook)
	slices.Sort(m.delays)
	r.P50, r.P90, r.P99, r.Max = m.percentile(50), m.percentile(90), m.percentile(99), m.percentile(100)
	return r, ctx.Err()
}

// measurement is the state of one run. Messages are empty: they are ordered, so the n-th to arrive is the n-th sent.
type measurement struct {
	ctx      context.Context
	session  *session
	gap      time.Duration
	msg      []byte
	sent     []time.Time
	delays   []time.Duration
	duration time.Duration

	bulkLeft, bulkTotal int // bytes of bulk data not handed over, and in all
	bulkTook            time.Duration
}

// run sends for a time, or until the bulk data have arrived.
func (m *measurement) run(long time.Duration) {
	start := time.Now()
	next := start
	for m.ctx.Err() == nil {
		now := time.Now()
		since := now.Sub(start)
		if m.bulkTotal == 0 && since >= long || m.bulkTook > 0 || since >= long+settleFor {
			break
		}
		if !now.Before(next) {
			if m.session.send(m.msg) == nil {
				m.sent = append(m.sent, now)
			}
			if m.bulkLeft > 0 {
				m.bulkLeft = m.session.bulk(m.bulkLeft)
			}
			next = next.Add(m.gap)
		}
		m.receive()
		if m.bulkTotal > 0 && m.session.bulkReceived() >= m.bulkTotal {
			m.bulkTook = time.Since(start)
		}
		time.Sleep(min(time.Until(next), 200*time.Microsecond))
	}
	m.duration = time.Since(start)
}

func (m *measurement) receive() {
	for _, ok := m.session.receive(); ok; _, ok = m.session.receive() {
		if len(m.delays) < len(m.sent) {
			m.delays = append(m.delays, time.Since(m.sent[len(m.delays)]))
		}
	}
}

// drain waits for messages in flight.
func (m *measurement) drain() {
	for start := time.Now(); len(m.delays) < len(m.sent) && time.Since(start) < settleFor && m.ctx.Err() == nil; {
		m.receive()
		time.Sleep(200 * time.Microsecond)
	}
}

// percentile returns a percentile of the sorted delays; a message that never came counts as the longest.
func (m *measurement) percentile(percent int) Millis {
	i := len(m.sent) * percent / 100
	switch {
	case len(m.delays) == 0:
		return 0
	case len(m.delays) < len(m.sent) && i >= len(m.delays):
		return Millis(settleFor)
	}
	return Millis(m.delays[min(i, len(m.delays)-1)])
}

// lane carries the measured messages.
const lane = transport.Live
