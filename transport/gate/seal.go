package gate

// The keys of a session: one chain for each direction, a key for each epoch of counters.

import (
	"crypto/cipher"
	"encoding/binary"
	"sync"

	"github.com/flynn/noise"
	"golang.org/x/crypto/chacha20poly1305"
)

// link is one key of a chain.
type link struct {
	key  [32]byte
	aead cipher.AEAD
}

func newLink(key [32]byte) *link {
	aead, err := chacha20poly1305.New(key[:])
	if err != nil {
		panic(err) // 32 bytes
	}
	return &link{key, aead}
}

// after gives the next link, by Noise's REKEY.
func (l *link) after() *link {
	state := noise.UnsafeNewCipherState(suite, l.key, 0)
	state.Rekey()
	return newLink(state.UnsafeKey())
}

// fillNonce is Noise's for ChaChaPoly.
func fillNonce(nonce *[12]byte, n uint64) { binary.LittleEndian.PutUint64(nonce[4:], n) }

// outbound seals. Any goroutine, under its lock.
type outbound struct {
	mu    sync.Mutex
	id    uint32
	shift int
	next  uint64 // counter
	epoch uint64 // of link
	link  *link
	nonce [12]byte
	buf   [DatagramMax]byte // of what write seals
}

func newOutbound(id uint32, key [32]byte, shift int) *outbound {
	return &outbound{id: id, shift: shift, link: newLink(key)}
}

// seal appends a packet. Under the lock.
func (o *outbound) seal(dst []byte, kind byte, payload []byte) ([]byte, error) {
	n := o.next
	if n>>62 != 0 {
		return dst, errExhausted
	}
	o.next++
	for o.epoch < n>>o.shift {
		o.link = o.link.after()
		o.epoch++
	}
	start := len(dst)
	dst = append(dst, kind)
	dst = binary.LittleEndian.AppendUint32(dst, o.id)
	dst = append(dst, byte(n), byte(n>>8), byte(n>>16))
	fillNonce(&o.nonce, n)
	return o.link.aead.Seal(dst, o.nonce[:], payload, dst[start:]), nil
}

// inbound opens. It is the reader's.
type inbound struct {
	id     uint32
	shift  int
	window window
	epoch  uint64 // of now
	before *link  // of epoch-1; nil in the first
	now    *link
	after  *link // of epoch+1, once somebody claimed it
	nonce  [12]byte
}

func newInbound(id uint32, key [32]byte, shift int) *inbound {
	return &inbound{id: id, shift: shift, now: newLink(key)}
}

// What became of a packet.
type verdict int

const (
	authentic verdict = iota
	replayed          // seen before, or too old to know
	forged            // by somebody without the key
)

// open opens a packet in place. newest: its counter is above all before.
func (in *inbound) open(packet []byte) (payload []byte, newest bool, v verdict) {
	n := in.window.counter(uint32(packet[5]) | uint32(packet[6])<<8 | uint32(packet[7])<<16)
	if !in.window.fresh(n) {
		return nil, false, replayed
	}
	var l *link
	switch epoch := n >> in.shift; {
	case epoch == in.epoch:
		l = in.now
	case epoch+1 == in.epoch:
		l = in.before
	case epoch == in.epoch+1:
		if in.after == nil {
			in.after = in.now.after()
		}
		l = in.after
	case epoch < in.epoch:
		return nil, false, replayed
	default:
		return nil, false, forged // 65,536 packets in a row were lost, or it lies
	}
	fillNonce(&in.nonce, n)
	payload, err := l.aead.Open(packet[headBytes:headBytes], in.nonce[:], packet[headBytes:], packet[:headBytes])
	if err != nil {
		return nil, false, forged
	}
	if l == in.after {
		in.before, in.now, in.after = in.now, in.after, nil
		in.epoch++
	}
	return payload, in.window.see(n), authentic
}

// again opens a packet that was seen before, in place, and changes nothing; false for what is not authentic.
func (in *inbound) again(packet []byte) (payload []byte, ok bool) {
	n := in.window.counter(uint32(packet[5]) | uint32(packet[6])<<8 | uint32(packet[7])<<16)
	l := in.now
	switch epoch := n >> in.shift; {
	case epoch == in.epoch:
	case epoch+1 == in.epoch:
		l = in.before
	default:
		return nil, false
	}
	fillNonce(&in.nonce, n)
	payload, err := l.aead.Open(packet[headBytes:headBytes], in.nonce[:], packet[headBytes:], packet[:headBytes])
	return payload, err == nil
}
