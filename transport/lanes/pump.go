package lanes

// The pump: one goroutine that sends for all connections of a Hub, each when it is due.

import (
	"container/heap"
	"maps"
	"slices"
	"time"
)

// agenda is a heap of connections by when they are due.
type agenda []*Conn

func (a agenda) Len() int           { return len(a) }
func (a agenda) Less(i, j int) bool { return a[i].due.Load() < a[j].due.Load() }
func (a agenda) Swap(i, j int) {
	a[i], a[j] = a[j], a[i]
	a[i].place, a[j].place = i, j
}

// Push implements heap.Interface.
func (a *agenda) Push(x any) {
	c := x.(*Conn)
	c.place = len(*a)
	*a = append(*a, c)
}

// Pop implements heap.Interface.
func (a *agenda) Pop() any {
	n := len(*a) - 1
	c := (*a)[n]
	(*a)[n] = nil
	*a = (*a)[:n]
	c.place = -1
	return c
}

// pump runs until the Hub ends.
func (h *Hub) pump() {
	var due agenda
	var b batch
	var pokes []*Conn
	timer := time.NewTimer(0)
	defer timer.Stop()
	shut := false
	for {
		pokes = h.poked(pokes[:0])
		for _, c := range pokes {
			h.serve(c, &due, &b)
		}
		for len(due) > 0 && due[0].due.Load() <= int64(h.now()) {
			h.serve(due[0], &due, &b)
		}
		if h.why.Load() != nil && !shut {
			shut = true
			h.shutAll()
			continue
		}
		if shut || h.client != nil && h.isOver(h.client) {
			break
		}
		wait := time.Hour
		if len(due) > 0 {
			wait = time.Duration(due[0].due.Load()) - h.now()
		}
		wait = max(wait, 0)
		h.sleeps.Store(int64(h.now() + wait)) // who enters a connection from here on sees it
		if h.waiting() {
			h.sleeps.Store(0)
			continue
		}
		timer.Reset(wait)
		select {
		case <-h.wake:
		case <-timer.C:
		}
		h.sleeps.Store(0)
	}
	h.release()
}

// poked takes over the list of those to be served now.
func (h *Hub) poked(into []*Conn) []*Conn {
	h.pokeMu.Lock()
	defer h.pokeMu.Unlock()
	into = append(into, h.pokes...)
	clear(h.pokes)
	h.pokes = h.pokes[:0]
	for _, c := range into {
		c.poked.Store(false)
	}
	return into
}

// serve has one connection send, and enters when it is next due.
func (h *Hub) serve(c *Conn, due *agenda, b *batch) {
	end := c.serve(b)
	switch {
	case end:
		if c.place >= 0 {
			heap.Remove(due, c.place)
		}
		if h.client == nil && h.forget(c) {
			close(c.done)
		}
	case c.place >= 0:
		heap.Fix(due, c.place)
	default:
		heap.Push(due, c)
	}
}

// shutAll ends all connections with the Hub's reason; nothing lingers. The gate tells them.
func (h *Hub) shutAll() {
	h.mu.Lock()
	h.shutting = true
	all := slices.Collect(maps.Values(h.conns))
	clear(h.conns)
	h.mu.Unlock()
	if h.client != nil {
		all = append(all, h.client)
	}
	for _, c := range all {
		c.ends(*h.why.Load())
		c.mu.Lock()
		c.goodbye()
		c.mu.Unlock()
		if c != h.client {
			close(c.done)
		}
	}
}

func (h *Hub) isOver(c *Conn) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.state == ended
}

// release ends the gate, which tells the far ends, and with it the reader.
func (h *Hub) release() {
	why := "closed"
	if w := h.why.Load(); w != nil {
		why = *w
	}
	h.gate.CloseWith(why)
	<-h.unread
	if h.client != nil {
		close(h.client.done)
	}
	close(h.ended)
}
