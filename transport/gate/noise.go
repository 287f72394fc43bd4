package gate

// One end of a Noise handshake. A message that does not authenticate must not spoil it for
// the true one that comes after, and the library's state is spoiled then: so it is made
// anew from the same ephemeral key.

import (
	"bytes"
	"crypto/ecdh"
	"crypto/rand"
	"crypto/subtle"
	"encoding/binary"
	"io"

	"github.com/flynn/noise"
	"golang.org/x/crypto/blake2s"
)

var suite = noise.NewCipherSuite(noise.DH25519, noise.CipherChaChaPoly, noise.HashBLAKE2s)

// curve is Curve25519 for one exchange. It has the two private keys at hand: made from bytes
// each time, as noise.DH25519 does, each exchange costs twice as much. The ephemeral key is
// always the same.
type curve struct{ static, ephemeral *ecdh.PrivateKey }

func (c curve) DHLen() int     { return keyBytes }
func (c curve) DHName() string { return noise.DH25519.DHName() }

// GenerateKeypair gives the ephemeral key.
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

// exchange is a handshake of which the first message is made or known.
type exchange struct {
	cfg   noise.Config
	first []byte // of the server's exchange: the message that came
	id    uint32 // of the server's exchange: the session number it gives
	state *noise.HandshakeState
}

// keys is what a handshake comes to.
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

// nonceOf names a handshake by its client's ephemeral public key, so that a first message
// that was tampered with does not pass for the true one.
func nonceOf(public []byte) nonce {
	sum := blake2s.Sum256(public)
	return nonce(sum[:])
}

// committed says whether a first message is what its client's nonce named: of XX all of it,
// of IK what does not authenticate itself.
func committed(kind byte, message []byte, n nonce) bool {
	if nonceOf(message[:keyBytes]) != n {
		return false
	}
	var zeros [paddingXX]byte
	return kind == typeFirstIK || bytes.Equal(message[keyBytes:], zeros[:])
}

// newExchange begins an end; known is the server's key where a client has it.
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

func (x *exchange) ik() bool { return x.cfg.Pattern.Name == noise.HandshakeIK.Name }

// fresh gives a state at the beginning. It draws the same ephemeral key each time.
func (x *exchange) fresh() (*noise.HandshakeState, error) {
	return noise.NewHandshakeState(x.cfg)
}

// offer gives a client's first message, always the same.
func (x *exchange) offer() ([]byte, error) {
	s, err := x.fresh()
	if err != nil {
		return nil, err
	}
	padding := paddingXX
	if x.ik() {
		padding = paddingIK
	}
	out, _, _, err := s.WriteMessage(nil, make([]byte, padding))
	x.state = s
	return out, err
}

// answered takes the second message in; third is what XX sends then.
func (x *exchange) answered(second []byte) (k keys, third []byte, err error) {
	if x.state == nil {
		if _, err := x.offer(); err != nil {
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
	if !x.ik() {
		if third, out, in, err = s.WriteMessage(nil, nil); err != nil {
			return k, nil, err
		}
	}
	k = keys{id: binary.LittleEndian.Uint32(payload), send: out.UnsafeKey(), receive: in.UnsafeKey()}
	copy(k.peer[:], s.PeerStatic())
	return k, third, nil
}

// answer takes a client's first message in and gives the second; of IK the keys are known
// then.
func (x *exchange) answer(first []byte, id uint32) (second []byte, k keys, err error) {
	s, err := x.fresh()
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
	if x.ik() {
		k = keys{id: id, send: out.UnsafeKey(), receive: in.UnsafeKey()}
		copy(k.peer[:], s.PeerStatic())
	}
	return second, k, nil
}

// finish takes the third message in.
func (x *exchange) finish(third []byte) (k keys, err error) {
	if x.state == nil {
		if _, _, err := x.answer(x.first, x.id); err != nil {
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
