package netem

import (
	"net"
	"os"
	"sync"
	"time"
)

// recvQueue holds arrived packets until they are read.
type recvQueue struct {
	mu         sync.Mutex
	packets    []*packet
	err        error
	deadlineAt time.Time
	timer      *time.Timer // of the deadline
	changed    *sync.Cond
}

func newRecvQueue() *recvQueue {
	m := &recvQueue{}
	m.changed = sync.NewCond(&m.mu)
	return m
}

// push adds a packet, which is lost if the queue is full.
func (m *recvQueue) push(p *packet) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.packets) < ReceiveQueueMax && m.err == nil {
		m.packets = append(m.packets, p)
		m.changed.Signal()
	}
}

// pop waits for a packet. As with a socket, bytes beyond len(b) are cut off.
func (m *recvQueue) pop(b []byte) (int, net.Addr, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for {
		switch {
		case m.err != nil:
			return 0, nil, m.err
		case !m.deadlineAt.IsZero() && !time.Now().Before(m.deadlineAt):
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
func (m *recvQueue) deadline(t time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.timer != nil {
		m.timer.Stop()
		m.timer = nil
	}
	if m.deadlineAt = t; !t.IsZero() && m.err == nil {
		m.timer = time.AfterFunc(time.Until(t), func() {
			m.mu.Lock()
			defer m.mu.Unlock()
			m.changed.Broadcast()
		})
	}
	m.changed.Broadcast()
}

// fail ends all reading.
func (m *recvQueue) fail(err error) {
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
