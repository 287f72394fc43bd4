package secure

// The bounds and times of the package.

import (
	"time"

	"voxtide/transport/mmsg"
)

// The types of packets, in their first byte.
const (
	typeHello = 1 + iota
	typeRetry
	typeRefusal
	typeFirstIK
	typeFirstXX
	typeSecond
	typeThird

	typePayload   = 16
	typeKeepalive = 17
	typeClose     = 18
	typeProbe     = 19
	typeEcho      = 20
)

// Sizes in bytes.
const (
	// DatagramMax bounds a packet given to the socket.
	DatagramMax = 1200
	// Overhead is the number of bytes that sealing adds to a payload.
	Overhead = headBytes + tagBytes
	// MaxPayload bounds a payload.
	MaxPayload = DatagramMax - Overhead
	// ReasonMax bounds the reason of a Close; longer reasons are cut off.
	ReasonMax = 256
)

const (
	magic  = "VXTG"
	layout = 1
	label  = "voxtide gate 1"

	nonceBytes  = 8
	cookieBytes = 16
	worldBytes  = 16
	keyBytes    = 32
	tagBytes    = 16
	tokenBytes  = 8
	idBytes     = 4

	helloBytes   = 160 // length of hello and first: no answer is larger
	firstHead    = 1 + nonceBytes + cookieBytes
	retryBytes   = firstHead + worldBytes + keyBytes
	refuseBytes  = 1 + nonceBytes + 1 + 2
	secondHead   = 1 + nonceBytes
	secondIK     = secondHead + keyBytes + idBytes + tagBytes
	secondXX     = secondIK + keyBytes + tagBytes
	thirdBytes   = 1 + nonceBytes + keyBytes + 2*tagBytes
	paddingIK    = helloBytes - firstHead - 2*keyBytes - 2*tagBytes
	paddingXX    = helloBytes - firstHead - keyBytes
	headBytes    = 1 + idBytes + counterBytes
	counterBytes = 3

	creditFirst     = 8 << 10 // bytes to an address that is not validated, before any came from it
	creditTimes     = 3       // further bytes for each byte that came from it
	windowBits      = 2048    // counters by which a packet may be behind the newest
	epochBits       = 16      // bits of a counter below the number of its key
	queueMax        = 64      // handshake messages that wait for the worker
	thirdsMax       = 8       // third messages tried for one half-open handshake
	sourceRows      = 1024    // sources whose handshakes are counted
	sourceWays      = 4
	icmpErrorsMax   = 64  // errors taken from the system at once
	readErrors      = 100 // consecutive errors after which the socket counts as broken
	readBytes       = mmsg.ReadMax
	socketBytes     = 4 << 20 // receive buffer asked of the system
	messageSendsMax = 5       // sends of one handshake message before the client begins again
	// hellos after which a cookie from another address than the dialled one is accepted
	foreignCookieAfter = 3
	awaitedHellos      = 25 // of Config.Awaited, which then go on as others do
)

const (
	cookieFor    = 2 * time.Minute // lifetime of a cookie secret; the secret before counts too
	halfOpenFor  = 5 * time.Second
	repeatWindow = 10 * time.Second // a late copy of a handshake message is answered like the first
	answerGap    = 50 * time.Millisecond
	retryFirst   = 200 * time.Millisecond
	retrySlowest = time.Second
	awaitedEvery = 80 * time.Millisecond // between two hellos of Config.Awaited
	// when the hellos of Config.Awaited begin to count for foreignCookieAfter, as otherwise the third leaves then
	foreignCookieFrom  = 500 * time.Millisecond
	probeEvery         = 100 * time.Millisecond // between two probes of an address that is not validated
	creditEvery        = 10 * time.Second       // creditFirst is given again
	closeEvery         = 20 * time.Millisecond
	closeRepeats       = 3
	readPause          = time.Millisecond
	questionsPerSecond = 1000 // answers to questions a second, to all who have not joined together
	questionsEach      = 2    // to one source
	questionsBurst     = 8
	hellosPerSecond    = 10_000 // answers to hellos a second, to all clients together
	never              = 1<<63 - 1
)

// Times of contested addresses.
const (
	probeOldFor      = 5 * time.Second // how long the address before a move is probed
	contestFor       = 5 * time.Second // after the last packet from elsewhere
	contestedSilence = time.Second     // a contested address that is silent for so long is left
	serverSilence    = 2 * time.Second // a server's address that is silent for so long is left
)

// No answer is larger than its request.
const (
	_ = uint(helloBytes - retryBytes)
	_ = uint(helloBytes - refuseBytes)
	_ = uint(helloBytes - secondXX)
	_ = uint(thirdBytes - Overhead)
	_ = uint(paddingIK)
)

// A packet fits the room that it is sealed in.
const _ = uint(mmsg.RoomBytes - DatagramMax)

// Config configures an Endpoint. A listening one needs Secret only; one that dials also needs Known or Trust.
type Config struct {
	// Secret is this end's key; it must not be zero.
	Secret Secret
	// Version is the version of the layers above. Both ends need the same.
	Version uint16
	// World identifies the world that a listening Endpoint serves. The handshake tells it to clients, and both ends
	// must mean the same.
	World [16]byte
	// Known is the key of the dialled server, if it is known.
	Known *Key
	// Trust is called if Known is nil, with the key that the server has proved to own, before the server learns who
	// dials. An error ends the dial with that error. The worker calls it, perhaps more than once; it may wait, while
	// the handshake's time runs on.
	Trust func(Key) error
	// Opened is called when a peer's session has opened, before its first payload; Closed when it has ended, once for
	// each session that opened and for a failed dial. They must not wait. They may call the peer's methods and
	// WriteTo, but not Endpoint.Close.
	Opened func(*Peer)
	Closed func(p *Peer, reason string)
	// Peers bounds the sessions of a listening Endpoint, half-open ones included; 0 is 512. PerSource bounds those of
	// one IPv4 address or IPv6 /64; 0 is as many as are free. HalfOpen bounds those that are not open yet; 0 is 256.
	Peers, PerSource, HalfOpen int
	// SourceRate and TotalRate bound the handshakes begun in a second, by one source and by all; 0 is 8 and 400. At
	// once a source may begin SourceBurst, and all together TotalRate; 0 is 64.
	SourceRate, SourceBurst, TotalRate int
	// Handshake is how long a client tries, 0 is 10 s. Timeout is how long nothing may come from the far end, 0 is 10
	// s. Keepalive is how long nothing is sent before a keepalive leaves, 0 is 1 s.
	Handshake, Timeout, Keepalive time.Duration
	// About returns what a listening Endpoint tells those who ask without joining (package query), nil for nothing. The reader calls it; it
	// must not wait.
	About func() []byte
	// Awaited says that a client's server may be about to open its port: for the first 2 s hellos leave each 80 ms. They are no larger than
	// others, and their answers no larger than they.
	Awaited bool
	// KeepSocket leaves the PacketConn open at the end; otherwise it is closed.
	KeepSocket bool

	epochBits int           // 0 is epochBits; both ends need the same
	halfOpen  time.Duration // how long a handshake may take; 0 is halfOpenFor
}

func (c Config) withDefaults() Config {
	or := func(d *time.Duration, otherwise time.Duration) {
		if *d <= 0 {
			*d = otherwise
		}
	}
	orInt := func(n *int, otherwise int) {
		if *n <= 0 {
			*n = otherwise
		}
	}
	or(&c.Handshake, 10*time.Second)
	or(&c.Timeout, 10*time.Second)
	or(&c.Keepalive, time.Second)
	or(&c.halfOpen, halfOpenFor)
	orInt(&c.Peers, 512)
	orInt(&c.HalfOpen, 256)
	orInt(&c.SourceRate, 8)
	orInt(&c.SourceBurst, 64)
	orInt(&c.TotalRate, 400)
	orInt(&c.epochBits, epochBits)
	return c
}
