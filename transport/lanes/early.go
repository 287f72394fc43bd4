package lanes

// Early copies, receiving: live messages that came before their turn, and how many get lost.

import "voxtide/transport"

// early is what puts live messages in order, from copies and from KCP, whichever comes first.
// Of two copies of one number the first counts: that they differ shows in nothing, and harms
// only the end that made them.
type early struct {
	arrived uint64   // messages taken into the inbox
	ahead   [][]byte // copies that came before their turn, by number % copiesWindow; made when needed
	set     uint64   // which of them are there
	newest  uint64   // number that the far end is known to have sent
	loss    float64  // share of messages whose first copy did not come
	judged  uint64   // messages that it is about
	runs    float64  // of those, share of which several in a row did not
}

func bitOf(number uint64) uint64 { return 1 << (number % copiesWindow) }

// put takes a copy; false if it is none of the next copiesWindow, or there already.
func (e *early) put(number uint64, data []byte) bool {
	if number-e.arrived-1 >= copiesWindow || e.set&bitOf(number) != 0 {
		return false
	}
	if e.ahead == nil {
		e.ahead = make([][]byte, copiesWindow)
	}
	at := &e.ahead[number%copiesWindow]
	*at = append((*at)[:0], data...)
	e.set |= bitOf(number)
	return true
}

// deliver passes on the next message.
func (e *early) deliver(data []byte, in *transport.Inbox) {
	e.arrived++
	e.set &^= bitOf(e.arrived)
	in.Message(transport.Live, data)
}

// drain passes on the copies whose turn has come, as the inbox has room. It gives how many.
func (e *early) drain(in *transport.Inbox) (n uint64) {
	for e.set&bitOf(e.arrived+1) != 0 && !in.Full(transport.Live) {
		e.deliver(e.ahead[(e.arrived+1)%copiesWindow], in)
		n++
	}
	return n
}

// bits says which of the messages arrived+2 and on are there.
func (e *early) bits() (b uint16) {
	for i := range uint64(16) {
		if e.set&bitOf(e.arrived+2+i) != 0 {
			b |= 1 << i
		}
	}
	return b
}

// judge counts what a base tells: messages between the newest known and the news were sent in
// datagrams that have not come, or come late.
func (e *early) judge(base uint64, news int) {
	if base <= e.newest {
		return
	}
	seen := min(uint64(news), base-e.newest)
	lost := min(base-e.newest-seen, copiesWindow)
	e.judged = min(e.judged+lost+seen, lossOver)
	over := float64(max(e.judged, lossSoon))
	for range lost {
		e.loss += (1 - e.loss) / over
		e.runs += (truth(lost >= lossRun) - e.runs) / lossRunOver
	}
	for range min(seen, newsMost) {
		e.loss -= e.loss / over
	}
	e.newest = base
}

func truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// level is the loss in steps, of which the sender makes a habit. Little loss has two: 1 if
// single datagrams get lost, 2 if it is several in a row.
func (e *early) level() uint8 {
	switch {
	case e.loss < 0.004:
		return 0
	case e.loss < 0.08 && e.runs < 0.5:
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
