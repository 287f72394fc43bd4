package pebble

import (
	"encoding/binary"
	"errors"

	"voxtide/store"
	"voxtide/store/record"
	"voxtide/world"
)

var errKey = errors.New("a key out of its form")

// The first byte of a key, and for a section the byte after its position.
const (
	kindMeta      = 'm'
	kindSection   = 's'
	kindHistory   = 'h'
	kindPlayer    = record.PartPlayer
	kindInventory = record.PartInventory
	kindAvatar    = record.PartAvatar
	kindEntity    = 'n'
	kindChecks    = 'k'
	kindChat      = 't'

	partSnapshot = 'c'
)

// The lengths of keys and of their prefixes.
const (
	sectionLen     = 1 + 12
	columnLen      = 1 + 8
	snapshotKeyLen = sectionLen + 1     // kind, position, part
	cellLen        = sectionLen + 2     // kind, position, cell
	changeKeyLen   = sectionLen + 2 + 8 // kind, position, cell, seq
)

// appendNameKey appends the key of a part of a player's row.
func appendNameKey(b []byte, kind byte, name string) []byte { return append(append(b, kind), name...) }

func metaKey(name string) []byte { return append([]byte{kindMeta}, name...) }

// appendSection appends the prefix of all keys of a kind that belong to a section.
func appendSection(b []byte, kind byte, p world.SectionPos) []byte {
	b = append(b, kind)
	for _, v := range [3]int32{p.X, p.Z, p.Y} {
		b = binary.BigEndian.AppendUint32(b, uint32(v)^1<<31)
	}
	return b
}

// columnRange returns the first key of a kind that may belong to a column, and the first one behind them.
func columnRange(p store.Column, kind byte) (from, to []byte) {
	from = appendSection(nil, kind, world.SectionPos{X: p.X, Z: p.Z})[:columnLen]
	to = append([]byte{}, from...)
	for i := len(to) - 1; i >= 0; i-- {
		if to[i]++; to[i] != 0 {
			break
		}
	}
	return from, to
}

func appendSnapshotKey(b []byte, p world.SectionPos) []byte {
	return append(appendSection(b, kindSection, p), partSnapshot)
}

// appendCell appends the prefix of all keys of changes of a cell. A cell beyond the last one stands for the end of the
// section.
func appendCell(b []byte, p world.SectionPos, cell int) []byte {
	return binary.BigEndian.AppendUint16(appendSection(b, kindHistory, p), uint16(cell))
}

func appendChangeKey(b []byte, p world.SectionPos, cell int, seq uint64) []byte {
	return binary.BigEndian.AppendUint64(appendCell(b, p, cell), seq)
}

// readSection returns the section of a key that begins with one.
func readSection(key []byte) (p world.SectionPos, ok bool) {
	if len(key) < sectionLen {
		return p, false
	}
	at := func(i int) int32 { return int32(binary.BigEndian.Uint32(key[i:]) ^ 1<<31) }
	return world.SectionPos{X: at(1), Z: at(5), Y: at(9)}, true
}

func appendNumberKey(b []byte, kind byte, n uint64) []byte {
	return binary.BigEndian.AppendUint64(append(b, kind), n)
}

// readChangeKey returns number and cell of the key of a change; ok is false for any other key.
func readChangeKey(key []byte) (seq uint64, cell int, ok bool) {
	if len(key) != changeKeyLen || key[0] != kindHistory {
		return 0, 0, false
	}
	cell, seq = int(binary.BigEndian.Uint16(key[sectionLen:])), binary.BigEndian.Uint64(key[cellLen:])
	return seq, cell, cell < world.SectionCells
}

// readNumberKey returns the number in the key of an entity or a line of chat.
func readNumberKey(key []byte) (n uint64, ok bool) {
	if len(key) != 9 {
		return 0, false
	}
	return binary.BigEndian.Uint64(key[1:]), true
}
