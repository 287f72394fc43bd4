package pebble

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"sync"
	"sync/atomic"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// A log that ends too early looks like one that a crash tore, and a missing log like one that never was: the database opens,
// and acknowledged batches are gone silently. So a small file beside it says how many batches are durable. A goroutine writes
// it after the commits, and fsyncs it now and then: it never counts batches that are not durable, and after a kill it lacks
// the last few at most. A world without it, of an older program or a copy, is fine.

// watermarkName is the file: two lines of watermarkLine bytes, written in turn, so that a torn one leaves the other.
const (
	watermarkName = "mark"
	watermarkLine = 80
	// watermarkSyncEvery is how often it is fsynced while batches come.
	watermarkSyncEvery = 5 * time.Second
)

// watermark is the open file. Owner: its goroutine; note may be called from any.
type watermark struct {
	file    vfs.File
	slot    int64
	newest  atomic.Pointer[progress]
	wake    chan struct{}
	closing chan struct{}
	ended   sync.WaitGroup
}

// progress is the content of a line.
type progress struct{ batch, edits uint64 }

func (m progress) line() []byte {
	text := fmt.Sprintf("batch %d edits %d", m.batch, m.edits)
	return fmt.Appendf(nil, "%-*s %08x\n", watermarkLine-10, text, crc32.ChecksumIEEE([]byte(text)))
}

// parseProgress reads a line; ok is false for a torn or missing one.
func parseProgress(line []byte) (m progress, ok bool) {
	if len(line) != watermarkLine {
		return m, false
	}
	text := bytes.TrimRight(line[:watermarkLine-10], " ")
	if _, err := fmt.Sscanf(string(text), "batch %d edits %d", &m.batch, &m.edits); err != nil || !bytes.Equal(line, m.line()) {
		return progress{}, false
	}
	return m, true
}

// note says that batches up to newest are durable. It never waits.
func (m *watermark) note(newest progress) {
	if m == nil {
		return
	}
	m.newest.Store(&newest)
	select {
	case m.wake <- struct{}{}:
	default:
	}
}

// run is the goroutine that writes.
func (m *watermark) run() {
	var due <-chan time.Time
	for {
		select {
		case <-m.wake:
			if m.write() && due == nil {
				due = time.After(watermarkSyncEvery)
			}
		case <-due:
			due = nil
			m.file.Sync() // an error shows when the world is opened
		case <-m.closing:
			return
		}
	}
}

func (m *watermark) write() bool {
	n := m.newest.Load()
	if n == nil {
		return false
	}
	_, err := m.file.WriteAt(n.line(), m.slot*watermarkLine)
	m.slot = 1 - m.slot
	return err == nil
}

// close ends the goroutine and, if all went well, writes and fsyncs the last line.
func (m *watermark) close(well bool) error {
	if m == nil {
		return nil
	}
	close(m.closing)
	m.ended.Wait()
	if well && m.write() {
		return errors.Join(m.file.Sync(), m.file.Close())
	}
	return m.file.Close()
}
