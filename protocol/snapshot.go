package protocol

import (
	"voxtide/internal/wire"
	"voxtide/world"
)

// Snapshot is a whole section as it was after edit AtEdit, under an epoch of the subscription.
type Snapshot struct {
	Section world.SectionPos
	Epoch   uint32
	AtEdit  uint64
	Changed bool   // it differs from what the generator made
	Biomes  Biomes // of its columns
	Packed  []byte // the section, as Packer.Pack writes it; one that was read is valid as long as the message
}

// AppendSnapshot writes a Snapshot.
func AppendSnapshot(b []byte, s *Snapshot) []byte {
	b = world.AppendSectionPos(append(b, BulkSection), s.Section)
	b = wire.AppendUvarint(b, uint64(s.Epoch))
	b = wire.AppendUvarint(b, s.AtEdit)
	b = wire.AppendBool(b, s.Changed)
	b = appendBiomes(b, &s.Biomes)
	return append(b, s.Packed...)
}

// ReadSnapshot reads a Snapshot; the section in it is still packed.
func ReadSnapshot(b []byte) (s Snapshot, err error) {
	r := wire.NewReader(b)
	if r.Byte() != BulkSection {
		r.Fail(ErrKind)
	}
	s.Section = world.ReadSectionPos(&r)
	s.Epoch = r.Uvarint32()
	s.AtEdit = r.Uvarint()
	s.Changed = r.Bool()
	readBiomes(&r, &s.Biomes)
	s.Packed = r.Rest()
	return s, r.Err()
}
