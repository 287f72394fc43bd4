// Package netem emulates a bad network: it makes a net.PacketConn lose, delay, duplicate and reorder packets, by a
// seed.
//
// Job: Wrap, a bad network around a socket, and Pair, one without sockets. Owner: none; like any PacketConn, these
// may be used from any goroutine. A wrapped one has three goroutines, an end of a pair one; Close ends them.
// Invariants:
//
//   - The fate of the n-th packet of a direction (lost, duplicated, how much later than the delay) depends on the seed, the
//     direction and n alone. Bursts and cuts lie at the same times after the start. What the rate's queue drops depends on
//     when packets are sent.
//   - Everything is bounded: a packet that finds a queue full is lost.
package netem

import (
	"net"
	"sync"
	"time"
)

// Bounds of one direction.
const (
	// InFlightMax bounds the packets in flight; further ones are lost.
	InFlightMax = 16384
	// ReceiveQueueMax bounds the arrived packets that wait to be read; further ones are lost.
	ReceiveQueueMax = 4096
	// PacketMax is the size of the largest packet in bytes; larger ones are lost.
	PacketMax = 2048
)

// Stats counts what happened to the packets of one direction.
type Stats struct {
	Packets, Lost, Duplicated uint64
	Dropped                   uint64 // of Packets: a queue was full, or the packet larger than PacketMax
	Bytes                     uint64 // of Packets, with 28 of IP and UDP headers each
}

// Conn is a PacketConn over an emulated network.
type Conn struct {
	local    net.Addr
	out      *link // for packets written
	in       *link // for packets read
	received *recvQueue
	under    net.PacketConn // nil at the end of a pair
	closed   sync.Once
	done     sync.WaitGroup
}

var _ net.PacketConn = (*Conn)(nil)

// Wrap puts an emulated network around a PacketConn: up holds the conditions for packets written, down for packets
// read. Closing it closes pc. It reads ahead of its user.
func Wrap(pc net.PacketConn, up, down Conditions, seed uint64) *Conn {
	c := &Conn{local: pc.LocalAddr(), under: pc, received: newRecvQueue()}
	start := time.Now()
	c.out = newLink(up, seed, 1, start, func(p *packet) { pc.WriteTo(p.data, p.addr) })
	c.in = newLink(down, seed, 2, start, c.received.push)
	c.done.Add(3)
	go c.out.run(&c.done)
	go c.in.run(&c.done)
	go c.readSocket()
	return c
}

// readSocket passes the socket's packets on.
func (c *Conn) readSocket() {
	defer c.done.Done()
	buf := make([]byte, PacketMax+1)
	for {
		n, from, err := c.under.ReadFrom(buf)
		if err != nil {
			c.received.fail(err)
			return
		}
		c.in.send(buf[:n], from)
	}
}

// Pair returns two ends of a network without sockets: up holds the conditions for packets that the first end writes,
// down for those of the second. The ends have the addresses 192.0.2.1:1 and 192.0.2.2:1; packets written to any other
// address are lost.
func Pair(up, down Conditions, seed uint64) (first, second *Conn) {
	a := &Conn{local: &net.UDPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 1}, received: newRecvQueue()}
	b := &Conn{local: &net.UDPAddr{IP: net.IPv4(192, 0, 2, 2), Port: 1}, received: newRecvQueue()}
	start := time.Now()
	a.out = newLink(up, seed, 1, start, b.deliverFrom(a.local))
	b.out = newLink(down, seed, 2, start, a.deliverFrom(b.local))
	a.in, b.in = b.out, a.out
	a.done.Add(1)
	b.done.Add(1)
	go a.out.run(&a.done)
	go b.out.run(&b.done)
	return a, b
}

// deliverFrom returns a function that delivers a far end's packets to this end.
func (c *Conn) deliverFrom(from net.Addr) func(*packet) {
	to := c.local.String()
	return func(p *packet) {
		if p.addr.String() == to {
			p.addr = from
			c.received.push(p)
		}
	}
}

// WriteTo implements net.PacketConn. It never waits, and does not report what happens to the packet.
func (c *Conn) WriteTo(b []byte, to net.Addr) (int, error) {
	if !c.out.send(b, to) {
		return 0, &net.OpError{Op: "write", Net: "badnet", Addr: to, Err: net.ErrClosed}
	}
	return len(b), nil
}

// ReadFrom implements net.PacketConn.
func (c *Conn) ReadFrom(b []byte) (int, net.Addr, error) { return c.received.pop(b) }

// Close implements net.PacketConn. It waits for its goroutines; packets in flight from this end are lost.
func (c *Conn) Close() error {
	err := net.ErrClosed
	c.closed.Do(func() {
		err = nil
		if c.under != nil {
			err = c.under.Close()
			c.in.stop()
		}
		c.out.stop()
		c.received.fail(net.ErrClosed)
		c.done.Wait()
	})
	return err
}

// LocalAddr implements net.PacketConn.
func (c *Conn) LocalAddr() net.Addr { return c.local }

// SetDeadline implements net.PacketConn. Since writing never waits, it affects reading only.
func (c *Conn) SetDeadline(t time.Time) error { return c.SetReadDeadline(t) }

// SetReadDeadline implements net.PacketConn.
func (c *Conn) SetReadDeadline(t time.Time) error {
	c.received.deadline(t)
	return nil
}

// SetWriteDeadline implements net.PacketConn and does nothing.
func (c *Conn) SetWriteDeadline(time.Time) error { return nil }

// SetConditions changes the conditions for packets written and read from now on.
func (c *Conn) SetConditions(up, down Conditions) {
	c.out.configure(up)
	c.in.configure(down)
}

// Stats returns the counts of packets written and of packets read.
func (c *Conn) Stats() (up, down Stats) { return c.out.counts(), c.in.counts() }
