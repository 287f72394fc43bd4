package pebble

import (
	"fmt"
	"time"

	"github.com/cockroachdb/pebble/v2"
)

// runWriter is the writer: it makes the batches durable that wait, all of them as one batch of the database, until the store
// is closed or fails.
func (s *Store) runWriter() {
	defer close(s.goroutines.writerDone)
	options := pebble.Sync
	if s.opts.NoSync {
		options = pebble.NoSync
	}
	var due <-chan time.Time // when written batches are to be fsynced
	var last progress        // the last written batch
	for {
		closing := false
		select {
		case <-s.goroutines.wake:
		case <-s.goroutines.closing:
			closing = true
		case <-due:
			due = nil
			if !s.writeBatch(nil, 0, pebble.Sync) {
				return
			}
			s.watermark.note(last)
			continue
		}
		if b, seq, newest := s.takeWaiting(); b != nil {
			if !s.writeBatch(b, seq, options) {
				return
			}
			if last = newest; !s.opts.NoSync {
				s.watermark.note(last)
			} else if due == nil {
				due = time.After(syncEvery)
			}
		}
		if closing {
			if due != nil && s.writeBatch(nil, 0, pebble.Sync) {
				s.watermark.note(last)
			}
			return
		}
	}
}

// takeWaiting takes the batches that wait, nil for none, and the progress once they are durable.
func (s *Store) takeWaiting() (b *pebble.Batch, seq uint64, newest progress) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b, s.waiting = s.waiting, nil
	return b, s.commitSeq, progress{s.state.batch, s.state.edits}
}

// writeBatch writes a batch and publishes its number; a nil batch stands for an fsync of all before. Pebble reports some
// errors by a panic and others to its log alone, so both count.
func (s *Store) writeBatch(b *pebble.Batch, seq uint64, o *pebble.WriteOptions) (ok bool) {
	defer func() {
		if r := recover(); r != nil {
			s.fail(fmt.Errorf("write the log: %v", r))
			s.halt()
			ok = false
		}
	}()
	if s.Err() != nil {
		return false
	}
	var err error
	if b == nil {
		err = s.db.LogData(nil, o)
	} else {
		s.gate.noteBatch(b.Len())
		err = s.db.Apply(b, o)
	}
	if err != nil {
		s.fail(fmt.Errorf("write the log: %w", err))
	}
	if s.Err() != nil {
		return false
	}
	if b != nil {
		s.durableSeq.Store(seq)
		if s.opts.OnDurable != nil {
			s.opts.OnDurable(seq)
		}
		if err := b.Close(); err != nil {
			s.fail(fmt.Errorf("write the log: %w", err))
			return false
		}
	}
	return true
}
