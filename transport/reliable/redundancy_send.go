package reliable

// Redundancy, sending. A live message leaves at its Flush in the datagram of that moment, and again in later ones
// until it is known to have come, at first in the next ones, then at growing intervals. KCP gets only the messages
// that are not known to have come after a round trip and some slack.

import (
	"encoding/binary"
	"time"

	"voxtide/transport/internal/queue"
)

// copyState is what is known of an un-acked live message.
type copyState struct {
	flushedAt, lastSent time.Duration // when it was flushed, and when a copy last left
	sends               uint8         // number of copies
	arrived             bool          // it has come, before others that have not
	large               bool          // it does not fit a datagram
}

// copySender is the sending half. It is unused if Config.NoCopies is set.
type copySender struct {
	states    queue.Ring[copyState] // of the flushed messages; the first has number popped+1
	popped    uint64
	announced uint64 // newest message that a base has announced
	level     uint8  // level of loss that the far end reports
	kcpAtOnce bool   // some message can only be sent by KCP
}

// repeatPlan says how often a message is repeated at a level of loss: in the next datagrams, then at intervals of
// spread, then each time it is overdue. Repetitions after a round trip cost bytes only where there is loss; later
// ones help over bursts, which are longer than a datagram or two.
type repeatPlan struct {
	soon, apart uint8
	spread      time.Duration
}

var repeatPlans = [lossLevels]repeatPlan{
	{1, 0, 0}, {2, 0, 0}, {1, 6, 60 * time.Millisecond}, {2, 3, 60 * time.Millisecond}, {4, 4, 40 * time.Millisecond}, {4, 4, 40 * time.Millisecond},
}

// addFlushed adds the messages that were flushed.
func (s *copySender) addFlushed(ready uint64, now time.Duration) {
	for s.popped+uint64(s.states.Len()) < ready {
		s.states.Push(copyState{flushedAt: now})
	}
}

// dropDelivered forgets the messages that have come.
func (s *copySender) dropDelivered(delivered uint64) {
	for s.popped < delivered {
		s.states.Pop()
		s.popped++
	}
}

func (s *copySender) state(number uint64) *copyState { return s.states.At(int(number - s.popped - 1)) }

// shouldRepeat reports whether a message is repeated now; overdue is how long it may be un-acked after its last copy.
func (s *copySender) shouldRepeat(n *copyState, now, overdue time.Duration) bool {
	h := repeatPlans[s.level]
	switch {
	case n.sends <= h.soon:
		return true
	case n.sends <= h.soon+h.apart:
		return now-n.lastSent >= h.spread
	}
	return now-n.lastSent >= overdue
}

// copyHeader is the most that a copy's header takes: its length, and its distance to the copy before.
const copyHeader = 2 + 1

// A distance of one byte covers the window, and a length of two covers a payload.
const (
	_ = uint(127 - copiesWindow)
	_ = uint(1<<13 - payloadMax)
	_ = uint(binary.MaxVarintLen16 - 3)
)
