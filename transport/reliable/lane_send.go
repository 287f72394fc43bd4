package reliable

import (
	"encoding/binary"
	"time"

	"github.com/xtaci/kcp-go/v5"

	"voxtide/transport"
)

func (l *lane) start(conv uint32, output func(l *lane, packet []byte)) {
	l.conv = conv
	l.kcp = kcp.NewKCP(conv, func(buf []byte, size int) { output(l, buf[:size]) })
	if l.bulk == nil {
		l.kcp.NoDelay(1, 10, 2, 1) // two later segments acked: lost, send again
	} else { // not urgent: after a pause of this machine all segments in flight would be resent
		l.kcp.NoDelay(0, 10, bulkSkips, 1)
		l.rto.calm = true
	}
	l.kcp.WndSize(l.windowMax, transport.Window)
	l.kcp.SetMtu(kcpMax)
	l.ackAt, l.headers.probeAt = never, never
}

// fill gives KCP pieces, as far as the window and the rate allow.
func (l *lane) fill(now, trip time.Duration) {
	if b := l.bulk; b != nil {
		if l.dueMessage = l.out.Ready; l.pieces.Len() == 0 && l.mayFill() {
			b.rate.begin(trip)
		}
	}
	var buf [pieceMax]byte
	for l.mayFill() && (l.bulk == nil || now+l.bulk.rate.ahead() >= l.bulk.giveAt) {
		n := l.nextPiece(buf[:])
		l.kcp.Send(buf[:n])
		l.pieces.Push(kcpPiece{end: l.givenTo})
		l.trim()
		if l.bulk != nil {
			l.chargeRate(n+kcpHeader, now)
		}
	}
}

// chargeRate counts n bytes of KCP's against the rate.
func (l *lane) chargeRate(n int, now time.Duration) {
	b := l.bulk
	b.giveAt = max(b.giveAt, now) + time.Duration(float64(n+datagramExtra)/b.rate.rate*float64(time.Second))
}

// nextPiece copies the next bytes of the stream. It passes over messages that the far end is known to have, and says
// so in the stream by an odd number in place of a length.
func (l *lane) nextPiece(buf []byte) (n int) {
	for n < len(buf) {
		if l.givenTo == l.messageEnd {
			if l.givenMessage >= l.dueMessage && l.out.Delivered >= l.dueMessage {
				break
			}
			if passed := l.out.Delivered; passed > l.givenMessage {
				if len(buf)-n < binary.MaxVarintLen64 {
					break
				}
				n += binary.PutUvarint(buf[n:], (passed-l.givenMessage)<<1|1)
				l.givenMessage, l.givenTo = passed, l.out.UnackedStart()
				l.messageEnd = l.givenTo
				continue
			}
			if l.givenMessage >= l.dueMessage {
				break
			}
			l.givenMessage++
			_, l.messageEnd = l.out.MessageBounds(l.givenMessage)
		}
		k := min(len(buf)-n, int(l.messageEnd-l.givenTo))
		l.out.Stream.Read(buf[n:n+k], l.givenTo)
		n += k
		l.givenTo += uint64(k)
	}
	return n
}

// hasMore reports whether there is something that KCP may have and does not have yet.
func (l *lane) hasMore() bool {
	return l.givenTo < l.messageEnd || max(l.givenMessage, l.out.Delivered) < l.dueMessage
}

func (l *lane) mayFill() bool { return l.hasMore() && l.kcp.WaitSnd() < l.window }

// noteSent evaluates a packet that KCP sends, and reports whether it carries data. KCP writes acks first and its
// window into each header.
func (l *lane) noteSent(packet []byte, now time.Duration) (data bool) {
	copy(l.headers.lastSent[:], packet)
	l.headers.hasSent = true
	l.ackAt, l.acksOwed, l.headers.tellWindow = never, 0, false
	for rest := packet; len(rest) > 0; {
		s, after, ok := readSegment(rest, l.conv)
		if !ok {
			panic("reliable: KCP sends what readSegment refuses")
		}
		rest = after
		if s.cmd != kcp.IKCP_CMD_PUSH {
			continue
		}
		data = true
		l.segments++
		if int32(s.sn-l.nextNumber) >= 0 {
			l.nextNumber = s.sn + 1
		} else {
			l.resent++
			if l.bulk != nil {
				l.chargeRate(s.n+kcpHeader, now)
			}
		}
		if i := int(s.sn - l.firstNumber); i < l.pieces.Len() {
			p := l.pieces.At(i)
			p.sends++
			p.resendAt = now + l.rto.rto(p.sends)
		}
	}
	return data
}

// hasUnsent reports whether KCP has pieces that it may send and has never sent. Calling KCP without need is harmful:
// each call makes it resend all segments that one later ack has passed by.
func (l *lane) hasUnsent() bool {
	room := l.windowMax
	if l.headers.hasReceived {
		room = min(room, int(binary.LittleEndian.Uint16(l.headers.lastReceived[6:])))
	}
	flying := int(l.nextNumber - l.firstNumber)
	return flying < min(room, l.pieces.Len())
}

// update sends what is due. On its own KCP sends data at most every 10 ms, and whenever an ack moves its window; so
// it is called only for new pieces and for late ones, and the next message finds it ready.
func (l *lane) update(now, trip time.Duration) {
	l.fill(now, trip)
	if l.in.windowReopened {
		l.in.windowReopened, l.headers.tellWindow = false, true
		l.replayHeader(kcp.IKCP_CMD_WASK, false)
	}
	if l.hasUnsent() || l.headers.tellWindow || l.resendAt() <= now {
		l.kcp.Update()
		l.postponeResends(now)
	}
	l.sendAcks(now)
}

// sendAcks sends the acks that are due.
func (l *lane) sendAcks(now time.Duration) {
	if now >= l.ackAt {
		l.ackAt = never
		l.replayHeader(kcp.IKCP_CMD_WINS, true)
	}
}

// replayHeader repeats the far end's last header to KCP as a command without payload, because KCP does some things on
// input only. With WINS and acks KCP sends its acks and nothing else, so that its next 10 ms stay free for data; with
// WASK it adds its window to what it sends next.
func (l *lane) replayHeader(command byte, acks bool) {
	l.headers.lastReceived[4], l.headers.lastReceived[5] = command, 0
	binary.LittleEndian.PutUint32(l.headers.lastReceived[20:], 0)
	l.kcp.Input(l.headers.lastReceived[:], kcp.IKCP_PACKET_REGULAR, acks)
}

// probe returns a packet that asks whether the far end's window has opened, or nil. KCP asks too, but at growing
// intervals of up to two minutes.
func (l *lane) probe(now time.Duration) []byte {
	if now < l.headers.probeAt {
		return nil
	}
	l.headers.probeAt = now + probeEvery
	if !l.headers.hasSent || l.kcp.WaitSnd() == 0 {
		return nil
	}
	l.headers.lastSent[4], l.headers.lastSent[5] = kcp.IKCP_CMD_WASK, 0
	binary.LittleEndian.PutUint32(l.headers.lastSent[20:], 0)
	return l.headers.lastSent[:]
}

// nextDue returns when update or probe is due if nothing else happens.
func (l *lane) nextDue(now time.Duration, clock uint32) time.Duration {
	at := min(l.ackAt, l.headers.probeAt)
	at = min(at, l.resendAt())
	if l.hasUnsent() || l.headers.tellWindow {
		wait := time.Duration(max(1, int32(l.kcp.Check()-clock))) * time.Millisecond
		at = min(at, now+wait)
	}
	if l.in.windowReopened {
		at = now
	}
	if l.mayFill() {
		if l.bulk == nil {
			at = now
		} else {
			at = min(at, max(now, l.bulk.giveAt-l.bulk.rate.ahead()))
		}
	}
	return at
}

// resendAt returns when KCP would resend the first un-acked piece.
func (l *lane) resendAt() time.Duration {
	at := never
	for i := range l.pieces.Len() {
		p := l.pieces.At(i)
		if p.sends == 0 {
			break
		}
		at = min(at, p.resendAt)
	}
	return at
}

// postponeResends postpones pieces that are late and were not resent: they are acked behind a missing one, or KCP
// waits a little longer.
func (l *lane) postponeResends(now time.Duration) {
	for i := range l.pieces.Len() {
		if p := l.pieces.At(i); p.sends == 0 {
			break
		} else if p.resendAt <= now {
			p.resendAt = now + lateGap
		}
	}
}
