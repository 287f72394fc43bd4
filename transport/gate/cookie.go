package gate

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/binary"
	"hash"
	"net/netip"
	"time"

	"golang.org/x/crypto/blake2s"
)

// jar makes and checks cookies without keeping any: each is a keyed hash of who asked. It
// is the reader's.
type jar struct {
	hashes [2]hash.Hash // of the secret of now and of the one before
	until  time.Duration
	text   [16 + 2 + 2 + nonceBytes]byte
	sum    [cookieBytes]byte
}

func newHash() hash.Hash {
	var secret [32]byte
	rand.Read(secret[:])
	h, err := blake2s.New128(secret[:])
	if err != nil {
		panic(err) // a key of 32 bytes is right
	}
	return h
}

// rotate makes a new secret when it is time, and says so; all: the one before does not count any more either. A cookie counts
// for 2 to 4 minutes.
func (j *jar) rotate(now time.Duration) (turned, all bool) {
	if j.hashes[0] != nil && now < j.until {
		return false, false
	}
	late := now - j.until
	j.hashes[1], j.hashes[0] = j.hashes[0], newHash()
	if all = j.hashes[1] == nil || late >= cookieFor; all {
		j.hashes[1] = newHash()
	}
	j.until = now + cookieFor
	return true, all
}

func (j *jar) hash(i int) {
	h := j.hashes[i]
	h.Reset()
	h.Write(j.text[:])
	h.Sum(j.sum[:0])
}

func (j *jar) describe(from netip.AddrPort, version uint16, n []byte) {
	addr := from.Addr().As16()
	copy(j.text[:], addr[:])
	binary.LittleEndian.PutUint16(j.text[16:], from.Port())
	binary.LittleEndian.PutUint16(j.text[18:], version)
	copy(j.text[20:], n)
}

// bake gives the cookie for a client; it counts until the next call.
func (j *jar) bake(now time.Duration, from netip.AddrPort, version uint16, n []byte) []byte {
	j.rotate(now)
	j.describe(from, version, n)
	j.hash(0)
	return j.sum[:]
}

// ours says whether a cookie was baked for this client not too long ago.
func (j *jar) ours(now time.Duration, c []byte, from netip.AddrPort, version uint16, n []byte) bool {
	j.rotate(now)
	j.describe(from, version, n)
	for i := range j.hashes {
		if j.hash(i); subtle.ConstantTimeCompare(j.sum[:], c) == 1 {
			return true
		}
	}
	return false
}
