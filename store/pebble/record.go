package pebble

import (
	"errors"

	"voxtide/internal/wire"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// Each record begins with its version. A reader refuses other versions.
const (
	versionTurn      = 4 // of a change with a turn
	versionBox       = 3 // of a change of what a block holds
	versionChange    = 2
	versionChange1   = 1 // of format 1: the block alone, without its history
	versionSnapshot  = 1
	versionPlayer    = 6 // 4 and 5: of format 4, whole rows; 3: of format 3, with blocks for items; 2: of format 2
	versionInventory = 1
	versionAvatar    = 1
	versionEntity    = 3 // 2: of format 3; 1: of formats 1 and 2, without the chat rate; the avatar in a whole row has the same version
	versionChecks    = 1
	versionChat      = 1
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
	errVersion = errors.New("a record of an unknown version")
	errValue   = errors.New("a value out of its bounds")
	errKey     = errors.New("a key out of its form")
	errPart    = errors.New("the parts of a player's row do not belong together")
)

// openRecord begins to read a record.
func openRecord(b []byte, version byte) wire.Reader {
	r := wire.NewReader(b)
	if r.Byte() != version {
		r.Fail(errVersion)
	}
	return r
}

func knownBlock(b world.Block) bool { return int(b) < world.BlockCount }

// changeRecord is the value of a change.
type changeRecord struct {
	block, before world.Block
	author        timestream.Stream
	time          int64 // ms since 1970
	complete      bool  // the fields beside the block are known
	box           *store.BoxChange
	until         world.Block // until turns, which is 0 for none
	turns         timestream.Time
}

// appendChange writes version, block, block before, author, time; of an incomplete change the block alone; with a turn also the block until then and
// the instant; of a change of what a block holds version, block, the part, the part before, author, time.
func appendChange(b []byte, c *changeRecord) []byte {
	if c.box != nil {
		b = wire.AppendUvarint(append(b, versionBox), uint64(c.block))
		b = world.AppendBoxPart(world.AppendBoxPart(b, &c.box.Now), &c.box.Before)
		return wire.AppendVarint(appendStream(b, c.author), c.time)
	}
	if !c.complete {
		return wire.AppendUvarint(append(b, versionChange1), uint64(c.block))
	}
	version := byte(versionChange)
	if c.turns != 0 {
		version = versionTurn
	}
	b = wire.AppendUvarint(append(b, version), uint64(c.block))
	b = wire.AppendUvarint(b, uint64(c.before))
	b = wire.AppendVarint(appendStream(b, c.author), c.time)
	if c.turns != 0 {
		b = appendTime(wire.AppendUvarint(b, uint64(c.until)), c.turns)
	}
	return b
}

func readChange(b []byte) (c changeRecord, err error) {
	if len(b) > 0 && b[0] == versionChange1 {
		c.block, err = readChange1(b)
		return c, err
	}
	if len(b) > 0 && b[0] == versionBox {
		r := openRecord(b, versionBox)
		block, box := readBlock(&r), &store.BoxChange{Now: world.ReadBoxPart(&r), Before: world.ReadBoxPart(&r)}
		if box.Now.Part != box.Before.Part {
			r.Fail(errValue)
		}
		c = changeRecord{block: block, before: block, author: readStream(&r), time: r.Varint(), complete: true, box: box}
		return c, r.End()
	}
	version := byte(versionChange)
	if len(b) > 0 && b[0] == versionTurn {
		version = versionTurn
	}
	r := openRecord(b, version)
	c = changeRecord{block: readBlock(&r), before: readBlock(&r), author: readStream(&r), time: r.Varint(), complete: true}
	if version == versionTurn {
		if c.until, c.turns = readBlock(&r), readTime(&r); c.turns == 0 {
			r.Fail(errValue)
		}
	}
	return c, r.End()
}

// appendSnapshot writes version, edits as uvarint, packed cells.
func appendSnapshot(b []byte, edits uint64, packed []byte) []byte {
	return append(wire.AppendUvarint(append(b, versionSnapshot), edits), packed...)
}

// readSnapshot returns the packed cells aliased.
func readSnapshot(b []byte) (edits uint64, packed []byte, err error) {
	r := openRecord(b, versionSnapshot)
	edits = r.Uvarint()
	if r.Len() > PackedMax {
		r.Fail(errValue)
	}
	packed = r.Rest()
	return edits, packed, r.End()
}

// appendChatLine writes version, stream, text.
func appendChatLine(b []byte, s store.ChatLine) []byte {
	return wire.AppendString(appendStream(append(b, versionChat), s.Stream), s.Text)
}

func readChatLine(b []byte) (s store.ChatLine, err error) {
	r := openRecord(b, versionChat)
	s = store.ChatLine{Stream: readStream(&r), Text: r.String(TextMax)}
	return s, r.End()
}

// appendChecks writes version and count, then stream and position of each check.
func appendChecks(b []byte, checks []store.Check) []byte {
	b = wire.AppendCount(append(b, versionChecks), len(checks))
	for i := range checks {
		b = appendPos(appendStream(b, checks[i].Stream), checks[i].Pos)
	}
	return b
}

func readChecks(b []byte) ([]store.Check, error) {
	r := openRecord(b, versionChecks)
	n := r.Count(ChecksMax, 4)
	var checks []store.Check
	if n > 0 {
		checks = make([]store.Check, n)
	}
	for i := range checks {
		checks[i] = store.Check{Stream: readStream(&r), Pos: readPos(&r)}
	}
	return checks, r.End()
}

func appendStream(b []byte, s timestream.Stream) []byte { return wire.AppendUvarint(b, uint64(s)) }

func readStream(r *wire.Reader) timestream.Stream { return timestream.Stream(readBelow(r, 1<<32)) }

// readBelow reads an unsigned number that is smaller than end.
func readBelow(r *wire.Reader, end uint64) uint64 {
	v := r.Uvarint()
	if v >= end {
		r.Fail(errValue)
		return 0
	}
	return v
}

func appendPos(b []byte, p world.Pos) []byte {
	for _, v := range [3]int32{p.X, p.Y, p.Z} {
		b = wire.AppendVarint(b, int64(v))
	}
	return b
}

func readPos(r *wire.Reader) world.Pos {
	var v [3]int32
	for i := range v {
		n := r.Varint()
		if n != int64(int32(n)) {
			r.Fail(errValue)
			return world.Pos{}
		}
		v[i] = int32(n)
	}
	return world.Pos{X: v[0], Y: v[1], Z: v[2]}
}

func readBlock(r *wire.Reader) world.Block {
	return world.Block(readBelow(r, uint64(world.BlockCount)))
}

func appendTime(b []byte, t timestream.Time) []byte { return wire.AppendVarint(b, int64(t)) }

func readTime(r *wire.Reader) timestream.Time { return timestream.Time(r.Varint()) }

// readChange1 reads version, block.
func readChange1(b []byte) (world.Block, error) {
	r := openRecord(b, versionChange1)
	v := readBlock(&r)
	return v, r.End()
}
