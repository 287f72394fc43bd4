package pebble

import (
	"bytes"
	"time"

	"github.com/cockroachdb/pebble/v2"

	"voxtide/internal/faults"
	"voxtide/store"
	"voxtide/store/record"
)

// encodeBatch appends the records of a batch to a batch of the database.
func (s *Store) encodeBatch(to *pebble.Batch, b *store.Batch) error {
	w := batchWriter{to: to}
	for _, p := range b.Dropped {
		w.dropColumn(p, kindSection)
		if !faults.Active(faults.DroppedKeepsHistory) {
			w.dropColumn(p, kindHistory)
		}
	}
	for i := range b.Changes {
		c := &b.Changes[i]
		s.encode.key = appendChangeKey(s.encode.key[:0], c.Pos.Section(), c.Pos.Index(), c.Seq)
		s.encode.value = record.AppendChange(s.encode.value[:0], &record.Change{Block: c.Block, Before: c.Before, Author: c.Author, Time: b.Time, Complete: true, Box: c.Box, Until: c.Until, Turns: c.Turns})
		w.set(s.encode.key, s.encode.value)
	}
	for i := range b.Snapshots {
		n := &b.Snapshots[i]
		s.encode.key = appendSnapshotKey(s.encode.key[:0], n.Section)
		s.encode.value = record.AppendSnapshot(s.encode.value[:0], n.Edits, n.Packed)
		w.set(s.encode.key, s.encode.value)
	}
	for _, name := range b.RemovedPlayers {
		s.encode.removePlayer(&w, name)
	}
	for i := range b.Players {
		s.encode.setPlayer(&w, &b.Players[i])
	}
	for _, id := range b.RemovedEntities {
		s.encode.key = appendNumberKey(s.encode.key[:0], kindEntity, uint64(id))
		w.delete(s.encode.key)
	}
	for i := range b.Entities {
		s.encode.key = appendNumberKey(s.encode.key[:0], kindEntity, uint64(b.Entities[i].ID))
		s.encode.value = record.AppendEntityRecord(s.encode.value[:0], &b.Entities[i])
		w.set(s.encode.key, s.encode.value)
	}
	if b.ChecksChanged {
		s.encode.value = record.AppendChecks(s.encode.value[:0], b.Checks)
		w.set([]byte{kindChecks}, s.encode.value)
	}
	for i := range b.Chat {
		s.encode.key = appendNumberKey(s.encode.key[:0], kindChat, s.encode.nextChatSeq)
		s.encode.value = record.AppendChatLine(s.encode.value[:0], b.Chat[i])
		w.set(s.encode.key, s.encode.value)
		if s.encode.nextChatSeq >= store.ChatLinesMax {
			s.encode.key = appendNumberKey(s.encode.key[:0], kindChat, s.encode.nextChatSeq-store.ChatLinesMax)
			w.delete(s.encode.key)
		}
		s.encode.nextChatSeq++
	}
	s.state.apply(b)
	s.state.date = s.clock.now()
	s.encode.value = appendState(s.encode.value[:0], &s.state)
	w.set(metaKey(metaState), s.encode.value)
	if b.Log != (store.LogPosition{}) {
		s.encode.value = appendLog(s.encode.value[:0], logRecord{b.Log, s.state.batch})
		w.set(metaKey(metaLog), s.encode.value)
	}
	return w.err
}

// removePlayer deletes all parts of a row.
func (e *recordBuffers) removePlayer(w *batchWriter, name string) {
	if !faults.Active(faults.RemovedRowKnown) {
		delete(e.rows, name)
	}
	for i := range record.PlayerParts {
		e.key = appendNameKey(e.key[:0], record.PlayerParts[i].Kind, name)
		w.delete(e.key)
	}
}

// setPlayer writes the parts of a row that are not what was written of it last: all of them, if the world has been opened since, or the player
// has left. Of who is away nothing is remembered: a crowd's rows, written while much else was made and dropped, would each keep memory around them.
func (e *recordBuffers) setPlayer(w *batchWriter, row *store.PlayerRow) {
	last := e.rows[row.Name]
	if last == nil {
		if len(e.rows) >= writtenRowsMax {
			clear(e.rows) // all are written whole once more
		}
		last = &writtenRow{}
		e.rows[row.Name] = last
	}
	for i := range record.PlayerParts {
		e.value = record.PlayerParts[i].Append(e.value[:0], row)
		if bytes.Equal(e.value, last.parts[i]) { // no part is empty
			continue
		}
		last.parts[i] = append(last.parts[i][:0], e.value...)
		e.key = appendNameKey(e.key[:0], record.PlayerParts[i].Kind, row.Name)
		w.set(e.key, e.value)
	}
	if !row.Online {
		delete(e.rows, row.Name)
	}
}

// writtenRowsMax bounds the rows of players that are remembered as they were written, some 400 bytes each.
const writtenRowsMax = 4096

// writtenRow holds the parts of a player's row, in the order of record.PlayerParts, as they are in the world once all batches are durable.
type writtenRow struct {
	parts [len(record.PlayerParts)][]byte
}

// batchWriter fills a batch of the database, and keeps the first error.
type batchWriter struct {
	to  *pebble.Batch
	err error
}

func (w *batchWriter) set(k, v []byte) { w.noteError(w.to.Set(k, v, nil)) }
func (w *batchWriter) delete(k []byte) { w.noteError(w.to.Delete(k, nil)) }

// dropColumn deletes all records of a kind that belong to a column.
func (w *batchWriter) dropColumn(p store.Column, kind byte) {
	from, to := columnRange(p, kind)
	w.noteError(w.to.DeleteRange(from, to, nil))
}

func (w *batchWriter) noteError(err error) {
	if w.err == nil {
		w.err = err
	}
}

// Commit implements store.Store: it copies the batch behind those that wait, and returns at once. It panics on what
// could not be read back, before anything of the batch is kept.
func (s *Store) Commit(_ time.Duration, b *store.Batch) uint64 {
	if err := record.CheckBatch(b); err != nil {
		panic("pebble: " + err.Error())
	}
	if s.opts.ReadOnly {
		panic("pebble: the world is open for reading")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.commitSeq++
	if s.Err() != nil {
		s.waiting = nil // the writer has ended
		return s.commitSeq
	}
	if s.waiting == nil {
		s.waiting = s.db.NewBatch()
	}
	if err := s.encodeBatch(s.waiting, b); err != nil {
		s.fail(err)
	} else if s.waiting.Len() > s.limit {
		s.fail(ErrTooSlow)
	}
	select {
	case s.goroutines.wake <- struct{}{}:
	default:
	}
	return s.commitSeq
}
