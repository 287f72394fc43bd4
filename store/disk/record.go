package disk

import (
	"errors"

	"voxtide/store"
	"voxtide/timestream"
	"voxtide/wire"
	"voxtide/world"
)

// Each record begins with the version of its own form. A reader refuses others.
const (
	versionChange   = 2 // 1: of format 1, the block alone; such are not told as history
	versionSnapshot = 1
	versionPlayer   = 3 // 2: of format 2
	versionEntity   = 2 // 1: of formats 1 and 2, without the meter of chat; an avatar in a row has the same form
	versionChecks   = 1
	versionSaid     = 1
)

// What the reader of a record finds wrong beside what package wire does.
var (
	errVersion = errors.New("a record of an unknown version")
	errValue   = errors.New("a value out of its bounds")
	errKey     = errors.New("a key out of its form")
)

// open begins to read a record.
func open(b []byte, version byte) wire.Reader {
	r := wire.NewReader(b)
	if r.Byte() != version {
		r.Fail(errVersion)
	}
	return r
}

func knownBlock(b world.Block) bool { return int(b) < world.BlockCount }

// change is the value of a change.
type change struct {
	block, before world.Block
	author        timestream.Stream
	time          int64 // ms since 1970
	known         bool  // beside the block all is known, too
}

// appendChange writes version, block, block before, author, time; of a change that is not known the block alone.
func appendChange(b []byte, c *change) []byte {
	if !c.known {
		return wire.AppendUvarint(append(b, versionChange1), uint64(c.block))
	}
	b = wire.AppendUvarint(append(b, versionChange), uint64(c.block))
	b = wire.AppendUvarint(b, uint64(c.before))
	b = appendStream(b, c.author)
	return wire.AppendVarint(b, c.time)
}

func readChange(b []byte) (c change, err error) {
	if len(b) > 0 && b[0] == versionChange1 {
		c.block, err = readChange1(b)
		return c, err
	}
	r := open(b, versionChange)
	c = change{block: readBlock(&r), before: readBlock(&r), author: readStream(&r), time: r.Varint(), known: true}
	return c, r.End()
}

// appendSnapshot writes version, edits as uvarint, packed cells.
func appendSnapshot(b []byte, edits uint64, packed []byte) []byte {
	return append(wire.AppendUvarint(append(b, versionSnapshot), edits), packed...)
}

// readSnapshot returns the packed cells aliased.
func readSnapshot(b []byte) (edits uint64, packed []byte, err error) {
	r := open(b, versionSnapshot)
	edits = r.Uvarint()
	if r.Len() > PackedMax {
		r.Fail(errValue)
	}
	packed = r.Rest()
	return edits, packed, r.End()
}

// appendSaid writes version, stream, text.
func appendSaid(b []byte, s store.Said) []byte {
	return wire.AppendString(appendStream(append(b, versionSaid), s.Stream), s.Text)
}

func readSaid(b []byte) (s store.Said, err error) {
	r := open(b, versionSaid)
	s = store.Said{Stream: readStream(&r), Text: r.String(TextMax)}
	return s, r.End()
}

// appendChecks writes version, count, and of each stream and position.
func appendChecks(b []byte, checks []store.Check) []byte {
	b = wire.AppendCount(append(b, versionChecks), len(checks))
	for i := range checks {
		b = appendPos(appendStream(b, checks[i].Stream), checks[i].Pos)
	}
	return b
}

func readChecks(b []byte) ([]store.Check, error) {
	r := open(b, versionChecks)
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

func readStream(r *wire.Reader) timestream.Stream { return timestream.Stream(below(r, 1<<32)) }

// below reads an unsigned number that is smaller than end.
func below(r *wire.Reader, end uint64) uint64 {
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

func readBlock(r *wire.Reader) world.Block { return world.Block(below(r, uint64(world.BlockCount))) }

func appendTime(b []byte, t timestream.Time) []byte { return wire.AppendVarint(b, int64(t)) }

func readTime(r *wire.Reader) timestream.Time { return timestream.Time(r.Varint()) }
