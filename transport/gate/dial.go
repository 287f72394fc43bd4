package gate

// How a client gets in. The pump sends what is due again and again, the reader gives answers
// of the right form to the worker, and the worker goes on to the next message.

import (
	"crypto/ecdh"
	"encoding/binary"
	"time"
)

// phase is which message a client repeats.
type phase int

const (
	asking     phase = iota // hello
	offering                // first
	confirming              // third, or a keepalive after IK's second
)

// dialing is a client's handshake. Under the Peer's lock.
type dialing struct {
	phase    phase
	nonce    nonce
	secret   *ecdh.PrivateKey // ephemeral, whose public half the nonce names
	packet   []byte           // to be repeated
	next     time.Duration
	gap      time.Duration
	sends    int
	exchange *exchange // the worker's
	server   Key       // that was shown
	world    [worldBytes]byte
	busy     error // how the server has put us off
}

func (p *Peer) startDialing() {
	if p.gate.cfg.Known == nil && p.gate.cfg.Trust == nil {
		p.shut(errNoTrust, 0)
	}
	p.dial.ask(p.gate.cfg.Version)
}

// ask begins with a new nonce.
func (d *dialing) ask(version uint16) {
	d.secret = newEphemeral()
	d.nonce = nonceOf(d.secret.PublicKey().Bytes())
	hello := make([]byte, helloBytes)
	b := append(append(hello[:0], typeHello), magic...)
	b = binary.LittleEndian.AppendUint16(append(b, layout), version)
	copy(hello[len(b):], d.nonce[:])
	d.repeat(asking, hello)
}

// repeat has the pump send a packet, now and then ever more rarely.
func (d *dialing) repeat(ph phase, packet []byte) {
	d.phase, d.packet, d.next, d.gap, d.sends, d.busy = ph, packet, 0, askFirst, 0, nil
}

// attempt sends what is due while the session is not open. The pump's.
func (p *Peer) attempt(now time.Duration) (due time.Duration) {
	g, d := p.gate, &p.dial
	end := p.made + g.cfg.Handshake
	p.mu.Lock()
	if now >= end {
		err := d.busy
		p.mu.Unlock()
		if err == nil {
			err = ErrTimeout
		}
		p.shut(err, closeRepeats)
		return now
	}
	if now < d.next {
		defer p.mu.Unlock()
		return min(d.next, end)
	}
	if d.phase != asking && d.sends >= offersMax {
		p.mu.Unlock()
		p.again()
		return now
	}
	defer p.mu.Unlock()
	d.sends++
	d.next = now + d.gap
	d.gap = min(d.gap*3/2, askSlowest)
	if d.packet != nil {
		g.send(d.packet, *p.at.Load())
	}
	return min(d.next, end)
}

// again begins from the hello: the server does not know this handshake any more.
func (p *Peer) again() {
	p.calling.Lock()
	defer p.calling.Unlock()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.told || p.state.Load() >= open {
		return
	}
	p.in.Store(nil)
	p.out.Store(nil)
	p.state.Store(opening)
	p.dial.ask(p.gate.cfg.Version)
}

// reply gives an answer to the worker, if it fits what was asked. The reader's.
func (p *Peer) reply(packet []byte, from endpoint) bool {
	n := len(packet)
	if n < 1+nonceBytes {
		return false
	}
	p.mu.Lock()
	ph, mine := p.dial.phase, p.dial.nonce == nonce(packet[1:]) && p.state.Load() == opening
	// A cookie for somebody between would make them the address of this client. A server with several addresses may
	// answer from another than was dialled; then nothing comes from that one.
	dialled := from.at == p.at.Load().at || p.dial.sends >= askElsewhere
	p.mu.Unlock()
	switch kind := packet[0]; {
	case kind == typeRetry && n == retryBytes:
		if mine && dialled && ph == asking {
			p.gate.queue(packet, from)
		}
	case kind == typeSecond && (n == secondIK || n == secondXX):
		if mine && ph == offering {
			p.gate.queue(packet, from)
		}
	case kind == typeRefusal && n == refuseBytes:
		if mine {
			p.refused(Refusal(packet[1+nonceBytes]), binary.LittleEndian.Uint16(packet[2+nonceBytes:]))
		}
	default:
		return false
	}
	return true
}

// refused ends the dial, but for a server that is only busy.
func (p *Peer) refused(code Refusal, wanted uint16) {
	err := &RefusedError{code, wanted, p.gate.cfg.Version}
	if code != RefusedBusy {
		p.shut(err, 0)
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.dial.busy = err
	p.dial.sends = 0 // the cookie is good: go on with the same message
}

// offer answers a cookie with the first message. The worker's.
func (p *Peer) offer(packet []byte) {
	g, d := p.gate, &p.dial
	n := nonce(packet[1:])
	p.mu.Lock()
	stale := d.nonce != n || d.phase != asking || p.state.Load() != opening
	ephemeral := d.secret
	p.mu.Unlock()
	if stale {
		return
	}
	world := [worldBytes]byte(packet[firstHead:])
	server := Key(packet[firstHead+worldBytes:])
	known := g.cfg.Known
	if known != nil && *known != server {
		p.shut(&KeyError{Known: *known, Shown: server}, 0)
		return
	}
	x := newExchange(true, known != nil, g.cfg.Secret, known, ephemeral, prologue(g.cfg.Version, server, world, n))
	message, err := x.offer()
	if err != nil {
		g.counts.forged.Add(1)
		return
	}
	kind := byte(typeFirstXX)
	if x.ik() {
		kind = typeFirstIK
	}
	first := append(append([]byte{kind}, packet[1:firstHead]...), message...)
	p.mu.Lock()
	defer p.mu.Unlock()
	if d.nonce == n && d.phase == asking && p.state.Load() == opening {
		d.exchange, d.server, d.world = x, server, world
		d.repeat(offering, first)
		g.signal()
	}
}

// accept takes the server's second message in. The worker's.
func (p *Peer) accept(packet []byte) {
	g, d := p.gate, &p.dial
	n := nonce(packet[1:])
	p.mu.Lock()
	x, server, world := d.exchange, d.server, d.world
	stale := d.nonce != n || d.phase != offering || p.state.Load() != opening
	p.mu.Unlock()
	if stale || x == nil {
		return
	}
	k, third, err := x.answered(packet[secondHead:])
	if err != nil || k.peer != server {
		g.counts.forged.Add(1)
		return
	}
	if third != nil {
		if err := g.cfg.Trust(k.peer); err != nil {
			p.shut(err, 0)
			return
		}
		third = append(append([]byte{typeThird}, n[:]...), third...)
	}
	p.mu.Lock()
	stale = d.nonce != n || d.phase != offering || p.state.Load() != opening
	if !stale {
		d.exchange = nil
		p.agree(k, world)
		d.repeat(confirming, third)
	}
	p.mu.Unlock()
	if stale {
		return
	}
	if in := p.in.Load(); in != nil && third == nil {
		p.promote(in)
	}
	g.signal()
}
