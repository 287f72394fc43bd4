package lanes

// One lane of a connection: messages above, a KCP conversation below. All under the
// connection's lock.

import (
	"encoding/binary"
	"time"

	"github.com/xtaci/kcp-go/v5"

	"voxtide/transport"
	"voxtide/transport/internal/queue"
)

type lane struct {
	conv   uint32
	kcp    *kcp.KCP // nil until the connection has its number
	out    queue.Outgoing
	cut    uint64            // place in the stream up to which KCP has it
	pieces queue.Ring[piece] // that KCP has un-acked
	acked  uint64            // place in the stream up to which all pieces have come
	first  uint32            // KCP's number of the first of pieces
	next   uint32            // KCP's number of the first that was never sent
	window int               // pieces that KCP may have
	pace   *pace             // nil if only the window counts
	rate   int               // bytes/s, 0 is unlimited
	rateAt time.Duration     // when the rate lets the next piece go
	timing timing

	segments, resent uint64 // sent, and of those, again

	partial []byte // the start of a message that is coming
	stuck   bool   // the inbox was full while more was there
	freed   bool   // and is so no more, which is to be said

	ackAt   time.Duration // when acks leave alone
	owed    int           // segments whose acks wait
	tell    bool          // that the window is open again is to be said
	heard   [kcpHeader]byte
	said    [kcpHeader]byte // the last headers from and to the far end
	hears   bool            // heard is set
	says    bool
	probeAt time.Duration // when a closed window is asked after
}

// piece is what one KCP segment carries.
type piece struct {
	end   uint64        // place in the stream
	sends int           // 0 is never
	again time.Duration // when KCP would send it again
}

func (l *lane) start(conv uint32, output func(l *lane, packet []byte)) {
	l.conv = conv
	l.kcp = kcp.NewKCP(conv, func(buf []byte, size int) { output(l, buf[:size]) })
	skips := 2 // later segments acked: lost, send again
	if l.pace != nil {
		skips = bulkSkips
	}
	l.kcp.NoDelay(1, 10, skips, 1)
	l.kcp.WndSize(transport.Window, transport.Window)
	if l.pace != nil {
		l.adopt()
	}
	l.kcp.SetMtu(kcpMax)
	l.ackAt, l.probeAt = never, never
}

// fill hands pieces to KCP, as far as the window and the rate allow.
func (l *lane) fill(now time.Duration) {
	if l.pace != nil && l.pieces.Len() == 0 && l.mayFill() {
		l.pace.rested()
		l.adopt()
	}
	var buf [pieceMax]byte
	for l.mayFill() && (l.rate == 0 || now+bulkBurst >= l.rateAt) {
		n := min(l.out.Flushed-l.cut, pieceMax)
		l.out.Stream.Read(buf[:n], l.cut)
		l.kcp.Send(buf[:n])
		l.cut += n
		l.out.Stream.Head = l.cut
		l.pieces.Push(piece{end: l.cut})
		if l.rate > 0 {
			bytes := time.Duration(n + kcpHeader + 1 + headerBytes)
			l.rateAt = max(l.rateAt, now) + bytes*time.Second/time.Duration(l.rate)
		}
	}
}

func (l *lane) mayFill() bool { return l.cut < l.out.Flushed && l.kcp.WaitSnd() < l.window }

// settle reads from KCP how many pieces have come. It keeps those behind one that has not.
func (l *lane) settle(now, base time.Duration) {
	n := l.pieces.Len() - l.kcp.WaitSnd()
	for range n {
		l.acked = l.pieces.Pop().end
		l.first++
	}
	l.out.Acked(l.acked)
	if l.pace != nil && n > 0 {
		l.pace.acked(n, l.segments, l.resent, now, base, l.timing.trip, l.cut < l.out.Flushed)
		l.adopt()
	}
}

// adopt makes the pace's window that of KCP.
func (l *lane) adopt() {
	l.kcp.WndSize(int(l.pace.window), 0)
	l.window = int(l.pace.window) + paceAhead
}

// input takes one KCP packet in, which must be well formed as a whole. The round trip is
// negative if the packet tells none; clock is KCP's own, in ms.
func (l *lane) input(packet []byte, now time.Duration, clock uint32) (trip time.Duration, ok bool) {
	trip = -1
	pushes := 0
	for rest := packet; len(rest) > 0; {
		var s segment
		if s, rest, ok = readSegment(rest, l.conv); !ok {
			return -1, false
		}
		switch s.cmd {
		case kcp.IKCP_CMD_PUSH:
			pushes++
		case kcp.IKCP_CMD_WASK:
			l.tell = true
		case kcp.IKCP_CMD_ACK:
			if ms := int32(clock - s.time); ms >= 0 { // the last one waited least
				trip = time.Duration(ms) * time.Millisecond
			}
		}
	}
	if trip >= 0 {
		l.timing.take(trip)
	}
	copy(l.heard[:], packet)
	l.hears = true
	if l.windowClosed() {
		l.probeAt = min(l.probeAt, now+probeEvery)
	} else {
		l.probeAt = never
	}
	if l.owed += pushes; l.owed > 0 { // both reset by what leaves meanwhile
		l.ackAt = min(l.ackAt, now+ackDelay)
	}
	l.kcp.Input(packet, kcp.IKCP_PACKET_REGULAR, l.owed >= ackEvery)
	return trip, true
}

// sent notes what KCP sends: acks always go first, and what the window is stands in each.
func (l *lane) sent(packet []byte, now time.Duration) {
	copy(l.said[:], packet)
	l.says = true
	l.ackAt, l.owed, l.tell = never, 0, false
	for rest := packet; len(rest) > 0; {
		s, after, ok := readSegment(rest, l.conv)
		if !ok {
			panic("lanes: KCP sends what readSegment refuses")
		}
		rest = after
		if s.cmd != kcp.IKCP_CMD_PUSH {
			continue
		}
		l.segments++
		if int32(s.sn-l.next) >= 0 {
			l.next = s.sn + 1
		} else {
			l.resent++
		}
		if i := int(s.sn - l.first); i < l.pieces.Len() {
			p := l.pieces.At(i)
			p.sends++
			p.again = now + l.timing.rto(p.sends)
		}
	}
}

// news says whether KCP has pieces that it has never sent, and may. It is not to be asked
// without need: each asking has it send again all that one later ack has passed by.
func (l *lane) news() bool {
	room := transport.Window
	if l.pace != nil {
		room = int(l.pace.window)
	}
	if l.hears {
		room = min(room, int(binary.LittleEndian.Uint16(l.heard[6:])))
	}
	flying := int(l.next - l.first)
	return flying < min(room, l.pieces.Len())
}

// update sends what is due. KCP sends data at most every 10 ms on its own, and whenever an
// ack moves its window; so it is asked for nothing else than news and what is late, and the
// next message finds it ready.
func (l *lane) update(now time.Duration) {
	l.fill(now)
	if l.freed {
		l.freed, l.tell = false, true
		l.again(kcp.IKCP_CMD_WASK, false)
	}
	if l.news() || l.tell || l.late() <= now {
		l.kcp.Update()
		l.wait(now)
	}
	if now >= l.ackAt {
		l.ackAt = never
		l.again(kcp.IKCP_CMD_WINS, true)
	}
}

// again tells KCP once more what the far end said last, as a command without payload: it
// does some things on input only. With WINS and acks it sends its acks and nothing else,
// which leaves its next 10 ms to data; with WASK it tells its window with what it sends
// next.
func (l *lane) again(command byte, acks bool) {
	l.heard[4], l.heard[5] = command, 0
	binary.LittleEndian.PutUint32(l.heard[20:], 0)
	l.kcp.Input(l.heard[:], kcp.IKCP_PACKET_REGULAR, acks)
}

func (l *lane) windowClosed() bool {
	return l.hears && binary.LittleEndian.Uint16(l.heard[6:]) == 0
}

// probe gives a packet that asks whether the far end's window has opened, or nothing. KCP
// asks as well, but ever more rarely, up to every two minutes.
func (l *lane) probe(now time.Duration) []byte {
	if now < l.probeAt {
		return nil
	}
	l.probeAt = now + probeEvery
	if !l.says || l.kcp.WaitSnd() == 0 {
		return nil
	}
	l.said[4], l.said[5] = kcp.IKCP_CMD_WASK, 0
	binary.LittleEndian.PutUint32(l.said[20:], 0)
	return l.said[:]
}

// due says when update or probe is next to be called without anything happening.
func (l *lane) due(now time.Duration, clock uint32) time.Duration {
	at := min(l.ackAt, l.probeAt)
	at = min(at, l.late())
	if l.news() || l.tell {
		wait := time.Duration(max(1, int32(l.kcp.Check()-clock))) * time.Millisecond
		at = min(at, now+wait)
	}
	if l.freed {
		at = now
	}
	if l.mayFill() {
		at = min(at, max(now, l.rateAt-bulkBurst))
	}
	return at
}

// take moves what KCP has in order into messages, until there is no more or the inbox is
// full. It gives how many; false if the far end breaks the form.
func (l *lane) take(which transport.Lane, in *transport.Inbox) (messages uint64, ok bool) {
	var piece [pieceMax]byte
	for l.kcp.PeekSize() >= 0 {
		if in.Full(which) {
			l.stuck = true
			return messages, true
		}
		n := l.kcp.Recv(piece[:])
		got, ok := l.parse(piece[:n], which, in)
		messages += got
		if !ok {
			return messages, false
		}
	}
	if l.stuck {
		l.stuck, l.freed = false, true
	}
	return messages, true
}

// parse takes the next bytes of the stream.
func (l *lane) parse(b []byte, which transport.Lane, in *transport.Inbox) (messages uint64, ok bool) {
	kept := len(l.partial) > 0
	if kept {
		l.partial = append(l.partial, b...)
		b = l.partial
	}
	for {
		n, k := binary.Uvarint(b)
		if k < 0 || n > transport.MessageMax || k == 0 && len(b) >= binary.MaxVarintLen32 {
			return messages, false
		}
		if k == 0 || uint64(len(b)-k) < n {
			if !kept || messages > 0 {
				l.partial = append(l.partial[:0], b...)
			}
			return messages, true
		}
		in.Message(which, b[k:k+int(n)])
		messages++
		b = b[k+int(n):]
	}
}
