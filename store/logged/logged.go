// Package logged keeps a world on several machines: its batches are entries of a log that an engine has on the disks of a majority, and each
// machine's own disk is a follower of that log, the owner's too.
//
// Data flow, the owner: Store.Commit encodes a batch and appends it to the log; once its entry is durable there it is read as on any other
// machine and committed to the own disk, with its place in the log; Committed is what the own disk has. A standby: a Replica follows the log and
// commits what it reads to its disk in the same way, says in the directory how far it has come, and becomes a Store when it claims the log.
//
// Owner: one goroutine has a Store or a Replica and all that they share; only Section and the history may be called by others. Invariants: no
// disk has a batch that the log could lose; two disks at the same place of the log hold the same; a disk that holds anything else than the log up
// to its place is found out (engine.ErrDiverged) when it follows on, or at the next claim; what Committed has reached is on a majority of the
// engine's disks and on the own one.
package logged

import (
	"cmp"
	"errors"
	"time"

	"voxtide/engine"
)

// Errors beside those of package engine.
var (
	// ErrTooSlow says that more batches wait for the engine than memory is allowed to hold.
	ErrTooSlow = errors.New("logged: the engine is too slow, or was away for too long")
	// ErrNotDurable says that a store was closed while batches were not durable in the engine: whether they are is not known.
	ErrNotDurable = errors.New("logged: closed while the last batches were not known durable")
)

// retry is the time after which a question to the directory is asked again.
const retry = 500 * time.Millisecond

// member is what a store and a replica have in common: the disk that follows the log.
type member struct {
	shared  *engine.Shared
	o       Options
	table   *Table
	disk    applier
	held    *engine.Verified // taken from the log, and its table of blocks is not known yet
	asked   time.Duration    // when that was asked for
	asking  bool
	wanting bool
	report  reporter
	size    sizes
	err     error
}

// pump commits to the disk what comes from the log, as much as the disk takes.
func (m *member) pump(now time.Duration, next func() (engine.Verified, bool)) {
	m.disk.settle(now)
	for m.err == nil && m.disk.takes() {
		v := m.held
		if v == nil {
			e, ok := next()
			if !ok {
				break
			}
			m.size.add(&e)
			v = &e
		}
		err := m.disk.apply(now, v)
		var unknown unknownTable
		if errors.As(err, &unknown) {
			m.held = v
			m.learn(now, unknown)
			break
		}
		m.held, m.err = nil, err
	}
	m.disk.settle(now)
	m.size.sample(now)
	m.report.put(now, m.shared, &m.o, m.disk.durable)
}

// learn asks the directory for a table of blocks, whose claim began before this machine began to read.
func (m *member) learn(now time.Duration, hash unknownTable) {
	if m.asking || m.wanting && now-m.asked < retry {
		return
	}
	m.asking, m.wanting, m.asked = true, true, now
	m.shared.Get(tableKey(m.o.World, uint64(hash)), func(_ time.Duration, a *engine.Answer) {
		if m.asking = false; a.Outcome != engine.OK || a.Value == nil {
			return
		}
		t, err := readTable(a.Value)
		if err == nil {
			err = m.disk.decoder.Learn(t)
		}
		if m.wanting = false; err != nil {
			m.err = err
		}
	})
}

// firstErr returns the first of what is wrong with the disk and with what came from the log.
func (m *member) firstErr() error { return cmp.Or(m.err, m.disk.store.Err()) }
