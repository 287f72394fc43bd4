package punch

import (
	"time"

	"voxtide/transport/secure"
)

// The types of packets, in their first byte.
const (
	typeKnock     = 32
	typeAnswer    = 33
	typeHandshake = 34
	typeSealed    = 35
)

// Bounds.
const (
	// LinksMax bounds the links of a socket, whatever state they are in.
	LinksMax = 8
	// PayloadMax bounds a payload, in bytes.
	PayloadMax = 1024
	// InboxMax bounds the payloads of a peer that wait to be received; further ones are lost.
	InboxMax = 64
	// ByteRate and DatagramRate bound what one peer may send in a second, in bytes of payload and in packets.
	ByteRate, DatagramRate = 16 << 10, 120
	// OwnMax bounds the host's own addresses that are told to others; CandidatesMax those of an introduction.
	OwnMax, CandidatesMax = 6, 8
	// WhyMax bounds the reason of a close, in bytes; longer ones are cut.
	WhyMax = 64
	// PacketMax bounds a packet.
	PacketMax = secure.DatagramMax

	tokenBytes   = 8
	addressBytes = 18
	waitedBytes  = 4
	headBytes    = 1 + 4 + 2
	tagBytes     = 16
	knockBytes   = headBytes + tokenBytes + addressBytes + waitedBytes + tagBytes
	numbersMax   = 1024 // packets that one end seals with the secret of an introduction
	reflexiveMax = 4    // addresses found by where the peer's packets come from
	lowestPort   = 1024
	handshakeMax = secure.PairFirstBytes // the longer message
	packetsMax   = 4096                  // packets taken from the socket in one Update
)

// Times.
const (
	knockFast     = 25 * time.Millisecond // between knocks, for fastFor
	knockSlow     = 100 * time.Millisecond
	fastFor       = 500 * time.Millisecond
	knockFor      = 3 * time.Second
	tryEvery      = 4 * time.Second // from the beginning of a try to that of the next
	tries         = 3
	knocksMax     = 60 // of a try
	handshakeGap  = 150 * time.Millisecond
	settleFor     = 2 * time.Second        // after linking: a faster way is still taken
	pingEvery     = time.Second            // while payloads pass
	pingIdle      = 5 * time.Second        // otherwise: NATs forget a mapping after 30 s and more
	pingAgain     = 250 * time.Millisecond // until the peer is heard
	challengeGap  = 100 * time.Millisecond
	roamSilence   = 250 * time.Millisecond // an address that is silent for so long may be left
	staleAfter    = 2 * time.Second
	goneAfter     = 10 * time.Second
	closeGap      = 30 * time.Millisecond
	closeRepeats  = 3
	burstSent     = 60 // of DatagramRate, at once; who receives grants a whole second's
	lossWindow    = 64 // packets over which loss is measured
	neverAnswered = -1
)

// No answer is larger than its request.
const (
	_ = uint(secure.PairFirstBytes - secure.PairSecondBytes)
	_ = uint(secure.MaxPayload - PayloadMax - 1)
)
