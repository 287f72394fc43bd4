package lanes

// Every bound and every time of the package that transport does not give already.

import (
	"time"

	"github.com/xtaci/kcp-go/v5"

	"voxtide/transport"
)

// Version is that of the layout in the package comment. Both ends need the same.
const Version = 1

const (
	magic      = "VXTD"
	nonceBytes = 8
	helloBytes = 64 // no answer to a hello is larger
	refuseMax  = helloBytes - 1 - nonceBytes

	// gateBytes is what encryption needs around a datagram: a counter and a tag.
	gateBytes   = 8 + 16
	datagramMax = transport.DatagramMax - gateBytes
	kcpHeader   = kcp.IKCP_OVERHEAD
	kcpMax      = datagramMax - 1    // a KCP packet behind the type
	pieceMax    = kcpMax - kcpHeader // payload of one segment
	headerBytes = 28                 // of IPv4 and UDP; what the counts add per packet
	socketBytes = 4 << 20            // wished for what has come and was not read
	readBytes   = transport.DatagramMax + 1
	valueHeader = 1 + 10 + 10 + 2 // slot, number, messages before it, length, at most

	halfOpenMax = 256 // greeted, but not yet heard of again: the oldest is forgotten
	ackEvery    = 8   // segments after which acks wait no longer
	bulkSkips   = 4   // later segments acked that make a bulk segment a lost one; live has 2
	acceptMax   = 64  // accepted, but not yet asked for
	readErrors  = 100 // one after the other: the socket is broken
)

const (
	halfOpenFor  = 5 * time.Second
	helloFirst   = 200 * time.Millisecond
	helloSlowest = time.Second
	ackDelay     = 10 * time.Millisecond // longest wait of an ack for company
	valueAgain   = 100 * time.Millisecond
	valueSlack   = 20 * time.Millisecond // over one and a half round trips
	probeEvery   = time.Second           // asking whether a closed window has opened
	lingerFor    = 500 * time.Millisecond
	closeEvery   = 20 * time.Millisecond
	closeRepeats = 3
	readPause    = time.Millisecond
	bulkBurst    = 5 * time.Millisecond // so much of the rate may leave at once

	never = time.Duration(1<<63 - 1)
)

// A value and a reason fit a datagram, and so does what a hello may be answered with.
const (
	_ = uint(datagramMax - 5 - valueHeader - transport.ValueMax)
	_ = uint(datagramMax - 5 - transport.ReasonMax)
	_ = uint(helloBytes - (1 + nonceBytes + 4))
)

// Config is how a Hub or a client behaves. The zero value works.
type Config struct {
	// Connections bounds those of a Hub; 0 is 512. PerSource bounds those of one IPv4
	// address or IPv6 /64; 0 is 64.
	Connections, PerSource int
	// Handshake is how long a client asks for an answer, 0 is 10 s; Timeout is how long
	// nothing may come from the far end, 0 is 10 s; Keepalive is after how long of
	// sending nothing a ping leaves, 0 is 1 s.
	Handshake, Timeout, Keepalive time.Duration
	// BulkRate is how fast the bulk lane of each connection sends, in bytes/s with all
	// headers; 0 is unlimited.
	BulkRate int
	// BulkWindow is how many segments of the bulk lane may be in flight, at most
	// transport.Window; 0 is that.
	BulkWindow int
	// Arrived is called by the reader when a connection waits for Accept, so that nobody has
	// to ask again and again; nil for nobody. It must not wait, nor call the Hub.
	Arrived func()
	// KeepSocket leaves the PacketConn open at the end; else it is closed.
	KeepSocket bool
}

func (c Config) filled() Config {
	or := func(d *time.Duration, otherwise time.Duration) {
		if *d <= 0 {
			*d = otherwise
		}
	}
	or(&c.Handshake, 10*time.Second)
	or(&c.Timeout, 10*time.Second)
	or(&c.Keepalive, time.Second)
	if c.Connections <= 0 {
		c.Connections = 512
	}
	if c.PerSource <= 0 {
		c.PerSource = 64
	}
	if c.BulkWindow <= 0 || c.BulkWindow > transport.Window {
		c.BulkWindow = transport.Window
	}
	return c
}
