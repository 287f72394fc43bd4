package secure

// A session between two players whose keys both know already, without an Endpoint.

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// The errors of a Pair.
var (
	// ErrForged means that a packet or a handshake message was not made by the far end.
	ErrForged = errors.New("secure: forged")
	// ErrReplayed means that a packet came before, or is too old to tell.
	ErrReplayed = errors.New("secure: replayed")
)

// pairLabel begins the prologue of a Pair, so that its messages fit no other handshake.
const pairLabel = "voxtide pair 1"

// Sizes of a Pair's handshake messages in bytes; the answer is smaller than its request.
const (
	PairFirstBytes  = 2*keyBytes + 2*tagBytes + paddingIK
	PairSecondBytes = keyBytes + idBytes + tagBytes
	_               = uint(PairFirstBytes - PairSecondBytes)
)

// Pair is one end of a session between two keys that know each other. It does no input and output: its owner carries the
// two messages of the handshake (Noise IK, the suite of the package) and the sealed packets, in any order and with any
// loss. Packets have the form of the package's sealed packets: kind 1, id 4, counter 3, sealed; replay window and
// rekeying are those of an Endpoint. It has one owner and is not safe for concurrent use.
//
// The initiator is ready when it has the second message, the other end when it has answered the first; only a packet
// that it could open proves to the latter that the initiator is there.
type Pair struct {
	id       uint32
	peer     Key
	exchange *exchange // nil when an initiator is ready
	initiate bool
	first    []byte // the first message: made here, or answered here
	second   []byte // the answer to first
	out      *sealer
	in       *opener
}

// NewPair begins one end of a session with peer. Exactly one end initiates. Both give the same id, which all packets
// carry, and the same prologue. It panics without a secret.
func NewPair(secret Secret, peer Key, initiate bool, id uint32, prologue []byte) *Pair {
	if secret == (Secret{}) {
		panic("secure: no secret key")
	}
	bound := binary.LittleEndian.AppendUint32([]byte(pairLabel), id)
	bound = append(bound, prologue...)
	return &Pair{
		id: id, peer: peer, initiate: initiate,
		exchange: newExchange(initiate, true, secret, &peer, newEphemeral(), bound),
	}
}

// First returns the initiator's message of PairFirstBytes, the same each time. It fails for a peer's key that is no
// point of the curve, and at the other end.
func (p *Pair) First() ([]byte, error) {
	if !p.initiate {
		return nil, errShort
	}
	if p.first == nil {
		first, err := p.exchange.writeFirst()
		if err != nil {
			return nil, err
		}
		p.first = first
	}
	return p.first, nil
}

// AnswerFirst applies the initiator's message and returns the answer of PairSecondBytes. The same message gets the same
// answer; after it another one is forged.
func (p *Pair) AnswerFirst(first []byte) (second []byte, err error) {
	switch {
	case p.initiate || len(first) != PairFirstBytes:
		return nil, ErrForged
	case p.second != nil && bytes.Equal(first, p.first):
		return p.second, nil
	case p.second != nil:
		return nil, ErrForged
	}
	second, k, err := p.exchange.readFirst(bytes.Clone(first), p.id)
	if err != nil || k.peer != p.peer {
		return nil, ErrForged
	}
	p.first, p.second = p.exchange.first, second
	p.setKeys(k)
	return second, nil
}

// ReceiveSecond applies the answer to First. Once the initiator is ready it does nothing.
func (p *Pair) ReceiveSecond(second []byte) error {
	switch {
	case !p.initiate || len(second) != PairSecondBytes:
		return ErrForged
	case p.Ready():
		return nil
	}
	k, _, err := p.exchange.readSecond(second)
	if err != nil || k.id != p.id || k.peer != p.peer {
		return ErrForged
	}
	p.exchange = nil
	p.setKeys(k)
	return nil
}

func (p *Pair) setKeys(k keys) {
	p.out = newSealer(p.id, k.send, epochBits)
	p.in = newOpener(p.id, k.receive, epochBits)
}

// Ready reports whether packets can be sealed and opened.
func (p *Pair) Ready() bool { return p.in != nil }

// Seal appends a packet of a kind with a payload of at most MaxPayload bytes to dst. It does not allocate if dst has
// room for Overhead more bytes. Errors: ErrNotOpen, ErrTooLarge.
func (p *Pair) Seal(dst []byte, kind byte, payload []byte) ([]byte, error) {
	switch {
	case !p.Ready():
		return dst, ErrNotOpen
	case len(payload) > MaxPayload:
		return dst, ErrTooLarge
	}
	p.out.mu.Lock()
	defer p.out.mu.Unlock()
	return p.out.seal(dst, kind, payload)
}

// Open decrypts a packet in place; its kind is its first byte. newest reports whether its counter is above all earlier
// ones. It does not allocate, but for a new key each 65,536 packets. Errors: ErrNotOpen, ErrForged, ErrReplayed.
func (p *Pair) Open(packet []byte) (payload []byte, newest bool, err error) {
	switch {
	case !p.Ready():
		return nil, false, ErrNotOpen
	case len(packet) < Overhead || len(packet) > DatagramMax || binary.LittleEndian.Uint32(packet[1:]) != p.id:
		return nil, false, ErrForged
	}
	payload, newest, v := p.in.open(packet)
	switch v {
	case forged:
		return nil, false, ErrForged
	case replayed:
		return nil, false, ErrReplayed
	}
	return payload, newest, nil
}

// Received returns one more than the highest counter that was opened: how many packets the far end has sealed at least.
func (p *Pair) Received() uint64 {
	if !p.Ready() {
		return 0
	}
	return p.in.window.next
}
