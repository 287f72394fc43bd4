package links

import (
	"time"

	"voxtide/actions"
	"voxtide/protocol"
	"voxtide/timestream"
)

// shareAgain is after what time actions that are still un-acked are sent again.
const shareAgain = 50 * time.Millisecond

// sharing is the message of this frame, the same for all peers.
type sharing struct {
	unacked []actions.Action // of the shared kinds
	out     []byte
}

// Share sends each peer the own actions that the server has not acked, the oldest first: in the frame in which there is a new one, and
// again while they are un-acked. frame is the time that this frame shows. unacked are all own un-acked actions, in order; they stay as they are.
// Those that change blocks or items (actions.Kind.Persistent) are shared only if persistent.
func (l *Links) Share(d protocol.Declare, unacked []actions.Action, persistent bool, frame timestream.Time) {
	if l.machine == nil || len(l.peers) == 0 {
		return
	}
	s := &l.sharing
	s.unacked, s.out = s.unacked[:0], s.out[:0]
	for i := range unacked {
		if k := unacked[i].Kind; k.Shared() && (persistent || !k.Persistent()) {
			s.unacked = append(s.unacked, unacked[i])
		}
	}
	for i := range l.peers {
		p := &l.peers[i]
		if p.oldest != 0 {
			p.seen, p.oldest = time.Duration(frame.Sub(p.oldest))*time.Microsecond, 0
		}
		if len(s.unacked) == 0 || !p.linked {
			continue
		}
		newest := s.unacked[len(s.unacked)-1].Number
		if newest <= p.newest && l.now-p.sentAt < shareAgain {
			continue
		}
		if len(s.out) == 0 {
			s.out, _ = protocol.AppendPeerMessage(s.out, d, s.unacked)
		}
		if l.machine.Send(uint64(p.stream), s.out, l.now) {
			p.newest, p.sentAt = newest, l.now
		}
	}
}
