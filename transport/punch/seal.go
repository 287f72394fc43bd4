package punch

import "net/netip"

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

func (m *Links) sendToken(l *link, kind byte, token []byte, to netip.AddrPort) {
	m.sendSealed(l, append(append(m.plain[:0], kind), token...), to)
}
