package secure

// The server's half of the handshake: the little that the reader does, and what it leaves to the worker.

import (
	"bytes"
	"encoding/binary"
	"net/netip"
	"time"

	"voxtide/internal/faults"
	"voxtide/transport/query"
)

// answerHello answers with a cookie, or with the version that the server speaks. It stores nothing.
func (g *Endpoint) answerHello(packet []byte, from address) bool {
	const at = 1 + len(magic)
	if len(packet) != helloBytes || string(packet[1:at]) != magic {
		return false
	}
	n := packet[at+3 : at+3+nonceBytes]
	now := g.now()
	if !g.reader.helloRate.take(now, time.Second/hellosPerSecond, hellosPerSecond/10) {
		g.counters.busy.Add(1)
		return true
	}
	g.rotateCookies(now)
	version := binary.LittleEndian.Uint16(packet[at+1:])
	switch {
	case packet[at] != layout:
		g.counters.version.Add(1)
		g.refuse(n, RefusedLayout, from)
		return true
	case version != g.cfg.Version:
		g.counters.version.Add(1)
		g.refuse(n, RefusedVersion, from)
		return true
	}
	g.counters.hellos.Add(1)
	out := append(append(g.reader.retryBuf[:0], typeRetry), n...)
	out = append(out, g.reader.cookies.sign(now, from.addrPort, version, n)...)
	out = append(append(out, g.cfg.World[:]...), g.cfg.Secret.public[:]...)
	g.send(out, from)
	return true
}

// answerQuestion tells somebody who has not joined what Config.About says, within the rates of strangers. It stores nothing but a rate.
func (g *Endpoint) answerQuestion(packet []byte, from address) bool {
	if !query.IsQuestion(packet) || g.cfg.About == nil {
		return false
	}
	now := g.now()
	text := g.cfg.About()
	if text == nil || g.closeReason.Load() != nil {
		return true
	}
	if !faults.Active(faults.QuestionsWithoutRate) && (!g.reader.questionRates.take(sourceOf(from.addrPort), now, time.Second/questionsEach, questionsBurst) ||
		!g.reader.questionRate.take(now, time.Second/questionsPerSecond, questionsPerSecond/4)) { // who asks too often costs the others nothing
		g.counters.busy.Add(1)
		return true
	}
	g.counters.questions.Add(1)
	g.send(query.AppendAnswer(g.reader.answerBuf[:0], packet, text), from)
	return true
}

func (g *Endpoint) refuse(n []byte, code Refusal, to address) {
	g.refuseWith(g.reader.retryBuf[:0], n, code, to)
}

// refuseWith is refuse with a buffer of the caller's.
func (g *Endpoint) refuseWith(buf, n []byte, code Refusal, to address) {
	out := append(append(buf, typeRefusal), n...)
	g.send(binary.LittleEndian.AppendUint16(append(out, byte(code)), g.cfg.Version), to)
}

// receiveFirst verifies the cookie, then the limits, and leaves the rest to the worker.
func (g *Endpoint) receiveFirst(packet []byte, from address) bool {
	if len(packet) != helloBytes {
		return false
	}
	now := g.now()
	n, c := packet[1:1+nonceBytes], packet[1+nonceBytes:firstHead]
	g.rotateCookies(now)
	if !g.reader.cookies.verify(now, c, from.addrPort, g.cfg.Version, n) {
		g.counters.noCookie.Add(1)
		return true
	}
	key := handshakeKey{from.addrPort, nonce(n)}
	source := sourceOf(from.addrPort)
	g.mu.RLock()
	p := g.handshakes[key]
	code := g.refusalFor(source)
	g.mu.RUnlock()
	switch {
	case p != nil:
		p.repeatSecond(now)
		return true
	case g.usedFirsts.has(key):
		g.counters.replayed.Add(1)
		return true
	case code == 0 && !g.reader.sourceRates.take(source, now, time.Second/time.Duration(g.cfg.SourceRate), g.cfg.SourceBurst):
		code = RefusedBusy
	}
	if code == 0 && !g.enqueue(packet, from) {
		code = RefusedBusy
	}
	switch code {
	case 0:
		return true
	case RefusedBusy:
		g.counters.busy.Add(1)
	case RefusedFull:
		g.counters.full.Add(1)
	case RefusedSource:
		g.counters.source.Add(1)
	}
	g.refuse(n, code, from)
	return true
}

// refusalFor returns the reason to refuse a client of a source, 0 if there is none. The caller holds the lock.
func (g *Endpoint) refusalFor(source netip.Addr) Refusal {
	switch {
	case g.closeReason.Load() != nil || len(g.peers)-g.halfOpen >= g.cfg.Peers:
		return RefusedFull
	case g.sourceIsFull(source):
		return RefusedSource
	}
	return 0
}

// rotateCookies changes the cookies' secret when it is due, and forgets the first messages that used old cookies.
func (g *Endpoint) rotateCookies(now time.Duration) {
	if turned, all := g.reader.cookies.rotate(now); turned {
		g.usedFirsts.rotate(all)
	}
}

// receiveThird leaves the third message of an unfinished handshake to the worker, and confirms a repeated one again.
func (g *Endpoint) receiveThird(packet []byte, from address) bool {
	if len(packet) != thirdBytes {
		return false
	}
	g.mu.RLock()
	p := g.handshakes[handshakeKey{from.addrPort, nonce(packet[1:])}]
	g.mu.RUnlock()
	switch {
	case p == nil:
		g.counters.unknown.Add(1)
	case p.state.Load() == opening:
		if p.accept.thirdsTried.Add(1) <= thirdsMax {
			g.enqueue(packet, from)
		} else {
			g.counters.busy.Add(1)
		}
	case p.state.within(ready, open) && p.mayAnswer(g.now()):
		g.counters.repeats.Add(1)
		p.confirm()
	}
	return true
}

// mayAnswer bounds how often a repeated message is answered. Only the reader calls it.
func (p *Peer) mayAnswer(now time.Duration) bool {
	if now-p.accept.answeredAt.get() < answerGap {
		return false
	}
	p.accept.answeredAt.set(now)
	return true
}

// repeatSecond answers a repeated first message with the same second message.
func (p *Peer) repeatSecond(now time.Duration) {
	if p.state.within(opening, open) && p.mayAnswer(now) {
		p.endpoint.counters.repeats.Add(1)
		p.endpoint.send(p.accept.secondMessage, *p.addr.Load())
	}
}

// beginHandshake handles a client's first message. Only the worker calls it.
func (g *Endpoint) beginHandshake(packet []byte, from address) {
	key := handshakeKey{from.addrPort, nonce(packet[1:])}
	g.mu.RLock()
	known := g.handshakes[key] != nil
	id := g.newSessionID()
	g.mu.RUnlock()
	if known {
		return // the message came twice before it was handled once
	}
	if !matchesNonce(packet[0], packet[firstHead:], key.nonce) {
		g.counters.forged.Add(1)
		return
	}
	source := sourceOf(from.addrPort)
	if !g.makeRoom(source) { // other jobs of the queue took the room
		g.counters.busy.Add(1)
		g.refuseWith(nil, key.nonce[:], RefusedBusy, from)
		return
	}
	x := newExchange(false, packet[0] == typeFirstIK, g.cfg.Secret, nil, newEphemeral(),
		prologue(g.cfg.Version, g.cfg.Secret.public, g.cfg.World, key.nonce))
	message, k, err := x.readFirst(bytes.Clone(packet[firstHead:]), id)
	if err != nil {
		g.counters.forged.Add(1)
		return
	}
	p := newPeer(g, from)
	p.accept.id, p.accept.handshake, p.accept.exchange = id, key, x
	p.accept.secondMessage = append(append([]byte{typeSecond}, key.nonce[:]...), message...)
	p.accept.answeredAt.set(g.now())
	if x.isIK() {
		p.accept.exchange = nil
		p.setKeys(k, g.cfg.World)
	}
	p.source = source
	g.usedFirsts.add(key)
	g.mu.Lock()
	p.accept.halfOpen, p.accept.repeatable = true, true
	g.halfOpen++
	g.sources[p.source]++
	g.peers[id], g.handshakes[key] = p, p
	g.mu.Unlock()
	g.send(p.accept.secondMessage, from)
}

// finishHandshake handles a client's third message. Only the worker calls it.
func (g *Endpoint) finishHandshake(packet []byte, from address) {
	g.mu.RLock()
	p := g.handshakes[handshakeKey{from.addrPort, nonce(packet[1:])}]
	g.mu.RUnlock()
	if p == nil || p.state.Load() != opening || p.accept.exchange == nil {
		return
	}
	k, err := p.accept.exchange.readThird(packet[secondHead:])
	if err != nil {
		g.counters.forged.Add(1)
		return
	}
	p.accept.exchange = nil
	p.mu.Lock()
	if p.state.Load() == opening { // it may have expired meanwhile
		p.setKeys(k, g.cfg.World)
	}
	p.mu.Unlock()
	if in := p.in.Load(); in != nil && p.openSession(in) {
		p.confirm()
	}
}
