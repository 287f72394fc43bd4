package transport

import (
	"voxtide/internal/faults"
	"voxtide/transport/internal/queue"
)

// Inbox holds what has arrived and was not received yet: messages in order of arrival in one arena, and of each slot
// the newest value whose messages have come (ready) and the newest value that still waits for some (held). It is for
// implementers of Conn, who lock it where several goroutines use it. What Next returned stays untouched until the
// following Next, whatever else is called meanwhile. The zero value is empty.
type Inbox struct {
	arena     []byte
	head      int // start of the first message in arena
	entries   queue.Ring[inboxEntry]
	bytes     [Lanes]int
	count     [Lanes]int
	handedOut uint64 // live messages that the owner has received
	slots     []inSlot
	ready     int    // slots with a ready value
	held      int    // slots with a held value
	lastValue []byte // the value received last
}

type inboxEntry struct {
	lane Lane
	size int
}

type inSlot struct {
	newestReady    uint64 // number of the newest value that was ever ready
	newestReceived uint64 // number of the newest value that came
	ackDue         bool
	ready          inValue
	held           inValue
}

type inValue struct {
	set    bool
	number uint64
	after  uint64
	data   []byte
}

func (v *inValue) store(number, after uint64, data []byte) {
	v.set, v.number, v.after = true, number, after
	v.data = append(v.data[:0], data...)
}

// Full reports whether the owner must receive before the lane takes more.
func (b *Inbox) Full(lane Lane) bool {
	return b.bytes[lane] >= lane.Bound() || b.count[lane] >= MessagesMax
}

// Bytes returns how many bytes of a lane's messages wait to be received.
func (b *Inbox) Bytes(lane Lane) int { return b.bytes[lane] }

// PushMessage adds a copy of a message.
func (b *Inbox) PushMessage(lane Lane, data []byte) {
	b.arena = append(b.arena, data...)
	b.entries.Push(inboxEntry{lane, len(data)})
	b.bytes[lane] += len(data)
	b.count[lane]++
}

// slot returns a slot's state, which it creates if needed.
func (b *Inbox) slot(slot uint8) *inSlot {
	for len(b.slots) <= int(slot) {
		b.slots = append(b.slots, inSlot{})
	}
	return &b.slots[slot]
}

// PushValue adds a copy of a value if it is newer than the values of its slot that were received or are ready. The
// value is the number-th of its slot and was sent after the live message of number after; arrived is the number of
// live messages that have come.
func (b *Inbox) PushValue(slot uint8, number, after, arrived uint64, data []byte) {
	s := b.slot(slot)
	s.newestReceived = max(s.newestReceived, number)
	s.ackDue = true
	switch {
	case number <= s.newestReady:
	case after <= arrived || faults.Active(faults.ValueBeforeMessages):
		s.newestReady = number
		if !s.ready.set {
			b.ready++
		}
		s.ready.store(number, after, data)
		if s.held.set && s.held.number <= number {
			s.held.set = false
			b.held--
		}
	case !s.held.set || s.held.number < number:
		if !s.held.set {
			b.held++
		}
		s.held.store(number, after, data)
	}
}

// ReleaseHeld makes held values ready whose live messages have come; arrived is the number of live messages that have
// come.
func (b *Inbox) ReleaseHeld(arrived uint64) {
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
		s.newestReady = s.held.number
		if !s.ready.set {
			b.ready++
		}
		s.ready, s.held = s.held, s.ready
		s.ready.set, s.held.set = true, false
	}
}

// DrainAcks calls add for each slot that got a value since the last call, with the number of its newest one.
func (b *Inbox) DrainAcks(add func(slot uint8, number uint64)) {
	for i := range b.slots {
		if s := &b.slots[i]; s.ackDue {
			s.ackDue = false
			add(uint8(i), s.newestReceived)
		}
	}
}

// Next returns the next value whose messages were received, or else the next message.
func (b *Inbox) Next() (Message, bool) {
	if b.ready > 0 {
		for i := range b.slots {
			if r := &b.slots[i].ready; r.set && r.after <= b.handedOut {
				r.set = false
				b.ready--
				b.lastValue = append(b.lastValue[:0], r.data...)
				return Message{Kind: KindValue, Slot: uint8(i), Data: b.lastValue}, true
			}
		}
	}
	if b.entries.Len() == 0 {
		b.arena, b.head = b.arena[:0], 0
		return Message{}, false
	}
	if b.head > len(b.arena)/2 { // moved only here: the data that Receive returned last may go now
		b.arena = b.arena[:copy(b.arena, b.arena[b.head:])]
		b.head = 0
	}
	e := b.entries.Pop()
	data := b.arena[b.head : b.head+e.size : b.head+e.size]
	b.head += e.size
	b.bytes[e.lane] -= e.size
	b.count[e.lane]--
	if e.lane == Live {
		b.handedOut++
	}
	return Message{Kind: KindMessage, Lane: e.lane, Data: data}, true
}
