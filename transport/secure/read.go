package secure

import (
	"encoding/binary"
	"errors"
	"net"
	"os"
	"time"

	"voxtide/transport/query"
)

// ReadFrom returns the next payload and the *Peer that sent it; bytes beyond len(b) are lost. On the way it handles
// handshakes, keepalives and closes. It does not allocate. Errors: net.ErrClosed at the end, and the socket's.
func (g *Endpoint) ReadFrom(b []byte) (int, net.Addr, error) {
	g.reader.reading.Lock()
	defer g.reader.reading.Unlock()
	for failed := 0; !g.readerDone.Load(); {
		packet, from, err := g.socket.read(g.reader.buf[:])
		switch {
		case err == nil:
			failed = 0
		case g.readerDone.Load():
			continue
		case errors.Is(err, os.ErrDeadlineExceeded):
			return 0, nil, err
		case !errors.Is(err, net.ErrClosed) && g.takeICMPError(err):
			continue
		case errors.Is(err, net.ErrClosed) || failed == readErrors:
			g.beginClose("the socket is closed")
			return 0, nil, err
		default:
			failed++
			time.Sleep(readPause)
			continue
		}
		if payload, p := g.dispatch(packet, from); p != nil {
			return copy(b, payload), p, nil
		}
	}
	return 0, nil, net.ErrClosed
}

// dispatch handles one packet. It returns a payload and its peer if the packet has one.
func (g *Endpoint) dispatch(packet []byte, from address) ([]byte, *Peer) {
	if len(packet) == 0 || !from.addrPort.IsValid() {
		g.counters.junk.Add(1)
		return nil, nil
	}
	kind, known := packet[0], true
	switch {
	case kind >= typePayload && kind <= typeEcho && len(packet) >= Overhead && len(packet) <= DatagramMax:
		return g.receiveSealed(packet, from)
	case g.dialed != nil:
		known = g.dialed.receiveAnswer(packet, from)
	case kind == typeHello:
		known = g.answerHello(packet, from)
	case kind == typeFirstIK || kind == typeFirstXX:
		known = g.receiveFirst(packet, from)
	case kind == query.TypeQuestion:
		known = g.answerQuestion(packet, from)
	case kind == typeThird:
		known = g.receiveThird(packet, from)
	default:
		known = false
	}
	if !known {
		g.counters.junk.Add(1)
	}
	return nil, nil
}

// receiveSealed handles a packet of a session.
func (g *Endpoint) receiveSealed(packet []byte, from address) ([]byte, *Peer) {
	id := binary.LittleEndian.Uint32(packet[1:])
	p := g.peerByID(id)
	if p == nil || !p.state.within(ready, open) {
		g.counters.unknown.Add(1)
		return nil, nil
	}
	in := p.in.Load()
	if in == nil || in.id != id {
		g.counters.unknown.Add(1)
		return nil, nil
	}
	payload, newest, v := in.open(packet)
	switch v {
	case replayed:
		g.counters.replayed.Add(1)
		p.receiveReplay(in, packet, from)
		return nil, nil
	case forged:
		g.counters.forged.Add(1)
		return nil, nil
	}
	now := g.now()
	p.receivedAt.set(now)
	first := !p.authenticated.Load()
	if first && !p.openSession(in) {
		g.counters.unknown.Add(1)
		return nil, nil
	}
	switch here := from.addrPort == p.addr.Load().addrPort; {
	case here || first && g.dialed != nil:
		p.contest.heardAt = now
	case newest:
		p.addressChanged(from, now)
	}
	p.probeOld(now)
	if p.path.unvalidated.Load() && from.addrPort == p.addr.Load().addrPort {
		p.validate(len(packet))
	}
	if first {
		p.authenticated.Store(true)
		if g.dialed == nil {
			p.confirm()
		}
	}
	switch packet[0] {
	case typePayload:
		if p.overRate(now) {
			return nil, nil
		}
		return payload, p
	case typeProbe:
		if g.dialed != nil && len(payload) == tokenBytes {
			p.write(typeEcho, payload)
		}
	case typeEcho:
		p.receiveEcho(payload, from)
		p.receiveProbeEcho(payload, from, now)
	case typeClose:
		p.beginClose(&ClosedError{Reason: string(payload[:min(len(payload), ReasonMax)]), Remote: true}, 0)
	}
	return nil, nil
}
