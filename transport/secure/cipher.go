package secure

// The keys of a session: one chain of keys for each direction, with one key for each epoch of 2^shift counters.

import (
	"crypto/cipher"
	"encoding/binary"
	"sync"

	"github.com/flynn/noise"
	"golang.org/x/crypto/chacha20poly1305"
)

// chainKey is one key of a chain.
type chainKey struct {
	key  [32]byte
	aead cipher.AEAD
}

func newChainKey(key [32]byte) *chainKey {
	aead, err := chacha20poly1305.New(key[:])
	if err != nil {
		panic(err) // 32 bytes
	}
	return &chainKey{key, aead}
}

// next returns the next key of the chain, made by Noise's REKEY.
func (l *chainKey) next() *chainKey {
	state := noise.UnsafeNewCipherState(suite, l.key, 0)
	state.Rekey()
	return newChainKey(state.UnsafeKey())
}

// fillNonce writes a counter as Noise's nonce for ChaChaPoly.
func fillNonce(nonce *[12]byte, n uint64) { binary.LittleEndian.PutUint64(nonce[4:], n) }

// sealer encrypts the packets of one direction. Any goroutine may use it, under its lock.
type sealer struct {
	mu    sync.Mutex
	id    uint32
	shift int
	next  uint64 // counter of the next packet
	epoch uint64 // epoch of key
	key   *chainKey
	nonce [12]byte
	buf   [DatagramMax]byte // for the packets that write seals
}

func newSealer(id uint32, key [32]byte, shift int) *sealer {
	return &sealer{id: id, shift: shift, key: newChainKey(key)}
}

// seal appends an encrypted packet to dst. The caller holds the lock.
func (o *sealer) seal(dst []byte, kind byte, payload []byte) ([]byte, error) {
	n := o.next
	if n>>62 != 0 {
		return dst, errExhausted
	}
	o.next++
	for o.epoch < n>>o.shift {
		o.key = o.key.next()
		o.epoch++
	}
	start := len(dst)
	dst = append(dst, kind)
	dst = binary.LittleEndian.AppendUint32(dst, o.id)
	dst = append(dst, byte(n), byte(n>>8), byte(n>>16))
	fillNonce(&o.nonce, n)
	return o.key.aead.Seal(dst, o.nonce[:], payload, dst[start:]), nil
}

// opener decrypts the packets of one direction. Only the reader uses it.
type opener struct {
	id        uint32
	shift     int
	window    replayWindow
	epoch     uint64    // epoch of current
	previous  *chainKey // key of the epoch before; nil in the first
	current   *chainKey
	following *chainKey // key of the next epoch, made when a packet claims to be of it
	nonce     [12]byte
}

func newOpener(id uint32, key [32]byte, shift int) *opener {
	return &opener{id: id, shift: shift, current: newChainKey(key)}
}

// verdict is the result of opening a packet.
type verdict int

const (
	authentic verdict = iota
	replayed          // seen before, or too old to tell
	forged            // made by somebody without the key
)

// open decrypts a packet in place. newest reports whether its counter is above all earlier ones.
func (in *opener) open(packet []byte) (payload []byte, newest bool, v verdict) {
	n := in.window.expand(uint32(packet[5]) | uint32(packet[6])<<8 | uint32(packet[7])<<16)
	if !in.window.isNew(n) {
		return nil, false, replayed
	}
	var l *chainKey
	switch epoch := n >> in.shift; {
	case epoch == in.epoch:
		l = in.current
	case epoch+1 == in.epoch:
		l = in.previous
	case epoch == in.epoch+1:
		if in.following == nil {
			in.following = in.current.next()
		}
		l = in.following
	case epoch < in.epoch:
		return nil, false, replayed
	default:
		return nil, false, forged // 65,536 packets in a row were lost, or the counter is a lie
	}
	fillNonce(&in.nonce, n)
	payload, err := l.aead.Open(packet[headBytes:headBytes], in.nonce[:], packet[headBytes:], packet[:headBytes])
	if err != nil {
		return nil, false, forged
	}
	if l == in.following {
		in.previous, in.current, in.following = in.current, in.following, nil
		in.epoch++
	}
	return payload, in.window.record(n), authentic
}

// reopen decrypts a packet that was seen before, in place, without changing any state. ok is false if the packet is
// forged.
func (in *opener) reopen(packet []byte) (payload []byte, ok bool) {
	n := in.window.expand(uint32(packet[5]) | uint32(packet[6])<<8 | uint32(packet[7])<<16)
	l := in.current
	switch epoch := n >> in.shift; {
	case epoch == in.epoch:
	case epoch+1 == in.epoch:
		l = in.previous
	default:
		return nil, false
	}
	fillNonce(&in.nonce, n)
	payload, err := l.aead.Open(packet[headBytes:headBytes], in.nonce[:], packet[headBytes:], packet[:headBytes])
	return payload, err == nil
}
