package transport

import (
	"voxtide/faults"
	"voxtide/transport/internal/queue"
)

// Inbox is what has arrived and was not received: messages in order of arrival in one
// arena, and of each slot the newest value whose messages have come (ready) and the
// newest that still waits for some (held). It is for implementers of Conn, who lock where
// more than one goroutine comes: what Next gave stays untouched until the next Next,
// whatever else is called meanwhile. The zero value is empty.
type Inbox struct {
	arena   []byte
	head    int // of arena: start of the first message
	entries queue.Ring[entry]
	bytes   [Lanes]int
	count   [Lanes]int
	handed  uint64 // live messages received by the owner
	slots   []slotIn
	ready   int    // slots with a ready value
	held    int    // slots with a held value
	value   []byte // the value last received
}

type entry struct {
	lane Lane
	n    int
}

type slotIn struct {
	top    uint64 // number of the newest value that was ever ready
	heard  uint64 // number of the newest that came
	ackDue bool
	ready  valueIn
	held   valueIn
}

type valueIn struct {
	set    bool
	number uint64
	after  uint64
	data   []byte
}

func (v *valueIn) take(number, after uint64, data []byte) {
	v.set, v.number, v.after = true, number, after
	v.data = append(v.data[:0], data...)
}

// Full says that the owner must receive before more of the lane is taken in.
func (b *Inbox) Full(lane Lane) bool {
	return b.bytes[lane] >= lane.Bound() || b.count[lane] >= MessagesMax
}

// Message adds one, which is copied.
func (b *Inbox) Message(lane Lane, data []byte) {
	b.arena = append(b.arena, data...)
	b.entries.Push(entry{lane, len(data)})
	b.bytes[lane] += len(data)
	b.count[lane]++
}

// slot makes sure that there is one.
func (b *Inbox) slot(slot uint8) *slotIn {
	for len(b.slots) <= int(slot) {
		b.slots = append(b.slots, slotIn{})
	}
	return &b.slots[slot]
}

// Value adds one, copied, if it is newer than what the slot has given out or would: the
// number-th of its slot, sent when after live messages were, of which arrived have come.
func (b *Inbox) Value(slot uint8, number, after, arrived uint64, data []byte) {
	s := b.slot(slot)
	s.heard = max(s.heard, number)
	s.ackDue = true
	switch {
	case number <= s.top:
	case after <= arrived || faults.Active(faults.ValueBeforeMessages):
		s.top = number
		if !s.ready.set {
			b.ready++
		}
		s.ready.take(number, after, data)
		if s.held.set && s.held.number <= number {
			s.held.set = false
			b.held--
		}
	case !s.held.set || s.held.number < number:
		if !s.held.set {
			b.held++
		}
		s.held.take(number, after, data)
	}
}

// Arrived makes held values ready whose messages have come: so many live ones in all.
func (b *Inbox) Arrived(arrived uint64) {
	if b.held == 0 {
		return
	}
	for i := range b.slots {
		s := &b.slots[i]
		if !s.held.set || s.held.after > arrived {
			continue
		}
		s.held.set = false
		b.held--
		s.top = s.held.number
		if !s.ready.set {
			b.ready++
		}
		s.ready, s.held = s.held, s.ready
		s.ready.set, s.held.set = true, false
	}
}

// Acks gives to add each slot whose newest value came since the last call, and its number.
func (b *Inbox) Acks(add func(slot uint8, number uint64)) {
	for i := range b.slots {
		if s := &b.slots[i]; s.ackDue {
			s.ackDue = false
			add(uint8(i), s.heard)
		}
	}
}

// Next gives what is received next: a value once its messages were, else a message.
func (b *Inbox) Next() (Message, bool) {
	if b.ready > 0 {
		for i := range b.slots {
			if r := &b.slots[i].ready; r.set && r.after <= b.handed {
				r.set = false
				b.ready--
				b.value = append(b.value[:0], r.data...)
				return Message{Kind: KindValue, Slot: uint8(i), Data: b.value}, true
			}
		}
	}
	if b.entries.Len() == 0 {
		b.arena, b.head = b.arena[:0], 0
		return Message{}, false
	}
	if b.head > len(b.arena)/2 { // moved here only: what Receive gave last may go now
		b.arena = b.arena[:copy(b.arena, b.arena[b.head:])]
		b.head = 0
	}
	e := b.entries.Pop()
	data := b.arena[b.head : b.head+e.n : b.head+e.n]
	b.head += e.n
	b.bytes[e.lane] -= e.n
	b.count[e.lane]--
	if e.lane == Live {
		b.handed++
	}
	return Message{Kind: KindMessage, Lane: e.lane, Data: data}, true
}
