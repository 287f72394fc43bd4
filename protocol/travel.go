package protocol

import (
	"voxtide/internal/textline"
	"voxtide/internal/wire"
)

// Travel tells a client to go to another world of the same server: to let what it did become acknowledged, to leave, and to join again
// with that world's name. A client that does not go stays where it is.
//
//	down  MsgTravel  name of the world (string)
type Travel struct{ World string }

// WorldNameMax bounds the name of a world, in bytes.
const WorldNameMax = 64

// AppendTravel writes a Travel.
func AppendTravel(b []byte, t Travel) []byte { return wire.AppendString(append(b, MsgTravel), t.World) }

// ReadTravel reads a Travel after its kind byte. Errors: those of the reader, ErrValue.
func ReadTravel(r *wire.Reader) (t Travel, err error) {
	t.World = textline.Read(r, WorldNameMax)
	if t.World == "" {
		r.Fail(ErrValue)
	}
	return t, r.End()
}
