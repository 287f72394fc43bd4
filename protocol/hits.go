package protocol

import (
	"voxtide/internal/wire"
	"voxtide/timestream"
	"voxtide/world"
)

// Struck is a hit that counts, as the striker, the struck and everybody who knows the struck are told.
type Struck struct {
	By     timestream.Stream // the striker
	ID     world.EntityID    // the struck body
	Number uint64            // of the striker's action
	At     timestream.Time   // of the struck body's stream: when it takes the kick on; 0: it takes none
	Age    uint16            // ms from the picture that the striker was told to the judgement
}

// Hit writes a hit that counts.
func (w *UpdateWriter) Hit(h *Struck) {
	w.entry(EntryHit)
	w.b = wire.AppendUvarint(w.b, uint64(h.By))
	w.entityID(h.ID)
	w.b = wire.AppendUvarint(w.b, h.Number)
	w.b = wire.AppendUvarint(w.b, uint64(h.At))
	w.b = wire.AppendUvarint(w.b, uint64(h.Age))
}

func readStruck(r *wire.Reader, e *Entry) {
	e.Stream, e.ID = world.ReadStream(r), readEntityID(r)
	e.Number, e.At = r.Uvarint(), world.ReadTime(r)
	e.Age = r.Uvarint16()
}

// Struck returns the hit that an EntryHit tells.
func (e *Entry) Struck() Struck {
	return Struck{By: e.Stream, ID: e.ID, Number: e.Number, At: e.At, Age: e.Age}
}
