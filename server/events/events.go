// Package events tells machines outside of a server what happens in it: a bounded history with a number for each event, and readers that
// follow it.
//
// Data flow: the server's loop and its workers call Publish, which never waits; each reader has a cursor in the history and is woken; one that is too
// slow is told how many events it has lost. Owner: a Log may be used by any goroutine. Invariants: numbers grow by one; a reader
// sees each event once, in order, or is told that it has lost it; the history has HistoryMax events and no more.
package events

import (
	"context"
	"sync"
	"time"
)

// Kinds of events.
const (
	Join     = "join"     // Player, Address, Key
	Leave    = "leave"    // Player
	Refused  = "refused"  // somebody was not let in: Player, Text, Address, Key
	Ended    = "ended"    // a session was ended: Player, Text
	Chat     = "chat"     // Player, Text
	Death    = "death"    // Player, Text
	Command  = "command"  // Player, Text, Done
	Rollback = "rollback" // Player, Text
	Frozen   = "frozen"   // the disk takes nothing, or again: Text
	Backup   = "backup"   // Text
	Started  = "started"  // Text
	Stopping = "stopping" // Text
)

// Kinds are all kinds, each with what it tells of.
var Kinds = []string{Join, Leave, Refused, Ended, Chat, Death, Command, Rollback, Frozen, Backup, Started, Stopping}

// Event is something that happened.
type Event struct {
	Number  uint64 `json:"number"`
	At      int64  `json:"at"` // milliseconds since 1970
	Kind    string `json:"kind"`
	Player  string `json:"player,omitempty"`
	Text    string `json:"text,omitempty"`
	Done    bool   `json:"done,omitempty"`    // of a command: it was carried out, or begun
	World   string `json:"world,omitempty"`   // of several that the server has
	Address string `json:"address,omitempty"` // or the number that stands for it
	Key     string `json:"key,omitempty"`     // its first digits
}

// HistoryMax is how many events are kept for those who come later or are slow.
const HistoryMax = 2048

// Log is the history. Use New.
type Log struct {
	mu   sync.Mutex
	ring [HistoryMax]Event
	last uint64        // number of the newest; 0: none yet
	news chan struct{} // closed with the next event
}

// New returns an empty history.
func New() *Log { return &Log{news: make(chan struct{})} }

// Publish adds an event with its number and, if it has none, the time. It never waits.
func (l *Log) Publish(e Event) {
	if e.At == 0 {
		e.At = time.Now().UnixMilli()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last++
	e.Number = l.last
	l.ring[e.Number%HistoryMax] = e
	close(l.news)
	l.news = make(chan struct{})
}

// Last returns the number of the newest event, 0 if there was none.
func (l *Log) Last() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.last
}

// After returns an event after a number as it is in the history, and how many between were lost; false if there is none yet.
func (l *Log) After(number uint64) (e Event, lost uint64, ok bool) {
	e, lost, _ = l.after(number)
	return e, lost, e.Number != 0
}

func (l *Log) after(number uint64) (e Event, lost uint64, news chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if number > l.last { // of another run of the server
		number = 0
	}
	if number == l.last {
		return e, 0, l.news
	}
	next := number + 1
	if l.last >= HistoryMax {
		if oldest := l.last - HistoryMax + 1; next < oldest {
			lost, next = oldest-next, oldest
		}
	}
	return l.ring[next%HistoryMax], lost, l.news
}

// Wait returns the event after a number, as After, once there is one. Errors: those of the context.
func (l *Log) Wait(ctx context.Context, number uint64) (e Event, lost uint64, err error) {
	for {
		e, lost, news := l.after(number)
		if e.Number != 0 {
			return e, lost, nil
		}
		if number > l.Last() { // see after
			number = 0
		}
		select {
		case <-news:
		case <-ctx.Done():
			return e, 0, ctx.Err()
		}
	}
}
