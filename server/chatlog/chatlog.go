// Package chatlog is a bounded history on the disk of what players said and which commands they gave, for those who keep order to search in the
// game, also after the server was started again.
//
// Data flow: the host's loop adds an entry for each line that is said and each command that is run; a goroutine writes them into files of a bounded
// size, the oldest of which are removed, and has the system write those to the disk within a second; Search reads the files, from the goroutine for
// jobs. Invariants: Add never waits, an entry that finds no room in the queue is counted and lost; the folder never holds more than its bound, nor an
// entry in a file of which all is older than the history is kept; a line that is torn or damaged costs no other line.
package chatlog

import (
	"encoding/json"
	"os"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"voxtide/server/linefiles"
)

// Kind is what an entry is of.
type Kind string

// The kinds of entries.
const (
	Said    Kind = "said"
	Command Kind = "command"
	Private Kind = "private" // a command whose text is for one player alone, where such are kept
)

// Entry is a line of the history. Each text is cut at textMax bytes.
type Entry struct {
	At   int64  `json:"t"` // seconds since 1970
	Kind Kind   `json:"k"` //
	Name string `json:"n"` // of a player, "console", "server", or a token
	Text string `json:"x"` //
	Done bool   `json:"d,omitempty"`
}

const (
	textMax  = 1024
	nameMax  = 64
	lineMax  = 8192
	queueMax = 1024
	// fileMax bounds a file, bytesMax all of them, filesMax how many there are: each start of the server begins one.
	fileMax  = 1 << 20
	bytesMax = 32 << 20
	filesMax = 1000
	// syncEvery is within what time what was written is on the disk.
	syncEvery = time.Second
)

// Log is the history of a folder. Use Open. All methods may be called from any goroutine.
type Log struct {
	days  int
	warn  func(err error) // told when entries begin not to be kept
	queue chan Entry
	done  chan struct{}

	mu      sync.Mutex
	closed  bool // nothing may be queued any more
	lost    int  // entries for which the queue had no room
	files   linefiles.Writer
	failing bool
}

// Open opens the history in a folder, and makes the folder. Entries are kept for a number of days, and then removed with their file. warn is told
// when the disk takes none any more. Errors: those of the system.
func Open(dir string, days int, warn func(error)) (*Log, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	l := &Log{days: days, warn: warn, queue: make(chan Entry, queueMax), done: make(chan struct{})}
	l.files.Folder = folder(dir)
	go l.run()
	return l, nil
}

// Add adds an entry, if there is room in the queue. It never waits.
func (l *Log) Add(e Entry) {
	e.Name, e.Text = clean(e.Name, nameMax), clean(e.Text, textMax)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return
	}
	select {
	case l.queue <- e:
	default:
		l.lost++
	}
}

// Lost returns how many entries were lost because the disk did not keep up.
func (l *Log) Lost() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lost
}

// Close waits until all entries are on the disk. Errors: those of the system.
func (l *Log) Close() error {
	l.mu.Lock()
	if !l.closed {
		l.closed = true
		close(l.queue)
	}
	l.mu.Unlock()
	<-l.done
	return l.files.Close()
}

// run writes what is queued.
func (l *Log) run() {
	defer close(l.done)
	tick := time.NewTicker(syncEvery)
	defer tick.Stop()
	dirty := false
	for {
		select {
		case e, more := <-l.queue:
			if !more {
				l.note(l.files.Sync())
				return
			}
			l.note(l.write(&e))
			dirty = true
		case <-tick.C:
			if dirty {
				l.note(l.files.Sync())
				dirty = false
			}
		}
	}
}

// write writes an entry.
func (l *Log) write(e *Entry) error {
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	return l.files.Write(line, e.At-int64(l.days)*86400)
}

// folder returns the files of a folder.
func folder(dir string) linefiles.Folder {
	return linefiles.Folder{Dir: dir, Prefix: "said", LineMax: lineMax, FileMax: fileMax, BytesMax: bytesMax, FilesMax: filesMax}
}

// note tells of an error when one comes after none.
func (l *Log) note(err error) {
	if err != nil && !l.failing && l.warn != nil {
		l.warn(err)
	}
	l.failing = err != nil
}

// clean makes a text of one line of at most a number of bytes.
func clean(s string, most int) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == utf8.RuneError {
			return ' '
		}
		return r
	}, s)
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "")
	}
	return s
}
