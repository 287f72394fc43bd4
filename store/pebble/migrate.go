package pebble

import (
	"encoding/binary"
	"fmt"

	"github.com/cockroachdb/pebble/v2"

	"voxtide/internal/wire"
	"voxtide/store"
	"voxtide/store/record"
	"voxtide/timestream"
	"voxtide/world"
)

// migrations bring a world from format i+1 to the next: each writes its changes into one batch, durable as a whole or not at
// all. A world that is not migrated can be read by the program that wrote it.
var migrations = [Format - 1]func(from pebble.Reader, to *batchWriter) error{
	migrateToHistory,
	migrateToPlayTime,
	migrateToItems,
	migrateToParts,
	migrateToSeats,
	migrateToOffers,
}

// migrate brings a world of an older format to the present one.
func (s *Store) migrate(format int) error {
	for ; format < Format; format++ {
		b := s.db.NewBatch()
		w := batchWriter{to: b}
		err := migrations[format-1](s.db, &w)
		w.set(metaKey(metaFormat), appendFormat(nil, format+1))
		if err == nil {
			err = w.err
		}
		if err == nil {
			err = s.db.Apply(b, pebble.Sync)
		}
		if err != nil {
			return fmt.Errorf("bring it from format %d to %d: %w", format, format+1, err)
		}
		s.log.Info("an older version wrote this world: it was brought forward", "from", format, "to", format+1, "records", b.Count())
	}
	return nil
}

// migrateToHistory: in format 1 the changes since a snapshot were records beside it, with the key s X Z Y "e" seq cell and the
// block alone; earlier changes were gone. Players had no keys.
func migrateToHistory(from pebble.Reader, to *batchWriter) error {
	var key, value []byte
	err := each(from, kindSection, func(old, block []byte) error {
		if len(old) == snapshotKeyLen && old[sectionLen] == partSnapshot {
			return nil
		}
		p, ok := readSection(old)
		if !ok || len(old) != changeKeyLen+1 || old[sectionLen] != 'e' {
			return errKey
		}
		seq, cell := binary.BigEndian.Uint64(old[sectionLen+1:]), int(binary.BigEndian.Uint16(old[sectionLen+9:]))
		if cell >= world.SectionCells {
			return errKey
		}
		if _, err := record.ReadChange1(block); err != nil {
			return err
		}
		key = appendChangeKey(key[:0], p, cell, seq)
		to.set(key, block)
		to.delete(old)
		return nil
	})
	if err != nil {
		return err
	}
	return each(from, kindPlayer, func(key, old []byte) error {
		row, err := readPlayer1(old)
		fillOldRow(&row)
		value = appendPlayer4(value[:0], &row)
		to.set(key, value)
		return err
	})
}

// migrateToPlayTime: in format 2 a row did not hold the play time, whether it is to be kept and when it was last used, and
// entities had no chat rate.
func migrateToPlayTime(from pebble.Reader, to *batchWriter) error {
	var value []byte
	err := each(from, kindPlayer, func(key, old []byte) error {
		if len(old) > 0 && old[0] == versionPlayer4 { // migrateToHistory writes this form
			return nil
		}
		row, err := readPlayer2(old)
		fillOldRow(&row)
		value = appendPlayer4(value[:0], &row)
		to.set(key, value)
		return err
	})
	if err != nil {
		return err
	}
	return each(from, kindEntity, func(key, old []byte) error {
		r := record.Open(old, record.VersionEntity1)
		var e world.Entity
		record.ReadEntity(&r, &e, record.VersionEntity1)
		value = record.AppendEntityRecord(value[:0], &e)
		to.set(key, value)
		return r.End()
	})
}

// migrateToItems: in format 3 stacks were of blocks in any state.
func migrateToItems(from pebble.Reader, to *batchWriter) error {
	var value []byte
	err := each(from, kindPlayer, func(key, old []byte) error {
		if len(old) > 0 && old[0] == versionPlayer4 { // the migrations before write this form
			return nil
		}
		row, err := readPlayer3(old)
		value = appendPlayer4(value[:0], &row)
		to.set(key, value)
		return err
	})
	if err != nil {
		return err
	}
	return each(from, kindEntity, func(key, old []byte) error {
		if len(old) > 0 && old[0] == record.VersionEntity {
			return nil
		}
		r := record.Open(old, record.VersionEntity2)
		var e world.Entity
		record.ReadEntity(&r, &e, record.VersionEntity2)
		value = record.AppendEntityRecord(value[:0], &e)
		to.set(key, value)
		return r.End()
	})
}

// migrateToParts: in format 4 the row of a player was one record.
func migrateToParts(from pebble.Reader, to *batchWriter) error {
	var key, value []byte
	return each(from, kindPlayer, func(old, whole []byte) error {
		row, err := readPlayer4(whole)
		for i := range record.PlayerParts {
			key = append(append(key[:0], record.PlayerParts[i].Kind), old[1:]...)
			value = record.PlayerParts[i].Append(value[:0], &row)
			to.set(key, value)
		}
		return err
	})
}

// migrateToSeats: format 5 had no world's time of the last batch, and not who was in the world, so that nobody goes on exactly from where
// the server ended. Its records are read as they are.
func migrateToSeats(pebble.Reader, *batchWriter) error { return nil }

// migrateToOffers: format 6 had no offers of shops. Its records are read as they are.
func migrateToOffers(pebble.Reader, *batchWriter) error { return nil }

// oldPlayTime is the play time of a player whose row is of an older format: nobody loses a right by the migration.
const oldPlayTime = 3600 * timestream.Second

// fillOldRow fills in the fields that rows of older formats did not have: the row is kept, and the player has built.
func fillOldRow(row *store.PlayerRow) {
	row.Persistent, row.HasBuilt, row.PlayTime = true, true, oldPlayTime
}

// The versions of records of older formats that are still read.
const (
	versionPlayer1 = 1
	versionPlayer2 = 2
	versionPlayer3 = 3
	versionPlayer4 = 4
	versionPlayer5 = 5 // the same with a bed
)

// readPlayer1 reads a row without a key.
func readPlayer1(b []byte) (row store.PlayerRow, err error) {
	r := record.Open(b, versionPlayer1)
	row.Stream = record.ReadStream(&r)
	copy(row.Token[:], r.Bytes(len(row.Token)))
	readPlayerTail(&r, &row, record.VersionEntity1)
	return row, r.End()
}

// readPlayer2 reads a row with a key and without play time.
func readPlayer2(b []byte) (row store.PlayerRow, err error) {
	r := record.Open(b, versionPlayer2)
	row.Stream = record.ReadStream(&r)
	copy(row.Key[:], r.Bytes(len(row.Key)))
	copy(row.Token[:], r.Bytes(len(row.Token)))
	readPlayerTail(&r, &row, record.VersionEntity1)
	return row, r.End()
}

// readPlayer3 reads a row whose stacks are of blocks.
func readPlayer3(b []byte) (row store.PlayerRow, err error) {
	r := record.Open(b, versionPlayer3)
	readPlayerHead(&r, &row)
	readPlayerTail(&r, &row, record.VersionEntity2)
	return row, r.End()
}

// appendPlayer4 writes a row of format 4: version and all of it; the key of the record holds the name.
func appendPlayer4(b []byte, row *store.PlayerRow) []byte {
	version := byte(versionPlayer4)
	if row.Home != (world.Vec{}) {
		version = versionPlayer5
	}
	b = record.AppendStream(append(b, version), row.Stream)
	b = append(b, row.Key[:]...)
	b = append(b, row.Token[:]...)
	b = wire.AppendBool(wire.AppendBool(b, row.Persistent), row.HasBuilt)
	b = record.AppendTime(wire.AppendVarint(b, int64(row.PlayTime)), row.LastSeen)
	b = wire.AppendU32(b, row.EntityCounter)
	p := &row.Player
	b = wire.AppendString(b, p.Name)
	b = append(b, p.Selected)
	for _, s := range p.Slots {
		b = record.AppendStack(b, s)
	}
	b = wire.AppendUvarint(b, p.LastAction)
	b = record.AppendEntity(b, &row.Avatar)
	if version == versionPlayer5 {
		b = record.AppendBed(b, row)
	}
	return b
}

// readPlayer4 reads a row of format 4.
func readPlayer4(b []byte) (row store.PlayerRow, err error) {
	version := byte(versionPlayer4)
	if len(b) > 0 && b[0] == versionPlayer5 {
		version = versionPlayer5
	}
	r := record.Open(b, version)
	readPlayerHead(&r, &row)
	readPlayerTail(&r, &row, record.VersionEntity)
	if version == versionPlayer5 {
		record.ReadBed(&r, &row)
	}
	return row, r.End()
}

// readPlayerHead reads the fields before those of readPlayerTail.
func readPlayerHead(r *wire.Reader, row *store.PlayerRow) {
	row.Stream = record.ReadStream(r)
	copy(row.Key[:], r.Bytes(len(row.Key)))
	copy(row.Token[:], r.Bytes(len(row.Token)))
	row.Persistent, row.HasBuilt = r.Bool(), r.Bool()
	row.PlayTime, row.LastSeen = timestream.Duration(r.Varint()), record.ReadTime(r)
}

// readPlayerTail reads the fields that all versions of a whole row end with, the avatar in a version of the entity record.
func readPlayerTail(r *wire.Reader, row *store.PlayerRow, form int) {
	row.EntityCounter = r.U32()
	p := &row.Player
	p.Name = r.String(record.TextMax)
	p.Selected = r.Byte()
	for i := range p.Slots {
		p.Slots[i] = record.ReadStack(r, form)
	}
	p.LastAction = r.Uvarint()
	record.ReadEntity(r, &row.Avatar, form)
}
