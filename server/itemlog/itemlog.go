// Package itemlog is a bounded history on the disk of what players got and gave away: what, how many, from where, when; and of all that they
// had when they came, left and died. Who keeps order asks it by player, item and place, and gives back what somebody had.
//
// Data flow: the server's loop tells a Watch each edit, action and transaction; the Watch adds up what inventories gained and lost, and hands
// a line to its Log for each player, item and way within a minute. A goroutine writes the lines into files of a bounded size, the oldest of
// which are removed, and has the system write those to the disk within a second. Search and Had read the files, from the goroutine for jobs.
// Invariants: what a Watch does in a step waits for nothing and allocates nothing for what is on a line already; a line that finds no room in
// the queue is counted and lost; the sum of a player's lines between two lines of all that he had is their difference, unless lines were lost
// between them; a full disk costs lines alone.
package itemlog

import (
	"encoding/json"
	"os"
	"sync"
	"time"

	"voxtide/server/linefiles"
)

const (
	queueMax = 4096
	// fileMax bounds a file, bytesMax all of them, filesMax how many there are: each start of the server begins one.
	fileMax  = 2 << 20
	bytesMax = 256 << 20
	filesMax = 2000
	// syncEvery is within what time what was written is on the disk.
	syncEvery = time.Second
)

// Log is the history of a folder. Use Open. All methods may be called from any goroutine.
type Log struct {
	days  int
	warn  func(err error)
	queue chan queued
	done  chan struct{}

	mu      sync.Mutex
	closed  bool
	lost    int
	files   linefiles.Writer
	failing bool
}

// queued is a line that waits, or the wish to be told when all lines before it are written.
type queued struct {
	line    Line
	written chan struct{}
}

// Open opens the history in a folder, and makes the folder. Lines are kept for a number of days, and then removed with their file. warn is
// told when the disk takes none any more, by the goroutine that writes. Errors: those of the system.
func Open(dir string, days int, warn func(error)) (*Log, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	l := &Log{days: days, warn: warn, queue: make(chan queued, queueMax), done: make(chan struct{})}
	l.files.Folder = folder(dir)
	go l.run()
	return l, nil
}

// folder returns the files of a folder.
func folder(dir string) linefiles.Folder {
	return linefiles.Folder{Dir: dir, Prefix: "items", LineMax: lineMax, FileMax: fileMax, BytesMax: bytesMax, FilesMax: filesMax}
}

// Add adds a line, if there is room in the queue. It never waits.
func (l *Log) Add(line Line) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return
	}
	select {
	case l.queue <- queued{line: line}:
	default:
		l.lost++
	}
}

// Lost returns how many lines were lost because the disk did not keep up.
func (l *Log) Lost() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lost
}

// settle waits until the lines that were added are in their files, as far as the disk takes them.
func (l *Log) settle() {
	q := queued{written: make(chan struct{})}
	l.mu.Lock()
	closed := l.closed
	l.mu.Unlock()
	if closed {
		return
	}
	select {
	case l.queue <- q:
		<-q.written
	case <-time.After(syncEvery): // the disk hangs
	}
}

// Close waits until all lines are on the disk. Nobody may ask any more. Errors: those of the system.
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
		case q, more := <-l.queue:
			switch {
			case !more:
				l.note(l.files.Sync())
				return
			case q.written != nil:
				close(q.written)
			default:
				l.note(l.write(&q.line))
				dirty = true
			}
		case <-tick.C:
			if dirty {
				l.note(l.files.Sync())
				dirty = false
			}
		}
	}
}

// write writes a line.
func (l *Log) write(line *Line) error {
	line.Name, line.Who = clean(line.Name), clean(line.Who)
	text, err := json.Marshal(line)
	if err != nil {
		return err
	}
	return l.files.Write(text, line.At-int64(l.days)*86400)
}

// note tells of an error when one comes after none.
func (l *Log) note(err error) {
	if err != nil && !l.failing && l.warn != nil {
		l.warn(err)
	}
	l.failing = err != nil
}
