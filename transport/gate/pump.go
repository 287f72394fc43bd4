package gate

import "time"

// pump does what is due at a time, and ends the Gate. After a wait it looks at every peer:
// none has something to do earlier than it has been woken for.
func (g *Gate) pump() {
	timer := time.NewTimer(0)
	defer timer.Stop()
	longest := min(g.cfg.Keepalive, g.cfg.Timeout, g.cfg.halfOpen)
	for shut := false; ; {
		if why := g.why.Load(); why != nil && !shut {
			shut = true
			g.shutAll(*why)
		}
		now := g.now()
		due := now + longest
		left := false
		for _, p := range g.all() {
			due = min(due, p.serve(now))
			left = left || p.state.Load() != ended
		}
		if !left && (shut || g.client != nil) {
			break
		}
		timer.Reset(max(due-g.now(), 0))
		select {
		case <-g.wake:
		case <-timer.C:
		}
	}
	g.release()
}

// all gives the peers there are; the list counts until the next call.
func (g *Gate) all() []*Peer {
	clear(g.list)
	g.list = g.list[:0]
	if g.client != nil {
		g.list = append(g.list, g.client)
	}
	g.mu.RLock()
	defer g.mu.RUnlock()
	for _, p := range g.peers {
		g.list = append(g.list, p)
	}
	return g.list
}

// shutAll begins the end of all sessions.
func (g *Gate) shutAll(why string) {
	for _, p := range g.all() {
		p.Close(why)
	}
}

// release ends the reader and the worker and, if it is ours, closes the socket.
func (g *Gate) release() {
	g.why.CompareAndSwap(nil, new(string))
	g.over.Store(true)
	close(g.quit)
	if g.cfg.KeepSocket {
		g.sock.pc.SetReadDeadline(time.Unix(1, 0))
	} else {
		g.sock.pc.Close()
	}
	g.reading.Lock()
	if g.cfg.KeepSocket {
		g.sock.pc.SetReadDeadline(time.Time{})
	}
	g.reading.Unlock()
	<-g.worked
	close(g.ended)
}

// serve does what is due for a peer and says when it is next to be called. The pump's.
func (p *Peer) serve(now time.Duration) (due time.Duration) {
	g := p.gate
	switch p.state.Load() {
	case opening, ready:
		if g.client != nil {
			return p.attempt(now)
		}
		if now-p.made < g.cfg.halfOpen {
			return p.made + g.cfg.halfOpen
		}
		p.expire()
	case open:
		return p.keep(now)
	case closing:
		return p.leave(now)
	}
	return never
}

// keep keeps a session alive, or ends it.
func (p *Peer) keep(now time.Duration) (due time.Duration) {
	cfg := &p.gate.cfg
	if now-p.heard.get() >= cfg.Timeout {
		p.shut(ErrTimeout, closeRepeats)
		return now
	}
	idle := cfg.Keepalive
	if p.gate.client != nil && !p.proved.Load() {
		idle = min(idle, askFirst) // the server does not know yet that we are in
	}
	if now-p.sentAt.get() >= idle || p.gate.client != nil && !p.hailed {
		p.hailed = true
		p.write(typeKeepalive, nil)
	}
	if p.repeats && now-p.made >= repeatsFor {
		p.gate.forgetShake(p)
	}
	return min(p.sentAt.get()+idle, p.heard.get()+cfg.Timeout)
}

// leave tells the layer above, and the far end three times.
func (p *Peer) leave(now time.Duration) (due time.Duration) {
	p.tell()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.farewells > 0 {
		if now < p.closeAt {
			return p.closeAt
		}
		p.write(typeClose, []byte(cut(p.err.Error())))
		p.farewells--
		p.closeAt = now + closeEvery
	}
	if p.farewells > 0 {
		return p.closeAt
	}
	p.state.Store(ended)
	p.gate.forget(p)
	return never
}

func cut(reason string) string { return reason[:min(len(reason), ReasonMax)] }

// tell calls Closed, if that is due.
func (p *Peer) tell() {
	p.calling.Lock()
	defer p.calling.Unlock()
	if p.gone {
		return
	}
	p.gone = true
	if g := p.gate; g.cfg.Closed != nil && (p.told || g.client != nil) {
		g.cfg.Closed(p, p.Err().Error())
	}
}

// expire forgets a client that has not gone on with its handshake.
func (p *Peer) expire() {
	p.calling.Lock()
	defer p.calling.Unlock()
	if p.told {
		return
	}
	p.mu.Lock()
	p.gone = true
	if p.state.Load() < closing {
		p.err = ErrTimeout
		close(p.done)
	}
	p.state.Store(ended)
	p.mu.Unlock()
	p.gate.forget(p)
}

// forget takes an ended peer out of the tables.
func (g *Gate) forget(p *Peer) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.peers[p.id] != p {
		return
	}
	delete(g.peers, p.id)
	g.uncount(p.source)
	if p.halfOpen {
		p.halfOpen = false
		g.half--
	}
	if p.repeats {
		p.repeats = false
		delete(g.shakes, p.shake)
	}
}

// forgetShake ends the time in which a peer's handshake may be repeated.
func (g *Gate) forgetShake(p *Peer) {
	g.mu.Lock()
	defer g.mu.Unlock()
	p.repeats = false
	delete(g.shakes, p.shake)
}
