package gate

// How a listening Gate lets a client in: what the reader does, which is little, and what it
// leaves to the worker.

import (
	"bytes"
	"crypto/rand"
	"encoding/binary"
	"net/netip"
	"time"
)

// hello answers with a cookie, or says what version is wanted. Nothing is kept.
func (g *Gate) hello(packet []byte, from endpoint) bool {
	const at = 1 + len(magic)
	if len(packet) != helloBytes || string(packet[1:at]) != magic {
		return false
	}
	n := packet[at+3 : at+3+nonceBytes]
	now := g.now()
	if !g.hellos.take(now, time.Second/helloAnswers, helloAnswers/10) {
		g.counts.busy.Add(1)
		return true
	}
	g.turnCookies(now)
	version := binary.LittleEndian.Uint16(packet[at+1:])
	switch {
	case packet[at] != layout:
		g.counts.version.Add(1)
		g.refuse(n, RefusedLayout, from)
		return true
	case version != g.cfg.Version:
		g.counts.version.Add(1)
		g.refuse(n, RefusedVersion, from)
		return true
	}
	g.counts.hellos.Add(1)
	out := append(append(g.reply[:0], typeRetry), n...)
	out = append(out, g.jar.bake(now, from.at, version, n)...)
	out = append(append(out, g.cfg.World[:]...), g.cfg.Secret.public[:]...)
	g.send(out, from)
	return true
}

func (g *Gate) refuse(n []byte, code Refusal, to endpoint) { g.refuseBy(g.reply[:0], n, code, to) }

// refuseBy is refuse with somebody else's buffer.
func (g *Gate) refuseBy(buf, n []byte, code Refusal, to endpoint) {
	out := append(append(buf, typeRefusal), n...)
	g.send(binary.LittleEndian.AppendUint16(append(out, byte(code)), g.cfg.Version), to)
}

// first checks the cookie, then the limits, and has the worker do the rest.
func (g *Gate) first(packet []byte, from endpoint) bool {
	if len(packet) != helloBytes {
		return false
	}
	now := g.now()
	n, c := packet[1:1+nonceBytes], packet[1+nonceBytes:firstHead]
	g.turnCookies(now)
	if !g.jar.ours(now, c, from.at, g.cfg.Version, n) {
		g.counts.noCookie.Add(1)
		return true
	}
	key := shakeKey{from.at, nonce(n)}
	source := sourceOf(from.at)
	g.mu.RLock()
	p := g.shakes[key]
	code := g.limit(source)
	g.mu.RUnlock()
	switch {
	case p != nil:
		p.repeat(now)
		return true
	case g.spent.has(key):
		g.counts.replayed.Add(1)
		return true
	case code == 0 && !g.buckets.take(source, now, time.Second/time.Duration(g.cfg.SourceRate), g.cfg.SourceBurst):
		code = RefusedBusy
	}
	if code == 0 && !g.queue(packet, from) {
		code = RefusedBusy
	}
	switch code {
	case 0:
		return true
	case RefusedBusy:
		g.counts.busy.Add(1)
	case RefusedFull:
		g.counts.full.Add(1)
	case RefusedSource:
		g.counts.source.Add(1)
	}
	g.refuse(n, code, from)
	return true
}

// limit gives the reason to turn a client of a source away, 0 if there is none. Under the
// lock.
func (g *Gate) limit(source netip.Addr) Refusal {
	switch {
	case g.why.Load() != nil || len(g.peers)-g.half >= g.cfg.Peers:
		return RefusedFull
	case g.crowded(source):
		return RefusedSource
	}
	return 0
}

// turnCookies has the cookies' secret change when it is time, and what was spent of the old ones forgotten.
func (g *Gate) turnCookies(now time.Duration) {
	if turned, all := g.jar.rotate(now); turned {
		g.spent.turn(all)
	}
}

// third of a handshake that is not finished is the worker's; a repeated one is confirmed
// again.
func (g *Gate) third(packet []byte, from endpoint) bool {
	if len(packet) != thirdBytes {
		return false
	}
	g.mu.RLock()
	p := g.shakes[shakeKey{from.at, nonce(packet[1:])}]
	g.mu.RUnlock()
	switch {
	case p == nil:
		g.counts.unknown.Add(1)
	case p.state.Load() == opening:
		if p.thirds.Add(1) <= thirdsMax {
			g.queue(packet, from)
		} else {
			g.counts.busy.Add(1)
		}
	case p.state.is(ready, open) && p.mayAnswer(g.now()):
		g.counts.repeats.Add(1)
		p.confirm()
	}
	return true
}

// mayAnswer bounds how often a repeated message is answered. The reader's.
func (p *Peer) mayAnswer(now time.Duration) bool {
	if now-p.answered.get() < answerGap {
		return false
	}
	p.answered.set(now)
	return true
}

// repeat answers a first message as before.
func (p *Peer) repeat(now time.Duration) {
	if p.state.is(opening, open) && p.mayAnswer(now) {
		p.gate.counts.repeats.Add(1)
		p.gate.send(p.second, *p.at.Load())
	}
}

// meet does a client's first message. The worker's.
func (g *Gate) meet(packet []byte, from endpoint) {
	key := shakeKey{from.at, nonce(packet[1:])}
	g.mu.RLock()
	known := g.shakes[key] != nil
	id := g.freshID()
	g.mu.RUnlock()
	if known {
		return // it was asked for twice before it was done once
	}
	if !committed(packet[0], packet[firstHead:], key.n) {
		g.counts.forged.Add(1)
		return
	}
	source := sourceOf(from.at)
	if !g.makeRoom(source) { // others of the line were before it
		g.counts.busy.Add(1)
		g.refuseBy(nil, key.n[:], RefusedBusy, from)
		return
	}
	x := newExchange(false, packet[0] == typeFirstIK, g.cfg.Secret, nil, newEphemeral(),
		prologue(g.cfg.Version, g.cfg.Secret.public, g.cfg.World, key.n))
	message, k, err := x.answer(bytes.Clone(packet[firstHead:]), id)
	if err != nil {
		g.counts.forged.Add(1)
		return
	}
	p := newPeer(g, from)
	p.id, p.shake, p.exchange = id, key, x
	p.second = append(append([]byte{typeSecond}, key.n[:]...), message...)
	p.answered.set(g.now())
	if x.ik() {
		p.exchange = nil
		p.agree(k, g.cfg.World)
	}
	p.source = source
	g.spent.add(key)
	g.mu.Lock()
	p.halfOpen, p.repeats = true, true
	g.half++
	g.sources[p.source]++
	g.peers[id], g.shakes[key] = p, p
	g.mu.Unlock()
	g.send(p.second, from)
}

// freshID draws a session number that no peer has. Under the lock; the worker's, so that
// nobody else takes it meanwhile.
func (g *Gate) freshID() uint32 {
	for {
		var b [idBytes]byte
		rand.Read(b[:])
		if id := binary.LittleEndian.Uint32(b[:]); id != 0 && g.peers[id] == nil {
			return id
		}
	}
}

// finish does a client's third message. The worker's.
func (g *Gate) finish(packet []byte, from endpoint) {
	g.mu.RLock()
	p := g.shakes[shakeKey{from.at, nonce(packet[1:])}]
	g.mu.RUnlock()
	if p == nil || p.state.Load() != opening || p.exchange == nil {
		return
	}
	k, err := p.exchange.finish(packet[secondHead:])
	if err != nil {
		g.counts.forged.Add(1)
		return
	}
	p.exchange = nil
	p.mu.Lock()
	if p.state.Load() == opening { // and not expired meanwhile
		p.agree(k, g.cfg.World)
	}
	p.mu.Unlock()
	if in := p.in.Load(); in != nil && p.promote(in) {
		p.confirm()
	}
}
