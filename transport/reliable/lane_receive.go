package reliable

import (
	"encoding/binary"
	"time"

	"github.com/xtaci/kcp-go/v5"

	"voxtide/transport"
)

// input applies one KCP packet, which must be well formed. The round trip is negative if the packet tells none; clock
// is KCP's, in ms.
func (l *lane) input(packet []byte, now time.Duration, clock uint32) (trip time.Duration) {
	trip = -1
	pushes := 0
	for rest := packet; len(rest) > 0; {
		var s kcpSegment
		if s, rest, _ = readSegment(rest, l.conv); s.cmd == 0 {
			panic("reliable: a packet of our own making is malformed")
		}
		switch s.cmd {
		case kcp.IKCP_CMD_PUSH:
			pushes++
		case kcp.IKCP_CMD_WASK:
			l.headers.tellWindow = true
		case kcp.IKCP_CMD_ACK:
			if ms := int32(clock - s.time); ms >= 0 { // the last ack waited least
				trip = time.Duration(ms) * time.Millisecond
			}
		}
	}
	if trip >= 0 {
		l.rto.update(trip)
	}
	copy(l.headers.lastReceived[:], packet)
	l.headers.hasReceived = true
	if l.windowClosed() {
		l.headers.probeAt = min(l.headers.probeAt, now+probeEvery)
	} else {
		l.headers.probeAt = never
	}
	if l.acksOwed += pushes; l.acksOwed > 0 { // sending meanwhile resets both
		l.ackAt = min(l.ackAt, now+ackDelay)
	}
	l.kcp.Input(l.filterAcks(packet), kcp.IKCP_PACKET_REGULAR, l.acksOwed >= ackEvery)
	return trip
}

// deliver moves messages that are complete and in order into the inbox, as far as it has room. It returns false if
// the far end's stream is malformed.
func (l *lane) deliver(which transport.Lane, in *transport.Inbox) (ok bool) {
	var piece [pieceMax]byte
	for l.kcp.PeekSize() >= 0 {
		if in.Full(which) {
			l.in.inboxFull = true
			return true
		}
		n := l.kcp.Recv(piece[:])
		if !l.parse(piece[:n], which, in) {
			return false
		}
	}
	if l.in.inboxFull {
		l.in.inboxFull, l.in.windowReopened = false, true
	}
	return true
}

// parse decodes the next bytes of the stream.
func (l *lane) parse(b []byte, which transport.Lane, in *transport.Inbox) (ok bool) {
	kept := len(l.in.partial) > 0
	if kept {
		l.in.partial = append(l.in.partial, b...)
		b = l.in.partial
	}
	for moved := false; ; moved = true {
		x, k := binary.Uvarint(b)
		n := x >> 1
		switch {
		case k < 0 || k == 0 && len(b) >= binary.MaxVarintLen64:
			return false
		case k > 0 && x&1 != 0: // messages that copies have brought and this end has confirmed
			if l.copyRecv == nil || n > l.copyRecv.arrived-l.in.parsed {
				return false
			}
			l.in.parsed += n
			b = b[k:]
			continue
		case n > transport.MessageMax:
			return false
		case k == 0 || uint64(len(b)-k) < n:
			if !kept || moved {
				l.in.partial = append(l.in.partial[:0], b...)
			}
			return true
		}
		l.in.parsed++
		switch e := l.copyRecv; {
		case e == nil:
			in.PushMessage(which, b[k:k+int(n)])
		case l.in.parsed > e.arrived:
			e.deliver(b[k:k+int(n)], in)
		}
		b = b[k+int(n):]
	}
}

// applyReport applies the far end's report of how the bulk data arrive.
func (l *lane) applyReport(m *bulkInfo, now, trip time.Duration) {
	p := &l.bulk.rate
	p.report(time.Duration(m.queue)*queueUnit, float64(m.rate)*1000, now, trip, l.hasMore())
	l.window = min(p.window(trip), l.windowMax)
}

// readAcked reads from KCP how many pieces have arrived. It keeps arrived pieces behind a missing one.
func (l *lane) readAcked(now, trip time.Duration) {
	n := l.pieces.Len() - l.kcp.WaitSnd()
	before := l.ackedTo
	for range n {
		l.ackedTo = l.pieces.Pop().end
		l.firstNumber++
	}
	l.out.ConfirmBytes(l.ackedTo)
	if n > 0 {
		l.trim()
	}
	if b := l.bulk; b != nil && n > 0 {
		b.rate.acked(int(l.ackedTo-before)+n*(kcpHeader+datagramExtra), l.segments, l.resent, now, trip)
	}
}
