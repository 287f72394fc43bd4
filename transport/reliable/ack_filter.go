package reliable

// KCP searches its flight for each ack, however often the ack comes: a payload with 250 acks of one segment cost the
// one reader 95 us. So KCP gets each ack once, and no ack of a segment that is not in flight: over a connection's
// life at most as many acks as it has sent segments.

import (
	"github.com/xtaci/kcp-go/v5"

	"voxtide/internal/faults"
)

// filterAcks removes the acks from a packet, in place, that tell nothing new: acks of segments already acked, or
// never sent. The window and the number of the next expected segment, which come with each ack, stay. The packet must
// be well formed.
func (l *lane) filterAcks(packet []byte) []byte {
	out, vain := packet[:0], 0
	for rest := packet; len(rest) > 0; {
		s, after, _ := readSegment(rest, l.conv)
		whole := rest[:len(rest)-len(after)]
		rest = after
		if s.cmd == kcp.IKCP_CMD_ACK && !l.isFirstAck(s.sn) {
			vain++
			if len(out) > 0 || len(rest) > 0 {
				continue
			}
			whole[4] = kcp.IKCP_CMD_WINS // all acks were useless: KCP still gets the window and the rest
		}
		out = append(out, whole...)
	}
	l.uselessAcks += uint64(vain)
	return out
}

// isFirstAck reports whether this is a segment's first ack, and notes it. Acks of segments that have left the flight
// cost KCP nothing and may tell it the round trip.
func (l *lane) isFirstAck(sn uint32) bool {
	if int32(sn-l.nextNumber) >= 0 {
		return faults.Active(faults.AcksBeyondFlight)
	}
	i := int32(sn - l.firstNumber)
	if i < 0 {
		return true
	}
	p := l.pieces.At(int(i))
	first := !p.acked || faults.Active(faults.AcksBeyondFlight)
	if p.acked = true; first {
		l.ackWork += 2 * uint64(i+1)
	}
	return first
}
