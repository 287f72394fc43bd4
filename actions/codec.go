package actions

import (
	"errors"

	"voxtide/internal/wire"
	"voxtide/world"
)

// Errors of decoding: the peer that sent such bytes breaks the protocol.
var (
	ErrKind  = errors.New("actions: unknown kind")
	ErrValue = errors.New("actions: value out of bounds")
)

// Append writes an action:
//
//	kind 1 byte | number | time | update (all uvarint) | the fields of its row
func Append(b []byte, a *Action) []byte {
	b = append(b, byte(a.Kind))
	b = wire.AppendUvarint(b, a.Number)
	b = wire.AppendUvarint(b, uint64(a.At))
	b = wire.AppendUvarint(b, a.LastUpdate)
	return table[a.Kind].write(b, a)
}

// Read reads an action into a, reusing its slices. If the bytes are no action, the reader has an error afterwards.
func Read(r *wire.Reader, a *Action) {
	*a = Action{Kind: Kind(r.Byte()), Sections: a.Sections[:0]}
	if a.Kind == None || a.Kind >= KindCount {
		r.Fail(ErrKind)
		return
	}
	a.Number = r.Uvarint()
	a.At = world.ReadTime(r)
	a.LastUpdate = r.Uvarint()
	table[a.Kind].read(r, a)
}
