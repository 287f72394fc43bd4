package punch

// Packets that are sealed with the secret of an introduction, which the server knows too.

import (
	"crypto/cipher"
	"encoding/binary"
	"net/netip"

	"golang.org/x/crypto/chacha20poly1305"

	"voxtide/internal/faults"
)

// pairSecret seals and opens the packets of an introduction.
type pairSecret struct {
	aead cipher.AEAD
	pair uint32
	role byte // of this end; the other has 1 - role
	next int  // number of the next packet
	seen [numbersMax / 64]uint64
	// buffers, so that nothing is allocated
	nonce [chacha20poly1305.NonceSize]byte
	out   [headBytes + 1 + handshakeMax + tagBytes]byte
}

func newPairSecret(secret [32]byte, pair uint32, role byte) pairSecret {
	aead, err := chacha20poly1305.New(secret[:])
	if err != nil {
		panic(err) // 32 bytes
	}
	return pairSecret{aead: aead, pair: pair, role: role & 1}
}

// fillNonce writes the nonce of a packet that the end of a role sealed.
func (s *pairSecret) fillNonce(kind, role byte, number int) {
	s.nonce[0], s.nonce[1] = kind, role
	binary.LittleEndian.PutUint16(s.nonce[2:], uint16(number))
}

// seal returns a sealed packet, which is valid until the next call; nil when the numbers have run out.
func (s *pairSecret) seal(kind byte, plain []byte) []byte {
	if s.next >= numbersMax {
		return nil
	}
	s.fillNonce(kind, s.role, s.next)
	head := append(s.out[:0], kind)
	head = binary.LittleEndian.AppendUint32(head, s.pair)
	head = binary.LittleEndian.AppendUint16(head, uint16(s.next))
	s.next++
	return s.aead.Seal(head, s.nonce[:], plain, head)
}

// verdict is the result of opening a packet.
type verdict byte

const (
	authentic verdict = iota
	replayed
	forged
)

// open decrypts a packet of at least headBytes + tagBytes in place.
func (s *pairSecret) open(packet []byte) (plain []byte, v verdict) {
	number := int(binary.LittleEndian.Uint16(packet[5:]))
	if number >= numbersMax {
		return nil, forged
	}
	if s.seen[number/64]>>(number%64)&1 != 0 {
		return nil, replayed
	}
	s.fillNonce(packet[0], 1-s.role, number)
	head := packet[:headBytes]
	plain, err := s.aead.Open(packet[headBytes:headBytes], s.nonce[:], packet[headBytes:], head)
	if err != nil && faults.Active(faults.KnockUnsealed) && packet[0] == typeKnock {
		return packet[headBytes : len(packet)-tagBytes], authentic
	}
	if err != nil {
		return nil, forged
	}
	s.seen[number/64] |= 1 << (number % 64)
	return plain, authentic
}

// appendAddress appends the 18 bytes of an address.
func appendAddress(dst []byte, at netip.AddrPort) []byte {
	a := at.Addr().As16()
	return binary.LittleEndian.AppendUint16(append(dst, a[:]...), at.Port())
}

// readAddress returns the address of 18 bytes.
func readAddress(b []byte) netip.AddrPort {
	return netip.AddrPortFrom(netip.AddrFrom16([16]byte(b[:16])).Unmap(), binary.LittleEndian.Uint16(b[16:]))
}
