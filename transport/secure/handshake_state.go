package secure

import (
	"crypto/ecdh"
	"encoding/binary"
	"sync/atomic"
	"time"
)

// serverHandshake is what a server keeps of one peer's handshake.
type serverHandshake struct {
	id            uint32
	handshake     handshakeKey
	secondMessage []byte // the answer to the first message
	answeredAt    atomicTime
	thirdsTried   atomic.Int32
	exchange      *exchange // only the worker uses it
	halfOpen      bool
	repeatable    bool // is in Endpoint.handshakes; the timer reads it without the lock
}

// endState is why a session has ended, and how far its end has come.
type endState struct {
	err        error
	closesLeft int // close packets still to be sent
	closeAt    time.Duration
	done       chan struct{}
}

// clientHandshake is a client's handshake. The Peer's lock guards it.
type clientHandshake struct {
	phase     handshakePhase
	nonce     nonce
	ephemeral *ecdh.PrivateKey // its public half determines the nonce
	packet    []byte           // the message to resend
	sendAt    time.Duration
	interval  time.Duration
	sends     int
	awaiting  int       // hellos of Config.Awaited so far, over all attempts
	exchange  *exchange // only the worker uses it
	server    Key       // the key that the server showed
	world     [worldBytes]byte
	busyErr   error // the server's last refusal for being busy
}

// begin begins a handshake with a new nonce.
func (d *clientHandshake) begin(version uint16) {
	d.ephemeral = newEphemeral()
	d.nonce = nonceOf(d.ephemeral.PublicKey().Bytes())
	hello := make([]byte, helloBytes)
	b := append(append(hello[:0], typeHello), magic...)
	b = binary.LittleEndian.AppendUint16(append(b, layout), version)
	copy(hello[len(b):], d.nonce[:])
	d.setMessage(phaseHello, hello)
}

// setMessage makes the timer send a packet repeatedly, at growing intervals.
func (d *clientHandshake) setMessage(ph handshakePhase, packet []byte) {
	d.phase, d.packet, d.sendAt, d.interval, d.sends, d.busyErr = ph, packet, 0, retryFirst, 0, nil
}

// handshakePhase is the message that a client repeats.
type handshakePhase int

const (
	phaseHello handshakePhase = iota
	phaseFirst
	phaseThird // or a keepalive after IK's second message
)
