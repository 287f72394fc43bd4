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
	keep   bool              // messages are needed for copies after KCP has them
	due    uint64            // number of the last message that KCP may have
	count  uint64            // number of the last that it has, or has begun to have
	cut    uint64            // place in the stream up to which it has that one
	whole  uint64            // place where that one ends
	pieces queue.Ring[piece] // that KCP has un-acked
	acked  uint64            // place in the stream up to which all pieces have come
	first  uint32            // KCP's number of the first of pieces
	next   uint32            // KCP's number of the first that was never sent
	window int               // pieces that KCP may have
	most   int               // and at most
	timing timing
	bulk   *bulk // of the bulk lane only

	segments, resent uint64 // sent, and of those, again
	vain, walked     uint64 // acks that told nothing new; and segments that KCP has walked for the others

	partial []byte // the start of a message that is coming
	parsed  uint64 // messages that KCP has brought, or passed over
	early   *early // of the live lane only: a message may have come already
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

// bulk is what only the bulk lane has, to spread what it sends over time.
type bulk struct {
	pace   pace
	spread spread
	meter  meter
	rateAt time.Duration // when the rate lets the next piece go to KCP
	buf    [kcpMax]byte
}

func (l *lane) start(conv uint32, output func(l *lane, packet []byte)) {
	l.conv = conv
	l.kcp = kcp.NewKCP(conv, func(buf []byte, size int) { output(l, buf[:size]) })
	if l.bulk == nil {
		l.kcp.NoDelay(1, 10, 2, 1) // two later segments acked: lost, send again
	} else { // in no hurry: after a pause of this machine all in flight would go again
		l.kcp.NoDelay(0, 10, bulkSkips, 1)
		l.timing.calm = true
	}
	l.kcp.WndSize(l.most, transport.Window)
	l.kcp.SetMtu(kcpMax)
	l.ackAt, l.probeAt = never, never
}

// fill hands pieces to KCP, as far as the window and the rate allow.
func (l *lane) fill(now, trip time.Duration) {
	if b := l.bulk; b != nil {
		if l.due = l.out.Ready; l.pieces.Len() == 0 && l.mayFill() {
			b.pace.begin(trip)
		}
	}
	var buf [pieceMax]byte
	for l.mayFill() && (l.bulk == nil || now+l.bulk.pace.ahead() >= l.bulk.rateAt) {
		n := l.piece(buf[:])
		l.kcp.Send(buf[:n])
		l.pieces.Push(piece{end: l.cut})
		l.release()
		if l.bulk != nil {
			l.charge(n+kcpHeader, now)
		}
	}
}

// charge counts so many bytes of KCP's towards the rate.
func (l *lane) charge(n int, now time.Duration) {
	b := l.bulk
	b.rateAt = max(b.rateAt, now) + time.Duration(float64(n+datagramExtra)/b.pace.rate*float64(time.Second))
}

// piece takes the next bytes of the stream. Messages that the far end is known to have are
// passed over, which the stream says by an odd number in place of a length.
func (l *lane) piece(buf []byte) (n int) {
	for n < len(buf) {
		if l.cut == l.whole {
			if l.count >= l.due && l.out.Delivered >= l.due {
				break
			}
			if passed := l.out.Delivered; passed > l.count {
				if len(buf)-n < binary.MaxVarintLen64 {
					break
				}
				n += binary.PutUvarint(buf[n:], (passed-l.count)<<1|1)
				l.count, l.cut = passed, l.out.Start()
				l.whole = l.cut
				continue
			}
			if l.count >= l.due {
				break
			}
			l.count++
			_, l.whole = l.out.Message(l.count)
		}
		k := min(len(buf)-n, int(l.whole-l.cut))
		l.out.Stream.Read(buf[n:n+k], l.cut)
		n += k
		l.cut += uint64(k)
	}
	return n
}

// release forgets bytes that neither KCP nor a copy can need.
func (l *lane) release() {
	switch {
	case l.cut < l.whole:
		l.out.Stream.Head = min(l.cut, l.out.Start())
	case l.keep:
		l.out.Stream.Head = l.out.Start()
	default:
		l.out.Stream.Head = max(l.cut, l.out.Start())
	}
}

// cutting says whether there is something that KCP may have and has not.
func (l *lane) cutting() bool {
	return l.cut < l.whole || max(l.count, l.out.Delivered) < l.due
}

func (l *lane) mayFill() bool { return l.cutting() && l.kcp.WaitSnd() < l.window }

// settle reads from KCP how many pieces have come. It keeps those behind one that has not.
func (l *lane) settle(now, trip time.Duration) {
	n := l.pieces.Len() - l.kcp.WaitSnd()
	before := l.acked
	for range n {
		l.acked = l.pieces.Pop().end
		l.first++
	}
	l.out.Acked(l.acked)
	if n > 0 {
		l.release()
	}
	if b := l.bulk; b != nil && n > 0 {
		b.pace.acked(int(l.acked-before)+n*(kcpHeader+datagramExtra), l.segments, l.resent, now, trip)
	}
}

// reported takes the far end's word on how the bulk data come.
func (l *lane) reported(m *bulkMark, now, trip time.Duration) {
	p := &l.bulk.pace
	p.report(time.Duration(m.queue)*queueUnit, float64(m.rate)*1000, now, trip, l.cutting())
	l.window = min(p.window(trip), l.most)
}

// input takes one KCP packet in, which must be well formed as a whole. The round trip is
// negative if the packet tells none; clock is KCP's own, in ms.
func (l *lane) input(packet []byte, now time.Duration, clock uint32) (trip time.Duration) {
	trip = -1
	pushes := 0
	for rest := packet; len(rest) > 0; {
		var s segment
		if s, rest, _ = readSegment(rest, l.conv); s.cmd == 0 {
			panic("lanes: a packet of our own making is malformed")
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
	l.kcp.Input(l.heed(packet), kcp.IKCP_PACKET_REGULAR, l.owed >= ackEvery)
	return trip
}

// anchors gives what the numbers of a packet from the far end are near to.
func (l *lane) anchors(clock uint32) anchors {
	return anchors{l.conv, l.next, binary.LittleEndian.Uint32(l.said[16:]), clock}
}

// sent notes what KCP sends: acks always go first, and what the window is stands in each. It
// says whether there are data in it.
func (l *lane) sent(packet []byte, now time.Duration) (data bool) {
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
		data = true
		l.segments++
		if int32(s.sn-l.next) >= 0 {
			l.next = s.sn + 1
		} else {
			l.resent++
			if l.bulk != nil {
				l.charge(s.n+kcpHeader, now)
			}
		}
		if i := int(s.sn - l.first); i < l.pieces.Len() {
			p := l.pieces.At(i)
			p.sends++
			p.again = now + l.timing.rto(p.sends)
		}
	}
	return data
}

// news says whether KCP has pieces that it has never sent, and may. It is not to be asked
// without need: each asking has it send again all that one later ack has passed by.
func (l *lane) news() bool {
	room := l.most
	if l.hears {
		room = min(room, int(binary.LittleEndian.Uint16(l.heard[6:])))
	}
	flying := int(l.next - l.first)
	return flying < min(room, l.pieces.Len())
}

// update sends what is due. KCP sends data at most every 10 ms on its own, and whenever an
// ack moves its window; so it is asked for nothing else than news and what is late, and the
// next message finds it ready.
func (l *lane) update(now, trip time.Duration) {
	l.fill(now, trip)
	if l.freed {
		l.freed, l.tell = false, true
		l.again(kcp.IKCP_CMD_WASK, false)
	}
	if l.news() || l.tell || l.late() <= now {
		l.kcp.Update()
		l.wait(now)
	}
	l.acks(now)
}

// acks sends those that are due.
func (l *lane) acks(now time.Duration) {
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

// when says when update or probe is next to be called without anything happening.
func (l *lane) when(now time.Duration, clock uint32) time.Duration {
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
		if l.bulk == nil {
			at = now
		} else {
			at = min(at, max(now, l.bulk.rateAt-l.bulk.pace.ahead()))
		}
	}
	return at
}

// take moves what KCP has in order into messages, until there is no more or the inbox is
// full; false if the far end breaks the form.
func (l *lane) take(which transport.Lane, in *transport.Inbox) (ok bool) {
	var piece [pieceMax]byte
	for l.kcp.PeekSize() >= 0 {
		if in.Full(which) {
			l.stuck = true
			return true
		}
		n := l.kcp.Recv(piece[:])
		if !l.parse(piece[:n], which, in) {
			return false
		}
	}
	if l.stuck {
		l.stuck, l.freed = false, true
	}
	return true
}

// parse takes the next bytes of the stream.
func (l *lane) parse(b []byte, which transport.Lane, in *transport.Inbox) (ok bool) {
	kept := len(l.partial) > 0
	if kept {
		l.partial = append(l.partial, b...)
		b = l.partial
	}
	for moved := false; ; moved = true {
		x, k := binary.Uvarint(b)
		n := x >> 1
		switch {
		case k < 0 || k == 0 && len(b) >= binary.MaxVarintLen64:
			return false
		case k > 0 && x&1 != 0: // we have told that these have come
			if l.early == nil || n > l.early.arrived-l.parsed {
				return false
			}
			l.parsed += n
			b = b[k:]
			continue
		case n > transport.MessageMax:
			return false
		case k == 0 || uint64(len(b)-k) < n:
			if !kept || moved {
				l.partial = append(l.partial[:0], b...)
			}
			return true
		}
		l.parsed++
		switch e := l.early; {
		case e == nil:
			in.Message(which, b[k:k+int(n)])
		case l.parsed > e.arrived:
			e.deliver(b[k:k+int(n)], in)
		}
		b = b[k+int(n):]
	}
}
