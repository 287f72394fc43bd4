package secure

// The client's half of the handshake. The timer resends the present message until it is answered, the reader passes
// answers of the right form to the worker, and the worker makes the next message.

import (
	"encoding/binary"
	"time"
)

func (p *Peer) startHandshake() {
	if p.endpoint.cfg.Known == nil && p.endpoint.cfg.Trust == nil {
		p.beginClose(errNoTrust, 0)
	}
	p.dialing.begin(p.endpoint.cfg.Version)
}

// driveHandshake sends what is due while the session is not open. Only the timer calls it.
func (p *Peer) driveHandshake(now time.Duration) (due time.Duration) {
	g, d := p.endpoint, &p.dialing
	end := p.createdAt + g.cfg.Handshake
	p.mu.Lock()
	if now >= end {
		err := d.busyErr
		p.mu.Unlock()
		if err == nil {
			err = ErrTimeout
		}
		p.beginClose(err, closeRepeats)
		return now
	}
	if now < d.sendAt {
		defer p.mu.Unlock()
		return min(d.sendAt, end)
	}
	if d.phase != phaseHello && d.sends >= messageSendsMax {
		p.mu.Unlock()
		p.restartHandshake()
		return now
	}
	defer p.mu.Unlock()
	if g.cfg.Awaited && d.phase == phaseHello && d.awaiting < awaitedHellos {
		d.awaiting++
		if now-p.createdAt >= foreignCookieFrom {
			d.sends++
		}
		d.sendAt = now + awaitedEvery
	} else {
		d.sends++
		d.sendAt = now + d.interval
		d.interval = min(d.interval*3/2, retrySlowest)
	}
	if d.packet != nil {
		g.send(d.packet, *p.addr.Load())
	}
	return min(d.sendAt, end)
}

// restartHandshake begins again with a hello: the server no longer knows this handshake.
func (p *Peer) restartHandshake() {
	p.callbackMu.Lock()
	defer p.callbackMu.Unlock()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.openedCalled || p.state.Load() >= open {
		return
	}
	p.in.Store(nil)
	p.out.Store(nil)
	p.state.Store(opening)
	p.dialing.begin(p.endpoint.cfg.Version)
}

// receiveAnswer passes an answer to the worker if it fits the question. Only the reader calls it.
func (p *Peer) receiveAnswer(packet []byte, from address) bool {
	n := len(packet)
	if n < 1+nonceBytes {
		return false
	}
	p.mu.Lock()
	ph, mine := p.dialing.phase, p.dialing.nonce == nonce(packet[1:]) && p.state.Load() == opening
	// A cookie made for a machine in between would make that machine the address of this client. A server with
	// several addresses may answer from another one than was dialled; then nothing comes from the dialled one.
	dialled := from.addrPort == p.addr.Load().addrPort || p.dialing.sends >= foreignCookieAfter
	p.mu.Unlock()
	switch kind := packet[0]; {
	case kind == typeRetry && n == retryBytes:
		if mine && dialled && ph == phaseHello {
			p.endpoint.enqueue(packet, from)
		}
	case kind == typeSecond && (n == secondIK || n == secondXX):
		if mine && ph == phaseFirst {
			p.endpoint.enqueue(packet, from)
		}
	case kind == typeRefusal && n == refuseBytes:
		if mine {
			p.receiveRefusal(Refusal(packet[1+nonceBytes]), binary.LittleEndian.Uint16(packet[2+nonceBytes:]))
		}
	default:
		return false
	}
	return true
}

// receiveRefusal ends the dial, unless the server is only busy.
func (p *Peer) receiveRefusal(code Refusal, wanted uint16) {
	err := &RefusedError{code, wanted, p.endpoint.cfg.Version}
	if code != RefusedBusy {
		p.beginClose(err, 0)
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.dialing.busyErr = err
	p.dialing.awaiting = awaitedHellos // it is there
	p.dialing.sends = 0                // the cookie is still valid, so the same message is sent again
}

// sendFirst answers a cookie with the first handshake message. Only the worker calls it.
func (p *Peer) sendFirst(packet []byte) {
	g, d := p.endpoint, &p.dialing
	n := nonce(packet[1:])
	p.mu.Lock()
	stale := d.nonce != n || d.phase != phaseHello || p.state.Load() != opening
	ephemeral := d.ephemeral
	p.mu.Unlock()
	if stale {
		return
	}
	world := [worldBytes]byte(packet[firstHead:])
	server := Key(packet[firstHead+worldBytes:])
	known := g.cfg.Known
	if known != nil && *known != server {
		p.beginClose(&KeyError{Known: *known, Shown: server}, 0)
		return
	}
	x := newExchange(true, known != nil, g.cfg.Secret, known, ephemeral, prologue(g.cfg.Version, server, world, n))
	message, err := x.writeFirst()
	if err != nil {
		g.counters.forged.Add(1)
		return
	}
	kind := byte(typeFirstXX)
	if x.isIK() {
		kind = typeFirstIK
	}
	first := append(append([]byte{kind}, packet[1:firstHead]...), message...)
	p.mu.Lock()
	defer p.mu.Unlock()
	if d.nonce == n && d.phase == phaseHello && p.state.Load() == opening {
		d.exchange, d.server, d.world = x, server, world
		d.setMessage(phaseFirst, first)
		g.wakeTimer()
	}
}

// receiveSecond applies the server's second message. Only the worker calls it.
func (p *Peer) receiveSecond(packet []byte) {
	g, d := p.endpoint, &p.dialing
	n := nonce(packet[1:])
	p.mu.Lock()
	x, server, world := d.exchange, d.server, d.world
	stale := d.nonce != n || d.phase != phaseFirst || p.state.Load() != opening
	p.mu.Unlock()
	if stale || x == nil {
		return
	}
	k, third, err := x.readSecond(packet[secondHead:])
	if err != nil || k.peer != server {
		g.counters.forged.Add(1)
		return
	}
	if third != nil {
		if err := g.cfg.Trust(k.peer); err != nil {
			p.beginClose(err, 0)
			return
		}
		third = append(append([]byte{typeThird}, n[:]...), third...)
	}
	p.mu.Lock()
	stale = d.nonce != n || d.phase != phaseFirst || p.state.Load() != opening
	if !stale {
		d.exchange = nil
		p.setKeys(k, world)
		d.setMessage(phaseThird, third)
	}
	p.mu.Unlock()
	if stale {
		return
	}
	if in := p.in.Load(); in != nil && third == nil {
		p.openSession(in)
	}
	g.wakeTimer()
}
