package transport

// The bounds of every transport, in bytes unless the name says otherwise.

const (
	// MessageMax bounds one message.
	MessageMax = 256 << 10
	// ValueMax bounds one value.
	ValueMax = 1000
	// ReasonMax bounds the reason of a Close; longer reasons are cut off.
	ReasonMax = 256
	// LiveBound bounds the un-acked bytes of the live lane, counting 1 to 3 bytes of length before each message. The
	// far end holds at most as many bytes that were not received yet.
	LiveBound = 1 << 20
	// BulkBound bounds the bulk lane in the same way.
	BulkBound = 4 << 20
	// MessagesMax bounds the number of un-acked messages of a lane, and of messages not received yet.
	MessagesMax = 1 << 16
	// Window is the number of segments of a lane that may be in flight.
	Window = 256
	// DatagramMax bounds the payload of a UDP packet, copies included.
	DatagramMax = 1200
)

const _ = uint(LiveBound - MessageMax - 3) // the largest message with its length fits a lane

// Bound returns the un-acked bytes that a lane may hold.
func (l Lane) Bound() int {
	if l == Bulk {
		return BulkBound
	}
	return LiveBound
}
