package streamtime

import (
	"voxtide/internal/faults"
	"voxtide/protocol"
	"voxtide/timestream"
)

// Ticks holds the inputs of a client that is judged by ticks (protocol.JudgeTicks): those of the next 64 ticks in a ring, and the last
// known one, which the server uses again for a tick without an input (Jimenez Morales, "Causes of desyncs"). It also measures how
// early inputs come, so that the client can keep its ticks as far ahead as it has to.
type Ticks struct {
	Next   uint64 // the tick that comes next
	Reused uint64 // ticks without an input of their own
	Late   uint64 // inputs that came after their tick, or too far before it

	ring  [protocol.InputRing]tickSlot
	last  protocol.TickInput
	known bool // last counts
	slack slackWindow
}

// tickSlot is the input of one tick.
type tickSlot struct {
	tick  uint64
	input protocol.TickInput
	held  bool
}

// Begin starts with a tick: nothing is known, and the body keeps what it holds until the first input comes.
func (k *Ticks) Begin(next uint64) { *k = Ticks{Next: next} }

// Put takes the inputs that arrived now. Those of ticks that are over, or more than protocol.InputRing ahead, are dropped and counted;
// one that is sent again counts once. Now is the server's clock.
func (k *Ticks) Put(v *protocol.TickInputs, now timestream.Time) {
	for i := range v.Count {
		tick := v.Tick - uint64(v.Count-1-i)
		slot := &k.ring[tick%protocol.InputRing]
		switch {
		case tick < k.Next && i < v.Count-1: // repeated for those that were lost
		case tick < k.Next || tick >= k.Next+protocol.InputRing:
			if !faults.Active(faults.LateInputNotCounted) {
				k.Late++
			}
		default:
			*slot = tickSlot{tick, v.Inputs[i], true}
		}
	}
	k.slack.record(now, protocol.TickTime(min(v.Tick, k.Next+protocol.InputRing)+1).Sub(now))
}

// Take returns the input of the next tick, or the last known one, and goes on to the tick after it. It returns false while none is
// known.
func (k *Ticks) Take() (in protocol.TickInput, ok bool) {
	slot := &k.ring[k.Next%protocol.InputRing]
	if slot.held && slot.tick == k.Next {
		k.last, k.known = slot.input, true
	} else if k.known {
		k.Reused++
		if faults.Active(faults.LostInputIsIdle) {
			k.last = protocol.TickInput{Yaw: k.last.Yaw}
		}
	}
	slot.held = false
	k.Next++
	return k.last, k.known
}

// Forget makes no input the last known one.
func (k *Ticks) Forget() { k.known = false }

// Slack returns what the client is told; false if no input has come for a second.
func (k *Ticks) Slack(now timestream.Time) (s protocol.Slack, ok bool) {
	least, ok := k.slack.least(now)
	return protocol.Slack{Tick: max(k.Next, 1) - 1, Least: max(-protocol.SlackMax, min(least, protocol.SlackMax)), Reused: k.Reused, Late: k.Late}, ok
}

// slackWindow is the least slack of the inputs that came in the last second, in slices of 100 ms.
type slackWindow struct {
	slices [10]struct {
		number int64 // of the slice of time; 0: nothing came
		least  timestream.Duration
	}
}

// sliceNumber returns the slice of time that an instant lies in, from 1 on.
func (w *slackWindow) sliceNumber(now timestream.Time) int64 {
	return 1 + int64(now)/int64(latenessSlice)
}

func (w *slackWindow) record(now timestream.Time, slack timestream.Duration) {
	n := w.sliceNumber(now)
	s := &w.slices[n%int64(len(w.slices))]
	if s.number != n {
		s.number, s.least = n, slack
	}
	s.least = min(s.least, slack)
}

func (w *slackWindow) least(now timestream.Time) (least timestream.Duration, ok bool) {
	oldest := w.sliceNumber(now) - int64(len(w.slices))
	for i := range w.slices {
		if s := &w.slices[i]; s.number > oldest && (!ok || s.least < least) {
			least, ok = s.least, true
		}
	}
	return least, ok
}
