package reliable

import (
	"encoding/binary"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"voxtide/internal/testrand"
	"voxtide/transport"
	"voxtide/transport/netem"
)

// payloadFilter takes parts out of the payloads that leave through it.
type payloadFilter struct {
	copies, live atomic.Bool // what is taken out
	taken        atomic.Uint64
}

func (f *payloadFilter) strip(b []byte) []byte {
	r := payloadReader{b: b}
	flags := r.byte()
	out := []byte{flags}
	for kind := range 8 {
		if flags&(1<<kind) == 0 {
			continue
		}
		before := r.b
		switch kind {
		case partValues:
			for !readValue(&r).last {
			}
		case partLive, partBulk:
			readSegments(&r, nil, anchors{})
		case partHave:
			readHave(&r)
		case partValueAcks:
			for !readValueAck(&r).last {
			}
		case partTimes:
			readTimes(&r)
		case partCopies:
			readBase(&r)
			if len(r.b) > 0 && f.copies.Load() {
				f.taken.Add(1)
				before = before[:baseBytes]
			}
			r.b = nil
		}
		if r.bad {
			panic("reliable: a payload of our own is malformed")
		}
		if kind == partLive && f.live.Load() {
			f.taken.Add(1)
			out[0] &^= 1 << kind
			continue
		}
		out = append(out, before[:len(before)-len(r.b)]...)
	}
	if out[0] == 0 { // nothing is left: a base says little
		out = appendBase([]byte{1 << partCopies}, 0, 0)
	}
	return out
}

// filtered returns a connection over a network, all that both ends write passing a filter.
func filtered(t testing.TB, c netem.Conditions, seed uint64, cfg Config) (client, server *Conn, fa, fb *payloadFilter) {
	pa, pb := netem.Pair(c, c, seed)
	fa, fb = &payloadFilter{}, &payloadFilter{}
	far := serverConfig(cfg)
	far.through = fb.strip
	h := Listen(pb, far)
	t.Cleanup(func() { h.Close("the test is over") })
	cfg.through = fa.strip
	client, server = dial(t, h, pb.LocalAddr(), pa, cfg)
	return client, server, fa, fb
}

// messageStream has both ends send numbered messages with values that name them, for some turns of
// 4 ms, and checks that all come in order, once and before their values.
type messageStream struct {
	t         *testing.T
	ends      [2]*Conn
	sent, got [2]uint64
	values    [2]uint64
}

func (s *messageStream) turn(send bool) {
	s.t.Helper()
	for i, c := range s.ends {
		if send {
			if c.Send(transport.Live, binary.AppendUvarint(nil, s.sent[i]+1)) == nil {
				s.sent[i]++
			}
			c.Value(uint8(i), binary.AppendUvarint(nil, s.sent[i]))
		}
		c.Flush()
		for m, ok := c.Receive(); ok; m, ok = c.Receive() {
			n, _ := binary.Uvarint(m.Data)
			from := 1 - i
			if m.Kind == transport.KindValue {
				if n > s.got[from] || n < s.values[from] {
					s.t.Fatalf("value after %d messages, when %d had come; the last was after %d", n, s.got[from], s.values[from])
				}
				s.values[from] = n
				continue
			}
			if n != s.got[from]+1 {
				s.t.Fatalf("message %d behind %d", n, s.got[from])
			}
			s.got[from] = n
		}
	}
	time.Sleep(4 * ms)
}

func (s *messageStream) all() bool {
	s.turn(false)
	return s.sent == s.got && s.values == s.sent && s.ends[0].Pending(0) == 0 && s.ends[1].Pending(0) == 0
}

// TestArrivesWithoutCopies checks that everything arrives over a bad network that loses all copies.
func TestArrivesWithoutCopies(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := netem.Conditions{Delay: 8 * ms, Jitter: 4 * ms, Loss: 0.05, Duplicate: 0.02}
		a, b, fa, fb := filtered(t, c, testrand.Seed(t), Config{})
		fa.copies.Store(true)
		fb.copies.Store(true)
		s := &messageStream{t: t, ends: [2]*Conn{a, b}}
		for range 200 {
			s.turn(true)
		}
		eventually(t, "all has come", s.all)
		if fa.taken.Load() < 100 || a.Stats().CopiesUsed+b.Stats().CopiesUsed > 0 || a.Stats().Segments == 0 {
			t.Fatalf("%d parts taken out, %d messages came as copies, %d segments", fa.taken.Load(), b.Stats().CopiesUsed, a.Stats().Segments)
		}
	})
}

// TestArrivesWithoutKCP: with KCP's live lane cut off, copies go on bringing messages in order; once
// it is back, what only it could bring arrives.
func TestArrivesWithoutKCP(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a, b, fa, fb := filtered(t, netem.Conditions{Delay: 8 * ms, Loss: 0.03}, testrand.Seed(t), Config{})
		fa.live.Store(true)
		fb.live.Store(true)
		s := &messageStream{t: t, ends: [2]*Conn{a, b}}
		for range 250 {
			s.turn(true)
		}
		time.Sleep(100 * ms)
		s.turn(false)
		// A message all of whose planned copies are lost waits for a later one, and holds up those behind it: they come while more is sent,
		// and then both ends are no further behind than ever.
		behind := func() uint64 { return max(s.sent[0]-s.got[0], s.sent[1]-s.got[1]) }
		more := 0
		for ; more < 100 && behind() > 10; more++ {
			s.turn(true)
		}
		if behind() > 10 {
			t.Fatalf("%v of %v came without KCP", s.got, s.sent)
		}
		t.Logf("%v of %v came without KCP, %d of them had to wait for more", s.got, s.sent, more)
		a.Send(transport.Live, append(binary.AppendUvarint(nil, s.sent[0]+1), make([]byte, 5000)...)) // fits no datagram
		s.sent[0]++
		for range 50 {
			s.turn(true)
		}
		if s.got[0] >= s.sent[0]-50 {
			t.Fatal("5,000 bytes came without KCP")
		}
		fa.live.Store(false)
		fb.live.Store(false)
		eventually(t, "all has come", s.all)
	})
}

// TestKCPCarriesNothingOnAGoodNetwork: on a good network KCP has nothing to carry, and passes over what has come
// when it does.
func TestKCPCarriesNothingOnAGoodNetwork(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a, b, fa, _ := filtered(t, netem.Conditions{Delay: 5 * ms}, 1, Config{})
		s := &messageStream{t: t, ends: [2]*Conn{a, b}}
		for range 150 {
			s.turn(true)
		}
		if n := a.Stats().Segments; n > 20 {
			t.Errorf("%d segments for what copies brought", n)
		}
		fa.copies.Store(true)
		for range 50 {
			s.turn(true)
		}
		eventually(t, "all has come", s.all)
	})
}

// TestContradictingCopies: of two copies of one number the first counts, and a copy that is no
// message's ends nothing.
func TestContradictingCopies(t *testing.T) {
	c := stillConn(Config{})
	copyOf := func(number uint64, data string) {
		b := appendBase([]byte{1 << partCopies}, number, 1)
		b = append(appendCopy(b, 0, len(data)), data...)
		if !c.applyPayload(b, len(b), 0) {
			t.Fatal("malformed")
		}
	}
	copyOf(2, "first")
	copyOf(2, "second")
	copyOf(1, "one")
	copyOf(1, "again")
	copyOf(copiesWindow+3, "too far ahead")
	for _, want := range []string{"one", "first"} {
		if m, ok := c.Receive(); !ok || string(m.Data) != want {
			t.Fatalf("received %q, not %q", m.Data, want)
		}
	}
	if _, ok := c.Receive(); ok || c.copyRecv.present != 0 || c.state != open {
		t.Fatal("something else has come")
	}
}

// TestValueBehindMessages: a value that names no messages, for they are known to have come, is
// received behind those in the inbox all the same; and not at all while KCP holds some back.
func TestValueBehindMessages(t *testing.T) {
	c := stillConn(Config{})
	b := append(appendCopy(appendBase([]byte{1 << partCopies}, 1, 1), 0, 3), "one"...)
	v := appendValue([]byte{1 << partValues}, valueRecord{slot: 1, number: 1, last: true})
	if !c.applyPayload(b, len(b), 0) || !c.applyPayload(v, len(v), 0) {
		t.Fatal("malformed")
	}
	for _, want := range []transport.Kind{transport.KindMessage, transport.KindValue} {
		if m, ok := c.Receive(); !ok || m.Kind != want {
			t.Fatalf("received %v, %v", m, ok)
		}
	}
	c.lanes[transport.Live].in.inboxFull = true
	v = appendValue([]byte{1 << partValues}, valueRecord{slot: 1, number: 2, last: true})
	if !c.applyPayload(v, len(v), 0) || c.newestValues[1] != 1 {
		t.Fatal("taken, with messages held back")
	}
}

// TestCopiesAheadAreBounded: copies ahead of their turn are at most copiesWindow, and none comes while
// the inbox is full.
func TestCopiesAheadAreBounded(t *testing.T) {
	var e copyReceiver
	var in transport.Inbox
	big := make([]byte, payloadMax)
	for n := uint64(2); n < 1000; n++ {
		if e.put(n, big) != (n <= copiesWindow) {
			t.Fatalf("number %d", n)
		}
	}
	for !in.Full(transport.Live) {
		in.PushMessage(transport.Live, make([]byte, transport.MessageMax))
	}
	e.put(1, big)
	if n := e.drain(&in); n > 0 {
		t.Fatalf("%d messages into a full inbox", n)
	}
	for _, ok := in.Next(); ok; _, ok = in.Next() {
	}
	if n := e.drain(&in); n != copiesWindow || e.present != 0 {
		t.Fatalf("%d messages, %x left", n, e.present)
	}
}

// TestSteadyAllocatesNothing: neither sending nor receiving, while copies bring what is sent.
// What KCP brings costs what its heap of segments and its pool of buffers do.
func TestSteadyAllocatesNothing(t *testing.T) {
	for none, most := range map[bool]float64{false: 0, true: 10} {
		t.Run(fmt.Sprintf("NoCopies %v", none), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				cfg := Config{NoCopies: none}
				a, b := stillConn(cfg), stillConn(cfg)
				at := func(c *Conn) { // time passes for both
					c.hub.startedAt = c.hub.startedAt.Add(-17 * ms)
				}
				var ba, bb batch
				msg, value := make([]byte, 40), make([]byte, 30)
				pass := func(from, to *Conn, out, in *batch) {
					from.build(out)
					start := 0
					for _, end := range out.items {
						to.receiveLocked(out.buf[start:end], to.hub.now(), in)
						start = end
					}
					out.buf, out.items = out.buf[:0], out.items[:0]
				}
				got := 0
				turn := func() {
					at(a)
					at(b)
					for _, c := range [2]*Conn{a, b} {
						if c.Send(transport.Live, msg) != nil || c.Value(1, value) != nil {
							t.Fatal("refused")
						}
						c.Flush()
					}
					pass(a, b, &ba, &bb)
					pass(b, a, &bb, &ba)
					for _, c := range [2]*Conn{a, b} {
						for m, ok := c.Receive(); ok; m, ok = c.Receive() {
							if m.Kind == transport.KindMessage {
								got++
							}
						}
					}
					time.Sleep(ms / 2) // KCP's clock is the machine's
				}
				for range 400 {
					turn()
				}
				got = 0
				if n := testing.AllocsPerRun(300, turn); n > most {
					t.Errorf("%v allocations a turn", n)
				}
				if got < 500 {
					t.Errorf("%d messages in 300 turns", got)
				}
			})
		})
	}
}
