package access

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/netip"
	"strconv"
	"strings"

	"voxtide/transport"
)

// AddressHash stands for a range of addresses where these are not kept: nobody finds out without the server's key which addresses they are,
// and who has the key has to try all. The zero value stands for none.
type AddressHash struct {
	Sum  [hashSize]byte
	Bits uint8 // of the range; 0: the source of one address, which is itself, of IPv6 its /64
	V6   bool  // of a range
}

const (
	hashSize   = 6 // bytes: two of 50,000 bans are alike by chance once in 100,000 worlds
	hashPrefix = "hashed-"
)

// Hasher makes hashes of addresses with a secret. Its methods may be called from any goroutine.
type Hasher struct{ secret []byte }

// NewHasher returns a hasher; the same secret gives the same hashes.
func NewHasher(secret []byte) *Hasher { return &Hasher{append([]byte(nil), secret...)} }

// Source returns the hash of the source of an address.
func (h *Hasher) Source(at netip.Addr) AddressHash {
	return AddressHash{Sum: h.sum(transport.Source(at))}
}

// Range returns the hash of a range; a single address counts as its source.
func (h *Hasher) Range(p netip.Prefix) AddressHash {
	if p.IsSingleIP() {
		return h.Source(p.Addr())
	}
	return AddressHash{Sum: h.sum(p.Masked().Addr()), Bits: uint8(p.Bits()), V6: p.Addr().Is6()}
}

func (h *Hasher) sum(at netip.Addr) (s [hashSize]byte) {
	m := hmac.New(sha256.New, h.secret)
	m.Write(at.AsSlice())
	copy(s[:], m.Sum(nil))
	return s
}

// at returns the hash of the range of an address that has the bits of another hash; false where that is of the other family.
func (h *Hasher) at(at netip.Addr, like AddressHash) (AddressHash, bool) {
	if like.Bits == 0 {
		return h.Source(at), true
	}
	if at.Is6() != like.V6 {
		return AddressHash{}, false
	}
	p, err := at.Prefix(int(like.Bits))
	if err != nil {
		return AddressHash{}, false
	}
	return h.Range(p), true
}

// String writes a hash as ParseAddressHash reads it; that of a source is what the log has.
func (a AddressHash) String() string {
	text := hashPrefix + hex.EncodeToString(a.Sum[:])
	switch {
	case a.Bits == 0:
		return text
	case a.V6:
		return text + "/" + strconv.Itoa(int(a.Bits)) + "v6"
	}
	return text + "/" + strconv.Itoa(int(a.Bits))
}

// ParseAddressHash reads a hash.
func ParseAddressHash(text string) (a AddressHash, ok bool) {
	text, ok = strings.CutPrefix(text, hashPrefix)
	digits, bits, ranged := strings.Cut(text, "/")
	b, err := hex.DecodeString(digits)
	if !ok || err != nil || len(b) != hashSize {
		return AddressHash{}, false
	}
	copy(a.Sum[:], b)
	if !ranged {
		return a, true
	}
	top := 32
	if bits, a.V6 = strings.CutSuffix(bits, "v6"); a.V6 {
		top = 128
	}
	n, err := strconv.Atoi(bits)
	a.Bits = uint8(n)
	return a, err == nil && n >= rangeBitsMin && n < top && strconv.Itoa(n) == bits
}
