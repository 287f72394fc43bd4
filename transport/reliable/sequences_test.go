package reliable

import (
	"bytes"
	"encoding/binary"
	"testing"
	"time"

	"voxtide/internal/testrand"
	"voxtide/transport"
)

// What a sequence of payloads may make an end hold and do.
const (
	answerMost = 2 * transport.Window // segments sent because of one payload: both windows once
	heldMost   = 4 << 20              // bytes that have come and were not received: the bounds of both lanes, and one message each
)

// steps reads a fuzzer's bytes.
type steps struct{ b []byte }

func (s *steps) next() (v byte, ok bool) {
	if len(s.b) == 0 {
		return 0, false
	}
	v, s.b = s.b[0], s.b[1:]
	return v, true
}

func (s *steps) take(n int) []byte {
	n = min(n, len(s.b))
	out := s.b[:n]
	s.b = s.b[n:]
	return out
}

// FuzzPayloads: a list of payloads with times between, at two ends that talk to each other: theirs, held back, doubled, changed
// and cut, acks of anything, and any bytes. Neither panics, what each holds stays within its bounds, and what it does for one
// payload, and KCP for all acks together, is bounded by what it has sent.
func FuzzPayloads(f *testing.F) {
	f.Add([]byte{0, 3, 1, 2, 10, 2, 0, 3, 0, 4, 5, 250, 5, 1, 20, 2, 40})
	f.Add(bytes.Repeat([]byte{0, 200, 1, 0, 2, 12, 5, 0, 253, 2, 3}, 30))
	f.Add(append([]byte{6, byte(len(somePayload()))}, somePayload()...))
	f.Add(bytes.Repeat([]byte{1, 255, 2, 15, 3, 1, 4, 7}, 40))
	f.Fuzz(func(t *testing.T, b []byte) {
		s := steps{b[:min(len(b), 2000)]}
		w := newSequence(t)
		for range 400 {
			op, ok := s.next()
			if !ok {
				break
			}
			arg, _ := s.next()
			w.do(op, arg, &s)
			w.check()
		}
		w.drain()
	})
}

// sequence is two ends and what is under way between them.
type sequence struct {
	t    testing.TB
	ends [2]*Conn
	way  [2][][]byte // to each
	last [2][]byte   // that was delivered to each
	out  batch
	now  time.Duration
	come int // payloads
}

func newSequence(t testing.TB) *sequence {
	return &sequence{t: t, ends: [2]*Conn{stillConn(Config{NoCopies: true}), stillConn(Config{})}}
}

// collect takes what an end has made.
func (w *sequence) collect(from int) {
	start := 0
	for _, end := range w.out.items {
		if to := 1 - from; len(w.way[to]) < 2*transport.Window {
			w.way[to] = append(w.way[to], bytes.Clone(w.out.buf[start:end]))
		}
		start = end
	}
	w.out.buf, w.out.items = w.out.buf[:0], w.out.items[:0]
}

// put delivers a payload and counts what is done for it.
func (w *sequence) put(to int, b []byte) {
	if len(b) > payloadMax {
		return
	}
	c := w.ends[to]
	before := c.Stats()
	w.last[to] = bytes.Clone(b)
	c.receiveLocked(bytes.Clone(b), w.now, &w.out)
	w.come++
	if did := c.Stats().Segments - before.Segments; did > answerMost {
		w.t.Fatalf("%d segments were sent for one payload", did)
	}
	w.collect(to)
}

func (w *sequence) do(op, arg byte, s *steps) {
	to := int(arg & 1)
	c := w.ends[to]
	switch op % 8 {
	case 0: // live messages
		for range arg/16 + 1 {
			c.Send(transport.Live, make([]byte, int(arg)*3))
			c.Flush()
			c.build(&w.out)
			w.collect(to)
		}
	case 1: // a bulk message
		c.Send(transport.Bulk, make([]byte, int(arg)*64))
		c.Flush()
	case 2: // time
		w.now += time.Duration(arg) * ms
		for i, c := range w.ends {
			c.hub.startedAt = time.Now().Add(-w.now)
			c.build(&w.out)
			w.collect(i)
		}
	case 3: // what is under way arrives
		for n := int(arg)/8 + 1; n > 0 && len(w.way[to]) > 0; n-- {
			p := w.way[to][0]
			w.way[to] = w.way[to][1:]
			w.put(to, p)
		}
	case 4: // or with a byte changed, or the last one once more
		p := bytes.Clone(w.last[to])
		if len(w.way[to]) > 0 {
			p = w.way[to][0]
		}
		at, _ := s.next()
		with, _ := s.next()
		if len(p) > 0 {
			p[int(at)%len(p)] ^= with
			w.put(to, p)
		}
	case 5: // acks of one segment, or of a run
		first, _ := s.next()
		sn := make([]uint32, 250)
		for i := range sn {
			sn[i] = uint32(first) + uint32(i)*uint32(arg>>1&1)
		}
		w.put(to, acking(sn...))
	case 6: // any bytes
		w.put(to, s.take(int(arg)))
	case 7: // somebody receives
		for range int(arg) {
			if _, ok := c.Receive(); !ok {
				break
			}
		}
	}
}

func (w *sequence) check() {
	for i, c := range w.ends {
		for lane := range transport.Lanes {
			l := &c.lanes[lane]
			if l.out.Pending > lane.Bound()+transport.MessageMax || l.pieces.Len() > transport.Window || len(l.in.partial) > transport.MessageMax+pieceMax+16 {
				w.t.Fatalf("end %d, lane %d: %d bytes pending, %d pieces, %d bytes in part", i, lane, l.out.Pending, l.pieces.Len(), len(l.in.partial))
			}
			if most := 2 * transport.Window * (uint64(l.nextNumber) + 1); l.ackWork > most {
				w.t.Fatalf("end %d, lane %d: %d segments walked, %d at most after %d payloads", i, lane, l.ackWork, most, w.come)
			}
		}
		if n := c.lanes[transport.Bulk].bulk.pacer.sizes.Len(); n > spreadMax {
			w.t.Fatalf("end %d: %d packets wait to leave", i, n)
		}
	}
}

// drain receives all that has come.
func (w *sequence) drain() {
	for i, c := range w.ends {
		held := 0
		for m, ok := c.Receive(); ok; m, ok = c.Receive() {
			if held += len(m.Data); len(m.Data) > transport.MessageMax || held > heldMost+w.come*payloadMax {
				w.t.Fatalf("end %d held %d bytes", i, held)
			}
		}
	}
}

// FuzzStream: the stream of a lane's messages, cut into pieces anywhere, gives the same messages and the same verdict as in one
// piece, and keeps no more of it than one message.
func FuzzStream(f *testing.F) {
	message := func(b []byte, text string) []byte {
		return append(binary.AppendUvarint(b, uint64(len(text))<<1), text...)
	}
	f.Add(true, []byte{1, 3}, message(message(nil, "one"), "and two"))
	f.Add(false, []byte{2}, binary.AppendUvarint(message(nil, "one"), 1<<1|1))
	f.Add(true, []byte{9}, binary.AppendUvarint(nil, transport.MessageMax<<1+2))
	f.Add(true, []byte{1}, bytes.Repeat([]byte{0x80}, 12))
	f.Fuzz(func(t *testing.T, live bool, cuts, stream []byte) {
		lane := transport.Bulk
		if live {
			lane = transport.Live
		}
		run := func(cuts []byte) (messages []string, ok bool) {
			c := stillConn(Config{})
			l := &c.lanes[lane]
			if live {
				c.copyRecv.arrived = 3 // that came as copies
			}
			ok = true
			for rest := stream; ok && len(rest) > 0; {
				n := min(len(rest), pieceMax)
				if len(cuts) > 0 {
					n, cuts = min(n, 1+int(cuts[0])), cuts[1:]
				}
				ok = l.parse(rest[:n], lane, &c.inbox)
				rest = rest[n:]
				if len(l.in.partial) > transport.MessageMax+pieceMax+binary.MaxVarintLen64 {
					t.Fatalf("%d bytes are kept", len(l.in.partial))
				}
			}
			for m, more := c.inbox.Next(); more; m, more = c.inbox.Next() {
				messages = append(messages, string(m.Data))
			}
			return messages, ok
		}
		whole, ok := run(nil)
		pieces, ok2 := run(cuts)
		if ok != ok2 || len(whole) != len(pieces) {
			t.Fatalf("%d messages and %v in one piece, %d and %v in more", len(whole), ok, len(pieces), ok2)
		}
		for i := range whole {
			if whole[i] != pieces[i] {
				t.Fatalf("message %d is %q or %q", i, whole[i], pieces[i])
			}
		}
	})
}

// TestPayloadSequences checks the properties of FuzzPayloads over random sequences, which reach all of the code.
func TestPayloadSequences(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	luck := testrand.New(t)
	var payloads, malformed, vain, walked, segments, again uint64
	for range testrand.RoundsUntil(150, func() bool { return again > 0 }) { // segments are sent again in one sequence of some fifty
		w := newSequence(t)
		for range 150 {
			op := []byte{0, 0, 1, 2, 2, 3, 3, 3, 4, 5, 5, 6, 7}[luck.IntN(13)]
			b := make([]byte, 300)
			for i := range b {
				b[i] = byte(luck.Uint32())
			}
			w.do(op, b[0], &steps{b[1:]})
			w.check()
		}
		w.drain()
		payloads += uint64(w.come)
		for _, c := range w.ends {
			s := c.Stats()
			malformed, vain, segments, again = malformed+s.Malformed, vain+s.UselessAcks, segments+s.Segments, again+s.Resent
			walked += c.lanes[transport.Live].ackWork + c.lanes[transport.Bulk].ackWork
		}
	}
	t.Logf("%d payloads, %d malformed, %d acks in vain, %d segments sent, %d again, %d walked", payloads, malformed, vain, segments, again, walked)
	if payloads < 5000 || malformed < 500 || vain < 10_000 || segments < 5000 || again == 0 || walked == 0 {
		t.Error("not all was covered")
	}
}
