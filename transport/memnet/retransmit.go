package memnet

// sender is the sending half of one lane, as in KCP: a stream of messages, each behind its length, cut into numbered
// segments that are resent until they are acked.

import (
	"encoding/binary"
	"time"
	"voxtide/transport"

	"voxtide/transport/internal/queue"
)

type sender struct {
	stream    queue.Bytes
	messages  queue.Ring[extent] // un-acked messages; the first has number delivered+1
	flushedTo uint64             // position in the stream up to which Flush was called
	dueTo     uint64             // position up to which segments are wanted
	cutTo     uint64             // position up to which segments are cut
	ackedTo   uint64             // position up to which all segments are acked
	gatherAt  time.Duration      // time at which dueTo becomes flushedTo, if copies are on

	sent      uint64 // number of the last message sent
	copied    uint64 // number of the last message that a Flush has offered to a copy
	delivered uint64 // number of the last message known to have arrived
	pending   int

	segments     [transport.Window]segment // by number & (Window-1)
	firstUnacked uint64                    // oldest un-acked segment
	firstUnsent  uint64                    // first segment that was never sent
	nextNumber   uint64                    // number of the next segment to cut
	resendAt     time.Duration             // no segment is resent before this time

	srtt, rttvar, rto time.Duration // smoothed round trip, its deviation, retransmission timeout
}

// extent is the range of the stream that a message and its length take.
type extent struct {
	start, end uint64
	data       uint64 // end of the length, start of the message
}

type segment struct {
	start      uint64
	n          int32
	sends      uint32
	laterAcks  uint16 // segments sent later and acked since this one was last sent
	acked      bool
	justAcked  bool // the packet being received acks it
	fastResend bool // found lost by laterAcks, not by time
	sentAt     time.Duration
	resendAt   time.Duration
	rto        time.Duration
}

func (s *sender) segmentAt(sn uint64) *segment { return &s.segments[sn&(transport.Window-1)] }

// push appends a message.
func (s *sender) push(msg []byte, bound int) error {
	if s.stream.Len()+len(msg)+lengthBytes > bound || s.messages.Len() >= transport.MessagesMax {
		return transport.ErrFull
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

// cutSegments cuts segments from the due part of the stream, as far as the window allows.
func (s *sender) cutSegments() {
	for s.cutTo < s.dueTo && s.nextNumber-s.firstUnacked < transport.Window {
		n := min(s.dueTo-s.cutTo, segmentMax)
		*s.segmentAt(s.nextNumber) = segment{start: s.cutTo, n: int32(n)}
		s.cutTo += n
		s.nextNumber++
	}
}

// markSent notes that a segment is sent now, and when it would be resent.
func (s *sender) markSent(g *segment, now time.Duration) {
	switch {
	case g.sends == 0 || g.fastResend:
		g.rto = s.rto
	default:
		g.rto = min(g.rto+s.rto/2, rtoMax) // KCP's nodelay mode: 1, 1.5, 2 ... times
	}
	g.sends++
	g.laterAcks, g.fastResend = 0, false
	g.sentAt = now
	g.resendAt = now + g.rto
	s.resendAt = min(s.resendAt, g.resendAt)
}

// ack applies one packet's acks: of all segments below its next expected number, and of those listed.
func (s *sender) ack(lane transport.Lane, p *packet, now time.Duration) {
	for sn := s.firstUnacked; sn < min(p.nextExpected[lane], s.firstUnsent); sn++ {
		s.segmentAt(sn).acked = true
	}
	var last uint64
	lastSent := time.Duration(-1)
	for _, a := range p.acks {
		if a.lane != lane || a.sn < s.firstUnacked || a.sn >= s.firstUnsent {
			continue
		}
		if g := s.segmentAt(a.sn); !g.acked || a.sn < p.nextExpected[lane] {
			s.updateRTT(now - a.sent)
			g.acked, g.justAcked = true, true
			last, lastSent = max(last, a.sn), max(lastSent, a.sent)
		}
	}
	if lastSent >= 0 {
		s.countSkips(last, lastSent, now)
	}
	for s.firstUnacked < s.firstUnsent && s.segmentAt(s.firstUnacked).acked {
		g := s.segmentAt(s.firstUnacked)
		s.ackedTo = g.start + uint64(g.n)
		s.firstUnacked++
	}
	for s.messages.Len() > 0 && s.messages.At(0).end <= s.ackedTo {
		s.pop()
	}
	s.trim()
}

// countSkips counts, for each un-acked segment below the last acked one, how many later ones the packet acked, and
// resends it at once when they are enough.
func (s *sender) countSkips(last uint64, lastSent, now time.Duration) {
	later := uint16(0)
	for sn := last + 1; sn > s.firstUnacked; {
		sn--
		g := s.segmentAt(sn)
		if g.justAcked {
			g.justAcked = false
			later++
		}
		if g.acked || later == 0 || g.sentAt > lastSent || g.fastResend {
			continue
		}
		if g.laterAcks += later; g.laterAcks >= fastResendSkips {
			g.fastResend = true
			g.resendAt = now
			s.resendAt = min(s.resendAt, now)
		}
	}
}

// confirmLive applies the far end's report that live messages up to a number have arrived.
func (s *sender) confirmLive(number uint64) {
	for s.messages.Len() > 0 && s.delivered < number && s.delivered < s.copied {
		s.pop()
	}
	s.trim()
}

func (s *sender) pop() {
	e := s.messages.Pop()
	s.delivered++
	s.pending -= int(e.end - e.data)
}

// trim forgets the bytes that neither a segment nor a copy can need.
func (s *sender) trim() {
	to := s.ackedTo
	if s.messages.Len() > 0 {
		to = min(to, s.messages.At(0).start)
	}
	s.stream.Advance(to)
}

// updateRTT updates the round-trip estimate of RFC 6298.
func (s *sender) updateRTT(trip time.Duration) {
	if s.srtt == 0 {
		s.srtt, s.rttvar = trip, trip/2
	} else {
		off := trip - s.srtt
		s.srtt += off / 8
		s.rttvar += (max(off, -off) - s.rttvar) / 4
	}
	s.rto = min(max(rtoMin, s.srtt+max(rtoSlack, 4*s.rttvar)), rtoMax)
}
