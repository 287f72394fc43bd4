package protocol

import (
	"voxtide/internal/wire"
	"voxtide/timestream"
	"voxtide/world"
)

// How players look (package internal/skin). Up go the packed picture of the sender's own and the names of those that a client lacks; down
// go the names of all, as they change, and, on the bulk lane, pictures that were asked for.
//
//	MsgSetSkin | packed, the rest; empty: none
//	MsgAskSkin | name
//	MsgSkins   | count | rows: stream (uvarint) | name, zero for none
//	BulkSkin   | packed, the rest
type SkinRow struct {
	Stream timestream.Stream
	Skin   [SkinIDSize]byte
}

// Bounds of skins; a test compares them with those of package skin.
const (
	SkinIDSize  = 16
	SkinMax     = 1 + 3*256 + 64*64 // bytes of a packed picture
	SkinRowsMax = 256
)

// Kinds of messages on the bulk lane, the first byte.
const (
	BulkSection byte = iota + 1
	BulkSkin
	BulkFar
	BulkPack
)

// AppendSetSkin writes a packed picture of the sender's own, empty for none, as a live message.
func AppendSetSkin(b, packed []byte) []byte { return append(append(b, MsgSetSkin), packed...) }

// ReadSetSkin reads what AppendSetSkin writes, after its kind byte. It is valid as long as the message, and its content is not checked.
func ReadSetSkin(r *wire.Reader) (packed []byte, err error) { return readPacked(r) }

func readPacked(r *wire.Reader) (packed []byte, err error) {
	if packed = r.Rest(); len(packed) > SkinMax {
		r.Fail(ErrValue)
	}
	return packed, r.Err()
}

// AppendAskSkin writes a question for a picture as a live message.
func AppendAskSkin(b []byte, id [SkinIDSize]byte) []byte {
	return append(append(b, MsgAskSkin), id[:]...)
}

// ReadAskSkin reads what AppendAskSkin writes, after its kind byte.
func ReadAskSkin(r *wire.Reader) (id [SkinIDSize]byte, err error) {
	copy(id[:], r.Bytes(SkinIDSize))
	return id, r.End()
}

// AppendSkins writes which skins players have, at most SkinRowsMax of them, as a live message.
func AppendSkins(b []byte, rows []SkinRow) []byte {
	b = wire.AppendCount(append(b, MsgSkins), len(rows))
	for i := range rows {
		b = append(wire.AppendUvarint(b, uint64(rows[i].Stream)), rows[i].Skin[:]...)
	}
	return b
}

// ReadSkins reads what AppendSkins writes, after its kind byte, and appends it.
func ReadSkins(dst []SkinRow, r *wire.Reader) ([]SkinRow, error) {
	for range r.Count(SkinRowsMax, 1+SkinIDSize) {
		row := SkinRow{Stream: world.ReadStream(r)}
		copy(row.Skin[:], r.Bytes(SkinIDSize))
		dst = append(dst, row)
	}
	return dst, r.End()
}

// AppendBulkSkin writes a picture as a message of the bulk lane.
func AppendBulkSkin(b, packed []byte) []byte { return append(append(b, BulkSkin), packed...) }

// ReadBulkSkin reads a message of the bulk lane as a picture; false if it is none. The picture is valid as long as the message, and its
// content is not checked.
func ReadBulkSkin(b []byte) (packed []byte, is bool, err error) {
	if len(b) == 0 || b[0] != BulkSkin {
		return nil, false, nil
	}
	r := wire.NewReader(b[1:])
	packed, err = readPacked(&r)
	return packed, true, err
}
