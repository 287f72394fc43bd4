package disk

import (
	"fmt"
	"time"

	"github.com/cockroachdb/pebble/v2"
)

// write is the writer: it makes durable what waits, all of it as one batch of the database, until the store is closed
// or fails.
func (s *Store) write() {
	defer close(s.gone)
	options := pebble.Sync
	if s.opts.NoSync {
		options = pebble.NoSync
	}
	var due <-chan time.Time // when what was only written is to be fsynced
	var last marked          // what was written
	for {
		closing := false
		select {
		case <-s.wake:
		case <-s.closing:
			closing = true
		case <-due:
			due = nil
			if !s.put(nil, 0, pebble.Sync) {
				return
			}
			s.mark.note(last)
			continue
		}
		if b, ticket, newest := s.take(); b != nil {
			if !s.put(b, ticket, options) {
				return
			}
			if last = newest; !s.opts.NoSync {
				s.mark.note(last)
			} else if due == nil {
				due = time.After(syncEvery)
			}
		}
		if closing {
			if due != nil && s.put(nil, 0, pebble.Sync) {
				s.mark.note(last)
			}
			return
		}
	}
}

// take takes all that waits, nil for nothing, and what is durable with it.
func (s *Store) take() (b *pebble.Batch, ticket uint64, newest marked) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b, s.waiting = s.waiting, nil
	return b, s.ticket, marked{s.kept.batch, s.kept.edits}
}

// put writes a batch and publishes its ticket; no batch stands for an fsync of all before. Pebble reports some errors
// by a panic and some to its log alone, so both count.
func (s *Store) put(b *pebble.Batch, ticket uint64, o *pebble.WriteOptions) (ok bool) {
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
		err = s.db.Apply(b, o)
	}
	if err != nil {
		s.fail(fmt.Errorf("write the log: %w", err))
	}
	if s.Err() != nil {
		return false
	}
	if b != nil {
		s.done.Store(ticket)
		if s.opts.Kept != nil {
			s.opts.Kept(ticket)
		}
		if err := b.Close(); err != nil {
			s.fail(fmt.Errorf("write the log: %w", err))
			return false
		}
	}
	return true
}
