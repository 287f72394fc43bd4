package reliable

// Redundancy, receiving: copies of live messages that came out of order, and the share of lost ones.

import "voxtide/transport"

// copyReceiver puts live messages in order, whether copies or KCP bring them first. Of two copies of one number the
// first counts: a difference between them shows nowhere, and harms only the end that made it.
type copyReceiver struct {
	arrived     uint64   // number of messages put into the inbox
	ahead       [][]byte // copies that came out of order, by number % copiesWindow; allocated when needed
	present     uint64   // bit set of the copies in ahead
	newest      uint64   // newest number that the far end is known to have sent
	loss        float64  // share of messages whose first copy did not come
	lossSamples uint64   // number of messages that the share is averaged over
	burstShare  float64  // share of the lost messages that were lost in bursts
}

func bitOf(number uint64) uint64 { return 1 << (number % copiesWindow) }

// put stores a copy, and reports whether it is one of the next copiesWindow and new.
func (e *copyReceiver) put(number uint64, data []byte) bool {
	if number-e.arrived-1 >= copiesWindow || e.present&bitOf(number) != 0 {
		return false
	}
	if e.ahead == nil {
		e.ahead = make([][]byte, copiesWindow)
	}
	at := &e.ahead[number%copiesWindow]
	*at = append((*at)[:0], data...)
	e.present |= bitOf(number)
	return true
}

// deliver passes on the next message.
func (e *copyReceiver) deliver(data []byte, in *transport.Inbox) {
	e.arrived++
	e.present &^= bitOf(e.arrived)
	in.PushMessage(transport.Live, data)
}

// drain passes on the copies that are next in order, while the inbox has room, and returns their number.
func (e *copyReceiver) drain(in *transport.Inbox) (n uint64) {
	for e.present&bitOf(e.arrived+1) != 0 && !in.Full(transport.Live) {
		e.deliver(e.ahead[(e.arrived+1)%copiesWindow], in)
		n++
	}
	return n
}

// bits returns a bit for each of the messages from arrived+2 on that are here.
func (e *copyReceiver) bits() (b uint16) {
	for i := range uint64(16) {
		if e.present&bitOf(e.arrived+2+i) != 0 {
			b |= 1 << i
		}
	}
	return b
}

// measureLoss evaluates a base: messages between the newest known one and the newly announced ones were sent in
// datagrams that are lost, or late.
func (e *copyReceiver) measureLoss(base uint64, news int) {
	if base <= e.newest {
		return
	}
	seen := min(uint64(news), base-e.newest)
	lost := min(base-e.newest-seen, copiesWindow)
	e.lossSamples = min(e.lossSamples+lost+seen, lossOver)
	over := float64(max(e.lossSamples, lossSoon))
	for range lost {
		e.loss += (1 - e.loss) / over
		e.burstShare += (boolToFloat(lost >= lossRun) - e.burstShare) / lossRunOver
	}
	for range min(seen, newsMost) {
		e.loss -= e.loss / over
	}
	e.newest = base
}

func boolToFloat(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// lossLevel returns the loss as a level, by which the sender plans repetitions. Little loss has two levels: 1 for
// single lost datagrams, 2 for bursts.
func (e *copyReceiver) lossLevel() uint8 {
	switch {
	case e.loss < 0.004:
		return 0
	case e.loss < 0.08 && e.burstShare < 0.5:
		return 1
	case e.loss < 0.08:
		return 2
	case e.loss < 0.125:
		return 3
	case e.loss < 0.3:
		return 4
	}
	return 5
}
