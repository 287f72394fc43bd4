package secure

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/binary"
	"hash"
	"net/netip"
	"time"

	"golang.org/x/crypto/blake2s"
)

// cookieSigner makes and verifies cookies without storing any: a cookie is a keyed hash of the client's address,
// version and nonce. Only the reader uses it.
type cookieSigner struct {
	hashes   [2]hash.Hash // of the present secret and of the one before
	rotateAt time.Duration
	text     [16 + 2 + 2 + nonceBytes]byte
	sum      [cookieBytes]byte
}

func newHash() hash.Hash {
	var secret [32]byte
	rand.Read(secret[:])
	h, err := blake2s.New128(secret[:])
	if err != nil {
		panic(err) // a key of 32 bytes is valid
	}
	return h
}

// rotate makes a new secret when it is due, and reports that. all reports that the secret before does not count any
// longer either. A cookie counts for 2 to 4 minutes.
func (j *cookieSigner) rotate(now time.Duration) (turned, all bool) {
	if j.hashes[0] != nil && now < j.rotateAt {
		return false, false
	}
	late := now - j.rotateAt
	j.hashes[1], j.hashes[0] = j.hashes[0], newHash()
	if all = j.hashes[1] == nil || late >= cookieFor; all {
		j.hashes[1] = newHash()
	}
	j.rotateAt = now + cookieFor
	return true, all
}

func (j *cookieSigner) hash(i int) {
	h := j.hashes[i]
	h.Reset()
	h.Write(j.text[:])
	h.Sum(j.sum[:0])
}

func (j *cookieSigner) setText(from netip.AddrPort, version uint16, n []byte) {
	addr := from.Addr().As16()
	copy(j.text[:], addr[:])
	binary.LittleEndian.PutUint16(j.text[16:], from.Port())
	binary.LittleEndian.PutUint16(j.text[18:], version)
	copy(j.text[20:], n)
}

// sign returns the cookie for a client; it is valid until the next call.
func (j *cookieSigner) sign(now time.Duration, from netip.AddrPort, version uint16, n []byte) []byte {
	j.rotate(now)
	j.setText(from, version, n)
	j.hash(0)
	return j.sum[:]
}

// verify reports whether a cookie was made for this client 2 to 4 minutes ago at most.
func (j *cookieSigner) verify(now time.Duration, c []byte, from netip.AddrPort, version uint16, n []byte) bool {
	j.rotate(now)
	j.setText(from, version, n)
	for i := range j.hashes {
		if j.hash(i); subtle.ConstantTimeCompare(j.sum[:], c) == 1 {
			return true
		}
	}
	return false
}
