package lanes

// Every bound and every time of the package that transport does not give already.

import (
	"time"

	"github.com/xtaci/kcp-go/v5"

	"voxtide/transport"
	"voxtide/transport/gate"
)

const (
	// conversation is KCP's number of the first lane. It does not travel: a session of the gate
	// is one connection.
	conversation  = 1
	headerBytes   = 28 // of IPv4 and UDP; what the counts add per packet
	payloadMax    = gate.MaxPayload - headerBytes
	datagramExtra = headerBytes + gate.Overhead // what a datagram has beside its payload
	kcpHeader     = kcp.IKCP_OVERHEAD
	kcpMax        = payloadMax - 1 - packMore // a KCP packet in a payload of its own
	pieceMax      = kcpMax - kcpHeader        // payload of one segment
	segmentBytes  = kcpMax + datagramExtra    // of a full one
	valueHeader   = 2 + 2 + 3 + 2             // slot, number, messages to wait for, length, at most

	ackEvery  = 8  // segments after which acks wait no longer
	bulkSkips = 4  // later segments acked that make a bulk segment a lost one; live has 2
	holdMost  = 32 // connections that wait for Release
	acceptMax = 64 // accepted, but not yet asked for
)

// refuseBusy is told to who comes while acceptMax wait.
const refuseBusy = "the server is busy, try again"

const (
	ackDelay   = 10 * time.Millisecond // longest wait of KCP's acks for company
	valueSlack = 40 * time.Millisecond // over a round trip, a quarter of it and oweDelay
	probeEvery = time.Second           // asking whether a closed window has opened
	lingerFor  = 500 * time.Millisecond
	bulkAhead  = 12 * time.Millisecond // so much of the rate KCP has at once

	never = time.Duration(1<<63 - 1)
)

// Of copies.
const (
	copiesWindow = 64  // live messages that may be ahead of the first missing one, at each end
	copiesBudget = 160 // bytes of repeated messages beside the news; one goes along in any case
	copiesCalm   = 64  // the same while nothing gets lost, and then none in any case
	copiesBad    = 240 // the same from levelBad on
	copiesBehind = 480 // the same while there are overdue ones
	copiesMost   = payloadMax - 1 - baseBytes - haveBytes - timesBytes
	levels       = 6 // of loss
	levelBad     = 4
	lossOver     = 100 // messages that the share of loss is about
	lossSoon     = 20  // the same at first
	lossFirst    = 0.006
	lossRun      = 3  // messages in a row that make a bad time
	lossRunOver  = 16 // lost messages that the share of bad times is about

	overdueSlack = 20 * time.Millisecond
	gatherLeast  = 50 * time.Millisecond // live messages wait so long for KCP, or an ack's time and
	gatherSlack  = 40 * time.Millisecond // so much more

	oweDelay = 50 * time.Millisecond // longest wait of what is owed: live messages and values that came, an echo
	oweEarly = 20 * time.Millisecond // so much sooner if a datagram leaves anyway
	oweRare  = 25 * time.Millisecond // payloads apart, beyond which each takes along what is owed
	oweGap   = 10 * time.Millisecond // longest wait to tell that a message is missing
	askEvery = 250 * time.Millisecond
)

// Of bulk.
const (
	paceFirst  = 16                     // segments on the way at first
	paceLeast  = 5                      // segments in each round trip
	queueMost  = 2 * time.Millisecond   // of a queue of our own making
	queueFor   = 15 * time.Millisecond  // that is there for so long
	queueSome  = time.Millisecond       // that is not to grow
	signStamps = 6                      // datagrams that show one
	gainFirst  = 0.01                   // of the rate, in a round trip without a queue
	gainNear   = 0.005                  // the same where a queue has been, or a train says that it is
	holdFor    = 3 * time.Second        // before that
	gainMost   = 0.2                    // the same after many
	gainTrip   = 60 * time.Millisecond  // round trip over which it is less
	lossMost   = 3                      // more than one of so many sent again: back off
	lossEach   = 64                     // segments in which that is judged
	baseFor    = 10 * time.Second       // the shortest way is that of 10 to 20 s
	trainShare = 0.85                   // of a train's rate that is believed to be free
	trustLeast = 0.3                    // and at least
	trainsKept = 5                      // trains of which the usual one counts
	trainsFew  = 3                      // and fewer say nothing
	trainSoon  = 60 * time.Millisecond  // trains apart while they say nothing
	trainMost  = 8                      // segments of a train
	trainLeast = 3                      // and at least
	trainLong  = 3 * time.Millisecond   // that it may take to pass
	trainEvery = 200 * time.Millisecond // trains apart

	trainShortest = 100 * time.Microsecond // a train that came faster was read at once
	spreadMax     = transport.Window       // packets that wait to leave
	spreadEarly   = 300 * time.Microsecond // that a packet may leave too early
	spreadFaster  = 1.1                    // than KCP is given data, so that none pile up
	spreadLate    = 2 * time.Millisecond   // of what was missed, so much may be made up for at once
)

// A value fits a payload, and a reason is one for both.
const (
	_ = uint(payloadMax - 1 - valueHeader - baseBytes - transport.ValueMax)
	_ = uint(gate.ReasonMax - transport.ReasonMax)
	_ = uint(64 - copiesWindow) // a bit each
)

// Config is how a Hub or a client behaves. All but Gate.Secret, and for a client one of
// Gate.Known and Gate.Trust, may be left out.
type Config struct {
	// Gate is how the session below behaves: keys, limits, timeouts. Its Opened and Closed
	// are not called.
	Gate gate.Config
	// NoCopies has this end send no early copies: live messages are KCP's alone. It takes
	// those of the far end all the same.
	NoCopies bool
	// BulkRate is how fast the bulk lane of each connection sends, in bytes/s with all
	// headers; 0 is unlimited.
	BulkRate int
	// BulkWindow is how many segments of the bulk lane may be in flight, at most
	// transport.Window; 0 is that.
	BulkWindow int
	// Direct has a Flush send in its caller's goroutine, who waits for the socket, instead of waking the pump for it: for
	// programs with many connections of their own.
	Direct bool
	// Arrived is called by the gate when a connection waits for Accept, so that nobody has
	// to ask again and again; nil for nobody. It must not wait, nor call the Hub.
	Arrived func()

	through func(payload []byte) []byte // what leaves instead of a payload, for tests; nil: the payload
}

func (c Config) filled() Config {
	if c.BulkWindow <= 0 || c.BulkWindow > transport.Window {
		c.BulkWindow = transport.Window
	}
	return c
}
