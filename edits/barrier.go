package edits

import (
	"voxtide/internal/wire"
	"voxtide/land"
	"voxtide/world"
)

// SetBorder{Pos, Number} sets the border of the world: its middle column, and how far it reaches in blocks; 0 for none. SetClosed{Pos, Number, Flag}
// closes an area to bodies, with Flag, or opens it: from its lowest cell on, with its sizes less one in 12 bits each of Number.

// BorderEdit returns the edit that sets the border.
func BorderEdit(b land.Border) Edit {
	return Edit{Kind: SetBorder, Pos: world.Pos{X: b.X, Z: b.Z}, Number: uint64(uint32(b.R))}
}

// ClosedEdit returns the edit that closes an area, or opens it.
func ClosedEdit(a land.Area, closed bool) Edit {
	n := uint64(0)
	for i := range a.Low {
		n = n<<12 | uint64(a.High[i]-a.Low[i])&0xfff
	}
	return Edit{Kind: SetClosed, Pos: world.Pos{X: a.Low[0], Y: a.Low[1], Z: a.Low[2]}, Number: n, Flag: closed}
}

func (e *Edit) border() land.Border {
	return land.Border{X: e.Pos.X, Z: e.Pos.Z, R: int32(min(e.Number, 1<<31-1))}
}

func (e *Edit) area() land.Area {
	p, n := e.Pos, e.Number
	return land.Area{Low: [3]int32{p.X, p.Y, p.Z}, High: [3]int32{p.X + int32(n>>24&0xfff), p.Y + int32(n>>12&0xfff), p.Z + int32(n&0xfff)}}
}

func applySetBorder(w *world.World, e, inv *Edit) bool {
	old, ok := w.SetBorder(e.border())
	if !ok {
		return false
	}
	*inv = BorderEdit(old)
	inv.Author = e.Author
	return true
}

func applySetClosed(w *world.World, e, inv *Edit) bool {
	if !w.SetClosed(e.area(), e.Flag) {
		return false
	}
	*inv = *e
	inv.Flag = !e.Flag
	return true
}

func writeSetBorder(b []byte, e *Edit) []byte {
	b = wire.AppendVarint(wire.AppendVarint(b, int64(e.Pos.X)), int64(e.Pos.Z))
	return wire.AppendUvarint(b, e.Number)
}

func readSetBorder(r *wire.Reader, e *Edit) {
	e.Pos.X, e.Pos.Z = r.Varint32(), r.Varint32()
	if e.Number = r.Uvarint(); e.Number > land.BorderMax || !e.border().Valid() {
		r.Fail(ErrValue)
	}
}

func writeSetClosed(b []byte, e *Edit) []byte {
	return wire.AppendBool(wire.AppendUvarint(world.AppendPos(b, e.Pos), e.Number), e.Flag)
}

func readSetClosed(r *wire.Reader, e *Edit) {
	e.Pos = world.ReadPos(r)
	e.Number, e.Flag = r.Uvarint(), r.Bool()
	const far = 1 << 29
	if p := e.Pos; e.Number >= 1<<36 || p.X < -far || p.Y < -far || p.Z < -far || p.X > far || p.Y > far || p.Z > far || !e.area().Valid() {
		r.Fail(ErrValue)
	}
}
