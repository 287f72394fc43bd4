package edits

import (
	"voxtide/internal/wire"
	"voxtide/timestream"
	"voxtide/world"
)

// SetDayOffset{Number} sets how far the day is ahead of the world's time, in microseconds.

func applySetDayOffset(w *world.World, e, inv *Edit) bool {
	if e.Number >= uint64(world.DayLength) {
		return false
	}
	*inv = Edit{Kind: SetDayOffset, Author: e.Author, Number: uint64(w.SetDayOffset(timestream.Duration(e.Number)))}
	return true
}

func writeSetDayOffset(b []byte, e *Edit) []byte { return wire.AppendUvarint(b, e.Number) }

func readSetDayOffset(r *wire.Reader, e *Edit) {
	e.Number = r.Uvarint()
	if e.Number >= uint64(world.DayLength) {
		r.Fail(ErrValue)
	}
}
