package memnet

import (
	"time"

	"voxtide/transport"
)

const (
	ipUDPBytes  = 20 + 8     // IPv4 and UDP headers of each packet
	sealBytes   = 1 + 8 + 16 // package secure: type, counter and AEAD tag of each packet
	flagsBytes  = 1          // which of the following blocks a packet has
	kcpBytes    = 24         // KCP's header of each segment and of each ack
	haveBytes   = 5          // number up to which live messages have come
	copiesBytes = 5 + 2      // number of the first copy, and how many copies
	lengthBytes = 3          // longest length prefix within the bounds
	valueBytes  = 1 + 4 + 3 + 2
	// slot, number, distance to the live message before it, length
	valueAckBytes = 1 + 4 // slot, number

	packetBytes  = sealBytes + flagsBytes + haveBytes
	segmentMax   = transport.DatagramMax - packetBytes - kcpBytes // payload of one segment
	copyAcksMax  = 8                                              // acks that may take room from copies
	acksMax      = 4 * transport.Window                           // waiting acks; further segments are dropped
	closeRepeats = 3

	// copiesBudget is how many bytes of un-acked earlier messages a datagram repeats beside the new ones; one is
	// repeated in any case, if it fits.
	copiesBudget = 160
)

const (
	rtoFirst         = 200 * time.Millisecond // before the first round trip is measured
	rtoMin           = 30 * time.Millisecond
	rtoMax           = 60 * time.Second
	rtoSlack         = 10 * time.Millisecond // least margin over the smoothed round trip
	fastResendSkips  = 2                     // later segments acked that make a segment count as lost
	ackDelay         = 10 * time.Millisecond // longest wait of an ack for other traffic
	segmentEvery     = 50 * time.Millisecond // between two batches of live segments while copies are on
	segmentSlack     = 10 * time.Millisecond // a batch may leave earlier by this, to share a Flush's datagram
	valueResendAfter = 100 * time.Millisecond
	closeEvery       = 20 * time.Millisecond
	burstMax         = 200 * time.Millisecond // Gilbert-Elliott: uniform lengths, so 100 ms on average

	never = time.Duration(1<<63 - 1)
)

// The limits must agree: a value and a reason fit a datagram, and a ring of segments can be indexed by a mask.
const (
	_ = uint(transport.DatagramMax - packetBytes - valueBytes - transport.ValueMax)
	_ = uint(transport.DatagramMax - packetBytes - transport.ReasonMax)
	_ = uint(0 - transport.Window&(transport.Window-1))
)
