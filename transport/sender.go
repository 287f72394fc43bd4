package transport

// sender is the sending half of one lane, as KCP is: a stream of messages, each behind
// its length, cut into numbered segments which are sent again until they are acked.

import (
	"encoding/binary"
	"time"

	"voxtide/transport/internal/queue"
)

type sender struct {
	stream   queue.Bytes
	messages queue.Ring[extent] // un-acked; the first has number delivered+1
	flushed  uint64             // place in the stream up to which Flush has come
	due      uint64             // place up to which segments are wanted
	cut      uint64             // place up to which there are segments
	acked    uint64             // place up to which all segments are acked
	gatherAt time.Duration      // when due becomes flushed, if copies are on

	sent      uint64 // messages
	copied    uint64 // messages which some Flush has offered to a copy
	delivered uint64 // messages
	pending   int

	segs     [Window]segment // by number & (Window-1)
	first    uint64          // oldest un-acked segment
	unsent   uint64          // first one that was never sent
	next     uint64          // first one that is not cut
	resendAt time.Duration   // no segment is to be sent again before that

	trip, spread, rto time.Duration // smoothed round trip, its deviation, timeout
}

// extent is where in the stream a message with its length lies.
type extent struct {
	start, end uint64
	data       uint64 // where the length ends
}

type segment struct {
	start    uint64
	n        int32
	sends    uint32
	skips    uint16 // later segments acked since it was last sent
	acked    bool
	fresh    bool // acked by the packet being read
	quick    bool // found lost by skips, not by time
	sentAt   time.Duration
	resendAt time.Duration
	rto      time.Duration
}

func (s *sender) seg(sn uint64) *segment { return &s.segs[sn&(Window-1)] }

// put takes a message in.
func (s *sender) put(msg []byte, bound int) error {
	if s.stream.Len()+len(msg)+lengthBytes > bound || s.messages.Len() >= MessagesMax {
		return ErrFull
	}
	var length [binary.MaxVarintLen64]byte
	k := binary.PutUvarint(length[:], uint64(len(msg)))
	e := extent{start: s.stream.End, data: s.stream.End + uint64(k)}
	s.stream.Append(length[:k])
	s.stream.Append(msg)
	e.end = s.stream.End
	s.messages.Push(e)
	s.sent++
	s.pending += len(msg)
	return nil
}

// fill cuts segments from what is due, as far as the window allows.
func (s *sender) fill() {
	for s.cut < s.due && s.next-s.first < Window {
		n := min(s.due-s.cut, segmentMax)
		*s.seg(s.next) = segment{start: s.cut, n: int32(n)}
		s.cut += n
		s.next++
	}
}

// leave notes that a segment is sent now, and when it would be sent again.
func (s *sender) leave(g *segment, now time.Duration) {
	switch {
	case g.sends == 0 || g.quick:
		g.rto = s.rto
	default:
		g.rto = min(g.rto+s.rto/2, rtoMax) // KCP's nodelay: 1, 1.5, 2 ... times
	}
	g.sends++
	g.skips, g.quick = 0, false
	g.sentAt = now
	g.resendAt = now + g.rto
	s.resendAt = min(s.resendAt, g.resendAt)
}

// ack takes the marks of one packet: all segments below una have come, and those listed.
func (s *sender) ack(lane Lane, p *packet, now time.Duration) {
	for sn := s.first; sn < min(p.una[lane], s.unsent); sn++ {
		s.seg(sn).acked = true
	}
	var last uint64
	lastSent := time.Duration(-1)
	for _, a := range p.acks {
		if a.lane != lane || a.sn < s.first || a.sn >= s.unsent {
			continue
		}
		if g := s.seg(a.sn); !g.acked || a.sn < p.una[lane] {
			s.measure(now - a.sent)
			g.acked, g.fresh = true, true
			last, lastSent = max(last, a.sn), max(lastSent, a.sent)
		}
	}
	if lastSent >= 0 {
		s.skip(last, lastSent, now)
	}
	for s.first < s.unsent && s.seg(s.first).acked {
		g := s.seg(s.first)
		s.acked = g.start + uint64(g.n)
		s.first++
	}
	for s.messages.Len() > 0 && s.messages.At(0).end <= s.acked {
		s.pop()
	}
	s.release()
}

// skip counts, for each un-acked segment below the last acked one, how many later ones
// the packet acked, and has it sent again at once when those are enough.
func (s *sender) skip(last uint64, lastSent, now time.Duration) {
	later := uint16(0)
	for sn := last + 1; sn > s.first; {
		sn--
		g := s.seg(sn)
		if g.fresh {
			g.fresh = false
			later++
		}
		if g.acked || later == 0 || g.sentAt > lastSent || g.quick {
			continue
		}
		if g.skips += later; g.skips >= skipsResend {
			g.quick = true
			g.resendAt = now
			s.resendAt = min(s.resendAt, now)
		}
	}
}

// has takes the far end's word that live messages up to that number have come.
func (s *sender) has(number uint64) {
	for s.messages.Len() > 0 && s.delivered < number && s.delivered < s.copied {
		s.pop()
	}
	s.release()
}

func (s *sender) pop() {
	e := s.messages.Pop()
	s.delivered++
	s.pending -= int(e.end - e.data)
}

// release forgets bytes that neither a segment nor a copy can need.
func (s *sender) release() {
	s.stream.Head = s.acked
	if s.messages.Len() > 0 {
		s.stream.Head = min(s.acked, s.messages.At(0).start)
	}
}

// measure takes a round trip into the estimate of RFC 6298.
func (s *sender) measure(trip time.Duration) {
	if s.trip == 0 {
		s.trip, s.spread = trip, trip/2
	} else {
		off := trip - s.trip
		s.trip += off / 8
		s.spread += (max(off, -off) - s.spread) / 4
	}
	s.rto = min(max(rtoMin, s.trip+max(rtoSlack, 4*s.spread)), rtoMax)
}
