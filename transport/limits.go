package transport

// Every bound of the package, in bytes unless the name says otherwise, and the bytes
// that a real packet needs around what it carries.

import "time"

const (
	// MessageMax bounds one message.
	MessageMax = 256 << 10
	// ValueMax bounds one value.
	ValueMax = 1000
	// ReasonMax bounds the reason of a Close; more is cut off.
	ReasonMax = 256
	// LiveBound bounds what the live lane holds un-acked, counting 1 to 3 bytes of
	// length before each message. The far end holds as much un-received.
	LiveBound = 1 << 20
	// BulkBound is the same for the bulk lane.
	BulkBound = 4 << 20
	// MessagesMax bounds the number of un-acked, or un-received, messages of a lane.
	MessagesMax = 1 << 16
	// Window is how many segments of a lane may be in flight.
	Window = 256
	// DatagramMax bounds what UDP carries; copies stay within it too.
	DatagramMax = 1200
)

const (
	networkBytes = 20 + 8     // IPv4 and UDP headers, counted for each packet
	gateBytes    = 1 + 8 + 16 // gate: type, counter, AEAD tag, of each packet
	flagsBytes   = 1          // which of the following blocks a packet has
	kcpBytes     = 24         // KCP's header, of each segment and of each ack
	haveBytes    = 5          // "live messages up to this number have come"
	copiesBytes  = 5 + 2      // number of the first copy, and how many
	lengthBytes  = 3          // most that a length prefix takes within the bounds
	valueBytes   = 1 + 4 + 3 + 2
	// a value: slot, number, how many messages before it (a difference), length
	valueAckBytes = 1 + 4 // slot, number

	packetBytes  = gateBytes + flagsBytes + haveBytes
	segmentMax   = DatagramMax - packetBytes - kcpBytes // payload of one segment
	copyAcksMax  = 8                                    // acks that may push copies aside
	acksMax      = 4 * Window                           // acks that wait; beyond, none
	closeRepeats = 3

	// copiesBudget is how many bytes of un-acked predecessors a datagram repeats beside the
	// news; one goes along in any case, if it fits.
	copiesBudget = 160
)

const (
	rtoFirst    = 200 * time.Millisecond // before the first round trip is known
	rtoMin      = 30 * time.Millisecond
	rtoMax      = 60 * time.Second
	rtoSlack    = 10 * time.Millisecond // least margin over the smoothed round trip
	skipsResend = 2                     // later segments acked: lost, send again
	ackDelay    = 10 * time.Millisecond // longest wait of an ack for company
	gatherEvery = 50 * time.Millisecond // live segments while copies carry the news
	gatherSlack = 10 * time.Millisecond // so much early to share a Flush's datagram
	valueAgain  = 100 * time.Millisecond
	closeEvery  = 20 * time.Millisecond
	badTimeMax  = 200 * time.Millisecond // Gilbert-Elliott: uniform, so 100 on average

	never = time.Duration(1<<63 - 1)
)

// The limits must agree: a value and a reason fit a datagram, a message fits a lane, and
// a segment's ring can be indexed by a mask.
const (
	_ = uint(DatagramMax - packetBytes - valueBytes - ValueMax)
	_ = uint(DatagramMax - packetBytes - ReasonMax)
	_ = uint(LiveBound - MessageMax - lengthBytes)
	_ = uint(BulkBound - LiveBound)
	_ = uint(0 - Window&(Window-1))
)

// Bound gives the un-acked bytes that a lane may hold.
func (l Lane) Bound() int {
	if l == Bulk {
		return BulkBound
	}
	return LiveBound
}
