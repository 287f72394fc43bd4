package lanes

// Early copies, sending. A live message leaves at its Flush in the datagram of the moment, and
// again in later ones until it is known to have come, at first in the next ones, then ever
// less often. KCP gets only what is still not known to have come after a round trip and some.

import (
	"encoding/binary"
	"math/bits"
	"time"

	"voxtide/transport/internal/queue"
)

// note is what is known of an un-acked live message.
type note struct {
	first, last time.Duration // when it was flushed, and last left in a copy
	sends       uint8         // copies so far
	had         bool          // has come, before others that have not
	large       bool          // fits no datagram
}

// copies is the sending half. Unused if the configuration wants none.
type copies struct {
	notes  queue.Ring[note] // of the messages flushed, the first of number popped+1
	popped uint64
	told   uint64 // newest message that a base has told
	level  uint8  // of loss, as the far end says
	rush   bool   // there is what only KCP can bring
}

// habit is how often a message is repeated at a level of loss: in so many datagrams that
// follow, then so many times spread apart, then each time it is overdue. What is repeated
// after a round trip costs something only where there is loss; what is repeated later helps over
// bad times, which are longer than a datagram or two.
type habit struct {
	next, apart uint8
	spread      time.Duration
}

var habits = [levels]habit{
	{1, 0, 0}, {2, 0, 0}, {1, 6, 60 * time.Millisecond}, {2, 3, 60 * time.Millisecond}, {4, 4, 40 * time.Millisecond}, {4, 4, 40 * time.Millisecond},
}

// flushed notes the messages that a Flush has come for.
func (s *copies) flushed(ready uint64, now time.Duration) {
	for s.popped+uint64(s.notes.Len()) < ready {
		s.notes.Push(note{first: now})
	}
}

// settled forgets the messages that have come.
func (s *copies) settled(delivered uint64) {
	for s.popped < delivered {
		s.notes.Pop()
		s.popped++
	}
}

func (s *copies) at(number uint64) *note { return s.notes.At(int(number - s.popped - 1)) }

// wants says whether a message is to be repeated now; overdue is how long it may be un-acked
// after its last copy.
func (s *copies) wants(n *note, now, overdue time.Duration) bool {
	h := habits[s.level]
	switch {
	case n.sends <= h.next:
		return true
	case n.sends <= h.next+h.apart:
		return now-n.last >= h.spread
	}
	return now-n.last >= overdue
}

// overdue is how long an ack may take to come.
func (c *Conn) overdue() time.Duration { return c.trip + oweDelay + overdueSlack }

// gather decides which messages KCP has to carry: those that are un-acked for too long, or
// all if there are no copies.
func (c *Conn) gather(now time.Duration) {
	l, s := &c.lanes[0], &c.copies
	c.gatherAt = never
	if c.hub.cfg.NoCopies || s.rush || c.state == closing {
		l.due, s.rush = l.out.Ready, false
		return
	}
	wait := max(gatherLeast, c.overdue()+gatherSlack)
	for l.due = max(l.due, l.out.Delivered); l.due < l.out.Ready; l.due++ {
		if at := s.at(l.due+1).first + wait; at > now {
			c.gatherAt = at
			return
		}
	}
}

// choice is a set of un-acked messages: bit i is number Delivered+1+i.
type choice struct {
	set  uint64
	size int // bytes that they take at most
}

// choose picks what a datagram repeats that leaves after a Flush: all that is new, then the
// oldest of what is to be repeated. What is new and finds no room is KCP's at once.
func (c *Conn) choose(now time.Duration) (ch choice) {
	l, s := &c.lanes[0], &c.copies
	if c.hub.cfg.NoCopies || l.out.Delivered == l.out.Ready || l.windowClosed() {
		return ch
	}
	first := l.out.Delivered + 1
	most := min(l.out.Ready, l.out.Delivered+copiesWindow)
	fits := func(number uint64, spare int) (size int, ok bool) {
		data, end := l.out.Message(number)
		size = int(end-data) + copyHeader
		return size, size <= spare && ch.size+size <= copiesMost
	}
	fresh := max(first, s.told+1)
	s.rush = s.rush || l.out.Ready > most
	for n := fresh; n <= most; n++ {
		if size, ok := fits(n, copiesMost); ok {
			ch.set |= 1 << (n - first)
			ch.size += size
		} else {
			s.at(n).large = size > copiesMost
			s.rush = true
		}
	}
	spare, repeated := copiesBudget, s.level == 0 // while nothing is lost, what is large goes once
	switch {
	case s.level == 0:
		spare = copiesCalm
	case s.level >= levelBad:
		spare = copiesBad
	}
	for n := first; n < min(fresh, most+1); n++ {
		t := s.at(n)
		if t.had || t.large || !s.wants(t, now, c.overdue()) {
			continue
		}
		if t.sends > habits[s.level].next+habits[s.level].apart {
			spare = max(spare, copiesBehind-ch.size)
		}
		size, ok := fits(n, spare)
		if !ok && (repeated || ch.size+size > copiesMost) {
			continue
		}
		repeated = true
		spare -= size
		ch.set |= 1 << (n - first)
		ch.size += size
	}
	return ch
}

// putCopies adds what was chosen, the newest first.
func (c *Conn) putCopies(ch choice, now time.Duration) {
	if ch.set == 0 {
		return
	}
	l, s := &c.lanes[0], &c.copies
	before := l.out.Ready + 1
	buf := c.part(partCopies, baseBytes+ch.size)
	buf = appendBase(buf, l.out.Ready, l.out.Ready-max(s.told, l.out.Delivered))
	s.told = l.out.Ready
	for ch.set != 0 {
		i := bits.Len64(ch.set) - 1
		ch.set &^= 1 << i
		number := l.out.Delivered + 1 + uint64(i)
		data, end := l.out.Message(number)
		n := int(end - data)
		buf = appendCopy(buf, before-1-number, n)
		at := len(buf)
		buf = append(buf, zeros[:n]...)
		l.out.Stream.Read(buf[at:], data)
		before = number
		t := s.at(number)
		t.sends, t.last = min(t.sends+1, 200), now
		c.stats.Copies++
	}
	c.parted(buf)
}

// zeros is never written to.
var zeros [payloadMax]byte

// takeHave takes the far end's word of which live messages have come. What is older than
// what is known, or cannot be, says nothing.
func (c *Conn) takeHave(h haveMark) {
	o, s := &c.lanes[0].out, &c.copies
	number := near(o.Delivered+1<<numberBits, uint64(h.number), numberBits) - 1<<numberBits
	if int64(number-o.Delivered) < 0 || number > o.Ready || c.hub.cfg.NoCopies {
		return
	}
	s.level = min(h.level, levels-1)
	c.had(number)
	for b := h.bits; b != 0; b &= b - 1 {
		if n := number + 2 + uint64(bits.TrailingZeros16(b)); n <= o.Ready {
			s.at(n).had = true
		}
	}
}

// had notes that live messages up to a number have come.
func (c *Conn) had(number uint64) {
	l := &c.lanes[0]
	if !l.keep {
		return
	}
	l.out.Had(number)
	l.release()
	c.copies.settled(l.out.Delivered)
}

// copyHeader is what stands before a copy at most: its length, and how far back it lies.
const copyHeader = 2 + 1

// A back of one byte reaches through the window, and a length of two through a payload.
const (
	_ = uint(127 - copiesWindow)
	_ = uint(1<<13 - payloadMax)
	_ = uint(binary.MaxVarintLen16 - 3)
)
