package gate

// Every bound and every time of the package.

import "time"

// Sizes in bytes.
const (
	// DatagramMax bounds what is given to the socket.
	DatagramMax = 1200
	// Overhead is what sealing adds to a payload.
	Overhead = headBytes + tagBytes
	// MaxPayload bounds a payload.
	MaxPayload = DatagramMax - Overhead
	// ReasonMax bounds the reason of a Close; more is cut off.
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

	helloBytes   = 160 // hello and first: no answer to them is larger
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

	creditFirst = 8 << 10 // bytes to an address that is not proved, before any came from it
	creditTimes = 3       // and so many for each that did
	windowBits  = 2048    // counters a packet may be behind the newest
	epochBits   = 16      // of a counter, below the number of its key
	queueMax    = 64      // handshake messages that wait for the worker
	thirdsMax   = 8       // third messages that are tried for one half-open handshake
	sourceRows  = 1024    // sources whose handshakes are counted
	sourceWays  = 4
	wordsMax    = 64  // taken from the system at once
	readErrors  = 100 // one after the other: the socket is broken
	readBytes   = 2048
	socketBytes = 4 << 20 // wished for what has come and was not read
	offersMax   = 5       // of one handshake message, before the client begins again
	// hellos after which a cookie counts that comes from elsewhere than was dialled
	askElsewhere = 3
)

const (
	cookieFor    = 2 * time.Minute // the secret of cookies; the one before counts too
	halfOpenFor  = 5 * time.Second
	repeatsFor   = 10 * time.Second // a late copy of a handshake message is answered as the first
	answerGap    = 50 * time.Millisecond
	askFirst     = 200 * time.Millisecond
	askSlowest   = time.Second
	probeEvery   = 100 * time.Millisecond // an address that is not proved
	creditEvery  = 10 * time.Second       // creditFirst again
	closeEvery   = 20 * time.Millisecond
	closeRepeats = 3
	readPause    = time.Millisecond
	helloAnswers = 10_000 // answers to hellos in a second, to all together
	never        = 1<<63 - 1
)

// No answer is larger than its request.
const (
	_ = uint(helloBytes - retryBytes)
	_ = uint(helloBytes - refuseBytes)
	_ = uint(helloBytes - secondXX)
	_ = uint(thirdBytes - Overhead)
	_ = uint(paddingIK)
)

// Config is how a Gate behaves. All but Secret may be left out by who listens; who dials
// also needs Known or Trust.
type Config struct {
	// Secret is this end's key; it must not be zero.
	Secret Secret
	// Version is that of the layers above. Both ends need the same.
	Version uint16
	// World is which world a listening Gate serves. A client is told, and both must mean
	// the same.
	World [16]byte
	// Known is the key of the server that is dialled, if it is known.
	Known *Key
	// Trust is asked if Known is nil, with the key that the server proved to have, before the
	// server is told who dials. An error ends the dial with that error. It is called by the
	// worker, perhaps more than once, and may wait; the time of the handshake runs on.
	Trust func(Key) error
	// Opened is called when a peer's session has opened, before its first payload; Closed
	// when it has ended, once for each that opened and for a dial that failed. They must not
	// wait. They may call the peer's methods and WriteTo, but not Gate.Close.
	Opened func(*Peer)
	Closed func(p *Peer, reason string)
	// Peers bounds the sessions of a listening Gate, half-open ones included; 0 is 512.
	// PerSource bounds those of one IPv4 address or IPv6 /64; 0 is as many as are free. HalfOpen
	// bounds those that are not open yet; 0 is 256.
	Peers, PerSource, HalfOpen int
	// SourceRate and TotalRate bound the handshakes begun in a second, by one source and by
	// all; 0 is 8 and 400. A source may begin SourceBurst, and all together TotalRate, at once;
	// 0 is 64.
	SourceRate, SourceBurst, TotalRate int
	// Handshake is how long a client tries, 0 is 10 s; Timeout is how long nothing may come
	// from the far end, 0 is 10 s; Keepalive is after how long of sending nothing a packet
	// leaves all the same, 0 is 1 s.
	Handshake, Timeout, Keepalive time.Duration
	// KeepSocket leaves the PacketConn open at the end; else it is closed.
	KeepSocket bool

	epochBits int           // 0 is epochBits; both ends need the same
	halfOpen  time.Duration // how long a handshake may take; 0 is halfOpenFor
}

func (c Config) filled() Config {
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
