package disk

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"sync"
	"sync/atomic"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"voxtide/faults"
)

// A log that ends too early looks like one that a cut tore, and one that is gone like one that never was: the database opens, and
// what was acknowledged is missing without a word. So a small file beside it says how many batches are durable. It is written behind
// the commits, by a goroutine of its own, and fsynced now and then: it never says more than is there, and a killed program leaves it
// with the last batch but a few. A world without it, of an older program or a copy, is fine.

// markName is the file; it has two lines of markLine bytes, written in turn, so that a torn one leaves the other.
const (
	markName = "mark"
	markLine = 80
	// markEvery is how often it is fsynced while batches come.
	markEvery = 5 * time.Second
)

// mark is the file of a world that is open. Owner: its goroutine; note may be called from any.
type mark struct {
	file   vfs.File
	slot   int64
	newest atomic.Pointer[marked]
	wake   chan struct{}
	over   chan struct{}
	ended  sync.WaitGroup
}

// marked is what a line says.
type marked struct{ batch, edits uint64 }

func (m marked) line() []byte {
	text := fmt.Sprintf("batch %d edits %d", m.batch, m.edits)
	return fmt.Appendf(nil, "%-*s %08x\n", markLine-10, text, crc32.ChecksumIEEE([]byte(text)))
}

// readMarked reads a line; ok is false for one that is torn, or none.
func readMarked(line []byte) (m marked, ok bool) {
	if len(line) != markLine {
		return m, false
	}
	text := bytes.TrimRight(line[:markLine-10], " ")
	if _, err := fmt.Sscanf(string(text), "batch %d edits %d", &m.batch, &m.edits); err != nil || !bytes.Equal(line, m.line()) {
		return marked{}, false
	}
	return m, true
}

// readMark returns the newest line of a world's mark, nothing where there is none.
func (f *folder) readMark() (newest marked, err error) {
	file, err := f.fs.Open(f.path(markName))
	if errors.Is(err, fs.ErrNotExist) {
		return newest, nil
	}
	if err != nil {
		return newest, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, 2*markLine))
	for ; len(text) > 0; text = text[min(markLine, len(text)):] {
		if m, ok := readMarked(text[:min(markLine, len(text))]); ok && m.batch >= newest.batch {
			newest = m
		}
	}
	return newest, err
}

// startMark begins to mark what is durable. A disk that does not take the file costs the mark alone.
func (s *Store) startMark(f *folder) {
	m := &mark{wake: make(chan struct{}, 1), over: make(chan struct{})}
	file, err := f.fs.OpenReadWrite(f.path(markName), vfs.WriteCategoryUnspecified)
	if err == nil {
		now := marked{s.kept.batch, s.kept.edits}.line()
		_, err = file.WriteAt(append(now, now...), 0) // both: the greater one counts
		err = errors.Join(err, file.Sync(), f.sync(f.dir))
	}
	if err != nil {
		s.log.Warn("a check will not know whether the last changes of the world are missing", "err", line(err))
		if file != nil {
			file.Close()
		}
		return
	}
	m.file = file
	s.mark = m
	m.ended.Go(m.run)
}

// note says that what it names is durable. It never waits.
func (m *mark) note(newest marked) {
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
func (m *mark) run() {
	var due <-chan time.Time
	for {
		select {
		case <-m.wake:
			if m.write() && due == nil {
				due = time.After(markEvery)
			}
		case <-due:
			due = nil
			m.file.Sync() // what fails is found when the world is
		case <-m.over:
			return
		}
	}
}

func (m *mark) write() bool {
	n := m.newest.Load()
	if n == nil {
		return false
	}
	_, err := m.file.WriteAt(n.line(), m.slot*markLine)
	m.slot = 1 - m.slot
	return err == nil
}

// close writes and fsyncs the last word, if all went well, and ends the goroutine.
func (m *mark) close(well bool) error {
	if m == nil {
		return nil
	}
	close(m.over)
	m.ended.Wait()
	if well && m.write() {
		return errors.Join(m.file.Sync(), m.file.Close())
	}
	return m.file.Close()
}

// Missing returns an ErrMissing if the world once had more than was found when it was opened.
func (s *Store) Missing() error {
	if s.found.batch >= s.marked.batch || faults.Active(faults.TornTailBelieved) {
		return nil
	}
	return because{ErrMissing, fmt.Errorf("edit %d and batch %d are the last ones here, there were edit %d and batch %d: a log in %s is lost or damaged",
		s.found.edits, s.found.batch, s.marked.edits, s.marked.batch, dbName)}
}
