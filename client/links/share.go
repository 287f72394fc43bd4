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
	unacked []actions.Action // that are shared
	out     []byte           // empty while no peer needs it
}

// Share sends each peer the own actions that the server has not acked, the oldest first: in the frame in which there is a new one, and
// again while they are un-acked. frame is the time that this frame shows. unacked are all own un-acked actions, in order; they stay as they are.
// Those that change blocks or items (actions.Kind.Persistent) are shared only if persistent.
func (l *Links) Share(d protocol.Declare, unacked []actions.Action, persistent bool, frame timestream.Time) {
	if l.machine == nil || len(l.peers) == 0 {
		return
	}
	newest := newestShared(unacked, persistent)
	l.sharing.out = l.sharing.out[:0]
	for i := range l.peers {
		p := &l.peers[i]
		if p.oldest != 0 {
			p.seen, p.oldest = time.Duration(frame.Sub(p.oldest))*time.Microsecond, 0
		}
		if newest == 0 || !p.linked || newest <= p.newest && l.now-p.sentAt < shareAgain {
			continue
		}
		if len(l.sharing.out) == 0 {
			l.sharing.write(d, unacked, persistent)
		}
		if l.machine.Send(uint64(p.stream), l.sharing.out, l.now) {
			p.newest, p.sentAt = newest, l.now
		}
	}
}

// newestShared returns the number of the newest action that is shared, 0 if there is none.
func newestShared(unacked []actions.Action, persistent bool) uint64 {
	for i := len(unacked) - 1; i >= 0; i-- {
		if shared(&unacked[i], persistent) {
			return unacked[i].Number
		}
	}
	return 0
}

func shared(a *actions.Action, persistent bool) bool {
	return a.Kind.Shared() && (persistent || !a.Kind.Persistent())
}

// write makes the message of a frame.
func (s *sharing) write(d protocol.Declare, unacked []actions.Action, persistent bool) {
	s.unacked = s.unacked[:0]
	for i := range unacked {
		if shared(&unacked[i], persistent) {
			s.unacked = append(s.unacked, unacked[i])
		}
	}
	s.out, _ = protocol.AppendPeerMessage(s.out, d, s.unacked)
}
