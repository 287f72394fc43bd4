package control

import (
	"sync"
	"time"

	"voxtide/internal/faults"
)

// traffic bounds what callers do at once, by name. The name "" is that of the local socket.
type traffic struct {
	mu       sync.Mutex
	callers  map[string]*caller
	commands int // under way, of all
	streams  int
}

// caller is what one caller does.
type caller struct {
	commands, streams int
	tokens            float64 // of the rate of commands
	at                time.Time
}

// callersMax bounds the callers that are remembered.
const callersMax = 8192

// of returns a caller. The lock is held.
func (t *traffic) of(name string, now time.Time) *caller {
	if t.callers == nil || len(t.callers) > callersMax {
		idle := t.callers
		t.callers = map[string]*caller{}
		for n, c := range idle {
			if c.commands+c.streams > 0 {
				t.callers[n] = c
			}
		}
	}
	c := t.callers[name]
	if c == nil {
		c = &caller{tokens: commandBurst, at: now}
		t.callers[name] = c
	}
	return c
}

// beginCommand counts a command that begins; false if there are too many. end must be called once it is over.
func (t *traffic) beginCommand(name string) (end func(), ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := time.Now()
	c := t.of(name, now)
	c.tokens = min(commandBurst, c.tokens+now.Sub(c.at).Seconds()*commandRate)
	c.at = now
	if name != "" && !faults.Active(faults.CommandsWithoutBound) && (c.tokens < 1 || c.commands >= commandsEach) || t.commands >= commandsAtOnce {
		return nil, false
	}
	c.tokens--
	c.commands++
	t.commands++
	return func() {
		t.mu.Lock()
		c.commands--
		t.commands--
		t.mu.Unlock()
	}, true
}

// beginStream counts a stream that begins; false if there are too many.
func (t *traffic) beginStream(name string) (end func(), ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	c := t.of(name, time.Now())
	if c.streams >= streamsEach || t.streams >= streamsMax {
		return nil, false
	}
	c.streams++
	t.streams++
	return func() {
		t.mu.Lock()
		c.streams--
		t.streams--
		t.mu.Unlock()
	}, true
}
