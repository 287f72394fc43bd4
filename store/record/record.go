// Package record is the bytes of what a world keeps: changes, snapshots, entities, checks, chat, and the rows of players in their parts. The
// disk keeps each record under a key; the log that several machines share carries them one behind another.
//
// Data flow: a store.Batch is checked (CheckBatch), and each of its elements appended; who reads gives the same bytes back. Owner: the caller;
// there is no state. Invariants: each record begins with its version, has one form, and is read within bounds; what CheckBatch takes can be
// read back. A test of package store/pebble fails when a field is added to what is kept and its record does not carry it.
package record

import (
	"errors"

	"voxtide/internal/wire"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// Each record begins with its version. A reader refuses other versions.
const (
	versionOffer     = 5 // of a change of the offer of a shop
	versionTurn      = 4 // of a change with a turn
	versionBox       = 3 // of a change of what a block holds
	versionChange    = 2
	versionChange1   = 1 // of format 1: the block alone, without its history
	versionSnapshot  = 1
	versionPlayer    = 6 // 4 and 5: of format 4, whole rows; 3: of format 3, with blocks for items; 2: of format 2
	versionInventory = 1
	versionAvatar    = 1
	versionChecks    = 1
	versionChat      = 1
)

// The versions of the record of an entity; the avatar in a whole row of format 4 and before has the same.
const (
	VersionEntity  = 3
	VersionEntity2 = 2 // of format 3, with blocks for items
	VersionEntity1 = 1 // of formats 1 and 2, without the chat rate
)

// Bounds of records that can be read back. A batch beyond them is a mistake of its maker.
const (
	// PackedMax bounds a packed section, in bytes.
	PackedMax = 64 << 10
	// TextMax bounds names and lines of chat, in bytes.
	TextMax = 1 << 10
	// ChecksMax bounds the pending checks of all streams.
	ChecksMax = 1 << 20
)

// Errors of a record beside those of package wire.
var (
	ErrVersion = errors.New("a record of an unknown version")
	ErrValue   = errors.New("a value out of its bounds")
	ErrPart    = errors.New("the parts of a player's row do not belong together")
)

// Open begins to read a record.
func Open(b []byte, version byte) wire.Reader {
	r := wire.NewReader(b)
	if r.Byte() != version {
		r.Fail(ErrVersion)
	}
	return r
}

// KnownBlock reports whether a block has a number of the table.
func KnownBlock(b world.Block) bool { return int(b) < world.BlockCount }

// Change is the value of a change.
type Change struct {
	Block, Before world.Block
	Author        timestream.Stream
	Time          int64 // ms since 1970
	Complete      bool  // the fields beside the block are known
	Box           *store.BoxChange
	Until         world.Block // until Turns, which is 0 for none
	Turns         timestream.Time
}

// AppendChange writes version, block, block before, author, time; of an incomplete change the block alone; with a turn also the block until then and
// the instant; of a change of what a block holds version, block, the part, the part before, author, time.
func AppendChange(b []byte, c *Change) []byte {
	if c.Box != nil {
		b = wire.AppendUvarint(append(b, versionOf(c.Box)), uint64(c.Block))
		b = world.AppendBoxPart(world.AppendBoxPart(b, &c.Box.Now), &c.Box.Before)
		return wire.AppendVarint(AppendStream(b, c.Author), c.Time)
	}
	if !c.Complete {
		return wire.AppendUvarint(append(b, versionChange1), uint64(c.Block))
	}
	version := byte(versionChange)
	if c.Turns != 0 {
		version = versionTurn
	}
	b = wire.AppendUvarint(append(b, version), uint64(c.Block))
	b = wire.AppendUvarint(b, uint64(c.Before))
	b = wire.AppendVarint(AppendStream(b, c.Author), c.Time)
	if c.Turns != 0 {
		b = AppendTime(wire.AppendUvarint(b, uint64(c.Until)), c.Turns)
	}
	return b
}

// versionOf returns the version of a change of what a block holds: older programs know no offers.
func versionOf(c *store.BoxChange) byte {
	if c.Now.Part == world.PartOffer {
		return versionOffer
	}
	return versionBox
}

// ReadChange reads a change of any version.
func ReadChange(b []byte) (c Change, err error) { return readChange(b, world.ReadBoxPart) }

// ReadForeignChange reads a change that has the numbers of another table of blocks, until they are translated.
func ReadForeignChange(b []byte) (c Change, err error) {
	return readChange(b, world.ReadForeignBoxPart)
}

func readChange(b []byte, part func(*wire.Reader) world.BoxPart) (c Change, err error) {
	if len(b) > 0 && b[0] == versionChange1 {
		c.Block, err = ReadChange1(b)
		return c, err
	}
	if len(b) > 0 && (b[0] == versionBox || b[0] == versionOffer) {
		r := Open(b, b[0])
		block, box := ReadBlock(&r), &store.BoxChange{Now: part(&r), Before: part(&r)}
		if box.Now.Part != box.Before.Part || versionOf(box) != b[0] {
			r.Fail(ErrValue)
		}
		c = Change{Block: block, Before: block, Author: ReadStream(&r), Time: r.Varint(), Complete: true, Box: box}
		return c, r.End()
	}
	version := byte(versionChange)
	if len(b) > 0 && b[0] == versionTurn {
		version = versionTurn
	}
	r := Open(b, version)
	c = Change{Block: ReadBlock(&r), Before: ReadBlock(&r), Author: ReadStream(&r), Time: r.Varint(), Complete: true}
	if version == versionTurn {
		if c.Until, c.Turns = ReadBlock(&r), ReadTime(&r); c.Turns == 0 {
			r.Fail(ErrValue)
		}
	}
	return c, r.End()
}

// AppendSnapshot writes version, edits as uvarint, packed cells.
func AppendSnapshot(b []byte, edits uint64, packed []byte) []byte {
	return append(wire.AppendUvarint(append(b, versionSnapshot), edits), packed...)
}

// ReadSnapshot returns the packed cells aliased.
func ReadSnapshot(b []byte) (edits uint64, packed []byte, err error) {
	r := Open(b, versionSnapshot)
	edits = r.Uvarint()
	if r.Len() > PackedMax {
		r.Fail(ErrValue)
	}
	packed = r.Rest()
	return edits, packed, r.End()
}

// AppendChatLine writes version, stream, text.
func AppendChatLine(b []byte, s store.ChatLine) []byte {
	return wire.AppendString(AppendStream(append(b, versionChat), s.Stream), s.Text)
}

// ReadChatLine reads a line of chat.
func ReadChatLine(b []byte) (s store.ChatLine, err error) {
	r := Open(b, versionChat)
	s = store.ChatLine{Stream: ReadStream(&r), Text: r.String(TextMax)}
	return s, r.End()
}

// AppendChecks writes version and count, then stream and position of each check.
func AppendChecks(b []byte, checks []store.Check) []byte {
	b = wire.AppendCount(append(b, versionChecks), len(checks))
	for i := range checks {
		b = AppendPos(AppendStream(b, checks[i].Stream), checks[i].Pos)
	}
	return b
}

// ReadChecks reads the checks.
func ReadChecks(b []byte) ([]store.Check, error) {
	r := Open(b, versionChecks)
	n := r.Count(ChecksMax, 4)
	var checks []store.Check
	if n > 0 {
		checks = make([]store.Check, n)
	}
	for i := range checks {
		checks[i] = store.Check{Stream: ReadStream(&r), Pos: ReadPos(&r)}
	}
	return checks, r.End()
}

// AppendStream writes the number of a stream.
func AppendStream(b []byte, s timestream.Stream) []byte { return wire.AppendUvarint(b, uint64(s)) }

// ReadStream reads the number of a stream.
func ReadStream(r *wire.Reader) timestream.Stream { return timestream.Stream(ReadBelow(r, 1<<32)) }

// ReadBelow reads an unsigned number that is smaller than end.
func ReadBelow(r *wire.Reader, end uint64) uint64 {
	v := r.Uvarint()
	if v >= end {
		r.Fail(ErrValue)
		return 0
	}
	return v
}

// AppendPos writes a cell.
func AppendPos(b []byte, p world.Pos) []byte {
	for _, v := range [3]int32{p.X, p.Y, p.Z} {
		b = wire.AppendVarint(b, int64(v))
	}
	return b
}

// ReadPos reads a cell.
func ReadPos(r *wire.Reader) world.Pos {
	var v [3]int32
	for i := range v {
		n := r.Varint()
		if n != int64(int32(n)) {
			r.Fail(ErrValue)
			return world.Pos{}
		}
		v[i] = int32(n)
	}
	return world.Pos{X: v[0], Y: v[1], Z: v[2]}
}

// ReadBlock reads a block of the table.
func ReadBlock(r *wire.Reader) world.Block {
	return world.Block(ReadBelow(r, uint64(world.BlockCount)))
}

// AppendTime writes an instant.
func AppendTime(b []byte, t timestream.Time) []byte { return wire.AppendVarint(b, int64(t)) }

// ReadTime reads an instant.
func ReadTime(r *wire.Reader) timestream.Time { return timestream.Time(r.Varint()) }

// ReadChange1 reads version, block.
func ReadChange1(b []byte) (world.Block, error) {
	r := Open(b, versionChange1)
	v := ReadBlock(&r)
	return v, r.End()
}
