package disk

import (
	"encoding/binary"

	"voxtide/world"
)

// The first byte of a key, and for a section the byte behind its position.
const (
	kindMeta    = 'm'
	kindSection = 's'
	kindPlayer  = 'p'
	kindEntity  = 'n'
	kindChecks  = 'k'
	kindSaid    = 't'

	partSnapshot = 'c'
	partChange   = 'e'
	partEnd      = 0xff // behind all parts
)

// changeKeyLen is the length of the key of a change: kind, position, part, seq, cell.
const changeKeyLen = 1 + 12 + 1 + 8 + 2

func metaKey(name string) []byte { return append([]byte{kindMeta}, name...) }

// appendSection appends what all keys of a section begin with.
func appendSection(b []byte, p world.SectionPos) []byte {
	b = append(b, kindSection)
	for _, v := range [3]int32{p.X, p.Z, p.Y} {
		b = binary.BigEndian.AppendUint32(b, uint32(v)^1<<31)
	}
	return b
}

func appendSnapshotKey(b []byte, p world.SectionPos) []byte {
	return append(appendSection(b, p), partSnapshot)
}

func appendChangeKey(b []byte, p world.SectionPos, seq uint64, cell int) []byte {
	b = append(appendSection(b, p), partChange)
	b = binary.BigEndian.AppendUint64(b, seq)
	return binary.BigEndian.AppendUint16(b, uint16(cell))
}

func appendNumberKey(b []byte, kind byte, n uint64) []byte {
	return binary.BigEndian.AppendUint64(append(b, kind), n)
}

// readChangeKey takes the seq and the cell from the key of a change; ok is false for a key that is none.
func readChangeKey(key []byte) (seq uint64, cell int, ok bool) {
	if len(key) != changeKeyLen || key[13] != partChange {
		return 0, 0, false
	}
	seq, cell = binary.BigEndian.Uint64(key[14:]), int(binary.BigEndian.Uint16(key[22:]))
	return seq, cell, cell < world.SectionCells
}

// readNumberKey takes the number from the key of an entity or a line of chat.
func readNumberKey(key []byte) (n uint64, ok bool) {
	if len(key) != 9 {
		return 0, false
	}
	return binary.BigEndian.Uint64(key[1:]), true
}
