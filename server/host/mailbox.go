package host

import (
	"sync"

	"voxtide/server"
)

// wakeUp is a signal to a goroutine that sleeps. Signals that come before it wakes are one.
type wakeUp chan struct{}

func newWakeUp() wakeUp { return make(wakeUp, 1) }

// signal wakes the goroutine. It never waits.
func (w wakeUp) signal() {
	select {
	case w <- struct{}{}:
	default:
	}
}

// mailbox holds functions that the loop calls before its next step.
type mailbox struct {
	loop wakeUp

	mu     sync.Mutex
	posts  []func(*server.Server)
	closed bool
}

// post adds a function. It never waits; once the mailbox is closed the function is dropped.
func (m *mailbox) post(f func(*server.Server)) {
	m.mu.Lock()
	if !m.closed {
		m.posts = append(m.posts, f)
	}
	m.mu.Unlock()
	m.loop.signal()
}

// take returns the functions that were posted since the last call.
func (m *mailbox) take() (all []func(*server.Server)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	all, m.posts = m.posts, nil
	return all
}

// close drops what is posted from now on.
func (m *mailbox) close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
}
