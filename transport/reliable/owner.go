package reliable

import (
	"voxtide/transport"
)

// Send implements transport.Conn.
func (c *Conn) Send(which transport.Lane, msg []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.closed:
		return transport.ErrClosed
	case len(msg) > transport.MessageMax:
		return transport.ErrTooLarge
	case !c.lanes[which].out.Put(msg, which.Bound(), transport.MessagesMax):
		return transport.ErrFull
	}
	return nil
}

// Value implements transport.Conn.
func (c *Conn) Value(slot uint8, data []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.closed:
		return transport.ErrClosed
	case len(data) > transport.ValueMax:
		return transport.ErrTooLarge
	}
	c.values.put(slot, c.lanes[transport.Live].out.Sent, data)
	return nil
}

// Receive implements transport.Conn.
func (c *Conn) Receive() (transport.Message, bool) {
	c.mu.Lock()
	m, ok := c.inbox.Next()
	poke := false
	for i := range c.lanes {
		l := &c.lanes[i]
		if l.in.inboxFull && !c.inbox.Full(transport.Lane(i)) {
			c.deliverLane(transport.Lane(i))
			poke = poke || l.in.windowReopened
		}
	}
	if c.copyRecv.present != 0 {
		c.deliverCopies()
	}
	c.mu.Unlock()
	if poke {
		c.hub.serveSoon(c)
	}
	return m, ok
}

// Delivered implements transport.Conn.
func (c *Conn) Delivered(which transport.Lane) uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lanes[which].out.Delivered
}

// Pending implements transport.Conn.
func (c *Conn) Pending(which transport.Lane) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lanes[which].out.Pending
}

// Flush implements transport.Conn: the pump sends the data.
func (c *Conn) Flush() {
	c.mu.Lock()
	c.flush()
	poke := c.flushPending
	for i := range c.lanes {
		poke = poke || c.lanes[i].givenMessage < c.lanes[i].out.Ready && (i > 0 || c.hub.cfg.NoCopies)
	}
	c.mu.Unlock()
	switch {
	case !poke:
	case c.hub.cfg.Direct:
		c.sendDirect()
	default:
		c.hub.serveFlushed(c)
	}
}

func (c *Conn) flush() {
	if c.closed {
		return
	}
	for i := range c.lanes {
		c.lanes[i].out.Flush()
	}
	c.values.flush()
	c.flushPending = c.flushPending || c.values.flushPending
	if o := &c.lanes[transport.Live].out; !c.hub.cfg.NoCopies {
		c.flushPending = c.flushPending || o.Ready > c.copySend.announced
		c.copySend.addFlushed(o.Ready, c.hub.now())
	}
}

// Close implements transport.Conn. The pump closes the session once everything is acked, or half a second later.
func (c *Conn) Close(reason string) {
	c.mu.Lock()
	c.flush()
	c.beginClose(reason, c.hub.now(), lingerFor)
	c.mu.Unlock()
	c.hub.serveSoon(c)
}

// Done returns a channel that is closed when the connection is over. A client's far end has then been told three
// times and the goroutines have ended, so that a program may exit.
func (c *Conn) Done() <-chan struct{} { return c.done }

// Stats returns the counts of this end so far.
func (c *Conn) Stats() Stats {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.stats
	s.RoundTrip = c.srtt
	for i := range c.lanes {
		s.Segments += c.lanes[i].segments
		s.Resent += c.lanes[i].resent
		s.UselessAcks += c.lanes[i].uselessAcks
	}
	s.BulkRate = int(c.lanes[transport.Bulk].bulk.rate.rate)
	return s
}
