package punch

import (
	"encoding/binary"
	"net/netip"
	"time"
)

// The kinds of sealed packets, in the first byte of their contents.
const (
	kindPayload = 1 + iota
	kindPing
	kindPong
	kindChallenge
	kindReply
	kindClose
)

// sendSealed seals the contents in m.plain, whose first byte is their kind, and sends them.
func (m *Links) sendSealed(l *link, plain []byte, to netip.AddrPort) {
	packet, err := l.pair.Seal(m.out[:0], typeSealed, plain)
	if err != nil {
		return
	}
	l.status.Sent.Packets++
	l.status.Sent.Bytes += uint64(len(packet))
	m.socket.Send(packet, to)
}

// sendToken sends a sealed packet whose contents are a token, and how long what it answers has waited.
func (m *Links) sendToken(l *link, kind byte, token [tokenBytes]byte, waited time.Duration, to netip.AddrPort) {
	m.sendSealed(l, appendWaited(append(append(m.plain[:0], kind), token[:]...), waited), to)
}

// appendWaited appends how long a packet has waited.
func appendWaited(dst []byte, waited time.Duration) []byte {
	return binary.LittleEndian.AppendUint32(dst, uint32(min(waited.Microseconds(), 1<<32-1)))
}

// took returns the round trip of what left at sentAt and was answered by the packet that is being received: without the
// time that both lay in an inbox. It is at least a microsecond, whatever the peer says.
func (m *Links) took(sentAt, now time.Duration, waited []byte) time.Duration {
	there := time.Duration(binary.LittleEndian.Uint32(waited)) * time.Microsecond
	return max(time.Microsecond, now-m.waited-sentAt-there)
}
