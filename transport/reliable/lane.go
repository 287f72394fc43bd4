package reliable

// One lane of a connection: messages above, a KCP conversation below. The connection's lock guards it.

import (
	"encoding/binary"
	"time"

	"github.com/xtaci/kcp-go/v5"

	"voxtide/transport/internal/queue"
)

type lane struct {
	conv          uint32
	kcp           *kcp.KCP // nil until the connection is open
	out           queue.Outgoing
	keepForCopies bool                 // messages are kept for copies after KCP has them
	dueMessage    uint64               // number of the last message that KCP may have
	givenMessage  uint64               // number of the last message that KCP has, or has a part of
	givenTo       uint64               // position in the stream up to which KCP has that message
	messageEnd    uint64               // position at which that message ends
	pieces        queue.Ring[kcpPiece] // pieces that KCP has un-acked
	ackedTo       uint64               // position up to which all pieces have arrived
	firstNumber   uint32               // KCP's number of the first of pieces
	nextNumber    uint32               // KCP's number of the first segment never sent
	window        int                  // pieces that KCP may have now
	windowMax     int                  // and at most
	rto           rtoEstimate
	bulk          *bulkSender // nil on the live lane

	segments, resent     uint64 // segments sent; and of those, sent again
	uselessAcks, ackWork uint64 // acks withheld from KCP; and segments that KCP searched for the others

	copyRecv *copyReceiver // on the live lane only: copies may have brought a message already

	ackAt    time.Duration // when acks leave alone
	acksOwed int           // segments whose acks wait
	headers  headerState
	in       laneInput
}

// bulkSender is what only the bulk lane has: it spreads what it sends over time.
type bulkSender struct {
	rate   rateControl
	pacer  pacer
	meter  delayMeter
	giveAt time.Duration // when the rate lets KCP have the next piece
	buf    [kcpMax]byte
}

// trim forgets the bytes that neither KCP nor a copy can need.
func (l *lane) trim() {
	switch {
	case l.givenTo < l.messageEnd:
		l.out.Stream.Advance(min(l.givenTo, l.out.UnackedStart()))
	case l.keepForCopies:
		l.out.Stream.Advance(l.out.UnackedStart())
	default:
		l.out.Stream.Advance(max(l.givenTo, l.out.UnackedStart()))
	}
}

// anchors returns the numbers to which the numbers of a packet from the far end are near.
func (l *lane) anchors(clock uint32) anchors {
	return anchors{l.conv, l.nextNumber, binary.LittleEndian.Uint32(l.headers.lastSent[16:]), clock}
}

func (l *lane) windowClosed() bool {
	return l.headers.hasReceived && binary.LittleEndian.Uint16(l.headers.lastReceived[6:]) == 0
}

// headerState is what KCP's last headers said about the windows of both ends.
type headerState struct {
	tellWindow   bool // the far end is to be told that the window is open again
	lastReceived [kcpHeader]byte
	lastSent     [kcpHeader]byte // the last headers from the far end and to it
	hasReceived  bool            // lastReceived is set
	hasSent      bool
	probeAt      time.Duration // when a closed window is probed
}

// laneInput is the receiving half of a lane.
type laneInput struct {
	partial        []byte // start of a message whose rest has not come
	parsed         uint64 // messages that KCP has brought, or passed over
	inboxFull      bool   // more has come than the inbox has room for
	windowReopened bool   // the inbox has room again, and the far end is to be told
}

// kcpPiece is the data of one KCP segment.
type kcpPiece struct {
	end      uint64        // its end in the stream
	sends    int           // number of times it was sent
	acked    bool          // KCP knows; it stays in flight until all before it are acked
	resendAt time.Duration // when KCP would resend it
}
