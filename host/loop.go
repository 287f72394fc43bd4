package host

import (
	"fmt"
	"time"

	"voxtide/transport"
)

const (
	stepEvery = time.Second / 60
	// stoodFor is the time after which the process must have stood still, and drainFor how long the sockets are then read before
	// the next step: what players did meanwhile belongs to it.
	stoodFor = time.Second / 2
	drainFor = time.Second / 20
	// idleEvery is the time between two steps while nobody is here; who comes has the next one at once.
	idleEvery = time.Second / 4
)

// broken is what players are told where nothing can be saved, nor even read.
const broken = "the world cannot be kept: ask whoever runs the server"

// loop is the owner of the server: it steps 60 times a second, less often while nobody is here, until it is told to stop
// or the world cannot be kept. When the disk has kept something, between two steps, what waited for that leaves at once.
func (h *Host) loop() {
	defer close(h.done)
	timer := time.NewTimer(0)
	defer timer.Stop()
	var conns []transport.Conn
	next, last := Since(), Since()
	for {
		select {
		case f := <-h.calls:
			f(h.srv)
			continue
		case reason := <-h.stop:
			h.end(reason)
			return
		case <-h.durable:
			h.hold()
			h.srv.LetGo(Since())
			h.release()
			continue
		case <-h.came:
			if !h.srv.Idle() {
				continue // the next step is near
			}
			next = Since()
		case <-h.again:
			if h.frozen != nil && !h.rise() {
				h.end(broken)
				return
			}
			next = Since()
		case <-timer.C:
		}
		if Since()-last > stoodFor {
			time.Sleep(drainFor)
		}
		now := Since()
		last = now
		h.flick(now)
		conns = h.arrivals(conns[:0])
		for _, c := range conns {
			h.srv.Accept(c)
		}
		clear(conns)
		for _, f := range h.posted() {
			f(h.srv)
		}
		h.hold()
		h.srv.Step(now)
		h.release()
		if err := h.srv.Err(); err != nil {
			if !h.fall(err) {
				h.end(broken)
				return
			}
			next = Since()
			timer.Reset(0)
			continue
		}
		h.tell(now)
		every := stepEvery
		if h.srv.Idle() {
			every = idleEvery
		}
		h.gauges.step(h, Since()-now, every)
		if next += every; next < Since() { // late: no step is made up for, the server sees it in the time
			next = Since()
		}
		timer.Reset(next - Since())
	}
}

// keptSome has the loop let go of what waited for the disk. It never waits.
func (h *Host) keptSome() {
	select {
	case h.durable <- struct{}{}:
	default:
	}
}

// hold has what a step flushes leave in few goes, and release lets go of the rest.
func (h *Host) hold() {
	h.mu.Lock()
	h.holding = append(h.holding[:0], h.hubs...)
	h.mu.Unlock()
	for _, hub := range h.holding {
		hub.Hold()
	}
}

func (h *Host) release() {
	for _, hub := range h.holding {
		hub.Release()
	}
}

// end saves all and lets go of everything.
func (h *Host) end(reason string) {
	h.mu.Lock()
	h.closed = true
	hubs, dialed := h.hubs, h.dialed
	h.mu.Unlock()
	for _, c := range dialed {
		c.Close(reason)
	}
	h.chart.close()
	h.past.close()
	err := h.srv.Stop(reason)
	if h.failing != nil {
		err = h.failing
	}
	if h.err == nil && err != nil {
		h.err = fmt.Errorf("host: the world is not saved whole: %w", err)
	}
	h.land.close()
	if err := h.house.close(); h.err == nil && err != nil {
		h.err = fmt.Errorf("host: the lists of people and land are not kept: %w", err)
	}
	for _, hub := range hubs {
		hub.Close(reason)
	}
	h.watcher.end()
}
