package actions

import (
	"errors"

	"voxtide/edits"
	"voxtide/wire"
)

// Errors of decoding: the peer that sent such bytes breaks the protocol.
var (
	ErrKind  = errors.New("actions: unknown kind")
	ErrValue = errors.New("actions: value out of bounds")
)

// Append writes an action:
//
//	kind 1 byte | number | time | frame (all uvarint) | the fields of its row
func Append(b []byte, a *Action) []byte {
	b = append(b, byte(a.Kind))
	b = wire.AppendUvarint(b, a.Number)
	b = wire.AppendUvarint(b, uint64(a.At))
	b = wire.AppendUvarint(b, a.Frame)
	return table[a.Kind].write(b, a)
}

// Read reads an action into a, reusing its slices; the reader's error says whether it was one.
func Read(r *wire.Reader, a *Action) {
	*a = Action{Kind: Kind(r.Byte()), Haves: a.Haves[:0]}
	if a.Kind == None || a.Kind >= Kinds {
		r.Fail(ErrKind)
		return
	}
	a.Number = r.Uvarint()
	a.At = edits.ReadTime(r)
	a.Frame = r.Uvarint()
	table[a.Kind].read(r, a)
}
