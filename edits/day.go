package edits

import (
	"voxtide/timestream"
	"voxtide/wire"
	"voxtide/world"
)

// SetDay{Number}: the day is moved on by so much from what the time of the world says, in microseconds.

func applySetDay(w *world.World, e, inv *Edit) bool {
	if e.Number >= uint64(world.DayLength) {
		return false
	}
	*inv = Edit{Kind: SetDay, Author: e.Author, Number: uint64(w.SetDay(timestream.Duration(e.Number)))}
	return true
}

func writeSetDay(b []byte, e *Edit) []byte { return wire.AppendUvarint(b, e.Number) }

func readSetDay(r *wire.Reader, e *Edit) {
	e.Number = r.Uvarint()
	if e.Number >= uint64(world.DayLength) {
		r.Fail(ErrValue)
	}
}
