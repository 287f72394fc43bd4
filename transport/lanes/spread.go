package lanes

// Bulk spread over time. KCP sends what it may every 10 ms, in one go; a live datagram would
// wait behind all of it. So its packets wait here, and leave as the rate says.

import (
	"time"

	"voxtide/transport/internal/queue"
)

// spread is KCP's packets in order, until they leave.
type spread struct {
	bytes   queue.Bytes
	sizes   queue.Ring[int]
	at      time.Duration // when the next may leave
	train   int           // packets of the train that is leaving
	place   int           // of them, gone
	trainAt time.Duration // when the next train may leave
	dropped uint64
}

// put takes a packet, copied; one too many is lost, and KCP sends it again.
func (s *spread) put(packet []byte) {
	if s.sizes.Len() >= spreadMax {
		s.dropped++
		return
	}
	s.bytes.Append(packet)
	s.sizes.Push(len(packet))
}

// next gives the packet that is to leave now, in a buffer of at least kcpMax, and its place in
// a train; nil if none is.
func (s *spread) next(buf []byte, now time.Duration, rate float64, train int, every time.Duration) (packet []byte, place uint8) {
	if s.sizes.Len() == 0 {
		s.train = 0
		return nil, 0
	}
	if s.train == 0 && now >= s.trainAt && s.sizes.Len() >= train && now+spreadEarly >= s.at {
		s.train, s.place, s.trainAt = train, 0, now+every
	}
	if s.train == 0 && now+spreadEarly < s.at {
		return nil, 0
	}
	n := s.sizes.Pop()
	packet = buf[:n]
	s.bytes.Read(packet, s.bytes.Head)
	s.bytes.Head += uint64(n)
	took := time.Duration(float64(n+datagramExtra) / rate * float64(time.Second))
	s.at = max(s.at, now-spreadLate) + took
	if s.train > 0 {
		s.place++
		place = uint8(s.place)
		if s.place == s.train {
			s.train = 0
			place |= trainEnd
		}
	}
	return packet, place
}

// due says when the next packet leaves.
func (s *spread) due() time.Duration {
	if s.sizes.Len() == 0 {
		return never
	}
	return s.at
}
