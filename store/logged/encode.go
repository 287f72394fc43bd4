package logged

import (
	"bytes"

	"voxtide/internal/wire"
	"voxtide/store"
	"voxtide/store/record"
	"voxtide/timestream"
	"voxtide/world"
)

// A batch in the log is, after a byte with its version: 8 bytes that name the table of blocks, bits (see below), time, edits, last stream, counter
// of entities, 8 bytes hash, the time of the world, the ceiling if there is one, dropped columns if there are some, and then, each behind its count: changes, snapshots, names of removed players, players,
// entities, removed entities, checks if they have changed, chat. Cells of changes are written as differences from the change before, numbers of
// edits as differences from that before, the first from the batch's. A player is its name, a bit for each part of its row that is not what the
// log had of it last under this claim, and those parts (record.PlayerParts), each behind its length.
const versionBatch = 1

// Bits of a batch.
const (
	bitClean      = 1 << iota
	bitChecks     // all pending checks are there
	bitCeiling    //
	bitForgetRows // no row counts as known from here on, those of the batch neither
	bitDropped    // columns are dropped: their count, and X and Z of each, stand behind the ceiling
	bitsEnd
)

// Bits of a change: what it has beside block, block before and author.
const (
	changeBox = 1 << iota
	changeTurns
	changeUntil
	changeBitsEnd
)

// rowsMax bounds the rows that are remembered as they were written, some 400 bytes each.
const rowsMax = 4096

// Encoder writes the batches of a claim, in order. It remembers what it wrote of the rows of players, to leave out what has not changed.
type Encoder struct {
	table uint64
	rows  map[string]*writtenRow
	part  []byte
}

// writtenRow holds the parts of a row as they were written last.
type writtenRow struct {
	parts [len(record.PlayerParts)][]byte
}

// NewEncoder returns an encoder for a claim under which blocks have the numbers of a table.
func NewEncoder(t *Table) *Encoder { return &Encoder{table: t.hash, rows: map[string]*writtenRow{}} }

// Append appends the bytes of the next batch, all but its place in the log.
func (e *Encoder) Append(to []byte, b *store.Batch) []byte {
	bits := uint64(0)
	for i, set := range [...]bool{b.Clean, b.ChecksChanged, b.Ceiling != 0, len(e.rows)+len(b.Players) > rowsMax, len(b.Dropped) > 0} {
		if set {
			bits |= 1 << i
		}
	}
	to = wire.AppendU64(append(to, versionBatch), e.table)
	to = wire.AppendVarint(wire.AppendUvarint(to, bits), b.Time)
	to = record.AppendStream(wire.AppendUvarint(to, b.Edits), b.LastStream)
	to = wire.AppendU64(wire.AppendUvarint(to, uint64(b.EntityCounter)), b.Hash)
	to = record.AppendTime(to, b.Now)
	if b.Ceiling != 0 {
		to = record.AppendTime(to, b.Ceiling)
	}
	if len(b.Dropped) > 0 {
		to = wire.AppendCount(to, len(b.Dropped))
		for _, p := range b.Dropped {
			to = wire.AppendVarint(wire.AppendVarint(to, int64(p.X)), int64(p.Z))
		}
	}
	to = appendChanges(to, b)
	to = wire.AppendCount(to, len(b.Snapshots))
	for i := range b.Snapshots {
		s := &b.Snapshots[i]
		to = appendSection(to, s.Section)
		to = wire.AppendVarint(to, int64(s.Edits-b.Edits))
		to = append(wire.AppendCount(to, len(s.Packed)), s.Packed...)
	}
	if bits&bitForgetRows != 0 {
		clear(e.rows)
	}
	to = e.appendPlayers(to, b)
	to = wire.AppendCount(to, len(b.Entities))
	for i := range b.Entities {
		to = record.AppendEntityRecord(to, &b.Entities[i])
	}
	to = wire.AppendCount(to, len(b.RemovedEntities))
	for _, id := range b.RemovedEntities {
		to = wire.AppendUvarint(to, uint64(id))
	}
	if b.ChecksChanged {
		to = wire.AppendCount(to, len(b.Checks))
		for _, c := range b.Checks {
			to = record.AppendPos(record.AppendStream(to, c.Stream), c.Pos)
		}
	}
	to = wire.AppendCount(to, len(b.Chat))
	for _, line := range b.Chat {
		to = wire.AppendString(record.AppendStream(to, line.Stream), line.Text)
	}
	return to
}

func appendChanges(to []byte, b *store.Batch) []byte {
	to = wire.AppendCount(to, len(b.Changes))
	seq, at, author := b.Edits, world.Pos{}, timestream.Stream(0)
	for i := range b.Changes {
		c := &b.Changes[i]
		bits := byte(0)
		for i, set := range [...]bool{c.Box != nil, c.Turns != 0, c.Until != 0} {
			if set {
				bits |= 1 << i
			}
		}
		to = append(to, bits)
		to = record.AppendPos(to, world.Pos{X: c.Pos.X - at.X, Y: c.Pos.Y - at.Y, Z: c.Pos.Z - at.Z})
		to = wire.AppendVarint(to, int64(c.Seq-seq))
		to = wire.AppendVarint(to, int64(c.Author)-int64(author))
		to = wire.AppendUvarint(wire.AppendUvarint(to, uint64(c.Block)), uint64(c.Before))
		if c.Box != nil {
			to = appendPart(appendPart(to, &c.Box.Now), &c.Box.Before)
		}
		if c.Turns != 0 {
			to = record.AppendTime(to, c.Turns)
		}
		if c.Until != 0 {
			to = wire.AppendUvarint(to, uint64(c.Until))
		}
		seq, at, author = c.Seq, c.Pos, c.Author
	}
	return to
}

func (e *Encoder) appendPlayers(to []byte, b *store.Batch) []byte {
	to = wire.AppendCount(to, len(b.RemovedPlayers))
	for _, name := range b.RemovedPlayers {
		to = wire.AppendString(to, name)
		delete(e.rows, name)
	}
	to = wire.AppendCount(to, len(b.Players))
	for i := range b.Players {
		row := &b.Players[i]
		last := e.rows[row.Name]
		if last == nil {
			last = &writtenRow{}
			if len(e.rows) < rowsMax {
				e.rows[row.Name] = last
			}
		}
		to = wire.AppendString(to, row.Name)
		at, bits := len(to), byte(0)
		to = append(to, 0)
		for k := range record.PlayerParts {
			e.part = record.PlayerParts[k].Append(e.part[:0], row)
			if bytes.Equal(e.part, last.parts[k]) { // no part is empty
				continue
			}
			last.parts[k] = append(last.parts[k][:0], e.part...)
			bits |= 1 << k
			to = append(wire.AppendCount(to, len(e.part)), e.part...)
		}
		to[at] = bits
	}
	return to
}

func appendSection(to []byte, p world.SectionPos) []byte {
	for _, v := range [3]int32{p.X, p.Y, p.Z} {
		to = wire.AppendVarint(to, int64(v))
	}
	return to
}

// appendPart writes a part of what a block holds: which it is, and a text, a fire, an offer or a stack.
func appendPart(to []byte, p *world.BoxPart) []byte {
	switch to = append(to, p.Part); p.Part {
	case world.PartText:
		return wire.AppendString(to, p.Text)
	case world.PartFire:
		return wire.AppendVarint(record.AppendTime(to, p.Since), int64(p.Heat))
	case world.PartOffer:
		return world.AppendOffer(to, p.Offer)
	}
	return record.AppendStack(to, p.Stack)
}
