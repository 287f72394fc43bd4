package disk

import (
	"encoding/binary"
	"fmt"

	"github.com/cockroachdb/pebble/v2"

	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// migrations bring a world from format i+1 to the next: each writes what changes into one batch, which is durable as a
// whole or not at all. A world that is not brought forward can be read by the program that wrote it.
var migrations = [Format - 1]func(from pebble.Reader, to *sink) error{
	toHistory,
	toPlayed,
}

// migrate brings a world of an older format forward.
func (s *Store) migrate(format int) error {
	for ; format < Format; format++ {
		b := s.db.NewBatch()
		w := sink{to: b}
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

// toHistory: in format 1 the changes since a snapshot stood beside it, as s X Z Y "e" seq cell with nothing but the
// block; those before it were gone. Players had no keys.
func toHistory(from pebble.Reader, to *sink) error {
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
		if _, err := readChange1(block); err != nil {
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
		known(&row)
		value = appendPlayer(value[:0], &row)
		to.set(key, value)
		return err
	})
}

// toPlayed: in format 2 a row did not say how long its player had played, whether it holds anything and when it was last
// needed, and no body had a meter of chat.
func toPlayed(from pebble.Reader, to *sink) error {
	var value []byte
	err := each(from, kindPlayer, func(key, old []byte) error {
		if len(old) > 0 && old[0] == versionPlayer { // toHistory writes this form
			return nil
		}
		row, err := readPlayer2(old)
		known(&row)
		value = appendPlayer(value[:0], &row)
		to.set(key, value)
		return err
	})
	if err != nil {
		return err
	}
	return each(from, kindEntity, func(key, old []byte) error {
		r := open(old, versionEntity1)
		var e world.Entity
		readEntity(&r, &e, versionEntity1)
		value = appendEntityRecord(value[:0], &e)
		to.set(key, value)
		return r.End()
	})
}

// playedBefore is how long whoever has a row of an older format counts as having played: nobody loses a right by it.
const playedBefore = 3600 * timestream.Second

// known fills in what the rows of older formats did not say: there is something to keep, and there are blocks.
func known(row *store.PlayerRow) { row.Kept, row.Built, row.Played = true, true, playedBefore }

// The forms of records that older formats had and that are read still.
const (
	versionChange1 = 1
	versionPlayer1 = 1
	versionPlayer2 = 2
	versionEntity1 = 1
)

// readChange1 reads version, block.
func readChange1(b []byte) (world.Block, error) {
	r := open(b, versionChange1)
	v := readBlock(&r)
	return v, r.End()
}

// readPlayer1 reads a row without a key.
func readPlayer1(b []byte) (row store.PlayerRow, err error) {
	r := open(b, versionPlayer1)
	row.Stream = readStream(&r)
	copy(row.Token[:], r.Bytes(len(row.Token)))
	readRest(&r, &row, versionEntity1)
	return row, r.End()
}

// readPlayer2 reads a row with a key and without what was played.
func readPlayer2(b []byte) (row store.PlayerRow, err error) {
	r := open(b, versionPlayer2)
	row.Stream = readStream(&r)
	copy(row.Key[:], r.Bytes(len(row.Key)))
	copy(row.Token[:], r.Bytes(len(row.Token)))
	readRest(&r, &row, versionEntity1)
	return row, r.End()
}
