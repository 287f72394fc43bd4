package protocol

import (
	"voxtide/internal/textline"
	"voxtide/internal/wire"
)

// A server's resource pack (package internal/resourcepack). Down goes what there is, once for each connection; up goes a question for a part of
// it, from a client whose player wants it; down goes the part, on the bulk lane.
//
//	MsgPack    | id | size (uvarint) | name
//	MsgAskPack | id | offset (uvarint)
//	BulkPack   | offset (uvarint) | bytes, the rest
type PackOffer struct {
	ID   [PackIDSize]byte // SHA-256 of its bytes
	Size int
	Name string
}

// Bounds of packs; a test of the resource packs compares them.
const (
	PackIDSize  = 32
	PackMax     = 8 << 20
	PackNameMax = 64
	PackPartMax = 32 << 10 // bytes of a part
)

// AppendPack writes what pack there is as a live message.
func AppendPack(b []byte, o *PackOffer) []byte {
	b = append(append(b, MsgPack), o.ID[:]...)
	return wire.AppendString(wire.AppendUvarint(b, uint64(o.Size)), o.Name)
}

// ReadPack reads what AppendPack writes, after its kind byte.
func ReadPack(r *wire.Reader) (o PackOffer, err error) {
	copy(o.ID[:], r.Bytes(PackIDSize))
	size := r.Uvarint()
	if size == 0 || size > PackMax {
		r.Fail(ErrValue)
	}
	o.Size, o.Name = int(size), textline.Read(r, PackNameMax)
	return o, r.End()
}

// AppendAskPack writes a question for the part of a pack that begins at an offset as a live message.
func AppendAskPack(b []byte, id [PackIDSize]byte, offset int) []byte {
	return wire.AppendUvarint(append(append(b, MsgAskPack), id[:]...), uint64(offset))
}

// ReadAskPack reads what AppendAskPack writes, after its kind byte.
func ReadAskPack(r *wire.Reader) (id [PackIDSize]byte, offset int, err error) {
	copy(id[:], r.Bytes(PackIDSize))
	at := r.Uvarint()
	if at >= PackMax {
		r.Fail(ErrValue)
	}
	return id, int(at), r.End()
}

// AppendBulkPack writes a part of a pack as a message of the bulk lane.
func AppendBulkPack(b []byte, offset int, part []byte) []byte {
	return append(wire.AppendUvarint(append(b, BulkPack), uint64(offset)), part...)
}

// ReadBulkPack reads a message of the bulk lane as a part of a pack; false if it is none. The part is valid as long as the message.
func ReadBulkPack(b []byte) (offset int, part []byte, is bool, err error) {
	if len(b) == 0 || b[0] != BulkPack {
		return 0, nil, false, nil
	}
	r := wire.NewReader(b[1:])
	at := r.Uvarint()
	part = r.Rest()
	if at >= PackMax || len(part) == 0 || len(part) > PackPartMax {
		r.Fail(ErrValue)
	}
	return int(at), part, true, r.Err()
}
