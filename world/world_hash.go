package world

import "voxtide/timestream"

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
