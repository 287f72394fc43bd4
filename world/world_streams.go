package world

import (
	"slices"

	"voxtide/timestream"
)

// streamNumbers are the numbers of streams, in order.
type streamNumbers []timestream.Stream

// find returns the index of a number, or where it would be, and whether it is there. A number is at most as far from the first and the
// last one as they differ, so it is found at once where no number is left out before it, or none after it.
func (n streamNumbers) find(s timestream.Stream) (int, bool) {
	last := len(n) - 1
	if last < 0 {
		return 0, false
	}
	hi := int(min(timestream.Stream(last), s-n[0]))
	switch {
	case n[hi] == s:
		return hi, true
	case s < n[0]:
		return 0, false
	case s > n[last]:
		return last + 1, false
	}
	lo := last - int(min(timestream.Stream(last), n[last]-s))
	if n[lo] == s {
		return lo, true
	}
	for lo < hi {
		if mid := (lo + hi) / 2; n[mid] < s {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, n[lo] == s
}

func (w *World) stream(s timestream.Stream) *streamState {
	if i, ok := w.streamNumbers.find(s); ok {
		return w.streams[i]
	}
	return nil
}

func (w *World) mustStream(s timestream.Stream) *streamState {
	st := w.stream(s)
	if st == nil {
		panic("world: no such stream")
	}
	return st
}

// Stream returns the state of a stream, nil if it does not exist. Read it only.
func (w *World) Stream(s timestream.Stream) *StreamState {
	if st := w.stream(s); st != nil {
		return &st.StreamState
	}
	return nil
}

// StreamCount returns the number of streams.
func (w *World) StreamCount() int { return len(w.streams) }

// StreamAt returns the i-th stream in order of id, with 0 <= i < StreamCount. Read it only.
func (w *World) StreamAt(i int) *StreamState { return &w.streams[i].StreamState }

// AwakeAt returns the awake bodies of the i-th stream.
func (w *World) AwakeAt(i int) []EntitySlot { return w.streams[i].bodies[:w.streams[i].awake] }

// StreamIndex returns the index of a stream in the order of ids, StreamCount if it does not exist; guess is tried
// first.
func (w *World) StreamIndex(s timestream.Stream, guess int) int {
	if guess < len(w.streams) && w.streamNumbers[guess] == s {
		return guess
	}
	if i, ok := w.streamNumbers.find(s); ok {
		return i
	}
	return len(w.streams)
}

// AddStream adds a stream without bodies, support checks or subscriptions.
func (w *World) AddStream(s timestream.Stream, stamp timestream.Time, counter uint32) {
	i, ok := w.streamNumbers.find(s)
	if ok {
		panic("world: stream added twice")
	}
	st := &streamState{StreamState: StreamState{Stream: s, Stamp: stamp, Counter: counter}}
	w.streams = slices.Insert(w.streams, i, st)
	w.streamNumbers = slices.Insert(w.streamNumbers, i, s)
}

// SetStreamName sets the name of the player of a stream.
func (w *World) SetStreamName(s timestream.Stream, name string) { w.mustStream(s).Name = name }

// RemoveStream removes a stream, which must own nothing.
func (w *World) RemoveStream(s timestream.Stream) {
	st := w.mustStream(s)
	if len(st.bodies)+len(st.SupportChecks)+st.Subscriptions.Len() > 0 {
		panic("world: stream removed with something in it")
	}
	i := slices.Index(w.streams, st)
	w.streams = slices.Delete(w.streams, i, i+1)
	w.streamNumbers = slices.Delete(w.streamNumbers, i, i+1)
}

// SetStamp sets the instant to which a stream has been advanced and returns the one before.
func (w *World) SetStamp(s timestream.Stream, at timestream.Time) (old timestream.Time) {
	st := w.mustStream(s)
	old, st.Stamp = st.Stamp, at
	return old
}

// SetCounter sets the counter of the next entity of a stream and returns the one before.
func (w *World) SetCounter(s timestream.Stream, c uint32) (old uint32) {
	st := w.mustStream(s)
	old, st.Counter = st.Counter, c
	return old
}

// InsertSupportCheck inserts a support check at an index of the stream's list, or at its end for a negative one. It
// returns false and changes nothing if the cell is in the list.
func (w *World) InsertSupportCheck(s timestream.Stream, at int, cell Pos) bool {
	st := w.mustStream(s)
	if slices.Contains(st.SupportChecks, cell) {
		return false
	}
	if at < 0 || at > len(st.SupportChecks) {
		at = len(st.SupportChecks)
	}
	st.SupportChecks = slices.Insert(st.SupportChecks, at, cell)
	return true
}

// RemoveSupportCheck removes the support check of a cell and returns its index, -1 if there was none.
func (w *World) RemoveSupportCheck(s timestream.Stream, cell Pos) int {
	st := w.mustStream(s)
	i := slices.Index(st.SupportChecks, cell)
	if i >= 0 {
		st.SupportChecks = slices.Delete(st.SupportChecks, i, i+1)
	}
	return i
}

// Subscription returns the subscription of a stream to a section; the zero value (epoch 0) if there is none.
func (w *World) Subscription(s timestream.Stream, p SectionPos) Subscription {
	if st := w.stream(s); st != nil {
		return st.Subscriptions.get(p)
	}
	return Subscription{}
}

// SetSubscription sets a subscription and returns the one before; epoch 0 removes it.
func (w *World) SetSubscription(s timestream.Stream, sub Subscription) (old Subscription) {
	st := w.mustStream(s)
	old = st.Subscriptions.set(sub)
	if old.Epoch != 0 {
		st.subscriptionsHash ^= old.hash()
	}
	if sub.Epoch != 0 {
		st.subscriptionsHash ^= sub.hash()
	}
	old.Section = sub.Section
	return old
}

// Hash returns the hash of the whole state.
func (w *World) Hash() uint64 {
	h := w.BlocksHash() ^ w.EntitiesHash() ^ w.StreamsHash() ^ w.PlayersHash()
	if w.dayOffset != 0 {
		h ^= mix(6, uint64(w.dayOffset))
	}
	if c := w.claims.Hash(); c != 0 {
		h ^= mix(13, c)
	}
	return h
}

// BlocksHash returns the hash of all that the updates of bodies read beside the bodies: the blocks, the rules, and the barriers.
func (w *World) BlocksHash() uint64 {
	h := w.blocksHash
	if w.rules != (Rules{}) {
		h ^= mix(17, w.rules.Bits())
	}
	if b := w.barriers.Hash(); b != 0 {
		h ^= mix(18, b)
	}
	return h
}

// EntitiesHash returns the hash of all entities.
func (w *World) EntitiesHash() uint64 {
	for _, s := range w.staleSlots {
		if w.slots[s].hashStale {
			w.updateHash(s)
		}
	}
	w.staleSlots = w.staleSlots[:0]
	return w.entitiesHash
}

// StreamsHash returns the hash of the streams: stamps, counters, checks, subscriptions.
func (w *World) StreamsHash() (h uint64) {
	for _, st := range w.streams {
		h ^= st.hash()
	}
	return h
}

// SubscriptionsHash returns the hash of the subscriptions of a stream.
func (w *World) SubscriptionsHash(s timestream.Stream) uint64 {
	if st := w.stream(s); st != nil {
		return st.subscriptionsHash
	}
	return 0
}

// PlayersHash returns the hash of the players.
func (w *World) PlayersHash() (h uint64) {
	for _, p := range w.players {
		x := mix(mix(mix(4, uint64(p.stream)), uint64(p.Selected)), p.LastAction)
		h ^= mix(x, p.slotsHash)
	}
	return h
}

func (st *streamState) hash() uint64 {
	h := mix(mix(mix(3, uint64(st.Stream)), uint64(st.Stamp)), uint64(st.Counter))
	for _, c := range st.SupportChecks {
		h = mix(h, PosHash(c))
	}
	return mix(h, st.subscriptionsHash)
}

func (w *World) player(s timestream.Stream) *playerState {
	if i, ok := w.playerNumbers.find(s); ok {
		return w.players[i]
	}
	return nil
}

// Player returns the player of a stream, nil if it is not known here. Read it only.
func (w *World) Player(s timestream.Stream) *Player {
	if p := w.player(s); p != nil {
		return &p.Player
	}
	return nil
}

func (w *World) mustPlayer(s timestream.Stream) *playerState {
	p := w.player(s)
	if p == nil {
		panic("world: no such player")
	}
	return p
}

// AddPlayer adds the player of a stream.
func (w *World) AddPlayer(s timestream.Stream, pl Player) {
	at, ok := w.playerNumbers.find(s)
	if ok {
		panic("world: player added twice")
	}
	p := &playerState{stream: s, Player: pl}
	for i, st := range pl.Slots {
		p.slotsHash ^= stackHash(i, st)
	}
	w.players = slices.Insert(w.players, at, p)
	w.playerNumbers = slices.Insert(w.playerNumbers, at, s)
}

// RemovePlayer removes the player of a stream and returns it.
func (w *World) RemovePlayer(s timestream.Stream) Player {
	p := w.mustPlayer(s)
	i := slices.Index(w.players, p)
	w.players = slices.Delete(w.players, i, i+1)
	w.playerNumbers = slices.Delete(w.playerNumbers, i, i+1)
	return p.Player
}

// SetInventorySlot sets a slot (0 to InventorySize-1) of a player's inventory and returns the stack before.
func (w *World) SetInventorySlot(s timestream.Stream, slot uint8, st Stack) (old Stack) {
	p := w.mustPlayer(s)
	old, p.Slots[slot] = p.Slots[slot], st
	p.slotsHash ^= stackHash(int(slot), old) ^ stackHash(int(slot), st)
	return old
}

// SetSelected selects a hotbar slot and returns the one before.
func (w *World) SetSelected(s timestream.Stream, slot uint8) (old uint8) {
	p := w.mustPlayer(s)
	old, p.Selected = p.Selected, slot
	return old
}

// SetLastAction sets the number of the last action performed or refused and returns the one before.
func (w *World) SetLastAction(s timestream.Stream, n uint64) (old uint64) {
	p := w.mustPlayer(s)
	old, p.LastAction = p.LastAction, n
	return old
}
