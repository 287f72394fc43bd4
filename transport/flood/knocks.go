package flood

import (
	"context"
	"encoding/binary"
	"math/rand/v2"
	"net/netip"
	"time"
)

// Knocks is a flood of forged packets of links (transport/punch) at one client, from 32 addresses: half of them name one
// of its pairs, which only an attacker on the way or a peer knows; the others guess. Every other one has the form of a
// knock, the rest that of answers, handshakes and sealed packets.
type Knocks struct {
	To    netip.AddrPort
	Pairs []uint32 // at least one
	Rate  int      // packets per second
	Seed  uint64
}

// Types and lengths of the packets of links.
const (
	firstOfLinks = 32
	typesOfLinks = 4
	knockLength  = 53
)

// Run floods until the context ends, and returns how many packets left. It fails with the system's errors, before
// anything is sent.
func (k *Knocks) Run(ctx context.Context) (sent uint64, err error) {
	a := Attack{Seed: k.Seed}
	s, err := a.sender(0)
	defer s.close()
	if err != nil {
		return 0, err
	}
	began := time.Now()
	for due, done := 0, 0; ctx.Err() == nil; time.Sleep(pollEvery) {
		due = int(float64(k.Rate) * (time.Since(began) + pollEvery).Seconds())
		for ; done < due && ctx.Err() == nil; done++ {
			b := k.packet(s.rng, s.buf[:0])
			s.buf = b
			if _, err := s.sockets[s.rng.IntN(len(s.sockets))].WriteToUDPAddrPort(b, k.To); err == nil {
				sent++
			}
		}
	}
	return sent, nil
}

// packet appends a forged packet.
func (k *Knocks) packet(rng *rand.Rand, b []byte) []byte {
	kind, length := firstOfLinks, knockLength
	if rng.IntN(2) == 0 {
		kind = firstOfLinks + rng.IntN(typesOfLinks)
	}
	if kind >= firstOfLinks+2 {
		length = 24 + rng.IntN(150)
	}
	pair := rng.Uint32()
	if rng.IntN(2) == 0 {
		pair = k.Pairs[rng.IntN(len(k.Pairs))]
	}
	b = binary.LittleEndian.AppendUint32(append(b, byte(kind)), pair)
	for len(b) < length {
		b = binary.LittleEndian.AppendUint64(b, rng.Uint64())
	}
	b[6] &= 3 // a number that an introduction may give
	return b[:length]
}
