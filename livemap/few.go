package livemap

import (
	"net"
	"sync"
)

// fewListener has a bounded number of connections open; others wait in the system's queue.
type fewListener struct {
	net.Listener
	room chan struct{}
	once sync.Once
	over chan struct{}
}

func few(l net.Listener, n int) net.Listener {
	return &fewListener{Listener: l, room: make(chan struct{}, n), over: make(chan struct{})}
}

// Accept implements net.Listener.
func (l *fewListener) Accept() (net.Conn, error) {
	select {
	case l.room <- struct{}{}:
	case <-l.over:
		return nil, net.ErrClosed
	}
	c, err := l.Listener.Accept()
	if err != nil {
		<-l.room
		return nil, err
	}
	return &fewConn{Conn: c, room: l.room}, nil
}

// Close implements net.Listener.
func (l *fewListener) Close() error {
	l.once.Do(func() { close(l.over) })
	return l.Listener.Close()
}

// fewConn gives its place back when it is closed.
type fewConn struct {
	net.Conn
	room chan struct{}
	once sync.Once
}

// Close implements net.Conn.
func (c *fewConn) Close() error {
	c.once.Do(func() { <-c.room })
	return c.Conn.Close()
}
