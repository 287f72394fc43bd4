package world

import (
	"slices"

	"voxtide/timestream"
)

func (w *World) stream(s timestream.Stream) *streamState {
	if int(s) < len(w.streams) && w.streams[s].Stream == s { // as it is while nobody has left
		return w.streams[s]
	}
	if i := w.place(s); i < len(w.streams) && w.streams[i].Stream == s {
		return w.streams[i]
	}
	return nil
}

// place returns where a stream is in the order of ids, or would be.
func (w *World) place(s timestream.Stream) int {
	lo, hi := 0, len(w.streams)
	for lo < hi {
		mid := (lo + hi) / 2
		if w.streams[mid].Stream < s {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

func (w *World) must(s timestream.Stream) *streamState {
	st := w.stream(s)
	if st == nil {
		panic("world: no such stream")
	}
	return st
}

// Stream returns the state of a stream, nil if it is not there. Read it only.
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

// AwakeAt is Awake of the i-th stream.
func (w *World) AwakeAt(i int) []Slot { return w.streams[i].bodies[:w.streams[i].awake] }

// Seek returns the place of a stream in the order of ids, given a guess at it, or StreamCount if it is not there.
func (w *World) Seek(s timestream.Stream, guess int) int {
	if guess < len(w.streams) && w.streams[guess].Stream == s {
		return guess
	}
	if i := w.place(s); i < len(w.streams) && w.streams[i].Stream == s {
		return i
	}
	return len(w.streams)
}

// AddStream brings a stream in, without bodies, checks or subscriptions.
func (w *World) AddStream(s timestream.Stream, stamp timestream.Time, counter uint32) {
	if w.stream(s) != nil {
		panic("world: stream added twice")
	}
	st := &streamState{StreamState: StreamState{Stream: s, Stamp: stamp, Counter: counter}}
	w.streams = slices.Insert(w.streams, w.place(s), st)
}

// NameStream sets the name of the player of a stream.
func (w *World) NameStream(s timestream.Stream, name string) { w.must(s).Name = name }

// RemoveStream takes a stream out, which must own nothing any more.
func (w *World) RemoveStream(s timestream.Stream) {
	st := w.must(s)
	if len(st.bodies)+len(st.Checks)+len(st.Subs) > 0 {
		panic("world: stream removed with something in it")
	}
	i := slices.Index(w.streams, st)
	w.streams = slices.Delete(w.streams, i, i+1)
}

// SetStamp sets the instant to which a stream has been advanced and returns the one before.
func (w *World) SetStamp(s timestream.Stream, at timestream.Time) (old timestream.Time) {
	st := w.must(s)
	old, st.Stamp = st.Stamp, at
	return old
}

// SetCounter sets the counter of the next entity of a stream and returns the one before.
func (w *World) SetCounter(s timestream.Stream, c uint32) (old uint32) {
	st := w.must(s)
	old, st.Counter = st.Counter, c
	return old
}

// InsertCheck enters a support check before position at of the stream's list, at its end for a negative one.
// A cell that is already in the list is left where it is, and the answer is false.
func (w *World) InsertCheck(s timestream.Stream, at int, cell Pos) bool {
	st := w.must(s)
	if slices.Contains(st.Checks, cell) {
		return false
	}
	if at < 0 || at > len(st.Checks) {
		at = len(st.Checks)
	}
	st.Checks = slices.Insert(st.Checks, at, cell)
	return true
}

// RemoveCheck takes the support check of a cell out and returns where it stood, -1 if it was not there.
func (w *World) RemoveCheck(s timestream.Stream, cell Pos) int {
	st := w.must(s)
	i := slices.Index(st.Checks, cell)
	if i >= 0 {
		st.Checks = slices.Delete(st.Checks, i, i+1)
	}
	return i
}

// Sub returns the subscription of a stream to a section; the zero value (epoch 0) if there is none.
func (w *World) Sub(s timestream.Stream, p SectionPos) Sub {
	st := w.stream(s)
	if st == nil {
		return Sub{}
	}
	if i, ok := st.find(p); ok {
		return st.Subs[i]
	}
	return Sub{}
}

// SetSub sets a subscription and returns the one before. One with epoch 0 is taken out.
func (w *World) SetSub(s timestream.Stream, sub Sub) (old Sub) {
	st := w.must(s)
	i, ok := st.find(sub.Section)
	if ok {
		old = st.Subs[i]
		st.subs ^= old.hash()
	} else {
		old = Sub{Section: sub.Section}
	}
	switch {
	case sub.Epoch == 0 && ok:
		st.Subs = slices.Delete(st.Subs, i, i+1)
		return old
	case sub.Epoch == 0:
		return old
	case ok:
		st.Subs[i] = sub
	default:
		st.Subs = slices.Insert(st.Subs, i, sub)
	}
	st.subs ^= sub.hash()
	return old
}

func (st *StreamState) find(p SectionPos) (int, bool) {
	lo, hi := 0, len(st.Subs)
	for lo < hi {
		mid := (lo + hi) / 2
		if st.Subs[mid].Section.Less(p) {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < len(st.Subs) && st.Subs[lo].Section == p
}
