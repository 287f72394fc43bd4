package reliable

// The pump: one goroutine that sends for all connections of a Hub, each when it is due.

import (
	"container/heap"
	"maps"
	"slices"
	"time"
)

// dueHeap is a heap of connections by the time they are due.
type dueHeap []*Conn

func (a dueHeap) Len() int           { return len(a) }
func (a dueHeap) Less(i, j int) bool { return a[i].pump.dueAt.Load() < a[j].pump.dueAt.Load() }
func (a dueHeap) Swap(i, j int) {
	a[i], a[j] = a[j], a[i]
	a[i].pump.heapIndex, a[j].pump.heapIndex = i, j
}

// Push implements heap.Interface.
func (a *dueHeap) Push(x any) {
	c := x.(*Conn)
	c.pump.heapIndex = len(*a)
	*a = append(*a, c)
}

// Pop implements heap.Interface.
func (a *dueHeap) Pop() any {
	n := len(*a) - 1
	c := (*a)[n]
	(*a)[n] = nil
	*a = (*a)[:n]
	c.pump.heapIndex = -1
	return c
}

// advance makes a connection of the heap due by the time for which it was queued, if it is due later. There is nothing to send
// yet: most datagrams that come just begin the wait of an ack.
func (a *dueHeap) advance(c *Conn) {
	if int64(c.pump.serveBy) < c.pump.dueAt.Load() {
		c.pump.dueAt.Store(int64(c.pump.serveBy))
		heap.Fix(a, c.pump.heapIndex)
	}
}

// runPump runs until the Hub is closed.
func (h *Hub) runPump() {
	var due dueHeap
	var b batch
	var pokes []*Conn
	timer := time.NewTimer(0)
	defer timer.Stop()
	shut := false
	for {
		pokes = h.takeQueue(pokes[:0])
		now := h.now()
		for _, c := range pokes {
			if c.pump.serveBy <= now || c.pump.heapIndex < 0 {
				h.serve(c, &due, &b)
			} else {
				due.advance(c)
			}
		}
		clear(pokes) // it would keep ended connections, with all their buffers
		for len(due) > 0 && due[0].pump.dueAt.Load() <= int64(h.now()) {
			h.serve(due[0], &due, &b)
		}
		h.endpoint.Flush()
		if h.closeReason.Load() != nil && !shut {
			shut = true
			h.closeAll()
			continue
		}
		if shut || h.client != nil && h.hasEnded(h.client) {
			break
		}
		wait := time.Hour
		now = h.now()
		if len(due) > 0 { // the first may be due never
			wait = min(wait, max(time.Duration(due[0].pump.dueAt.Load())-now, 0))
		}
		h.sleepsUntil.Store(int64(now + wait)) // goroutines that queue a connection from here on see it
		if h.hasQueued() {
			h.sleepsUntil.Store(0)
			continue
		}
		timer.Reset(wait)
		select {
		case <-h.wakeup:
		case <-timer.C:
		}
		h.sleepsUntil.Store(0)
	}
	h.shutDown()
}

// takeQueue moves the queued connections to a list.
func (h *Hub) takeQueue(into []*Conn) []*Conn {
	h.queueMu.Lock()
	defer h.queueMu.Unlock()
	into = append(into, h.queue...)
	clear(h.queue)
	h.queue = h.queue[:0]
	for _, c := range into {
		c.pump.queued, c.pump.serveBy = false, c.pump.askedFor
	}
	return into
}

// serve makes one connection send, and notes when it is due next.
func (h *Hub) serve(c *Conn, due *dueHeap, b *batch) {
	end := c.serve(b)
	switch {
	case end:
		if c.pump.heapIndex >= 0 {
			heap.Remove(due, c.pump.heapIndex)
		}
		if h.client == nil && h.removeConn(c) {
			close(c.done)
		}
	case c.pump.heapIndex >= 0:
		heap.Fix(due, c.pump.heapIndex)
	default:
		heap.Push(due, c)
	}
}

// closeAll closes all connections with the Hub's reason, without waiting for un-acked data. Package secure tells the
// far ends.
func (h *Hub) closeAll() {
	h.mu.Lock()
	h.closing = true
	all := slices.Collect(maps.Values(h.conns))
	clear(h.conns)
	h.mu.Unlock()
	if h.client != nil {
		all = append(all, h.client)
	}
	for _, c := range all {
		c.sessionEnded(*h.closeReason.Load())
		c.mu.Lock()
		c.closeSession()
		c.mu.Unlock()
		if c != h.client {
			close(c.done)
		}
	}
}

func (h *Hub) hasEnded(c *Conn) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.state == ended
}

// shutDown closes the endpoint, which tells the far ends, and with it the reader.
func (h *Hub) shutDown() {
	why := "closed"
	if w := h.closeReason.Load(); w != nil {
		why = *w
	}
	h.endpoint.CloseWith(why)
	<-h.readerDone
	if h.client != nil {
		close(h.client.done)
	}
	close(h.ended)
}
