package badnet

import (
	"net"
	"os"
	"sync"
	"time"
)

// mailbox holds packets that have arrived, until they are read.
type mailbox struct {
	mu      sync.Mutex
	packets []*packet
	err     error
	until   time.Time
	timer   *time.Timer // of the deadline
	changed *sync.Cond
}

func newMailbox() *mailbox {
	m := &mailbox{}
	m.changed = sync.NewCond(&m.mu)
	return m
}

// put adds one, which is lost if too many wait.
func (m *mailbox) put(p *packet) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.packets) < WaitingMax && m.err == nil {
		m.packets = append(m.packets, p)
		m.changed.Signal()
	}
}

// get waits for one. What does not fit into b is cut off, as of a socket.
func (m *mailbox) get(b []byte) (int, net.Addr, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for {
		switch {
		case m.err != nil:
			return 0, nil, m.err
		case !m.until.IsZero() && !time.Now().Before(m.until):
			return 0, nil, os.ErrDeadlineExceeded
		case len(m.packets) > 0:
			p := m.packets[0]
			m.packets[0] = nil
			m.packets = m.packets[1:]
			return copy(b, p.data), p.addr, nil
		}
		m.changed.Wait()
	}
}

// deadline ends the waiting at a time; the zero time never does.
func (m *mailbox) deadline(t time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.timer != nil {
		m.timer.Stop()
		m.timer = nil
	}
	if m.until = t; !t.IsZero() && m.err == nil {
		m.timer = time.AfterFunc(time.Until(t), func() {
			m.mu.Lock()
			defer m.mu.Unlock()
			m.changed.Broadcast()
		})
	}
	m.changed.Broadcast()
}

// fail ends all reading.
func (m *mailbox) fail(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.err == nil {
		m.err, m.packets = err, nil
	}
	if m.timer != nil {
		m.timer.Stop()
		m.timer = nil
	}
	m.changed.Broadcast()
}
