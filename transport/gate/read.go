package gate

import (
	"encoding/binary"
	"errors"
	"net"
	"os"
	"time"
)

const (
	typeHello = 1 + iota
	typeRetry
	typeRefusal
	typeFirstIK
	typeFirstXX
	typeSecond
	typeThird

	typePayload   = 16
	typeKeepalive = 17
	typeClose     = 18
	typeProbe     = 19
	typeEcho      = 20
)

// ReadFrom gives the next payload and the *Peer that sent it; what does not fit b is lost.
// Handshakes, keepalives and closes are taken in on the way. It does not allocate. Errors:
// net.ErrClosed at the end, and the socket's.
func (g *Gate) ReadFrom(b []byte) (int, net.Addr, error) {
	g.reading.Lock()
	defer g.reading.Unlock()
	for failed := 0; !g.over.Load(); {
		n, from, err := g.sock.read(g.buf[:])
		switch {
		case err == nil:
			failed = 0
		case g.over.Load():
			continue
		case errors.Is(err, os.ErrDeadlineExceeded):
			return 0, nil, err
		case !errors.Is(err, net.ErrClosed) && g.word(err):
			continue
		case errors.Is(err, net.ErrClosed) || failed == readErrors:
			g.end("the socket is closed")
			return 0, nil, err
		default:
			failed++
			time.Sleep(readPause)
			continue
		}
		if payload, p := g.take(g.buf[:n], from); p != nil {
			return copy(b, payload), p, nil
		}
	}
	return 0, nil, net.ErrClosed
}

// take gives a packet to whom it is for; a peer if it has a payload.
func (g *Gate) take(packet []byte, from endpoint) ([]byte, *Peer) {
	if len(packet) == 0 || !from.at.IsValid() {
		g.counts.junk.Add(1)
		return nil, nil
	}
	kind, known := packet[0], true
	switch {
	case kind >= typePayload && kind <= typeEcho && len(packet) >= Overhead && len(packet) <= DatagramMax:
		return g.unseal(packet, from)
	case g.client != nil:
		known = g.client.reply(packet, from)
	case kind == typeHello:
		known = g.hello(packet, from)
	case kind == typeFirstIK || kind == typeFirstXX:
		known = g.first(packet, from)
	case kind == typeThird:
		known = g.third(packet, from)
	default:
		known = false
	}
	if !known {
		g.counts.junk.Add(1)
	}
	return nil, nil
}

// find gives the peer of a session number.
func (g *Gate) find(id uint32) *Peer {
	if g.client != nil {
		return g.client
	}
	g.mu.RLock()
	defer g.mu.RUnlock()
	return g.peers[id]
}

// unseal takes a packet of a session in.
func (g *Gate) unseal(packet []byte, from endpoint) ([]byte, *Peer) {
	id := binary.LittleEndian.Uint32(packet[1:])
	p := g.find(id)
	if p == nil || !p.state.is(ready, open) {
		g.counts.unknown.Add(1)
		return nil, nil
	}
	in := p.in.Load()
	if in == nil || in.id != id {
		g.counts.unknown.Add(1)
		return nil, nil
	}
	payload, newest, v := in.open(packet)
	switch v {
	case replayed:
		g.counts.replayed.Add(1)
		p.repeated(in, packet, from)
		return nil, nil
	case forged:
		g.counts.forged.Add(1)
		return nil, nil
	}
	now := g.now()
	p.heard.set(now)
	first := !p.proved.Load()
	if first && !p.promote(in) {
		g.counts.unknown.Add(1)
		return nil, nil
	}
	switch here := from.at == p.at.Load().at; {
	case here || first && g.client != nil:
		p.contest.here = now
	case newest:
		p.moves(from, now)
	}
	p.ask(now)
	if p.path.unproved.Load() && from.at == p.at.Load().at {
		p.probe(len(packet))
	}
	if first {
		p.proved.Store(true)
		if g.client == nil {
			p.confirm()
		}
	}
	switch packet[0] {
	case typePayload:
		if p.hasty(now) {
			return nil, nil
		}
		return payload, p
	case typeProbe:
		if g.client != nil && len(payload) == tokenBytes {
			p.write(typeEcho, payload)
		}
	case typeEcho:
		p.echoed(payload, from)
		p.answers(payload, from, now)
	case typeClose:
		p.shut(&ClosedError{Reason: string(payload[:min(len(payload), ReasonMax)]), Remote: true}, 0)
	}
	return nil, nil
}

// confirm tells a client that its session is open.
func (p *Peer) confirm() {
	now := p.gate.now()
	p.answered.set(now)
	p.write(typeKeepalive, nil)
}
