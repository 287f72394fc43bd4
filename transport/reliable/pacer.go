package reliable

// The pacer spreads bulk data over time. KCP sends everything it may every 10 ms at once, and a live datagram would
// wait behind all of it. So KCP's packets wait here and leave at the rate.

import (
	"time"

	"voxtide/transport/internal/queue"
)

// pacer is a queue of KCP's packets.
type pacer struct {
	bytes      queue.Bytes
	sizes      queue.Ring[int]
	nextAt     time.Duration // when the next packet may leave
	train      int           // packets of the train that is leaving
	trainPlace int           // packets of it that have left
	trainAt    time.Duration // when the next train may leave
	dropped    uint64
}

// push adds a copy of a packet. If the queue is full the packet is lost, and KCP resends it.
func (s *pacer) push(packet []byte) {
	if s.sizes.Len() >= spreadMax {
		s.dropped++
		return
	}
	s.bytes.Append(packet)
	s.sizes.Push(len(packet))
}

// pop returns the packet that is to leave now, in buf of at least kcpMax bytes, and its place in a train; nil if none
// is due.
func (s *pacer) pop(buf []byte, now time.Duration, rate float64, train int, every time.Duration) (packet []byte, place uint8) {
	if s.sizes.Len() == 0 {
		s.train = 0
		return nil, 0
	}
	if s.train == 0 && now >= s.trainAt && s.sizes.Len() >= train && now+spreadEarly >= s.nextAt {
		s.train, s.trainPlace, s.trainAt = train, 0, now+every
	}
	if s.train == 0 && now+spreadEarly < s.nextAt {
		return nil, 0
	}
	n := s.sizes.Pop()
	packet = buf[:n]
	s.bytes.Read(packet, s.bytes.Head)
	s.bytes.Advance(s.bytes.Head + uint64(n))
	took := time.Duration(float64(n+datagramExtra) / rate * float64(time.Second))
	s.nextAt = max(s.nextAt, now-spreadLate) + took
	if s.train > 0 {
		s.trainPlace++
		place = uint8(s.trainPlace)
		if s.trainPlace == s.train {
			s.train = 0
			place |= trainEnd
		}
	}
	return packet, place
}

// nextDue returns when the next packet leaves.
func (s *pacer) nextDue() time.Duration {
	if s.sizes.Len() == 0 {
		return never
	}
	return s.nextAt
}
