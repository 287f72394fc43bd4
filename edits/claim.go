package edits

import (
	"voxtide/internal/wire"
	"voxtide/land"
	"voxtide/world"
)

// SetClaim{Pos, Number, Flag} adds a claim to the book of the land, with Flag, or removes it: from the column of Pos on, with the owner and
// both widths in Number. Whether it is a plot is the highest bit.

// ClaimEdit returns the edit that adds a claim, or removes it.
func ClaimEdit(c land.Claim, there bool) Edit {
	n := uint64(uint16(c.TopY-c.LowY))<<48 | uint64(c.Owner)<<16 | uint64(uint8(c.HighX-c.LowX))<<8 | uint64(uint8(c.HighZ-c.LowZ))
	if c.Plot {
		n |= plotBit
	}
	return Edit{Kind: SetClaim, Pos: world.Pos{X: c.LowX, Y: c.LowY, Z: c.LowZ}, Number: n, Flag: there}
}

// plotBit is the highest bit of the height, which no claim has.
const plotBit = 1 << 63

// Claim returns the claim that a SetClaim adds or removes.
func (e *Edit) Claim() land.Claim {
	return land.Claim{LowX: e.Pos.X, LowZ: e.Pos.Z, HighX: e.Pos.X + int32(e.Number>>8&0xff), HighZ: e.Pos.Z + int32(e.Number&0xff),
		Heights: land.Heights{LowY: e.Pos.Y, TopY: e.Pos.Y + int32(e.Number&^plotBit>>48)}, Owner: uint32(e.Number >> 16), Plot: e.Number&plotBit != 0}
}

func applySetClaim(w *world.World, e, inv *Edit) bool {
	if !w.SetClaim(e.Claim(), e.Flag) {
		return false
	}
	*inv = *e
	inv.Flag = !e.Flag
	return true
}

func writeSetClaim(b []byte, e *Edit) []byte {
	b = wire.AppendVarint(wire.AppendVarint(wire.AppendVarint(b, int64(e.Pos.X)), int64(e.Pos.Y)), int64(e.Pos.Z))
	return wire.AppendBool(wire.AppendUvarint(b, e.Number), e.Flag)
}

func readSetClaim(r *wire.Reader, e *Edit) {
	e.Pos.X, e.Pos.Y, e.Pos.Z = r.Varint32(), r.Varint32(), r.Varint32()
	e.Number, e.Flag = r.Uvarint(), r.Bool()
	if e.Pos.Y != 0 && e.Number&^plotBit>>48 == 0 || !e.Claim().Valid() {
		r.Fail(ErrValue)
	}
}
