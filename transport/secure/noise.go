package secure

import (
	"bytes"
	"crypto/ecdh"
	"crypto/rand"
	"crypto/subtle"
	"encoding/binary"
	"io"
	"net/netip"

	"github.com/flynn/noise"
	"golang.org/x/crypto/blake2s"
)

// One end of a Noise handshake. A forged message must not spoil the handshake for the true one that follows, but it
// spoils the library's state. So the state is made again from the same ephemeral key.

var suite = noise.NewCipherSuite(noise.DH25519, noise.CipherChaChaPoly, noise.HashBLAKE2s)

// curve is Curve25519 for one handshake. It keeps the two private keys: making them from bytes each time, as
// noise.DH25519 does, doubles the cost of a handshake. The ephemeral key is always the same.
type curve struct{ static, ephemeral *ecdh.PrivateKey }

func (c curve) DHLen() int     { return keyBytes }
func (c curve) DHName() string { return noise.DH25519.DHName() }

// GenerateKeypair returns the ephemeral key.
func (c curve) GenerateKeypair(io.Reader) (noise.DHKey, error) {
	return noise.DHKey{Private: c.ephemeral.Bytes(), Public: c.ephemeral.PublicKey().Bytes()}, nil
}

// DH fails for a point of low order.
func (c curve) DH(private, public []byte) ([]byte, error) {
	key := c.ephemeral
	if subtle.ConstantTimeCompare(private, c.static.Bytes()) == 1 {
		key = c.static
	}
	point, err := ecdh.X25519().NewPublicKey(public)
	if err != nil {
		return nil, err
	}
	return key.ECDH(point)
}

type nonce [nonceBytes]byte

// exchange is one end's state of a handshake.
type exchange struct {
	cfg   noise.Config
	first []byte // a server's: the first message that came
	id    uint32 // a server's: the session number that it assigns
	state *noise.HandshakeState
}

// keys is the result of a handshake.
type keys struct {
	peer          Key
	id            uint32
	send, receive [32]byte
}

func prologue(version uint16, server Key, world [worldBytes]byte, n nonce) []byte {
	p := binary.LittleEndian.AppendUint16([]byte(label), version)
	return append(append(append(p, server[:]...), world[:]...), n[:]...)
}

// newEphemeral draws an ephemeral key.
func newEphemeral() *ecdh.PrivateKey {
	e, err := ecdh.X25519().GenerateKey(rand.Reader)
	if err != nil {
		panic(err) // the system's source does not fail
	}
	return e
}

// nonceOf derives a handshake's nonce from its client's ephemeral public key, so that a tampered first message does
// not pass for the true one.
func nonceOf(public []byte) nonce {
	sum := blake2s.Sum256(public)
	return nonce(sum[:])
}

// matchesNonce reports whether a first message is the one that its nonce names: all of XX, and of IK the part that
// does not authenticate itself.
func matchesNonce(kind byte, message []byte, n nonce) bool {
	if nonceOf(message[:keyBytes]) != n {
		return false
	}
	var zeros [paddingXX]byte
	return kind == typeFirstIK || bytes.Equal(message[keyBytes:], zeros[:])
}

// newExchange begins one end; known is the server's key, if a client has it.
func newExchange(dial, ik bool, secret Secret, known *Key, ephemeral *ecdh.PrivateKey, prologue []byte) *exchange {
	x := &exchange{cfg: noise.Config{
		CipherSuite: noise.NewCipherSuite(curve{secret.key, ephemeral}, noise.CipherChaChaPoly, noise.HashBLAKE2s),
		Pattern:     noise.HandshakeXX, Initiator: dial, Prologue: prologue,
		StaticKeypair: noise.DHKey{Private: secret.key.Bytes(), Public: secret.public[:]},
	}}
	if ik {
		x.cfg.Pattern = noise.HandshakeIK
		if dial {
			x.cfg.PeerStatic = known[:]
		}
	}
	return x
}

func (x *exchange) isIK() bool { return x.cfg.Pattern.Name == noise.HandshakeIK.Name }

// newState returns a handshake state at the beginning, with the same ephemeral key each time.
func (x *exchange) newState() (*noise.HandshakeState, error) {
	return noise.NewHandshakeState(x.cfg)
}

// writeFirst returns a client's first message, the same each time.
func (x *exchange) writeFirst() ([]byte, error) {
	s, err := x.newState()
	if err != nil {
		return nil, err
	}
	padding := paddingXX
	if x.isIK() {
		padding = paddingIK
	}
	out, _, _, err := s.WriteMessage(nil, make([]byte, padding))
	x.state = s
	return out, err
}

// readSecond applies the second message; third is the answer that XX requires.
func (x *exchange) readSecond(second []byte) (k keys, third []byte, err error) {
	if x.state == nil {
		if _, err := x.writeFirst(); err != nil {
			return k, nil, err
		}
	}
	s := x.state
	x.state = nil
	payload, out, in, err := s.ReadMessage(nil, second)
	if err != nil {
		return k, nil, err
	}
	if len(payload) != idBytes {
		return k, nil, errShort
	}
	if !x.isIK() {
		if third, out, in, err = s.WriteMessage(nil, nil); err != nil {
			return k, nil, err
		}
	}
	k = keys{id: binary.LittleEndian.Uint32(payload), send: out.UnsafeKey(), receive: in.UnsafeKey()}
	copy(k.peer[:], s.PeerStatic())
	return k, third, nil
}

// readFirst applies a client's first message and returns the second; with IK the keys are known then.
func (x *exchange) readFirst(first []byte, id uint32) (second []byte, k keys, err error) {
	s, err := x.newState()
	if err != nil {
		return nil, k, err
	}
	if _, _, _, err = s.ReadMessage(nil, first); err != nil {
		return nil, k, err
	}
	second, in, out, err := s.WriteMessage(nil, binary.LittleEndian.AppendUint32(nil, id))
	if err != nil {
		return nil, k, err
	}
	x.first, x.id, x.state = first, id, s
	if x.isIK() {
		k = keys{id: id, send: out.UnsafeKey(), receive: in.UnsafeKey()}
		copy(k.peer[:], s.PeerStatic())
	}
	return second, k, nil
}

// readThird applies the third message.
func (x *exchange) readThird(third []byte) (k keys, err error) {
	if x.state == nil {
		if _, _, err := x.readFirst(x.first, x.id); err != nil {
			return k, err
		}
	}
	s := x.state
	x.state = nil
	_, in, out, err := s.ReadMessage(nil, third)
	if err != nil {
		return k, err
	}
	k = keys{id: x.id, send: out.UnsafeKey(), receive: in.UnsafeKey()}
	copy(k.peer[:], s.PeerStatic())
	return k, nil
}

// handshakeKey identifies one client's attempt to open one session.
type handshakeKey struct {
	addr  netip.AddrPort
	nonce nonce
}
