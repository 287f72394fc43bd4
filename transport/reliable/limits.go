package reliable

// The bounds and times of the package, beside those of package transport.

import (
	"time"

	"github.com/xtaci/kcp-go/v5"

	"voxtide/transport"
	"voxtide/transport/secure"
)

const (
	// firstConversation is KCP's number of the first lane. It is not sent: a session is one connection.
	firstConversation = 1
	headerBytes       = 28 // IPv4 and UDP headers, which the counts add to each packet
	payloadMax        = secure.MaxPayload - headerBytes
	datagramExtra     = headerBytes + secure.Overhead // bytes of a datagram beside its payload
	kcpHeader         = kcp.IKCP_OVERHEAD
	kcpMax            = payloadMax - 1 - packMore // a KCP packet in a payload of its own
	pieceMax          = kcpMax - kcpHeader        // data of one segment
	segmentBytes      = kcpMax + datagramExtra    // of a full segment
	valueHeader       = 2 + 2 + 3 + 2             // slot, number, messages to wait for, length, at most

	ackEvery  = 8  // segments after which acks wait no longer
	bulkSkips = 4  // later segments acked that make a bulk segment count as lost; on the live lane 2
	corkMax   = 32 // connections that wait for Uncork
	acceptMax = 64 // connections that wait for Accept
)

// reasonBusy is told to clients while acceptMax connections wait.
const reasonBusy = "the server is busy, try again"

const (
	ackDelay   = 10 * time.Millisecond // longest wait of KCP's acks for other traffic
	valueSlack = 40 * time.Millisecond // beyond a round trip, a quarter of it and feedbackDelay
	probeEvery = time.Second           // between two probes of a closed window
	lingerFor  = 500 * time.Millisecond
	bulkAhead  = 12 * time.Millisecond // part of the rate that KCP has in advance

	never = time.Duration(1<<63 - 1)
)

// Redundancy: copies of live messages.
const (
	copiesWindow = 64  // live messages that may be ahead of the first missing one, at each end
	copiesBudget = 160 // bytes of repeated messages beside the new ones; one is repeated in any case
	copiesCalm   = 64  // the same without loss, and then none in any case
	copiesBad    = 240 // the same from lossLevelBad on
	copiesBehind = 480 // the same while some are overdue
	copiesMost   = payloadMax - 1 - baseBytes - haveBytes - timesBytes
	lossLevels   = 6 // levels of loss
	lossLevelBad = 4
	lossOver     = 100 // messages over which loss is averaged
	lossSoon     = 20  // the same at first
	lossFirst    = 0.006
	lossRun      = 3  // consecutive lost messages that make a burst
	lossRunOver  = 16 // lost messages over which the share of bursts is averaged

	overdueSlack  = 20 * time.Millisecond
	kcpDelayMin   = 50 * time.Millisecond // least wait of live messages before KCP gets them; otherwise an ack's time and
	kcpDelaySlack = 40 * time.Millisecond // this

	feedbackDelay = 50 * time.Millisecond // longest wait of feedback: received live messages and values, an echo
	feedbackEarly = 20 * time.Millisecond // feedback may leave sooner by this if a datagram leaves anyway
	feedbackRare  = 25 * time.Millisecond // interval of payloads beyond which each carries due feedback
	feedbackGap   = 10 * time.Millisecond // longest wait to report a missing message
	askEvery      = 250 * time.Millisecond
)

// Rate control of the bulk lane.
const (
	paceFirst  = 16                     // segments in flight at first
	paceLeast  = 5                      // segments in each round trip
	queueMost  = 2 * time.Millisecond   // longest queueing delay of this lane's own making
	queueFor   = 15 * time.Millisecond  // how long a queue must last to count
	queueSome  = time.Millisecond       // queueing delay that must not grow
	signStamps = 6                      // datagrams that show a queue
	gainFirst  = 0.01                   // growth of the rate in a round trip without a queue
	gainNear   = 0.005                  // the same near a rate at which there was a queue, or which a train showed
	holdFor    = 3 * time.Second        // how long the rate stays before that
	gainMost   = 0.2                    // largest growth after many round trips
	gainTrip   = 60 * time.Millisecond  // round trip above which the growth is less
	lossMost   = 3                      // back off if more than one of this number of segments was resent
	lossEach   = 64                     // segments over which that is judged
	baseFor    = 10 * time.Second       // the minimal delay is that of the last 10 to 20 s
	trainShare = 0.85                   // share of a train's rate that counts as free
	trustLeast = 0.3                    // least such share
	trainsKept = 5                      // trains whose usual rate counts
	trainsFew  = 3                      // fewer trains say nothing
	trainSoon  = 60 * time.Millisecond  // between trains while they say nothing
	trainMost  = 8                      // most segments of a train
	trainLeast = 3                      // fewest segments of a train
	trainLong  = 3 * time.Millisecond   // longest time that a train may take to pass
	trainEvery = 200 * time.Millisecond // between trains

	trainShortest = 100 * time.Microsecond // a train that arrived faster was read from a buffer
	spreadMax     = transport.Window       // packets that wait to leave
	spreadEarly   = 300 * time.Microsecond // how much too early a packet may leave
	spreadFaster  = 1.1                    // the pacer sends faster than KCP gets data, so that none pile up
	spreadLate    = 2 * time.Millisecond   // how much of a delay may be caught up at once
)

// A value fits a payload, and a reason is the same for both layers.
const (
	_ = uint(payloadMax - 1 - valueHeader - baseBytes - transport.ValueMax)
	_ = uint(secure.ReasonMax - transport.ReasonMax)
	_ = uint(64 - copiesWindow) // a bit each
)

// Config configures a Hub or a client. Only Secure.Secret is required and, for a client, one of Secure.Known and
// Secure.Trust.
type Config struct {
	// Secure configures the sessions below: keys, limits, timeouts. Its callbacks Opened and Closed are not called.
	Secure secure.Config
	// NoCopies makes this end send no copies of live messages, only KCP's segments. It accepts the far end's copies
	// all the same.
	NoCopies bool
	// BulkRate bounds the bulk lane of each connection, in bytes/s with all headers; 0 is unlimited.
	BulkRate int
	// BulkWindow bounds the segments of the bulk lane in flight; 0 is transport.Window, which is the most.
	BulkWindow int
	// Direct makes Flush send in its caller's goroutine, which waits for the socket, instead of waking the pump: for
	// programs with many connections of their own.
	Direct bool
	// OnAccept is called when a connection waits for Accept, so that nobody has to poll; nil is allowed. It must not
	// wait, nor call the Hub.
	OnAccept func()

	through func(payload []byte) []byte // replaces payloads before they are sent, in tests; nil leaves them
}

func (c Config) withDefaults() Config {
	if c.BulkWindow <= 0 || c.BulkWindow > transport.Window {
		c.BulkWindow = transport.Window
	}
	return c
}
