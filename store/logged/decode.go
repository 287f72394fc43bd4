package logged

import (
	"errors"
	"fmt"

	"voxtide/internal/wire"
	"voxtide/store"
	"voxtide/store/record"
	"voxtide/timestream"
	"voxtide/world"
)

// Bounds of a batch, beside those of package record.
const (
	// BatchMax bounds the bytes of a batch in the log.
	BatchMax    = 64 << 20
	playersMax  = 1 << 20
	entitiesMax = 1 << 24
	changesMax  = 1 << 24
	partMax     = 4 << 10
)

// ErrNewer says that a newer version of the program writes the log.
var ErrNewer = errors.New("logged: a newer version writes this world")

var (
	errBatchVersion = errors.New("logged: a batch of an unknown version")
	errBatchForm    = errors.New("logged: a batch out of its form")
	errUnknownRow   = errors.New("logged: a part of a row of which the rest is not known")
)

// unknownTable says that a batch has numbers of a table that the decoder has not learned yet.
type unknownTable uint64

// Error implements error.
func (u unknownTable) Error() string {
	return fmt.Sprintf("logged: a batch with the numbers of a table of blocks (%016x) that is not known here", uint64(u))
}

// Decoder reads the batches of a log, in order, and gives blocks the numbers of this program. It keeps the rows of players, of which the log has
// only what changes.
type Decoder struct {
	own    *Table
	tables map[uint64]*world.Numbering
	repack func(packed []byte, n *world.Numbering) ([]byte, error)
	rows   map[string]*store.PlayerRow
	batch  store.Batch
	part   store.PlayerRow
}

// NewDecoder returns a decoder for a program with a table of blocks. repack rewrites a packed section for another table.
func NewDecoder(own *Table, repack func(packed []byte, n *world.Numbering) ([]byte, error)) *Decoder {
	d := &Decoder{own: own, tables: map[uint64]*world.Numbering{own.hash: nil}, repack: repack}
	d.Begin()
	return d
}

// Begin forgets all rows: a claim begins.
func (d *Decoder) Begin() { d.rows = map[string]*store.PlayerRow{} }

// Know takes the rows of a world that has all of a log up to where the decoder goes on, within a claim.
func (d *Decoder) Know(rows []store.PlayerRow) {
	for _, row := range rows {
		d.rows[row.Name] = &row
	}
}

// Learn takes a table that batches use. It is an error if that has a block that this program does not know: a newer one wrote it.
func (d *Decoder) Learn(t *Table) error {
	if _, known := d.tables[t.hash]; known {
		return nil
	}
	n, err := world.NewNumbering(t.names, d.own.names)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNewer, err)
	}
	d.tables[t.hash] = n
	return nil
}

// Read reads the next batch. It is lent until the next call, and its snapshots are part of data. After an error the decoder must not go on; one for
// an unknown table has changed nothing.
func (d *Decoder) Read(data []byte) (*store.Batch, error) {
	r := wire.NewReader(data)
	if r.Byte() != versionBatch {
		return nil, errBatchVersion
	}
	hash := r.U64()
	numbers, known := d.tables[hash]
	if r.Err() == nil && !known {
		return nil, unknownTable(hash)
	}
	b := &d.batch
	b.Reset()
	bits := readBits(&r, bitsEnd)
	b.Clean, b.ChecksChanged = bits&bitClean != 0, bits&bitChecks != 0
	b.Time, b.Edits, b.LastStream = r.Varint(), r.Uvarint(), record.ReadStream(&r)
	b.EntityCounter, b.Hash = r.Uvarint32(), r.U64()
	b.Now = record.ReadTime(&r)
	if bits&bitCeiling != 0 {
		if b.Ceiling = record.ReadTime(&r); b.Ceiling == 0 {
			r.Fail(errBatchForm)
		}
	}
	if bits&bitDropped != 0 {
		for range r.Count(changesMax, 2) {
			b.Dropped = append(b.Dropped, store.Column{X: r.Varint32(), Z: r.Varint32()})
		}
		if len(b.Dropped) == 0 {
			r.Fail(errBatchForm)
		}
	}
	d.readChanges(&r, b)
	for range r.Count(changesMax, 5) {
		s := store.Snapshot{Section: readSection(&r), Edits: b.Edits + uint64(r.Varint())}
		s.Packed = r.Bytes(r.Count(record.PackedMax, 1))
		b.Snapshots = append(b.Snapshots, s)
	}
	if bits&bitForgetRows != 0 {
		d.Begin()
	}
	d.readPlayers(&r, b, numbers)
	for range r.Count(entitiesMax, 10) {
		if r.Byte() != record.VersionEntity {
			r.Fail(record.ErrVersion)
		}
		var e world.Entity
		record.ReadEntity(&r, &e, record.VersionEntity)
		b.Entities = append(b.Entities, e)
	}
	for range r.Count(entitiesMax, 1) {
		b.RemovedEntities = append(b.RemovedEntities, world.EntityID(r.Uvarint()))
	}
	if b.ChecksChanged {
		for range r.Count(record.ChecksMax, 4) {
			b.Checks = append(b.Checks, store.Check{Stream: record.ReadStream(&r), Pos: record.ReadPos(&r)})
		}
	}
	for range r.Count(changesMax, 2) {
		b.Chat = append(b.Chat, store.ChatLine{Stream: record.ReadStream(&r), Text: r.String(record.TextMax)})
	}
	err := r.End()
	if err == nil && numbers != nil {
		err = d.renumber(b, numbers)
	}
	if err == nil {
		err = record.CheckBatch(b)
	}
	if err != nil {
		return nil, err
	}
	return b, nil
}

func (d *Decoder) readChanges(r *wire.Reader, b *store.Batch) {
	n := r.Count(changesMax, 8)
	seq, at, author := b.Edits, world.Pos{}, timestream.Stream(0)
	for range n {
		bits := readBits(r, changeBitsEnd)
		by := record.ReadPos(r)
		at = world.Pos{X: at.X + by.X, Y: at.Y + by.Y, Z: at.Z + by.Z}
		seq += uint64(r.Varint())
		who := int64(author) + r.Varint()
		if author = timestream.Stream(who); int64(author) != who {
			r.Fail(errBatchForm)
		}
		c := store.BlockChange{Pos: at, Seq: seq, Author: author, Block: record.ReadBlock(r), Before: record.ReadBlock(r)}
		if bits&changeBox != 0 {
			c.Box = &store.BoxChange{Now: readPart(r), Before: readPart(r)}
		}
		if bits&changeTurns != 0 {
			if c.Turns = record.ReadTime(r); c.Turns == 0 {
				r.Fail(errBatchForm)
			}
		}
		if bits&changeUntil != 0 {
			if c.Until = record.ReadBlock(r); c.Until == 0 {
				r.Fail(errBatchForm)
			}
		}
		if r.Err() != nil {
			return
		}
		b.Changes = append(b.Changes, c)
	}
}

func (d *Decoder) readPlayers(r *wire.Reader, b *store.Batch, n *world.Numbering) {
	for range r.Count(playersMax, 1) {
		name := r.String(record.TextMax)
		b.RemovedPlayers = append(b.RemovedPlayers, name)
		delete(d.rows, name)
	}
	for range r.Count(playersMax, 2) {
		name, bits := r.Bytes(r.Count(record.TextMax, 1)), readBits(r, 1<<len(record.PlayerParts))
		row := d.rows[string(name)]
		whole := bits == 1<<len(record.PlayerParts)-1
		if row == nil && !whole && r.Err() == nil {
			r.Fail(fmt.Errorf("%w: %q", errUnknownRow, name))
		}
		if r.Err() != nil {
			return
		}
		if row == nil {
			row = &store.PlayerRow{Name: string(name)}
			d.rows[row.Name] = row
		}
		d.readParts(r, row, bits, n)
		b.Players = append(b.Players, *row)
	}
}

// readParts reads the parts of a row that have changed.
func (d *Decoder) readParts(r *wire.Reader, row *store.PlayerRow, bits uint64, n *world.Numbering) {
	of, whole := row.Stream, bits == 1<<len(record.PlayerParts)-1
	for k := range record.PlayerParts {
		if bits&(1<<k) == 0 {
			continue
		}
		part := &d.part
		*part = store.PlayerRow{}
		r.Fail(record.PlayerParts[k].Read(r.Bytes(r.Count(partMax, 1)), part))
		if r.Err() != nil {
			return
		}
		if whole && k == 0 {
			of = part.Stream
		}
		if part.Stream != of {
			r.Fail(record.ErrPart)
			return
		}
		if n != nil {
			n.Player(&part.Player)
			n.Entity(&part.Avatar)
		}
		record.PlayerParts[k].Copy(row, part)
	}
}

// renumber gives the blocks of a batch their numbers here; those of players have them.
func (d *Decoder) renumber(b *store.Batch, n *world.Numbering) error {
	for i := range b.Changes {
		c := &b.Changes[i]
		c.Block, c.Before, c.Until = n.Block(c.Block), n.Block(c.Before), n.Block(c.Until)
		if c.Box != nil {
			n.Part(&c.Box.Now)
			n.Part(&c.Box.Before)
		}
	}
	for i := range b.Entities {
		n.Entity(&b.Entities[i])
	}
	for i := range b.Snapshots {
		if d.repack == nil {
			return errors.New("logged: nothing says how sections are packed (Options.Repack)")
		}
		packed, err := d.repack(b.Snapshots[i].Packed, n)
		if err != nil {
			return err
		}
		b.Snapshots[i].Packed = packed
	}
	return nil
}

// readBits reads bits below an end.
func readBits(r *wire.Reader, end uint64) uint64 { return record.ReadBelow(r, end) }

func readSection(r *wire.Reader) world.SectionPos {
	return world.SectionPos{X: r.Varint32(), Y: r.Varint32(), Z: r.Varint32()}
}

// readPart reads a part of what a block holds. Its stack is judged once it has its number here.
func readPart(r *wire.Reader) (p world.BoxPart) {
	switch p.Part = r.Byte(); p.Part {
	case world.PartText:
		p.Text = r.String(world.SignTextMax)
	case world.PartFire:
		p.Since, p.Heat = record.ReadTime(r), timestream.Duration(r.Varint())
	case world.PartOffer:
		p.Offer = world.ReadForeignOffer(r)
	default:
		p.Stack = record.ReadStack(r, record.VersionEntity)
	}
	return p
}
