package secure

import "time"

// runTimer does what is due at a time, and shuts the Endpoint down. After each wait it looks at every peer: none has
// anything to do before the timer is woken for it.
func (g *Endpoint) runTimer() {
	timer := time.NewTimer(0)
	defer timer.Stop()
	longest := min(g.cfg.Keepalive, g.cfg.Timeout, g.cfg.halfOpen)
	for shut := false; ; {
		if why := g.closeReason.Load(); why != nil && !shut {
			shut = true
			g.closeAll(*why)
		}
		now := g.now()
		due := now + longest
		left := false
		for _, p := range g.currentPeers() {
			due = min(due, p.runDue(now))
			left = left || p.state.Load() != ended
		}
		if !left && (shut || g.dialed != nil) {
			break
		}
		timer.Reset(max(due-g.now(), 0))
		select {
		case <-g.wakeup:
		case <-timer.C:
		}
	}
	g.shutDown()
}

// closeAll begins the end of all sessions.
func (g *Endpoint) closeAll(why string) {
	for _, p := range g.currentPeers() {
		p.Close(why)
	}
}

// shutDown ends the reader and the worker, and closes the socket unless KeepSocket is set.
func (g *Endpoint) shutDown() {
	g.closeReason.CompareAndSwap(nil, new(string))
	g.readerDone.Store(true)
	close(g.quit)
	if g.cfg.KeepSocket {
		g.socket.pc.SetReadDeadline(time.Unix(1, 0))
	} else {
		g.socket.pc.Close()
	}
	g.reader.reading.Lock()
	if g.cfg.KeepSocket {
		g.socket.pc.SetReadDeadline(time.Time{})
	}
	g.reader.reading.Unlock()
	<-g.workerDone
	close(g.ended)
}

// runDue does what is due for a peer and returns when it is next due. Only the timer calls it.
func (p *Peer) runDue(now time.Duration) (due time.Duration) {
	g := p.endpoint
	switch p.state.Load() {
	case opening, ready:
		if g.dialed != nil {
			return p.driveHandshake(now)
		}
		if now-p.createdAt < g.cfg.halfOpen {
			return p.createdAt + g.cfg.halfOpen
		}
		p.expire()
	case open:
		return p.keepAlive(now)
	case closing:
		return p.sendCloses(now)
	}
	return never
}

// keepAlive sends keepalives of an open session, or ends it after a timeout.
func (p *Peer) keepAlive(now time.Duration) (due time.Duration) {
	cfg := &p.endpoint.cfg
	if now-p.receivedAt.get() >= cfg.Timeout {
		p.beginClose(ErrTimeout, closeRepeats)
		return now
	}
	idle := cfg.Keepalive
	if p.endpoint.dialed != nil && !p.authenticated.Load() {
		idle = min(idle, retryFirst) // the server does not know yet that the session is open
	}
	if now-p.sentAt.get() >= idle || p.endpoint.dialed != nil && !p.sentWhenOpen {
		p.sentWhenOpen = true
		p.write(typeKeepalive, nil)
	}
	if p.accept.repeatable && now-p.createdAt >= repeatWindow {
		p.endpoint.removeHandshake(p)
	}
	return min(p.sentAt.get()+idle, p.receivedAt.get()+cfg.Timeout)
}

func cut(reason string) string { return reason[:min(len(reason), ReasonMax)] }
