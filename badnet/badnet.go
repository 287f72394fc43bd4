// Package badnet makes a net.PacketConn as bad as a real network, by a seed.
//
// Job: Wrap, a bad network around a socket, and Pair, one without sockets. Owner: none; the
// PacketConns may be used from any goroutine, as others. A wrapped one has two goroutines,
// an end of a pair one; Close ends them. Invariants:
//
//   - The luck of the n-th packet of a direction (lost, doubled, how much later than the
//     delay) depends on the seed, the direction and n alone. The bad times of Burst and the
//     cuts lie at the same times after the start. What the rate's queue drops depends on
//     when packets are sent.
//   - Everything is bounded: a packet that finds a queue full is lost.
package badnet

import (
	"net"
	"sync"
	"time"
)

// Bounds of one direction.
const (
	// FlightMax is how many packets may be under way; more are lost.
	FlightMax = 16384
	// WaitingMax is how many arrived packets may wait to be read; more are lost.
	WaitingMax = 4096
	// PacketMax is the largest packet in bytes; larger ones are lost.
	PacketMax = 2048
)

// Stats counts what happened to the packets of one direction.
type Stats struct {
	Packets, Lost, Doubled uint64
	Dropped                uint64 // of Packets: a queue was full, or larger than PacketMax
	Bytes                  uint64 // of Packets, with 28 of IP and UDP headers each
}

// Conn is a bad PacketConn.
type Conn struct {
	local  net.Addr
	write  *direction // of what is written
	read   *direction // of what is read
	inbox  *mailbox
	under  net.PacketConn // nil at the end of a pair
	closed sync.Once
	done   sync.WaitGroup
}

var _ net.PacketConn = (*Conn)(nil)

// Wrap makes a network around a PacketConn: up are the conditions of what is written, down
// of what is read. Closing it closes pc. It reads ahead of its user.
func Wrap(pc net.PacketConn, up, down Conditions, seed uint64) *Conn {
	c := &Conn{local: pc.LocalAddr(), under: pc, inbox: newMailbox()}
	start := time.Now()
	c.write = newDirection(up, seed, 1, start, func(p *packet) { pc.WriteTo(p.data, p.addr) })
	c.read = newDirection(down, seed, 2, start, c.inbox.put)
	c.done.Add(3)
	go c.write.run(&c.done)
	go c.read.run(&c.done)
	go c.pull()
	return c
}

// pull reads what the socket has.
func (c *Conn) pull() {
	defer c.done.Done()
	buf := make([]byte, PacketMax+1)
	for {
		n, from, err := c.under.ReadFrom(buf)
		if err != nil {
			c.inbox.fail(err)
			return
		}
		c.read.send(buf[:n], from)
	}
}

// Pair makes two ends of a network without sockets: up are the conditions of what the first
// writes, down of what the second does. The ends have the addresses 192.0.2.1:1 and
// 192.0.2.2:1; what is written to another address than the far end's is lost.
func Pair(up, down Conditions, seed uint64) (first, second *Conn) {
	a := &Conn{local: &net.UDPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 1}, inbox: newMailbox()}
	b := &Conn{local: &net.UDPAddr{IP: net.IPv4(192, 0, 2, 2), Port: 1}, inbox: newMailbox()}
	start := time.Now()
	a.write = newDirection(up, seed, 1, start, b.deliver(a.local))
	b.write = newDirection(down, seed, 2, start, a.deliver(b.local))
	a.read, b.read = b.write, a.write
	a.done.Add(1)
	b.done.Add(1)
	go a.write.run(&a.done)
	go b.write.run(&b.done)
	return a, b
}

// deliver gives what takes the packets of a far end in.
func (c *Conn) deliver(from net.Addr) func(*packet) {
	to := c.local.String()
	return func(p *packet) {
		if p.addr.String() == to {
			p.addr = from
			c.inbox.put(p)
		}
	}
}

// WriteTo implements net.PacketConn. It never waits; what happens to the packet then is not
// told.
func (c *Conn) WriteTo(b []byte, to net.Addr) (int, error) {
	if !c.write.send(b, to) {
		return 0, &net.OpError{Op: "write", Net: "badnet", Addr: to, Err: net.ErrClosed}
	}
	return len(b), nil
}

// ReadFrom implements net.PacketConn.
func (c *Conn) ReadFrom(b []byte) (int, net.Addr, error) { return c.inbox.get(b) }

// Close implements net.PacketConn. It waits for its goroutines; what this end wrote and is
// still under way is lost.
func (c *Conn) Close() error {
	err := net.ErrClosed
	c.closed.Do(func() {
		err = nil
		if c.under != nil {
			err = c.under.Close()
			c.read.stop()
		}
		c.write.stop()
		c.inbox.fail(net.ErrClosed)
		c.done.Wait()
	})
	return err
}

// LocalAddr implements net.PacketConn.
func (c *Conn) LocalAddr() net.Addr { return c.local }

// SetDeadline implements net.PacketConn. Writing never waits, so it is about reading.
func (c *Conn) SetDeadline(t time.Time) error { return c.SetReadDeadline(t) }

// SetReadDeadline implements net.PacketConn.
func (c *Conn) SetReadDeadline(t time.Time) error {
	c.inbox.deadline(t)
	return nil
}

// SetWriteDeadline implements net.PacketConn and does nothing.
func (c *Conn) SetWriteDeadline(time.Time) error { return nil }

// SetConditions changes those of what is written or of what is read, from now on.
func (c *Conn) SetConditions(up, down Conditions) {
	c.write.set(up)
	c.read.set(down)
}

// Stats gives the counts of what was written and of what was read.
func (c *Conn) Stats() (up, down Stats) { return c.write.counts(), c.read.counts() }
