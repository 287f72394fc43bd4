package secure

import (
	"time"
)

// callClosed calls Config.Closed, if that is due.
func (p *Peer) callClosed() {
	p.callbackMu.Lock()
	defer p.callbackMu.Unlock()
	if p.closedCalled {
		return
	}
	p.closedCalled = true
	if g := p.endpoint; g.cfg.Closed != nil && (p.openedCalled || g.dialed != nil) {
		g.cfg.Closed(p, p.Err().Error())
	}
}

// expire drops a client that has not continued its handshake.
func (p *Peer) expire() {
	p.callbackMu.Lock()
	defer p.callbackMu.Unlock()
	if p.openedCalled {
		return
	}
	p.mu.Lock()
	p.closedCalled = true
	if p.state.Load() < closing {
		p.ending.err = ErrTimeout
		close(p.ending.done)
	}
	p.state.Store(ended)
	p.mu.Unlock()
	p.endpoint.removePeer(p)
}

// sendCloses tells the layer above, and the far end three times, that the session has ended.
func (p *Peer) sendCloses(now time.Duration) (due time.Duration) {
	p.callClosed()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ending.closesLeft > 0 {
		if now < p.ending.closeAt {
			return p.ending.closeAt
		}
		p.write(typeClose, []byte(cut(p.ending.err.Error())))
		p.ending.closesLeft--
		p.ending.closeAt = now + closeEvery
	}
	if p.ending.closesLeft > 0 {
		return p.ending.closeAt
	}
	p.state.Store(ended)
	p.endpoint.removePeer(p)
	return never
}
