package lanes

// KCP walks what is in flight for each ack that is in flight, however often it comes: a payload of 250 acks of one segment
// cost 95 us of the one reader. So KCP is given each ack once, and none of what is not in flight: over a connection's life no
// more than it has sent segments.

import (
	"time"

	"github.com/xtaci/kcp-go/v5"

	"voxtide/faults"
)

// piece is what one KCP segment carries.
type piece struct {
	end   uint64        // place in the stream
	sends int           // 0 is never
	acked bool          // KCP knows; it stays in flight until all before it are
	again time.Duration // when KCP would send it again
}

// heed takes out of a packet, in place, the acks that tell nothing new: of what was acked already, or never sent. What goes
// with each ack, the window and what has come in order, stays. The packet must be well formed.
func (l *lane) heed(packet []byte) []byte {
	out, vain := packet[:0], 0
	for rest := packet; len(rest) > 0; {
		s, after, _ := readSegment(rest, l.conv)
		whole := rest[:len(rest)-len(after)]
		rest = after
		if s.cmd == kcp.IKCP_CMD_ACK && !l.tells(s.sn) {
			vain++
			if len(out) > 0 || len(rest) > 0 {
				continue
			}
			whole[4] = kcp.IKCP_CMD_WINS // all were in vain: the window and the rest are heard still
		}
		out = append(out, whole...)
	}
	l.vain += uint64(vain)
	return out
}

// tells says whether an ack of a segment is the first one, and takes it down. What has left the flight by then costs KCP
// nothing, and may tell it the round trip.
func (l *lane) tells(sn uint32) bool {
	if int32(sn-l.next) >= 0 {
		return faults.Active(faults.AcksBeyondFlight)
	}
	i := int32(sn - l.first)
	if i < 0 {
		return true
	}
	p := l.pieces.At(int(i))
	first := !p.acked || faults.Active(faults.AcksBeyondFlight)
	if p.acked = true; first {
		l.walked += 2 * uint64(i+1)
	}
	return first
}
